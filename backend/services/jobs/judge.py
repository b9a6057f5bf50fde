"""Judge jobs by the runs they brought, as soon as all of them are there; let them go on."""

import math
from collections.abc import Sequence
from dataclasses import replace

import msgspec
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.changes.views import ChangePoint
from backend.domain.comparisons.held_results import compare_in_run
from backend.domain.jobs.judged_pairs import JudgedPairs, judge_pairs
from backend.domain.jobs.records import JobRun, StoredJob
from backend.domain.jobs.states import JobStep
from backend.domain.jobs.targets import JobKind
from backend.domain.jobs.verdicts import (
    MOST_PAIRS,
    ArmInterval,
    JobVerdict,
    judge_suspicion,
)
from backend.services.events import Teller
from backend.services.jobs.backfill import fill_on
from backend.services.jobs.check_itself import judge_check
from backend.services.jobs.measured import Arms, arms_by_lease, rounds_of
from backend.services.jobs.propose import judge_proposal
from backend.services.jobs.refined import refine_on
from backend.services.jobs.search import SHORTEST_REST_S, search_on
from backend.services.jobs.steps import publish_job, take_step
from backend.services.jobs.uphold import uphold_change
from backend.services.notary import Notary
from backend.services.task_queue import TaskQueue
from backend.storage import outbox
from backend.storage.catalogue.labels import read_labels
from backend.storage.changes.views import read_changes
from backend.storage.jobs import rows as jobs
from backend.storage.reports import documents
from backend.wording.explanations import finding_sentence


def judge_requested(
    session: Session,
    teller: Teller,
    queue: TaskQueue,
    notary: Notary,
    project_id: int,
    outbox_id: int,
) -> None:
    """Judge the jobs that a row of the outbox names, as far as their runs are there."""
    for job_id in outbox.take(session, outbox_id) or ():
        job = jobs.find(session, project_id, job_id, is_locked=True)
        if job is not None:
            _judge(session, teller, (queue, notary), project_id, job)
    outbox.remove(session, outbox_id)


def _judge(
    session: Session,
    teller: Teller,
    means: tuple[TaskQueue, Notary],
    project_id: int,
    job: StoredJob,
) -> None:
    queue, notary = means
    if not job.tells_in(job.state) or _is_judged(job):
        return
    runs = [one for one in jobs.read_runs(session, project_id, job) if one.is_counted]
    # a report that failed brings no run any more, unless somebody has it read again
    if len(runs) < len(job.reports) - documents.count_failed(session, project_id, job.reports):
        return
    if job.kind is JobKind.PROPOSE:
        judge_proposal(session, teller, notary, (project_id, job), runs)
        return
    if job.kind in _BY_KIND:
        _BY_KIND[job.kind](session, teller, (project_id, job), runs)
        return
    found = read_changes(session, project_id, [job.change_id] if job.change_id else [])
    suspicion = _suspicion(session, project_id, job, found)
    if suspicion is None and job.kind is not JobKind.CONFIRM:
        return
    told = _hold(session, project_id, suspicion, job, runs)
    verdict = _verdict(told, runs)
    said = {"verdict": msgspec.to_builtins(verdict)}
    if told.more:
        target = msgspec.to_builtins(replace(job.target, rounds=told.more))
        why = f"{told.more} more pairs, after {told.interval.pairs if told.interval else 0}"
        said |= {"target": target, "ended_at": None, "leased_at": None, "not_before": None}
        take_step(session, teller, project_id, job, JobStep.GO_ON, why, **said)
        return
    jobs.change(session, project_id, job.id, **said)
    publish_job(session, teller, project_id, job.id)
    for change in found:
        uphold_change(session, queue, project_id, change, (job.id, verdict))


_BY_KIND = {
    JobKind.BISECT: search_on,
    JobKind.SWEEP: refine_on,
    JobKind.AA: judge_check,
    JobKind.BACKFILL: fill_on,
}
"""Kinds that are judged by a rule of their own."""


def _is_judged(job: StoredJob) -> bool:
    return job.verdict is not None and job.verdict["finding"] != "more pairs"


_Suspicion = tuple[SeriesLabel, float]
"""A series, and the ratio that is to be upheld or refuted."""


def _suspicion(
    session: Session, project_id: int, job: StoredJob, found: Sequence[ChangePoint]
) -> _Suspicion | None:
    """Return what a confirmation is about: a change point, or a row of a comparison."""
    if found:
        return found[0].series, found[0].ratio
    plan = job.plan
    if plan is None or plan.suspected is None:
        return None
    label = read_labels(session, project_id, [plan.series]).get(plan.series)
    return None if label is None else (label, plan.suspected.ratio)


def _hold(
    session: Session,
    project_id: int,
    suspicion: _Suspicion | None,
    job: StoredJob,
    runs: Sequence[JobRun],
) -> JudgedPairs:
    """Put the rounds of all leases together; what has no rounds is held against each other once."""
    if suspicion is None:  # the change is gone: whoever waits for a verdict is told
        return JudgedPairs("not measured", None)
    series, suspected = suspicion
    by_lease = arms_by_lease(session, project_id, series.id, runs)
    whole = {
        lease: arms for lease, arms in by_lease.items() if len(arms) > 1 and None not in arms[:2]
    }
    if not whole:
        return JudgedPairs("not measured", None)
    rows = None if series.noise == "exact" else rounds_of([*whole.values()])
    if rows is None:
        return _held_once(suspicion, whole[max(whole)])
    most = job.plan.most_pairs if job.plan is not None else MOST_PAIRS
    # a lease that brought nothing costs no budget either: the next would do the same
    may_go_on = job.budget_left_s > SHORTEST_REST_S and job.lease in whole
    return judge_pairs(suspected, rows, most, may_go_on=may_go_on)


def _held_once(suspicion: _Suspicion, arms: Arms) -> JudgedPairs:
    series, suspected = suspicion
    before, after = arms[:2]
    if before is None or after is None:
        return JudgedPairs("not measured", None)
    compared, _ = compare_in_run(series, before, after)
    if compared.n < 2 or not math.isfinite(compared.ratio):  # noqa: PLR2004  one pair has no spread
        return JudgedPairs("not measured", None)
    interval = ArmInterval(
        compared.ratio, compared.low, compared.high, compared.n, compared.coverage
    )
    return JudgedPairs(judge_suspicion(suspected, interval), interval)


def _verdict(told: JudgedPairs, runs: Sequence[JobRun]) -> JobVerdict:
    sentence = finding_sentence(told.finding, told.interval, told.itself)
    held = told.interval
    if held is None:
        return JobVerdict(told.finding, sentence)
    last = {one.arm: one.run_id for one in runs}
    return JobVerdict(
        told.finding, sentence, held.ratio, held.low, held.high, held.pairs,
        [last[0], last[1]], told.itself, told.looks,
    )  # fmt: skip
