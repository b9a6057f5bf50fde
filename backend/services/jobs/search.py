"""Go on with a bisection after each of its steps, until a commit is named or the budget spent."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np
from sqlalchemy.orm import Session

from backend.domain.changes.judgements import Judge
from backend.domain.filled import filled
from backend.domain.jobs.culprits import (
    FEWEST_ROUNDS,
    MIXED,
    CulpritSearch,
    PartSearch,
    SuspectedRatio,
    TriedCommit,
    likeliest,
    mixes_of,
    search_culprit,
)
from backend.domain.jobs.records import JobRun, StoredJob
from backend.domain.jobs.states import JobState, JobStep
from backend.domain.jobs.targets import JobCommit, JobPlan, branch_of_patch
from backend.domain.jobs.verdicts import Finding, JobVerdict
from backend.services.events import Teller
from backend.services.jobs.measured import Arms, arms_by_lease, rounds_of
from backend.services.jobs.record import CANDIDATE
from backend.services.jobs.steps import publish_job, take_step
from backend.storage.changes import notes as change_notes
from backend.storage.changes import points as change_points
from backend.storage.jobs import rows as jobs
from backend.storage.pulls import requests as pull_requests
from backend.wording.explanations import next_step_sentence, search_sentence

SHORTEST_REST_S = 30.0
"""Of a budget: below it nothing more is measured."""
MOST_STEPS = 60
MOST_NAMED = 10


def search_on(
    session: Session, teller: Teller, job: tuple[int, StoredJob], runs: Sequence[JobRun]
) -> None:
    """Take what the last step brought, and wait for the next one or say what is known."""
    project_id, held = job
    plan = held.plan
    if plan is None or plan.suspected is None:
        return
    by_lease = arms_by_lease(session, project_id, plan.series, runs)
    tried = _tried(plan, by_lease)
    search, next_one = _searched(plan, plan.suspected, tried)
    is_lost = held.lease in by_lease and by_lease[held.lease][0] is None
    is_news = held.lease in {*by_lease, *(one.lease for one in plan.steps if one.is_broken)}
    goes_on = (
        next_one is not None
        and held.state is JobState.FINISHED
        and not is_lost
        and held.budget_left_s > SHORTEST_REST_S
        and len(tried) < MOST_STEPS
        and is_news
    )
    finding = "more pairs" if goes_on else _finding(search)
    verdict = JobVerdict(finding, search_sentence(finding, search, is_lost=is_lost))
    said = {"verdict": msgspec.to_builtins(verdict), "search": msgspec.to_builtins(search)}
    if goes_on and next_one is not None:
        said |= _next(held, plan, search, next_one)
        why = next_step_sentence(search, next_one[0])
        take_step(session, teller, project_id, held, JobStep.GO_ON, why, **said)
        return
    jobs.change(session, project_id, held.id, **said)
    publish_job(session, teller, project_id, held.id)
    if held.pull_id is not None:
        pull_requests.want(session, project_id, [held.pull_id])
    if held.change_id is not None:
        _record(session, project_id, held.change_id, (held.id, verdict), search)


def _searched(
    plan: JobPlan, suspected: SuspectedRatio, tried: Sequence[TriedCommit]
) -> tuple[CulpritSearch, tuple[str, int] | None]:
    """Return where the search stands, with that inside its answer, and what to measure next."""
    own = [one for one in tried if MIXED not in one.commit]
    search = search_culprit(suspected, plan.commits, own)
    is_one = search.is_told and len(search.answer) == 1
    if not is_one:
        going = search.measure not in (None, search.good)
        return search, (search.measure, search.rounds) if going and search.measure else None
    commit = search.answer[0]
    said = [one.moved for one in plan.steps if one.moved is not None]
    moved = plan.moved(commit)
    if moved is None:
        # agents tell what they measure: this one was found by its neighbours
        is_tried = any(one.commit == commit for one in plan.steps)
        return search, (commit, FEWEST_ROUNDS) if said and not is_tried else None
    search = replace(search, moved=moved)
    if not moved.is_searched:
        return search, None
    mixes = mixes_of(search.good, commit, moved)
    inside = [one for one in tried if one.commit in mixes]
    found = search_culprit(replace(suspected, is_upheld=True), mixes, inside)
    inner = filled(PartSearch, found)
    going = found.measure not in (None, found.good)
    next_one = (found.measure, found.rounds) if going and found.measure else None
    return replace(search, inner=inner), next_one


def _next(
    held: StoredJob, plan: JobPlan, search: CulpritSearch, next_one: tuple[str, int]
) -> dict[str, object]:
    """Return what has the job wait for its next step."""
    commit, rounds = next_one
    branch = _branch(held)
    said: dict[str, object] = {"ended_at": None, "leased_at": None, "not_before": None}
    if MIXED in commit:
        culprit = search.answer[0]
        branch = branch_of_patch(culprit)
        said["plan"] = msgspec.to_builtins(replace(plan, culprit=culprit))
    commits = [held.target.commits[0], JobCommit(commit, branch)]
    target = replace(held.target, commits=commits, rounds=rounds)
    return said | {"target": msgspec.to_builtins(target)}


def _branch(job: StoredJob) -> str:
    return job.target.commits[0].branch


def _tried(plan: JobPlan, by_lease: dict[int, Arms]) -> list[TriedCommit]:
    """Return what each lease says of its commit; one without a result is like one not built."""
    return [
        TriedCommit(one.commit, _logs(by_lease[one.lease]) if one.lease in by_lease else ())
        for one in plan.steps
        if one.is_broken or (one.lease in by_lease and by_lease[one.lease][0] is not None)
    ]


def _logs(arms: Arms) -> list[float]:
    """Return log ratios to the last good commit; of results without rounds, of both centres."""
    both = arms[: CANDIDATE + 1]
    is_whole = len(both) > CANDIDATE and None not in both
    rows = rounds_of([both]) if is_whole else None
    if rows is not None:
        return [float(one) for one in np.log(rows[CANDIDATE] / rows[0])]
    values = [one.value for one in both if one is not None and one.value > 0.0]
    return [float(np.log(values[CANDIDATE] / values[0]))] if len(values) > CANDIDATE else []


def _finding(search: CulpritSearch) -> Finding:
    if not any(one.rounds for one in search.steps):
        return "not measured"
    if not search.is_told:
        return "narrowed"
    if not search.answer:
        return "none of them"
    return "found" if len(search.answer) == 1 else "narrowed"


def _record(
    session: Session,
    project_id: int,
    change_id: int,
    said: tuple[int, JobVerdict],
    search: CulpritSearch,
) -> None:
    """Let the change name its commits, and write what was found where people look."""
    job_id, verdict = said
    author = Judge(f"job {job_id}")
    change_notes.add_notes(
        session, project_id, [change_id], change_notes.NOTE, author, verdict.sentence
    )
    if verdict.finding in ("found", "narrowed", "none of them"):
        named = [] if verdict.finding == "none of them" else likeliest(search)[:MOST_NAMED]
        shares = {one.commit: one.share for one in named}
        change_points.name_culprits(session, project_id, change_id, shares)
