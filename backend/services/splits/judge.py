"""Read the results that a split rests on, and judge it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.commits.names import short_commit
from backend.domain.comparisons.entries import LinedUp, match_results
from backend.domain.comparisons.measuring_gaps import gap_warning
from backend.domain.comparisons.results import (
    ComparisonSetting,
    FailedSide,
    ResultColumns,
    SeriesScatter,
    SideResults,
)
from backend.domain.comparisons.sides import (
    Measured,
    Place,
    SideChoice,
    SideRun,
    differing_attributes,
    measured,
    read_side,
    surroundings_warnings,
)
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.reports.run_pages import RunSurroundings
from backend.domain.splits.alternatives import (
    MOST_ALTERNATIVES,
    AlternativeSet,
    published_alternatives,
)
from backend.domain.splits.commits import OtherCommits, commit_alternatives, commit_objectives
from backend.domain.splits.evidence import (
    SplitEvidence,
    measured_evidence,
    primary_metrics,
    published_evidence,
)
from backend.domain.splits.stored import (
    PublishedSubject,
    SideSubject,
    SplitSubject,
    change_of,
)
from backend.domain.splits.values import value_alternatives
from backend.services.comparisons.find_runs import ChosenSides, find_runs_of_sides
from backend.services.splits.page import SplitQuestion, SplitView, split_view
from backend.stats.suites.compare import SuiteComparison
from backend.storage.catalogue import many_labels, suites
from backend.storage.comparisons import sides as comparisons
from backend.storage.splits import runs as split_runs

MOST_REACH = 20
"""Runs on either side of a commit that are read."""


@dataclass(frozen=True, slots=True)
class ReadSides:
    """The runs of both sides and their results."""

    baseline: Sequence[SideRun]
    contender: Sequence[SideRun]
    measured: Measured
    columns: tuple[ResultColumns, ResultColumns]
    labels: Mapping[int, SeriesLabel]
    lined: LinedUp
    suite: SuiteComparison
    warnings: Sequence[str]


@dataclass(frozen=True, slots=True)
class JudgedSubject:
    """A split judged now; published tables have no sides."""

    view: SplitView
    sides: ReadSides | None


def judge_subject(
    session: Session,
    project_id: int,
    subject: SplitSubject | PublishedSubject,
    asked: SplitQuestion,
    name: str = "",
) -> JudgedSubject:
    """Judge what is compared from what is stored now; a `name` stands for the change.

    NotFoundError or InvalidError where there is nothing to judge, and why.
    """
    change = name or change_of(subject)
    if isinstance(subject, PublishedSubject):
        evidence, others = published_evidence(subject), published_alternatives(subject)
        return JudgedSubject(split_view(change, evidence, others, asked), None)
    sides = read_sides(session, project_id, subject)
    evidence = evidence_of(session, project_id, subject, sides)
    others_found = _alternatives(session, project_id, subject, sides, evidence)
    return JudgedSubject(split_view(change, evidence, others_found, asked), sides)


class RunReader:
    """Reads runs once, however many sides and splits are cut out of them."""

    def __init__(self, session: Session, project_id: int) -> None:
        self._of = session, project_id
        self._results: dict[tuple[int, ...], tuple[ResultColumns, Sequence[FailedSide]]] = {}
        self._facts: dict[tuple[int, ...], _Facts] = {}
        self._surroundings: dict[tuple[int, ...], Sequence[RunSurroundings]] = {}

    def side(self, runs: Sequence[SideRun], side: SideSubject) -> SideResults:
        ids = tuple(run.id for run in runs)
        if ids not in self._results:
            self._results[ids] = (
                comparisons.read_results(*self._of, ids),
                comparisons.read_failed(*self._of, ids),
            )
        return SideResults(*self._results[ids], side.parameters)

    def surroundings(self, runs: Sequence[SideRun]) -> Sequence[RunSurroundings]:
        """Return the distinct surroundings of the runs of a side."""
        ids = tuple(run.id for run in runs)
        if ids not in self._surroundings:
            self._surroundings[ids] = comparisons.read_surroundings_of_runs(*self._of, ids)
        return self._surroundings[ids]

    def facts(self, columns: tuple[ResultColumns, ResultColumns]) -> "_Facts":
        """Return labels and noise of all series of both sides."""
        ids = tuple(sorted({*columns[0].series.tolist(), *columns[1].series.tolist()}))
        if ids not in self._facts:
            self._facts[ids] = (
                many_labels.read_many_labels(*self._of, ids),
                comparisons.read_noise(*self._of, ids),
            )
        return self._facts[ids]


_Facts = tuple[Mapping[int, SeriesLabel], Mapping[int, SeriesScatter]]


def read_sides(
    session: Session, project_id: int, subject: SplitSubject, reader: RunReader | None = None
) -> ReadSides:
    """Read both sides and compare all their results; a `reader` may have read them already."""
    reader = reader or RunReader(session, project_id)
    chosen = _runs(session, project_id, subject)
    baseline, contender = chosen.baseline, chosen.contender
    read = reader.side(baseline, subject.baseline), reader.side(contender, subject.contender)
    both, cut = _up_to_other_changes(session, project_id, subject, read)
    columns = both[0].columns, both[1].columns
    labels, noise = reader.facts(columns)
    how = measured(baseline, contender)
    setting = ComparisonSetting(how, chosen.across_testbeds)
    lined = match_results(both, labels, noise, setting)
    differences = differing_attributes(
        reader.surroundings(baseline), reader.surroundings(contender)
    )
    return ReadSides(
        baseline,
        contender,
        how,
        columns,
        labels,
        lined,
        lined.compared(),
        [
            *_gap(subject, chosen),
            *cut,
            *surroundings_warnings(baseline, contender, differences),
            *chosen.warnings,
        ],
    )


def _up_to_other_changes(
    session: Session,
    project_id: int,
    subject: SplitSubject,
    sides: tuple[SideResults, SideResults],
) -> tuple[tuple[SideResults, SideResults], list[str]]:
    """Leave out of each series what lies beyond the nearest other change of its benchmark.

    As many runs are read beside a commit as there are; what moved a few commits earlier or later is
    none of this split, and how many series it cuts is said.
    """
    if not _is_around(subject.contender):
        return sides, []
    columns = [one.columns for one in sides]
    runs, series = (
        sorted({id_ for one in columns for id_ in getattr(one, name).tolist()})
        for name in ("run", "series")
    )
    beyond = frozenset(split_runs.read_beyond(session, project_id, subject, runs, series))
    if not beyond:
        return sides, []
    cut = len({series for series, _ in beyond})
    said = f"Of {cut} series only the runs up to the nearest other change count."
    return (replace(sides[0], beyond=beyond), replace(sides[1], beyond=beyond)), [said]


def _gap(subject: SplitSubject, sides: ChosenSides) -> list[str]:
    """Say where nothing was measured between the sides of a commit."""
    if not _is_around(subject.contender):
        return []
    times = [[run.started_at for run in runs] for runs in (sides.baseline, sides.contender)]
    said = gap_warning(times[0], times[1])
    return [] if said is None else [said]


def evidence_of(
    session: Session, project_id: int, subject: SplitSubject, sides: ReadSides
) -> SplitEvidence:
    """Make members of what was compared: of the metrics asked for, or of the most telling one."""
    metrics = subject.metrics or usual_metrics(
        session, project_id, list(sides.lined.labels.values())
    )
    ids = [label.id for label in sides.lined.labels.values() if label.metric in metrics]
    tags = split_runs.read_tags(session, project_id, ids)
    found = measured_evidence(sides.lined, sides.suite, metrics, tags)
    return replace(found, warnings=sides.warnings)


def usual_metrics(
    session: Session, project_id: int, labels: Sequence[SeriesLabel]
) -> tuple[str, ...]:
    """Choose what is weighed where nobody says it."""
    benchmarks = {label.benchmark_id for label in labels}
    return primary_metrics(labels, suites.read_metric_orders(session, project_id, benchmarks))


def _runs(session: Session, project_id: int, subject: SplitSubject) -> ChosenSides:
    if _is_around(subject.baseline) and _is_around(subject.contender):
        sides = [
            _around(session, project_id, subject, side)
            for side in (subject.baseline, subject.contender)
        ]
        return ChosenSides(sides[0], sides[1])
    choices = _choice("baseline", subject.baseline), _choice("contender", subject.contender)
    filters = SeriesFilters(suite=subject.suites, testbed=subject.testbeds, branch=subject.branches)
    return find_runs_of_sides(session, project_id, choices, filters, across_testbeds=False)


def _choice(place: Place, side: SideSubject) -> SideChoice:
    return replace(read_side(place, side.text, side.parameters), commit=side.commit)


def _is_around(side: SideSubject) -> bool:
    return side.text.startswith(("before:", "from:"))


def _around(
    session: Session, project_id: int, subject: SplitSubject, side: SideSubject
) -> list[SideRun]:
    if not 0 < side.runs <= MOST_REACH:
        reason = f"{side.runs} runs around a commit cannot be read"
        remedy = f"ask for 1 to {MOST_REACH}"
        raise InvalidError(reason, [Fault("/runs", reason, remedy)])
    runs = split_runs.find_runs_around(session, project_id, subject, side)
    if not runs:
        raise NotFoundError(f"there is no run left on the side “{side.text[:100]}”")
    return runs


def _alternatives(
    session: Session,
    project_id: int,
    subject: SplitSubject,
    sides: ReadSides,
    evidence: SplitEvidence,
) -> AlternativeSet | None:
    """Take other values of the parameter where one run has them, else other commits."""
    if subject.contender.parameters and len(sides.contender) == 1:
        return value_alternatives(
            sides.columns[1], sides.labels, subject, evidence, in_turns=sides.measured == "in turns"
        )
    if subject.contender.parameters:
        return None
    return _commit_alternatives(session, project_id, sides, evidence)


def _commit_alternatives(
    session: Session, project_id: int, sides: ReadSides, evidence: SplitEvidence
) -> AlternativeSet:
    """Hold commits before the baseline, and those measured last, beside both sides.

    What came before is another way; what comes after holds the change as well, and says so.
    """
    chosen = commit_objectives(evidence, sides.lined, sides.columns)
    own = [run.id for run in (*sides.baseline, *sides.contender)]
    where = replace(
        split_runs.read_whereabouts(session, project_id, own),
        testbeds=tuple(sorted({run.testbed for run in sides.contender})),
    )
    begin = min(run.started_at for run in sides.baseline)
    earlier = split_runs.read_recent_runs(session, project_id, where, MOST_ALTERNATIVES, begin)
    newest = split_runs.read_recent_runs(session, project_id, where, MOST_ALTERNATIVES)
    known_commits = {run.commit for run in earlier}
    known_commits |= {run.commit for run in (*sides.baseline, *sides.contender)}
    later = [run for run in newest if run.id not in own and run.commit not in known_commits]
    half = MOST_ALTERNATIVES // 2
    before = earlier[: max(half, MOST_ALTERNATIVES - len(later))]
    placed = [("earlier", run) for run in before] + [("later", run) for run in later]
    placed = placed[:MOST_ALTERNATIVES]
    recent = [run for _, run in placed]
    runs, series = [run.id for run in recent], [one.series for one in chosen]
    others = OtherCommits(
        [short_commit(run.commit) for run in recent],
        runs,
        split_runs.read_values(session, project_id, runs, series),
        [f"{place}: {run.subject}" if run.subject else place for place, run in placed],
    )
    known = sorted({id_ for one in chosen for id_ in one.all_series})
    noise = comparisons.read_noise(session, project_id, known)
    return commit_alternatives(chosen, (sides.baseline, sides.contender), others, noise)
