"""Have commits measured that nobody measured: around a change, or where a branch has gaps."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

import msgspec
from sqlalchemy.orm import Session

from backend.domain.changes.views import ChangePoint
from backend.domain.errors import InvalidError
from backend.domain.jobs.gaps import gap_of_change, gaps_between, most_informative
from backend.domain.jobs.records import JobList, JobRun, StoredJob
from backend.domain.jobs.states import JobStep
from backend.domain.jobs.targets import (
    BACKFILL_BUDGET,
    MOST_COMMITS,
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
)
from backend.domain.jobs.verdicts import JobVerdict
from backend.domain.people.projects import Project
from backend.services.changes.read import read_change
from backend.services.events import Teller
from backend.services.jobs.ask import ask_job, ask_once, hurry_job, on_testbed, open_about
from backend.services.jobs.read import NewJob, list_about
from backend.services.jobs.search import SHORTEST_REST_S
from backend.services.jobs.steps import publish_job, take_step
from backend.storage.jobs import lists, unmeasured
from backend.storage.jobs import rows as jobs
from backend.wording.explanations import backfill_sentence

MOST_UNMEASURED = 500
NEWEST = 300
"""Commits of a branch among which gaps are sought."""
SHOWN = 20
NO_GAP = "nothing between the last good and the first bad commit is left to measure"


class BackfillWanted(Protocol):
    """What is asked for of a change point."""

    change: int
    budget_minutes: int


def list_backfills(session: Session, project: Project, change_id: int) -> JobList:
    """Return the jobs that filled the gap of a change, and what another one would cost."""
    change = read_change(session, project.id, change_id)
    found = [
        one
        for one in lists.read_of_change(session, project.id, change_id, SHOWN)
        if one.kind is JobKind.BACKFILL
    ]
    missing = unmeasured.around_change(session, project.id, change_id, 1)
    series = change.series
    new = NewJob(
        JobKind.BACKFILL, series.suite, series.testbed, BACKFILL_BUDGET, "" if missing else NO_GAP
    )
    return list_about(session, project.id, found, new)


def ask_backfill(
    session: Session, teller: Teller, project: Project, asker: JobAsker, wanted: BackfillWanted
) -> int:
    """Ask for the commits around a change point that tell most; returns a new or an open job."""
    change = read_change(session, project.id, wanted.change)
    known = open_about(session, project.id, change.id, JobKind.BACKFILL)
    if known is not None:
        hurry_job(session, teller, project.id, known, asker)
        return known
    missing = unmeasured.around_change(session, project.id, change.id, MOST_UNMEASURED)
    if not missing:
        raise InvalidError(NO_GAP)
    chosen = most_informative([gap_of_change(missing)], MOST_COMMITS)
    asked = _of_change(project, change, chosen)
    asked = replace(asked, asker=asker, budget_minutes=wanted.budget_minutes)
    bound = on_testbed(session, project.id, asked, change.series.testbed)
    return ask_job(session, teller, project.id, bound)


def _of_change(project: Project, change: ChangePoint, chosen: Sequence[str]) -> JobRequest:
    series = change.series
    why = f"measure commits around the change of {series.benchmark}"
    asked = _request(project, (series.suite, series.branch), chosen, why)
    target = replace(asked.target, only=[series.benchmark])
    return replace(asked, target=target, change_id=change.id)


def ask_gaps(
    session: Session,
    teller: Teller,
    project: Project,
    asker: JobAsker,
    wanted: tuple[tuple[str, str, str], datetime],
    minutes: int,
) -> int | None:
    """Ask for the commits of a suite and branch that add most information; None: no gap.

    Nothing is missing where a job ended since some time that was to measure it.
    """
    (suite, testbed, branch), since = wanted
    history = unmeasured.of_branch(session, project.id, wanted[0], since, NEWEST)
    chosen = most_informative(gaps_between(history), MOST_COMMITS)
    if not chosen:
        return None
    asked = _request(project, (suite, branch), chosen, f"fill gaps of {suite} on {branch}")
    asked = replace(asked, asker=asker, budget_minutes=minutes)
    return ask_once(session, teller, project.id, on_testbed(session, project.id, asked, testbed))


def _request(
    project: Project, place: tuple[str, str], chosen: Sequence[str], why: str
) -> JobRequest:
    suite, branch = place
    target = JobTarget(
        suite=suite,
        commits=[JobCommit(one, branch) for one in chosen],
        repository=project.repository_url or "",
    )
    plan = JobPlan(commits=chosen)
    return JobRequest(JobKind.BACKFILL, target, JobAsker("", ""), why, plan=plan)


def fill_on(
    session: Session, teller: Teller, job: tuple[int, StoredJob], runs: Sequence[JobRun]
) -> None:
    """Say what is measured; go on without a commit that could not be built."""
    project_id, held = job
    plan = held.plan or JobPlan()
    broken = [one for one in plan.steps if one.is_broken]
    names = {one.commit for one in broken}
    left = [one for one in held.target.commits if one.commit not in names]
    is_stopped = any(one.lease == held.lease for one in broken)
    sentence = backfill_sentence(
        len({one.commit for one in runs}), len(plan.commits), sorted(names)
    )
    if is_stopped and left and held.budget_left_s > SHORTEST_REST_S:
        target = msgspec.to_builtins(replace(held.target, commits=left))
        said = {"target": target, "ended_at": None, "leased_at": None, "not_before": None}
        take_step(session, teller, project_id, held, JobStep.GO_ON, sentence, **said)
        return
    run_ids = [one.run_id for one in runs]
    verdict = JobVerdict("filled" if run_ids else "not measured", sentence, runs=run_ids)
    jobs.change(session, project_id, held.id, verdict=msgspec.to_builtins(verdict))
    publish_job(session, teller, project_id, held.id)
