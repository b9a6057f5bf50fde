"""Read the results that a split rests on, and judge it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.alternatives import Objective
from backend.domain.compared_entries import LinedUp, match_results
from backend.domain.compared_results import ResultColumns, Setting, SideResults
from backend.domain.compared_sides import (
    Measured,
    SideRun,
    differing_attributes,
    measured,
    read_side,
    surroundings_warnings,
)
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.labels import SeriesLabel
from backend.domain.series_filters import SeriesFilters
from backend.domain.split_alternatives import (
    MOST_ALTERNATIVES,
    AlternativeSet,
    from_runs,
    published_alternatives,
)
from backend.domain.split_evidence import (
    Evidence,
    MemberFacts,
    measured_evidence,
    primary_metrics,
    published_evidence,
)
from backend.domain.split_pages import SplitQuestion, SplitView, split_view
from backend.domain.split_values import value_alternatives
from backend.domain.stored_splits import (
    PublishedSubject,
    SideSubject,
    SplitSubject,
    change_of,
)
from backend.services.choose_sides import choose_sides
from backend.stats.compare_suites import SuiteComparison, compare_suite
from backend.storage import comparisons, split_runs, suites

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


def read_sides(session: Session, project_id: int, subject: SplitSubject) -> ReadSides:
    """Read both sides and compare all their results."""
    baseline, contender, cut = _runs(session, project_id, subject)
    both = [
        SideResults(
            comparisons.read_results(session, project_id, [run.id for run in runs]),
            comparisons.read_failed(session, project_id, [run.id for run in runs]),
            side.parameters,
        )
        for runs, side in ((baseline, subject.baseline), (contender, subject.contender))
    ]
    columns = both[0].columns, both[1].columns
    ids = sorted({*columns[0].series.tolist(), *columns[1].series.tolist()})
    labels = comparisons.read_many_labels(session, project_id, ids)
    noise = comparisons.read_noise(session, project_id, ids)
    how = measured(baseline, contender)
    lined = match_results((both[0], both[1]), labels, noise, Setting(how, across_testbeds=False))
    before, after = (
        comparisons.read_surroundings_of_runs(session, project_id, [run.id for run in runs])
        for runs in (baseline, contender)
    )
    differences = differing_attributes(before, after)
    return ReadSides(
        baseline,
        contender,
        how,
        columns,
        labels,
        lined,
        compare_suite(lined.entries),
        [*surroundings_warnings(baseline, contender, differences), *cut],
    )


def evidence_of(
    session: Session, project_id: int, subject: SplitSubject, sides: ReadSides
) -> Evidence:
    """Make members of what was compared: of the metrics asked for, or of the most telling one."""
    metrics = subject.metrics or usual_metrics(
        session, project_id, list(sides.lined.labels.values())
    )
    ids = [label.id for label in sides.lined.labels.values() if label.metric in metrics]
    tags = split_runs.read_tags(session, project_id, ids)
    found = measured_evidence(sides.lined, sides.suite, metrics, tags)
    return Evidence(
        found.members,
        found.facts,
        found.beside,
        found.basis,
        [*found.warnings, *sides.warnings],
    )


def usual_metrics(
    session: Session, project_id: int, labels: Sequence[SeriesLabel]
) -> tuple[str, ...]:
    """Choose what is weighed where nobody says it."""
    benchmarks = {label.benchmark_id for label in labels}
    return primary_metrics(labels, suites.read_metric_orders(session, project_id, benchmarks))


def _runs(
    session: Session, project_id: int, subject: SplitSubject
) -> tuple[Sequence[SideRun], Sequence[SideRun], Sequence[str]]:
    if _is_around(subject.baseline) and _is_around(subject.contender):
        sides = [
            _around(session, project_id, subject, side)
            for side in (subject.baseline, subject.contender)
        ]
        return sides[0], sides[1], []
    choices = (
        read_side("baseline", subject.baseline.text, subject.baseline.parameters),
        read_side("contender", subject.contender.text, subject.contender.parameters),
    )
    filters = SeriesFilters(suite=subject.suites, testbed=subject.testbeds, branch=subject.branches)
    chosen = choose_sides(session, project_id, choices, filters, across_testbeds=False)
    return chosen.baseline, chosen.contender, chosen.warnings


def _is_around(side: SideSubject) -> bool:
    return side.text.startswith(("before:", "from:"))


def _around(
    session: Session, project_id: int, subject: SplitSubject, side: SideSubject
) -> list[SideRun]:
    if not 0 < side.runs <= MOST_REACH:
        reason = f"{side.runs} runs beside a commit cannot be read"
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
    evidence: Evidence,
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
    session: Session, project_id: int, sides: ReadSides, evidence: Evidence
) -> AlternativeSet:
    """Hold the commits measured last beside both sides."""
    objectives, series = _objectives(evidence)
    own = [[run.id for run in runs] for runs in (sides.baseline, sides.contender)]
    where = split_runs.read_whereabouts(session, project_id, [*own[0], *own[1]])
    recent = [
        run
        for run in split_runs.read_recent_runs(session, project_id, where, MOST_ALTERNATIVES)
        if run.id not in own[0] and run.id not in own[1]
    ]
    groups = [*own, *([run.id] for run in recent)]
    values = _values(session, project_id, groups, series)
    noise = comparisons.read_noise(session, project_id, series)
    names = [_commit_name(runs) for runs in (sides.baseline, sides.contender)]
    return AlternativeSet(
        kind="commits",
        names=_distinct([*names, *(run.commit[:12] for run in recent)]),
        objectives=objectives,
        weighed=len(objectives),
        table=from_runs(objectives, values, [noise.get(one) for one in series]),
        baseline=0,
        contender=1,
        runs=[own[0][0], own[1][0], *(run.id for run in recent)],
    )


def _objectives(evidence: Evidence) -> tuple[list[Objective], list[int]]:
    """Return the members that move most as objectives, and their series."""
    pairs = sorted(
        zip(evidence.members, evidence.facts, strict=True), key=lambda pair: -_size(pair[0].ratio)
    )[:MOST_WEIGHED]
    named = [(member, fact) for member, fact in pairs if fact.series is not None]
    objectives = [Objective(one.name, one.better, fact.quantity.unit) for one, fact in named]
    return objectives, [_series(fact) for _, fact in named]


MOST_WEIGHED = 12
"""Members that other commits are held against each other on."""


def _series(fact: MemberFacts) -> int:
    return fact.series or 0


def _size(ratio: float) -> float:
    return max(ratio, 1.0 / ratio)


def _values(
    session: Session, project_id: int, groups: Sequence[Sequence[int]], series: Sequence[int]
) -> list[list[list[float]]]:
    """Return the results of each group of runs for each series."""
    runs = [id_ for group in groups for id_ in group]
    found = split_runs.read_values(session, project_id, runs, series)
    return [[[found[id_, one] for id_ in group if (id_, one) in found] for one in series]
            for group in groups]  # fmt: skip


def _commit_name(runs: Sequence[SideRun]) -> str:
    names = list(dict.fromkeys(run.commit[:12] for run in runs))
    return names[0] if len(names) == 1 else f"{names[-1]} to {names[0]}"


def _distinct(names: Sequence[str]) -> list[str]:
    return [name if name not in names[:at] else f"{name} #{at}" for at, name in enumerate(names)]
