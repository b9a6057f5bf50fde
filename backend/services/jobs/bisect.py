"""Have the commit of a change point found, step by step, by an agent of its testbed."""

from typing import Protocol

from sqlalchemy.orm import Session

from backend.domain.changes.views import ChangePoint
from backend.domain.errors import InvalidError
from backend.domain.jobs.culprits import CulpritSearch, SuspectedRatio, search_culprit
from backend.domain.jobs.targets import (
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
)
from backend.domain.people.projects import Project
from backend.services.changes.read import read_change
from backend.services.events import Teller
from backend.services.jobs.ask import ask_job, on_testbed, open_about
from backend.storage.jobs import in_question

MOST_IN_QUESTION = 500


class BisectionWanted(Protocol):
    """What is asked for of a change point."""

    change: int
    budget_minutes: int


def ask_bisection(
    session: Session, teller: Teller, project: Project, asker: JobAsker, wanted: BisectionWanted
) -> int:
    """Ask for the commit of a change point; returns the job, a new or an open one."""
    change = read_change(session, project.id, wanted.change)
    known = open_about(session, project.id, change.id, JobKind.BISECT)
    if known is not None:
        return known
    commits = _commits(session, project.id, change)
    suspected = _ratio_of(change)
    first = search_culprit(suspected, commits, [])
    asked = JobRequest(
        kind=JobKind.BISECT,
        target=_target(project, change, first),
        asker=asker,
        why=f"find the commit that changed {change.series.benchmark}",
        budget_minutes=wanted.budget_minutes,
        change_id=change.id,
        plan=JobPlan(series=change.series.id, suspected=suspected, commits=commits),
    )
    asked = on_testbed(session, project.id, asked, change.series.testbed)
    return ask_job(session, teller, project.id, asked)


def _commits(session: Session, project_id: int, change: ChangePoint) -> list[str]:
    """Return the last good commit and those in question; InvalidError where no search can begin."""
    good = in_question.surely_before(session, project_id, change.id)
    if good is None and change.previous_commit is not None:
        good = change.previous_commit.name
    most = MOST_IN_QUESTION + 1
    found = in_question.commits_in_question(session, project_id, change.id, most)
    commits = [one for one in found if one != good]
    if good is None:
        raise InvalidError("no commit was measured before this change: there is nothing to compare")
    if change.aspect:
        raise InvalidError(f"jobs compare centres, and this is a change of {change.aspect}")
    if change.kind != "step" or not commits:
        raise InvalidError("no commit is in question: this change is not a step between commits")
    if len(commits) > MOST_IN_QUESTION:
        raise InvalidError(
            f"more than {MOST_IN_QUESTION} commits are in question: measure one in the middle first"
        )
    return [good, *commits]


def _ratio_of(change: ChangePoint) -> SuspectedRatio:
    """Return the step that the commits in question are held against."""
    is_upheld = change.state == "confirmed" and change.cause == "job"
    is_exact = change.series.noise == "exact"
    told = SuspectedRatio(change.ratio, change.low, change.high, is_upheld, is_exact)
    if not told.has_size():
        raise InvalidError("the levels of this change have no ratio that commits could show again")
    return told


def _target(project: Project, change: ChangePoint, first: CulpritSearch) -> JobTarget:
    series = change.series
    names = first.good, first.measure or first.shares[-1].commit
    return JobTarget(
        suite=series.suite,
        commits=[JobCommit(name, series.branch) for name in names],
        only=[series.benchmark],
        rounds=first.rounds,
        repository=project.repository_url or "",
    )
