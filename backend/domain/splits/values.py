"""The other values of the parameter that a split is about, as one run measured them."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.parameters import variant_key
from backend.domain.comparisons.results import ResultColumns, matches
from backend.domain.effects import Better
from backend.domain.splits.alternatives import (
    FEWEST,
    MOST_ALTERNATIVES,
    MOST_OBJECTIVES,
    AlternativeSet,
    MeasuredCell,
    from_cells,
)
from backend.domain.splits.evidence import SplitEvidence
from backend.domain.splits.pareto import Objective
from backend.domain.splits.stored import SideSubject, SplitSubject

Setting = tuple[str, ...]
"""Values of the parameters that both sides choose by, as texts."""


@dataclass(frozen=True, slots=True)
class _Objective:
    """What is measured at every setting: a benchmark with its other parameters, and a metric."""

    key: Hashable
    label: SeriesLabel
    name: str
    is_weighed: bool


def value_alternatives(
    columns: ResultColumns,
    labels: Mapping[int, SeriesLabel],
    subject: SplitSubject,
    evidence: SplitEvidence,
    *,
    in_turns: bool,
) -> AlternativeSet | None:
    """Hold every setting of one run against the others; None where there are no two in full.

    Members come first; metrics beside them count where every setting has them.
    """
    names = sorted({*subject.baseline.parameters, *subject.contender.parameters})
    places = _places(columns, labels, names)
    objectives = _objectives(labels, names, evidence)
    weighed = [one for one in objectives if one.is_weighed]
    settings = [
        setting
        for setting, cells in places.items()
        if weighed and all(one.key in cells for one in weighed)
    ][:MOST_ALTERNATIVES]
    sides = [_setting(settings, names, one) for one in (subject.baseline, subject.contender)]
    if len(settings) < FEWEST or sides[0] is None or sides[1] is None:
        return None
    kept = [
        one
        for one in objectives
        if one.is_weighed or all(one.key in places[setting] for setting in settings)
    ]
    table = [[_cell(columns, places[of][one.key], one.label) for one in kept] for of in settings]
    good = [at for at in range(len(kept)) if all(_is_usable(row[at]) for row in table)]
    kept = [kept[at] for at in good][:MOST_OBJECTIVES]
    table = [[row[at] for at in good][:MOST_OBJECTIVES] for row in table]
    if not kept:
        return None
    shown = [Objective(one.name, _better(one.label), one.label.unit) for one in kept]
    return AlternativeSet(
        kind="values",
        names=[_named(names, setting) for setting in settings],
        objectives=shown,
        weighed=sum(one.is_weighed for one in kept),
        table=from_cells(shown, table, in_turns=in_turns),
        baseline=sides[0],
        contender=sides[1],
    )


def _better(label: SeriesLabel) -> Better:
    return "lower" if label.direction == "lower" else "higher"


def _named(names: Sequence[str], setting: Setting) -> str:
    if len(names) == 1:
        return f"{names[0]} = {setting[0]}"
    return ", ".join(f"{name} = {value}" for name, value in zip(names, setting, strict=True))


def _places(
    columns: ResultColumns, labels: Mapping[int, SeriesLabel], names: Sequence[str]
) -> dict[Setting, dict[Hashable, int]]:
    """Return where the result of each objective stands, by setting, in the order of the series."""
    found: dict[Setting, dict[Hashable, int]] = {}
    for place, series in enumerate(columns.series.tolist()):
        label = labels[series]
        if all(name in label.parameters for name in names):
            setting = tuple(str(label.parameters[name]) for name in names)
            found.setdefault(setting, {})[_key(label, names)] = place
    return found


def _key(label: SeriesLabel, names: Sequence[str]) -> Hashable:
    rest = {name: value for name, value in label.parameters.items() if name not in names}
    return label.suite, label.benchmark, variant_key(rest), label.metric, label.testbed


def _objectives(
    labels: Mapping[int, SeriesLabel], names: Sequence[str], evidence: SplitEvidence
) -> list[_Objective]:
    """Return the members, the largest effect first, then what moved beside them."""
    members = sorted(
        zip(evidence.members, evidence.facts, strict=True),
        key=lambda pair: -abs(math.log(pair[0].ratio)),
    )[: MOST_OBJECTIVES // 2]
    known = [(one.name, fact.series, True) for one, fact in members]
    known += [(_other_name(labels, one.facts.series), one.facts.series, False)
              for one in evidence.beside]  # fmt: skip
    found: dict[Hashable, _Objective] = {}
    for name, series, is_weighed in known:
        if series is not None and series in labels:
            key = _key(labels[series], names)
            found.setdefault(key, _Objective(key, labels[series], name, is_weighed))
    return list(found.values())


def _other_name(labels: Mapping[int, SeriesLabel], series: int | None) -> str:
    label = labels[series or 0]
    return f"{label.metric} of {label.benchmark}"


def _setting(settings: Sequence[Setting], names: Sequence[str], side: SideSubject) -> int | None:
    """Return the first setting that belongs to a side."""
    for at, setting in enumerate(settings):
        if matches(dict(zip(names, setting, strict=True)), side.parameters):
            return at
    return None


def _cell(columns: ResultColumns, place: int, label: SeriesLabel) -> MeasuredCell:
    start = int(columns.ends[place - 1]) if place else 0
    return MeasuredCell(
        value=float(columns.value[place]),
        sd=float(columns.sd[place]),
        n=int(columns.n[place]),
        samples=columns.samples[start : int(columns.ends[place])].tolist(),
        rounds=columns.rounds.get(place),
        is_exact=label.noise == "exact",
    )


def _is_usable(cell: MeasuredCell) -> bool:
    return min(cell.value, *cell.samples, cell.value) > 0.0
