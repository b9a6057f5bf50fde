"""Have two runs measured again whose comparison is inconclusive: their commits, in turns."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.commits.names import short_commit
from backend.domain.errors import InvalidError, NotFoundError
from backend.domain.jobs.culprits import SuspectedRatio
from backend.domain.jobs.records import JobList
from backend.domain.jobs.targets import (
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
    chosen_variant,
)
from backend.domain.jobs.verdicts import FIRST_PAIRS, MOST_PAIRS
from backend.domain.people.projects import Project
from backend.domain.reports.run_pages import ListedRun
from backend.services.events import Teller
from backend.services.jobs.ask import NOBODY, ask_once, on_testbed
from backend.services.jobs.read import list_alike
from backend.storage.catalogue.labels import read_labels
from backend.storage.reports.run_lists import read_runs


class ComparedRuns(Protocol):
    """Two runs that somebody compares, and the series of a row; or the commit of one run."""

    @property
    def run(self) -> int: ...
    @property
    def against(self) -> int | None: ...
    @property
    def series(self) -> int | None: ...


class MeasurementWanted(ComparedRuns, Protocol):
    """What is asked for of them."""

    @property
    def ratio(self) -> float | None: ...
    @property
    def rounds(self) -> int | None: ...
    @property
    def budget_minutes(self) -> int: ...


def list_measurements(session: Session, project: Project, asked: ComparedRuns) -> JobList:
    """Return the jobs that measured this before, newest first, and what another one would cost."""
    runs = _runs(session, project.id, asked)
    testbed = runs[-1].testbed
    try:
        wanted = _request(session, project, NOBODY, asked, runs)
    except InvalidError as error:
        return list_alike(session, project.id, None, testbed, str(error))
    if wanted.kind is JobKind.CONFIRM:
        wanted = replace(wanted, plan=JobPlan(series=asked.series or 0))
    bound = on_testbed(session, project.id, wanted, testbed)
    return list_alike(session, project.id, bound, testbed)


def ask_measurement(
    session: Session, teller: Teller, project: Project, asker: JobAsker, asked: MeasurementWanted
) -> int:
    """Ask for a measurement; returns the job, a new one or one that measures the same already."""
    runs = _runs(session, project.id, asked)
    wanted = _request(session, project, asker, asked, runs)
    wanted = replace(wanted, budget_minutes=asked.budget_minutes)
    if wanted.kind is JobKind.CONFIRM:
        wanted = _with_plan(wanted, asked)
    elif asked.rounds is not None:
        wanted = replace(wanted, target=replace(wanted.target, rounds=asked.rounds))
    bound = on_testbed(session, project.id, wanted, runs[-1].testbed)
    return ask_once(session, teller, project.id, bound)


def _runs(session: Session, project_id: int, asked: ComparedRuns) -> Sequence[ListedRun]:
    """Return the baseline, where there is one, then the contender."""
    ids = [one for one in (asked.against, asked.run) if one is not None]
    found = {one.id: one for one in read_runs(session, project_id, ids)}
    for one in ids:
        if one not in found:
            raise NotFoundError(f"there is no run {one} in this project")
    return [found[one] for one in ids]


def _request(
    session: Session,
    project: Project,
    asker: JobAsker,
    asked: ComparedRuns,
    runs: Sequence[ListedRun],
) -> JobRequest:
    first, last = runs[0], runs[-1]
    if (first.suite, first.testbed) != (last.suite, last.testbed):
        raise InvalidError("only runs of one suite on one testbed can be measured in turns")
    label = _label(session, project.id, asked.series)
    commits = list(dict.fromkeys(one.commit.name for one in runs))
    is_row = label is not None and len(commits) > 1
    branches = {one.commit.name: one.branch for one in runs}
    target = JobTarget(
        suite=last.suite,
        # a row is judged by one series, so both commits are measured on its branch
        commits=[JobCommit(one, last.branch if is_row else branches[one]) for one in commits],
        only=[chosen_variant(label.benchmark, label.parameters)] if label else [],
        repository=project.repository_url or "",
    )
    kind = JobKind.RUN if len(commits) == 1 else JobKind.CONFIRM if is_row else JobKind.COMPARE
    return JobRequest(kind, target, asker, _why(commits, label))


def _label(session: Session, project_id: int, series: int | None) -> SeriesLabel | None:
    if series is None:
        return None
    found = read_labels(session, project_id, [series]).get(series)
    if found is None:
        raise NotFoundError(f"there is no series {series} in this project")
    return found


def _why(commits: Sequence[str], label: SeriesLabel | None) -> str:
    of = f" of {label.benchmark}" if label else ""
    if len(commits) == 1:
        return f"more rounds{of} at {short_commit(commits[0])}"
    first, last = (short_commit(one) for one in commits)
    return f"compare {last} with {first}{of}"


def _with_plan(wanted: JobRequest, asked: MeasurementWanted) -> JobRequest:
    """Let a job go on until the effect that was seen is upheld or refuted."""
    ratio = math.nan if asked.ratio is None else asked.ratio
    suspected = SuspectedRatio(ratio, ratio, ratio)
    if not suspected.has_size() or asked.series is None:
        raise InvalidError("a row is measured again for an effect: say which ratio was seen")
    plan = JobPlan(max(asked.rounds or 0, MOST_PAIRS), asked.series, suspected)
    target = replace(wanted.target, rounds=FIRST_PAIRS)
    return replace(wanted, target=target, plan=plan)
