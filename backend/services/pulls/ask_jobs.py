"""Have agents measure what a comment on a pull request asks for: base and head, in turns."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.commits.names import short_commit
from backend.domain.errors import InvalidError
from backend.domain.jobs.culprits import SuspectedRatio, search_culprit
from backend.domain.jobs.records import JobList
from backend.domain.jobs.targets import (
    BISECT_BUDGET,
    NO_WORD,
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
)
from backend.domain.people.projects import Project
from backend.domain.pulls.judgements import ChosenBase, PullJudgement, PullRow
from backend.domain.pulls.requests import StoredPullRequest
from backend.services.events import Teller
from backend.services.jobs.ask import ask_job, hold_asking, on_testbed
from backend.services.jobs.read import NewJob, list_about
from backend.services.people.audit import record, record_nothing_written
from backend.services.pulls.read import read_pull
from backend.storage.jobs import lists
from backend.storage.jobs import rows as jobs
from backend.storage.pulls import measurable, nearest_base

MOST_JOBS = 4
"""That one comment asks for."""
MOST_COMMITS = 200
SHOWN = 20
MOST_OPEN = 200
NO_FORK = "where the pull request left its base branch is not known"
Place = tuple[str, str]
"""Suite and testbed."""


@dataclass(frozen=True, slots=True)
class PullAsking:
    """Who asks for what of which pull request, and how it stands."""

    project: Project
    pull: StoredPullRequest
    judgement: PullJudgement
    asker: JobAsker


def list_of_pull(session: Session, project: Project, pull_id: int, asker: JobAsker) -> JobList:
    """Return the jobs of a pull request, newest first, and what measuring it again would cost."""
    asking = _asking(session, project, pull_id, asker)
    found = lists.read_of_pull(session, project.id, pull_id, SHOWN)
    try:
        suite, testbed = _places(session, asking)[0]
        _compared(asking, suite)
    except InvalidError as error:
        new = NewJob(JobKind.COMPARE, "", "", cannot=str(error))
    else:
        new = NewJob(JobKind.COMPARE, suite, testbed)
    return list_about(session, project.id, found, new)


def measure_pull(
    session: Session, teller: Teller, project: Project, pull_id: int, asker: JobAsker
) -> int:
    """Have base and head of a pull request measured again; returns the first of the jobs."""
    asking = _asking(session, project, pull_id, asker)
    hold_asking(session, project.id)
    known = {one.id for one in lists.read_of_pull(session, project.id, pull_id, MOST_OPEN)}
    found = ask_rerun(session, teller, asking)
    made = [one for one in found if one not in known]
    if not made:
        record_nothing_written(session)
        record(session, found[0])
    elif len(made) > 1:
        record(session, ", ".join(map(str, made)), f"{len(made)} jobs of #{asking.pull.number}")
    return found[0]


def _asking(session: Session, project: Project, pull_id: int, asker: JobAsker) -> PullAsking:
    found = read_pull(session, project.id, pull_id)
    if found.judgement is None:
        raise InvalidError("this pull request was not judged yet")
    return PullAsking(project, found.pull, found.judgement, asker)


def ask_rerun(session: Session, teller: Teller, asking: PullAsking) -> list[int]:
    """Have base and head measured again, each suite where it was measured; returns the jobs."""
    places = _places(session, asking)
    return [_compare(session, teller, asking, place) for place in places[:MOST_JOBS]]


def _places(session: Session, asking: PullAsking) -> list[Place]:
    """Return where the head was measured."""
    measured = asking.judgement.measured
    found = measured and nearest_base.read_places(session, asking.project.id, measured)
    if not found:
        raise InvalidError("nothing was measured at this head yet: name a suite with `try`")
    return found


def ask_try(session: Session, teller: Teller, asking: PullAsking, suite: str) -> list[int]:
    """Have base and head measured with a suite, where it was measured last."""
    found = measurable.testbeds_of(session, asking.project.id, suite, 1)
    if not found:
        raise InvalidError(f"no suite of this name was measured in this project: {suite[:60]}")
    return [_compare(session, teller, asking, (suite, testbed)) for _, testbed in found]


def ask_pull_bisection(
    session: Session, teller: Teller, asking: PullAsking, benchmark: str
) -> list[int]:
    """Have the commit of a regression found among those of the pull request."""
    project, judgement = asking.project, asking.judgement
    row = _regression(judgement, benchmark)
    here = measurable.series_at(session, project.id, row.series, judgement.measured)
    if judgement.base is None or here is None:
        raise InvalidError("nothing was compared at this head yet")
    series, branch, name = here
    commits = _commits(session, asking, judgement.base)
    suspected = SuspectedRatio(row.ratio, row.low, row.high)
    if not suspected.has_size():
        raise InvalidError("this regression has no ratio that commits could show again")
    plan = JobPlan(series=series, suspected=suspected, commits=commits)
    first = search_culprit(suspected, plan.commits, [])
    names = first.good, first.measure or judgement.head
    target = JobTarget(
        suite=row.suite,
        commits=[JobCommit(name, branch) for name in names],
        only=[name],
        rounds=first.rounds,
        repository=project.repository_url or "",
    )
    why = f"find the commit that changed {name}"
    if not _is_whole(session, asking, commits):
        why += f"; commits before {short_commit(commits[1])} are not known, it may stand for them"
    asked = JobRequest(
        JobKind.BISECT, target, asking.asker, why, budget_minutes=BISECT_BUDGET,
        pull_id=asking.pull.id, plan=plan,
    )  # fmt: skip
    return [_ask(session, teller, asking, asked, row.testbed)]


def _commits(session: Session, asking: PullAsking, base: ChosenBase) -> list[str]:
    """Return where the pull request left its base branch, then its own commits.

    The commit that it was compared with may be an earlier one, or the base branch as it was merged.
    """
    pull, head = asking.pull, asking.judgement.head
    good = pull.fork_point if base.is_merge else base.fork_point or base.commit
    if good is None:
        raise InvalidError(NO_FORK)
    own = measurable.own_commits(session, asking.project.id, pull.base_branch, head, MOST_COMMITS)
    if good in own:
        own = own[own.index(good) + 1 :]
    if len(own) < 2:  # noqa: PLR2004  one commit is no question
        which = "reports of its head, not of a merge," if base.is_merge else "reports"
        raise InvalidError(
            f"only one commit of this pull request is known: {which} name the others in `ancestry`"
        )
    return [good, *own]


def _is_whole(session: Session, asking: PullAsking, commits: Sequence[str]) -> bool:
    """Tell whether no commit is missing between the last good one and the first in question."""
    pull, first = asking.pull, commits[1]
    own = measurable.own_commits(session, asking.project.id, pull.base_branch, first, 1)
    return commits[0] in own or measurable.follows_branch(
        session, asking.project.id, first, pull.base_branch
    )


def _regression(judgement: PullJudgement, benchmark: str) -> PullRow:
    for row in judgement.rows:
        if row.verdict == "regression" and f"{row.variant} ".startswith(f"{benchmark} ".lstrip()):
            return row
    what = f" of {benchmark[:60]}" if benchmark else ""
    raise InvalidError(f"there is no regression{what} at this head")


def _compare(session: Session, teller: Teller, asking: PullAsking, place: Place) -> int:
    suite, testbed = place
    return _ask(session, teller, asking, _compared(asking, suite), testbed)


def _compared(asking: PullAsking, suite: str) -> JobRequest:
    """Return what measures base and head in turns."""
    pull, base = asking.pull, asking.judgement.base
    before = base.commit if base is not None else pull.fork_point
    if pull.is_from_fork and not asking.asker.is_maintainer:
        raise InvalidError(NO_WORD)
    if before is None:
        raise InvalidError(NO_FORK)
    target = JobTarget(
        suite=suite,
        commits=[JobCommit(before, pull.base_branch), JobCommit(pull.head, pull.head_branch)],
        repository=asking.project.repository_url or "",
    )
    why = f"compare the head of #{pull.number} with its base"
    return JobRequest(JobKind.COMPARE, target, asking.asker, why, pull_id=pull.id)


def _ask(
    session: Session, teller: Teller, asking: PullAsking, asked: JobRequest, testbed: str
) -> int:
    """Ask once: what waits or is measured for the same is returned instead of a second one."""
    bound = on_testbed(session, asking.project.id, asked, testbed)
    hold_asking(session, asking.project.id)
    known = jobs.open_of_pull(session, asking.project.id, bound)
    return known or ask_job(session, teller, asking.project.id, bound)
