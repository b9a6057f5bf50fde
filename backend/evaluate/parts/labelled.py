"""Real series that people labelled: each label met, or explained, or neither."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from backend.evaluate.labelled import chromium, mongodb, mozilla, nab, plain, sap, tigerbeetle
from backend.evaluate.labelled.explain import explanation
from backend.evaluate.labelled.series import Label, Labelled, Reader
from backend.evaluate.rows import EvaluationRow, Figures, Section, absent, said
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Change

TITLE = "Real series that people labelled"
_SOURCES = (
    (mozilla.SOURCE, mozilla.read),
    (chromium.SOURCE, chromium.read),
    (tigerbeetle.SOURCE, tigerbeetle.read),
    (nab.SOURCE, nab.read),
)
_KINDS = ("stable", "spike", "high deviation", "build-dependent")
"""Kinds of SAP's series that hold no regression."""


@dataclass(slots=True)
class _Tally:
    """What became of the labels of one source."""

    met: int = 0
    explained: int = 0
    neither: int = 0
    beyond: int = 0
    """Reported where no label is."""
    lines: list[list[str]] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.met + self.explained + self.neither


def evaluate(setting: EvaluationSetting) -> Section:
    """Go through every source of labels that is here."""
    section = Section(TITLE)
    folder = setting.folder("changepoints") or setting.data
    if folder is None:
        section.rows.append(absent("labelled series", "no folder of data (DATA=)"))
        return section
    lines: list[list[str]] = []
    with setting.step("labelled series"):
        section.rows += _sap(folder, lines)
        for source, read in _SOURCES:
            section.rows += _source(source, gathered(source, read, folder, lines), lines)
        section.rows += _mongodb(folder)
        section.rows += _plain(plain.SAP_LARGE, plain.sap_large(folder), lines)
        section.rows += _plain(plain.NYRKIO, plain.nyrkio(folder), lines)
    head = ["source", "series", "label at run", "what became of it"]
    section.figures.append(Figures("Every label, and what is reported without one", head, lines))
    return section


def gathered(source: str, read: Reader, folder: Path, lines: list[list[str]]) -> list[Labelled]:
    """Read what can be read: a file of another shape ends this source, not the evaluation."""
    found: dict[tuple[str, str], Labelled] = {}
    try:
        for one in read(folder):
            if np.isfinite(one.values).all():
                found.setdefault((one.name, one.kind), one)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        lines.append([source, "a file of another shape", "-", f"reading ended: {error}"])
    return list(found.values())


def _sap(folder: Path, lines: list[list[str]]) -> list[EvaluationRow]:
    every = gathered(sap.SOURCE, sap.read, folder, lines)
    rows = []
    for kind in sorted({*_KINDS, sap.REGRESSION, *(one.kind for one in every)}):
        some = [one for one in every if one.kind == kind]
        name = f"{sap.SOURCE}, {kind} ({len(some)} series)"
        tally = _tallied(sap.SOURCE, some)
        lines += tally.lines
        if not some:
            rows.append(absent(name, "no such series"))
        elif kind == sap.REGRESSION:
            now = f"{tally.met} of {tally.total} found, {tally.beyond} reported elsewhere"
            rows.append(EvaluationRow(name, "all found", now, tally.met == tally.total))
        else:
            now = f"{tally.beyond} change points reported"
            rows.append(EvaluationRow(name, "none reported", now, tally.beyond == 0))
    return rows


def _source(source: str, some: Sequence[Labelled], lines: list[list[str]]) -> list[EvaluationRow]:
    if not some:
        return [absent(source, "no such series")]
    tally = _tallied(source, some)
    lines += tally.lines
    now = f"{tally.met} of {tally.total} met, {tally.explained} explained"
    name = f"{source} ({len(some)} series)"
    rows = [EvaluationRow(name, "each label met or explained", now, tally.neither == 0)]
    unexpected = sum(_beyond(one) for one in some if one.is_exhaustive)
    if any(one.is_exhaustive for one in some):
        rows.append(
            EvaluationRow(
                f"{source}, reported beyond the labels", "none", str(unexpected), unexpected == 0
            )
        )
    return rows


def _beyond(one: Labelled) -> int:
    places = [change.index for change in analyse(one.values).changes]
    return sum(
        not one.is_too_new(place) and not any(label.holds(place) for label in one.labels)
        for place in places
    )


def _tallied(source: str, series: Sequence[Labelled]) -> _Tally:
    tally = _Tally()
    for one in series:
        changes = analyse(one.values).changes
        for label in one.labels:
            _judge(tally, (source, one), label, changes)
        beyond = [
            change
            for change in changes
            if not any(label.holds(change.index) for label in one.labels)
        ]
        tally.beyond += len(beyond)
        tally.lines += _lines_beyond(source, one, beyond)
    return tally


def _lines_beyond(source: str, one: Labelled, beyond: Sequence[Change]) -> list[list[str]]:
    """Tell each change reported without a label, or their number where labels are a selection."""
    if one.is_exhaustive or not beyond:
        told = [f"reported: {_described(one, change)}{_too_new(one, change)}" for change in beyond]
    else:
        places = ", ".join(str(change.index) for change in beyond[:8])
        rest = ", …" if len(beyond) > 8 else ""  # noqa: PLR2004  as many as fit a line
        told = [f"{len(beyond)} reported, at runs {places}{rest}"]
    return [[source, one.name, "none", line] for line in told]


def _too_new(one: Labelled, change: Change) -> str:
    if not one.is_too_new(change.index):
        return ""
    return f"; whoever labelled it needs {one.fewest_after} runs after a change"


def _judge(
    tally: _Tally, place: tuple[str, Labelled], label: Label, changes: Sequence[Change]
) -> None:
    source, one = place
    found = next((change for change in changes if label.holds(change.index)), None)
    why = None if found else explanation(one.values, label.index, label.first, label.last)
    if found:
        tally.met += 1
        became = f"met: {_described(one, found)}"
    elif why:
        tally.explained += 1
        became = f"explained: {why}"
    else:
        tally.neither += 1
        became = "NOT MET"
    tally.lines.append([source, one.name, str(label.index), became])


def _described(one: Labelled, change: Change) -> str:
    told = f"run {change.index}, {change.ratio - 1:+.1%}, z {change.z:.1f}"
    ahead = one.values.size - change.index
    if ahead < 10:  # noqa: PLR2004  worth saying
        told += f", {ahead} runs before the end"
    if one.builds and one.builds[change.index] == one.builds[change.index - 1]:
        told += ", between two runs of one build: not the code"
    return told


def _mongodb(folder: Path) -> list[EvaluationRow]:
    """Show counts only: its expectations are another detector's answers."""
    series = list(mongodb.read(folder))
    if not series:
        return [absent(mongodb.SOURCE, "no such series")]
    counts = [
        f"{one.name} {len(analyse(one.values).changes)}"
        + (f" (its detector {expected})" if expected is not None else "")
        for one, expected in series
    ]
    return [said(f"{mongodb.SOURCE}, change points by series", ", ".join(counts))]


def _plain(
    source: str, series: Iterable[tuple[str, Floats]], lines: list[list[str]]
) -> list[EvaluationRow]:
    """Say where changes are reported in series that nobody labelled."""
    every = list(series)
    if not every:
        return [absent(source, "no such series")]
    total = 0
    for name, values in every:
        found = analyse(values).changes
        total += len(found)
        places = [f"{one.index} ({one.ratio - 1:+.1%}, z {one.z:.1f})" for one in found]
        told = ", ".join([*places[:4], *(["…"] if places[4:] else [])]) or "none"
        lines.append([source, name, "not labelled", f"{len(found)} reported: {told}"])
    return [said(f"{source}, not labelled ({len(every)} series)", f"{total} change points")]
