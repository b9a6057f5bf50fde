"""A formula over series as lines of a chart: read, planned, computed and thinned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.commits.timelines import range_over
from backend.domain.series import formulas
from backend.domain.series.derived_lines import MOST_OPERANDS, Derived, plan_formula
from backend.domain.series.derived_points import FormulaSource, derived_points
from backend.domain.series.formulas import read_formula, sources_of, wrong
from backend.domain.series.histories import History, RawSeries, history_of
from backend.storage.catalogue.labels import read_labels
from backend.storage.series.formula_sources import first_results, matching_series
from backend.storage.series.histories import Lines, Window, read_lines, read_points
from backend.wording.series import notes_of

Ordinals = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class DerivedHistory:
    """A history whose series are lines of the formula, their ids counting from -1 downwards.

    `n` is the fewest samples behind any operand at that commit, `run` that of the first operand.
    """

    history: History
    operands: Sequence[SeriesLabel]
    """The series that the formula names."""
    notes: Sequence[str]
    """What is left out, and where an interval cannot be known."""


def evaluate_formula(
    session: Session, project_id: int, text: str, budget: int, ordinals: Ordinals = (None, None)
) -> DerivedHistory:
    """Compute a formula at the commits of a range; InvalidError names the place that is wrong."""
    formula = read_formula(text)
    found = _found(session, project_id, sources_of(formula))
    planned = plan_formula(formula, found)
    ids = list(dict.fromkeys(one for line in planned.lines for one in line.operands))
    lines = read_lines(session, project_id, ids)
    sources = _sources(session, project_id, planned.lines, lines, ordinals)
    results = [derived_points(line, sources) for line in planned.lines]
    branches = list(lines.branches)
    raw = [
        RawSeries(
            label=_label(text, number, line, lines),
            branch=branches.index(lines.series[line.operands[0]].branch_id),
            points=result.points,
            earlier=0,
            failed_commits=(),
            changes=(),
        )
        for number, (line, result) in enumerate(zip(planned.lines, results, strict=True), 1)
    ]
    history = history_of(list(lines.branches.values()), raw, budget)
    operands = [lines.series[series_id].label for series_id in ids]
    return DerivedHistory(history, operands, [*planned.notes, *notes_of(results)])


def _found(
    session: Session, project_id: int, sources: Sequence[formulas.SeriesOperand]
) -> dict[int, list[SeriesLabel]]:
    """Return the series of each source by its place; a source without any is an error."""
    ids = {source.at: _ids(session, project_id, source) for source in sources}
    wanted = list(dict.fromkeys(one for some in ids.values() for one in some))
    if len(wanted) > MOST_OPERANDS:
        reason = f"it names {len(wanted)} series in all, and a formula takes {MOST_OPERANDS}"
        raise wrong(sources[0].at, reason, "narrow the filters")
    labels = read_labels(session, project_id, wanted)
    for source in sources:
        if any(one not in labels for one in ids[source.at]):
            raise wrong(source.at, f"there is no series {source.text}", "take one of the list")
    return {at: [labels[one] for one in some] for at, some in ids.items()}


def _ids(session: Session, project_id: int, source: formulas.SeriesOperand) -> list[int]:
    if source.filters is None:
        return [source.series_id or 0]
    ids, total = matching_series(session, project_id, source.filters, MOST_OPERANDS)
    if total > MOST_OPERANDS:
        reason = f"{total} series pass this filter, and a formula takes {MOST_OPERANDS}"
        raise wrong(source.at, reason, "add a metric, a testbed or a parameter")
    if not ids:
        raise wrong(source.at, "no series passes this filter", "choose its values in the facets")
    return ids


def _sources(
    session: Session, project_id: int, derived: Sequence[Derived], lines: Lines, ordinals: Ordinals
) -> Mapping[int, FormulaSource]:
    windows = {series_id: _window(lines, series_id, ordinals) for series_id in lines.series}
    points = read_points(session, project_id, windows)
    firsts = first_results(session, project_id, _needing_firsts(derived))
    return {
        series_id: FormulaSource(
            branch=lines.branches[line.branch_id],
            points=points[series_id][0],
            first=firsts.get(series_id),
            is_exact=line.label.noise == "exact",
        )
        for series_id, line in lines.series.items()
    }


def _needing_firsts(derived: Sequence[Derived]) -> list[int]:
    parts = [part for one in derived for part in (one.line, one.less) if part is not None]
    operands = [operand for part in parts for operand in part.weights]
    return list(dict.fromkeys(one.series_id for one in operands if one.is_first))


def _window(lines: Lines, series_id: int, ordinals: Ordinals) -> Window:
    cut = range_over(len(lines.branches), *ordinals)
    bounds = lines.branches[lines.series[series_id].branch_id].bounds(*cut)
    return Window(1, 0, is_cut=False) if bounds is None else Window(*bounds, is_cut=False)


def _label(text: str, number: int, derived: Derived, lines: Lines) -> SeriesLabel:
    """Name a line by its formula; a line of one series keeps what tells it from the others."""
    labels = [lines.series[series_id].label for series_id in derived.operands]
    own = derived.line.label
    return SeriesLabel(
        id=-number,
        suite=_common([label.suite for label in labels]),
        benchmark=text if own is None else own.benchmark,
        parameters={} if own is None else own.parameters,
        metric=text,
        unit=derived.line.unit,
        direction=derived.line.direction,
        noise="sampled",
        testbed=_common([label.testbed for label in labels]),
        branch=_common([label.branch for label in labels]),
    )


def _common(names: Sequence[str]) -> str:
    return names[0] if len(set(names)) == 1 else ""
