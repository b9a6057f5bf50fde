"""Judge a job by the runs it brought, as soon as all of them are there."""

import math

import msgspec
from sqlalchemy.orm import Session

from backend.domain.changes.views import ChangePoint
from backend.domain.comparisons.held_results import compare_in_run
from backend.domain.jobs.records import JobRun, StoredJob
from backend.domain.jobs.states import JobState
from backend.domain.jobs.verdicts import ArmInterval, JobVerdict, judge_suspicion
from backend.storage.changes.views import read_changes
from backend.storage.jobs import rows as jobs
from backend.storage.reports.stored_samples import read_samples_of_run
from backend.wording.explanations import finding_sentence

NOTHING = "No samples of this series came with the job."


def judge_job(session: Session, project_id: int, job: StoredJob) -> JobVerdict | None:
    """Judge a finished job that was to confirm a change point; None while something is missing."""
    if job.state is not JobState.FINISHED or job.change_id is None or job.verdict is not None:
        return None
    runs = [one for one in jobs.read_runs(session, project_id, job) if one.is_counted]
    if len(runs) < len(job.reports):
        return None
    found = read_changes(session, project_id, [job.change_id])
    if not found:
        return None
    verdict = _held(session, project_id, found[0], runs)
    jobs.change(session, project_id, job.id, verdict=msgspec.to_builtins(verdict))
    return verdict


def _held(session: Session, project_id: int, change: ChangePoint, runs: list[JobRun]) -> JobVerdict:
    arms = {one.arm: one for one in reversed(runs)}
    series = change.series.id
    samples = [
        read_samples_of_run(session, project_id, arms[arm].run_id, [series]).get(series)
        for arm in (0, 1)
        if arm in arms
    ]
    before, after = [*samples, None, None][:2]
    if before is None or after is None:
        return JobVerdict("not measured", NOTHING)
    compared, _ = compare_in_run(change.series, before, after)
    if compared.n < 2 or not math.isfinite(compared.ratio):  # noqa: PLR2004  one pair has no spread
        return JobVerdict("not measured", NOTHING)
    interval = ArmInterval(
        compared.ratio, compared.low, compared.high, compared.n, compared.coverage
    )
    finding = judge_suspicion(change.ratio, interval)
    return JobVerdict(
        finding,
        finding_sentence(finding, interval),
        interval.ratio,
        interval.low,
        interval.high,
        interval.pairs,
        [arms[0].run_id, arms[1].run_id],
    )
