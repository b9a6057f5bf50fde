"""Have a change point confirmed: last good and first bad commit, measured in turns."""

from typing import Protocol

from sqlalchemy.orm import Session

from backend.domain.changes.views import ChangePoint
from backend.domain.commits.names import short_commit
from backend.domain.errors import InvalidError
from backend.domain.jobs.targets import (
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
)
from backend.domain.jobs.verdicts import FEWEST_PAIRS, FIRST_PAIRS, MOST_PAIRS
from backend.domain.people.projects import Project
from backend.services.changes.read import read_change
from backend.services.events import Teller
from backend.services.jobs.ask import ask_job, on_testbed, open_about


class Wanted(Protocol):
    """What is asked for of a change point."""

    change: int
    rounds: int | None
    budget_minutes: int


def ask_confirmation(
    session: Session, teller: Teller, project: Project, asker: JobAsker, wanted: Wanted
) -> int:
    """Ask for a change point to be measured again; returns the job, a new or an open one."""
    change = read_change(session, project.id, wanted.change)
    known = open_about(session, project.id, change.id, JobKind.CONFIRM)
    if known is not None:
        return known
    asked = _request(project, asker, change, wanted)
    asked = on_testbed(session, project.id, asked, change.series.testbed)
    return ask_job(session, teller, project.id, asked)


def _request(project: Project, asker: JobAsker, change: ChangePoint, wanted: Wanted) -> JobRequest:
    good, bad, series = change.previous_commit, change.commit, change.series
    if change.kind == "drift" and change.last_suspect is not None:
        bad = change.last_suspect  # the first commit of a drift alone is a small part of it
    if change.aspect:
        raise InvalidError(f"jobs compare centres, and this is a change of {change.aspect}")
    if good is None:
        raise InvalidError("no commit was measured before this change: there is nothing to compare")
    most = max(wanted.rounds or MOST_PAIRS, FEWEST_PAIRS)
    target = JobTarget(
        suite=series.suite,
        commits=[JobCommit(good.name, series.branch), JobCommit(bad.name, series.branch)],
        only=[series.benchmark],
        rounds=min(FIRST_PAIRS, most),
        repository=project.repository_url or "",
    )
    return JobRequest(
        kind=JobKind.CONFIRM,
        target=target,
        asker=asker,
        why=f"confirm the change of {series.benchmark} at {short_commit(bad.name)}",
        budget_minutes=wanted.budget_minutes,
        change_id=change.id,
        plan=JobPlan(most_pairs=most),
    )
