"""Jobs for people: the queue with what each waits for, one job, its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.filled import filled
from backend.domain.jobs.choosing import KnownAgent, WaitingJob, why_waiting
from backend.domain.jobs.culprits import CulpritSearch
from backend.domain.jobs.durations import (
    DurationEstimate,
    after_one_another,
    estimate_duration,
    from_then,
    left_of,
)
from backend.domain.jobs.narrowing import JobNarrowing, narrow
from backend.domain.jobs.place_words import JobReports, missing_words
from backend.domain.jobs.quotas import QuotaStanding, QuotaUse, quota_sentence
from backend.domain.jobs.records import (
    JobDetail,
    JobList,
    JobLog,
    JobOffer,
    JobRun,
    ShownJob,
    StoredJob,
)
from backend.domain.jobs.states import HELD, OVER, JobState
from backend.domain.jobs.targets import USUAL_BUDGET, JobKind, JobRequest, arms_of
from backend.domain.jobs.upheld import upheld_rate
from backend.domain.jobs.verdicts import MOST_PAIRS, JobVerdict, VerdictTallies
from backend.services.changes.read import read_change
from backend.services.jobs.quotas import standing
from backend.storage.jobs import lists, logs, measured_runs, queue, rounds
from backend.storage.jobs import rows as jobs
from backend.storage.reports import documents

SHOWN = 100
_IN_STEPS = (JobKind.BISECT, JobKind.BACKFILL)
"""Kinds that go on without a commit, and are judged by what they have."""
MOST_AHEAD = 200
OVER_SHOWN = 50
SCHEDULED_SHOWN = 20
"""Of schedules, which end more often than anybody asks for a job."""


@dataclass(slots=True)
class _Looking:
    """What one answer looks up once."""

    session: Session
    project_id: int
    now: datetime
    held: Sequence[StoredJob]
    agents: Mapping[int, Sequence[KnownAgent]]
    quotas: QuotaStanding | None
    durations: dict[tuple[str, str, int | None, bool], DurationEstimate] = field(
        default_factory=dict
    )

    def takes(self, job: StoredJob) -> DurationEstimate:
        place = (job.kind.value, job.target.suite, job.measured_on or job.testbed_id)
        return self.lasting(place, job.budget_minutes, is_scheduled=job.is_scheduled)

    def lasting(
        self, place: tuple[str, str, int | None], minutes: int, *, is_scheduled: bool = False
    ) -> DurationEstimate:
        """Return how long a job of a kind and suite takes on a testbed."""
        known = (*place, is_scheduled)
        if known not in self.durations:
            measured = queue.read_durations(
                self.session, self.project_id, *place, is_scheduled=is_scheduled
            )
            self.durations[known] = estimate_duration(measured, minutes * 60.0)
        return self.durations[known]

    def left(self, job: StoredJob) -> DurationEstimate:
        spent = (self.now - (job.leased_at or self.now)).total_seconds()
        return left_of(self.takes(job), spent)

    def holding(self, job: StoredJob) -> QuotaUse | None:
        """Return the spent quota that keeps a job waiting."""
        if self.quotas is None or job.is_scheduled:
            return None
        return self.quotas.holding(job.asker)

    def held_before(self, job: StoredJob | None) -> list[StoredJob]:
        """Return what is measured while a job waits; a scheduled run makes room for others."""
        if job is not None and job.is_scheduled:
            return [*self.held]
        return [one for one in self.held if not one.is_scheduled]

    def free(self, jobs: Sequence[StoredJob]) -> list[StoredJob]:
        """Return the jobs that no quota keeps waiting: the others delay nobody."""
        return [job for job in jobs if self.holding(job) is None]

    def able(self, job: StoredJob) -> list[KnownAgent]:
        """Return the agents that stand where a job may be measured."""
        places = [job.testbed_id] if job.testbed_id is not None else list(self.agents)
        return [agent for place in places for agent in self.agents.get(place, ())]

    def taking(self, job: StoredJob) -> list[KnownAgent]:
        """Return those of them that would take it."""
        said = filled(WaitingJob, job)
        return [one for one in self.able(job) if one.takes(said)]


def list_jobs(session: Session, project_id: int) -> JobList:
    """Return the queue in its order, what is held and what ended last."""
    waiting = lists.read_waiting(session, project_id, SHOWN)
    looking = _look(session, project_id)
    over = lists.read_over(session, project_id, OVER_SHOWN, SCHEDULED_SHOWN)
    everything = [*waiting, *looking.held, *over]
    shown = {job.id: job for job in _shown(looking, everything, waiting)}
    return JobList(
        waiting=[shown[job.id] for job in waiting],
        held=[shown[job.id] for job in looking.held],
        over=[shown[job.id] for job in over],
        waiting_total=lists.count_waiting(session, project_id),
        agents=sorted(agent.name for place in looking.agents.values() for agent in place),
        paused=queue.read_paused(session, project_id),
    )


def list_of_change(session: Session, project_id: int, change_id: int) -> JobList:
    """Return the jobs of one change point, the newest first, and what another one would cost."""
    change = read_change(session, project_id, change_id)
    found = lists.read_of_change(session, project_id, change_id, OVER_SHOWN)
    series = change.series
    place = NewJob(JobKind.CONFIRM, series.suite, series.testbed)
    return list_about(session, project_id, found, place)


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job that nobody has asked for yet."""

    kind: JobKind
    suite: str
    testbed: str
    minutes: int = USUAL_BUDGET
    cannot: str = ""
    machine_id: int | None = None


def list_alike(
    session: Session, project_id: int, asked: JobRequest | None, testbed: str, cannot: str = ""
) -> JobList:
    """Return the jobs that measured what is asked for, newest first, and what one more would cost.

    None: nobody can ask for it, for the reason given.
    """
    if asked is None:
        return list_about(session, project_id, [], NewJob(JobKind.RUN, "", testbed, 0, cannot))
    found = lists.read_alike(session, project_id, asked, OVER_SHOWN)
    new = NewJob(asked.kind, asked.target.suite, testbed, asked.budget_minutes)
    return list_about(session, project_id, found, new)


def list_about(
    session: Session, project_id: int, found: Sequence[StoredJob], new: NewJob
) -> JobList:
    """Return jobs of one question by their state, and what another one would cost."""
    looking = _look(session, project_id)
    queued = lists.read_waiting(session, project_id, SHOWN)
    shown = _shown(looking, found, queued)
    place = lists.find_testbed(session, project_id, new.testbed)
    new_job = WaitingJob(0, 0, 0.0, (), (), kind=new.kind, machine_id=new.machine_id)
    able = [one for one in looking.agents.get(place or 0, ()) if one.takes(new_job)]
    waiting = [job for job in shown if job.state is JobState.QUEUED]
    return JobList(
        waiting=waiting,
        held=[job for job in shown if job.state in HELD],
        over=[job for job in shown if job.state in OVER],
        waiting_total=len(waiting),
        agents=[agent.name for agent in able],
        offer=_offer(looking, new, (place, able), queued),
    )


def _offer(
    looking: _Looking,
    new: NewJob,
    where: tuple[int | None, Sequence[KnownAgent]],
    queued: Sequence[StoredJob],
) -> JobOffer:
    """Say what a job would cost that waits behind all others of its testbed, and its agents."""
    if new.cannot:
        return JobOffer(new.testbed, 0, None, None, new.cannot)
    place, able = where
    ahead = _taken(able, [one for one in looking.free(queued) if one.testbed_id in (None, place)])
    held = [one for one in looking.held_before(None) if one.measured_on == place]
    starts = None
    if able:
        parts = [looking.left(one) for one in held] + [looking.takes(one) for one in ahead]
        starts = after_one_another(parts)
    takes = looking.lasting((new.kind.value, new.suite, place), new.minutes)
    return JobOffer(new.testbed, len(ahead) + len(held), starts, takes)


def tally_verdicts(session: Session, project_id: int) -> VerdictTallies:
    """Count what measuring suspicions again found, by machine."""
    rows = lists.tally_verdicts(session, project_id)
    upheld, asked = (sum(getattr(one.rate, name) for one in rows) for name in ("upheld", "asked"))
    return VerdictTallies(rows, upheld_rate(upheld, asked))


def read_job(session: Session, project_id: int, job_id: int) -> JobDetail:
    """Return one job; NotFoundError where the project has none of this id."""
    job = _find(session, project_id, job_id)
    looking = _look(session, project_id)
    ahead = []
    if job.state is JobState.QUEUED:
        ahead = lists.read_ahead(session, project_id, job, MOST_AHEAD)
    (shown,) = _shown(looking, [job], [*ahead, job])
    # read first: a report that is taken in meanwhile waits here, and has its run below
    reports = documents.became(session, project_id, job.reports)
    runs = jobs.read_runs(session, project_id, job)
    missing, is_without = _missing(job, runs, reports)
    return JobDetail(
        job=shown,
        events=jobs.read_events(session, project_id, job_id),
        runs=runs,
        log_lines=job.log_lines,
        log_dropped=job.log_dropped,
        search=msgspec.convert(job.search, CulpritSearch | None),
        narrowings=_narrowings(session, project_id, job),
        missing=missing,
        is_without=is_without,
    )


def _missing(job: StoredJob, runs: Sequence[JobRun], reports: JobReports) -> tuple[str, bool]:
    """Say why a measured job has fewer runs than it should, and whether that is for good.

    A proposal that the referee refused has no runs, and its verdict comes in a moment.
    """
    is_refused = job.kind is JobKind.PROPOSE and not job.reports
    is_measured = job.state is JobState.FINISHED and job.verdict is None and not is_refused
    if not is_measured or job.kind in _IN_STEPS:
        return "", False
    arms = len(arms_of(job.kind, job.target))
    measured = len({one.arm for one in runs if one.is_counted})
    if measured >= arms:
        return "", False
    return missing_words(reports, arms, measured)


def _narrowings(session: Session, project_id: int, job: StoredJob) -> list[JobNarrowing]:
    commits, leases = _measured(job)
    if len(commits) < 2 or not leases:  # noqa: PLR2004  one commit has no baseline
        return []
    found = rounds.read(session, project_id, job.id, leases)
    if job.kind is JobKind.CONFIRM:
        most = job.plan.most_pairs if job.plan is not None else MOST_PAIRS
    else:
        most = job.target.rounds or 0
    return narrow(job.kind, commits, found, most)


def _measured(job: StoredJob) -> tuple[list[str], list[int]]:
    """Return the commits that take turns, and the leases that count, or may count."""
    commits = [one.commit for one in arms_of(job.kind, job.target)]
    if job.kind is not JobKind.BISECT:
        # one that waits again has lost its newest lease
        newest = [] if job.state is JobState.QUEUED else [job.lease]
        return commits, [*job.kept_leases, *newest]
    if job.state in HELD:
        return commits, [job.lease]
    # the target is that of the next step by now
    steps = job.plan.steps if job.plan is not None else ()
    last = [one for one in steps if one.lease == job.lease]
    return [commits[0], *(one.commit for one in last)], [one.lease for one in last]


def read_log(session: Session, project_id: int, job_id: int, first: int) -> JobLog:
    """Return lines of a job's log from a place on."""
    job = _find(session, project_id, job_id)
    first, lines = logs.read(session, project_id, job_id, first)
    return JobLog(first, lines, job.log_lines, job.log_dropped)


def _find(session: Session, project_id: int, job_id: int) -> StoredJob:
    job = jobs.find(session, project_id, job_id)
    if job is None:
        raise NotFoundError(f"there is no job {job_id} in this project")
    return job


def _look(session: Session, project_id: int) -> _Looking:
    held = lists.read_held(session, project_id, SHOWN)
    agents = queue.read_agents(session, project_id)
    quotas = standing(session, project_id)
    return _Looking(session, project_id, datetime.now(UTC), held, agents, quotas)


def _shown(
    looking: _Looking, wanted: Sequence[StoredJob], waiting: Sequence[StoredJob]
) -> list[ShownJob]:
    session, project_id = looking.session, looking.project_id
    places = (job.measured_on or job.testbed_id for job in wanted)
    testbeds = lists.name_testbeds(session, project_id, places)
    agents = lists.name_agents(session, project_id, (job.agent_id for job in wanted))
    finished = [job.id for job in wanted if job.state is JobState.FINISHED]
    failed = measured_runs.read_failed(session, project_id, finished)
    shown = []
    for job in wanted:
        is_waiting = job.state is JobState.QUEUED
        ahead = _ahead(looking, job, waiting) if is_waiting else []
        takes = looking.takes(job) if is_waiting or job.state in HELD else None
        place = job.measured_on or job.testbed_id
        one = filled(
            ShownJob,
            job,
            testbed=testbeds.get(place) if place is not None else None,
            agent=agents.get(job.agent_id) if job.agent_id is not None else None,
            attempts=job.lease,
            waits_for=_why(looking, job, len(ahead)) if is_waiting else None,
            starts_in=_starts_in(looking, job, ahead) if is_waiting else None,
            takes=takes,
            verdict=msgspec.convert(job.verdict, JobVerdict | None),
            failed=failed.get(job.id),
        )
        shown.append(one)
    return shown


def _ahead(looking: _Looking, job: StoredJob, waiting: Sequence[StoredJob]) -> list[StoredJob]:
    """Return what comes before a job on the testbed that it waits for."""
    ids = [one.id for one in waiting]
    before = waiting[: ids.index(job.id)] if job.id in ids else waiting
    on_its = [
        one for one in looking.free(before)
        if job.testbed_id is None or one.testbed_id in (None, job.testbed_id)
    ]  # fmt: skip
    return _taken(looking.taking(job), on_its)


def _taken(able: Sequence[KnownAgent], jobs: Sequence[StoredJob]) -> list[StoredJob]:
    """Return the jobs that one of some agents takes; all where there is no agent."""
    waiting = [(one, filled(WaitingJob, one)) for one in jobs]
    return [one for one, said in waiting if not able or any(agent.takes(said) for agent in able)]


def _why(looking: _Looking, job: StoredJob, ahead: int) -> str:
    held_by = looking.holding(job)
    if held_by is not None and looking.taking(job):
        return quota_sentence(held_by, looking.now)
    is_taken = any(one.measured_on == job.testbed_id for one in looking.held_before(job))
    return why_waiting(
        filled(WaitingJob, job), looking.able(job), ahead + is_taken, looking.now
    )  # fmt: skip


def _starts_in(
    looking: _Looking, job: StoredJob, ahead: Sequence[StoredJob]
) -> DurationEstimate | None:
    """Return the seconds until a job begins; None where no agent would take it."""
    if not looking.taking(job):
        return None
    held = [one for one in looking.held_before(job) if job.testbed_id in (None, one.measured_on)]
    before = [looking.left(one) for one in held] + [looking.takes(one) for one in ahead]
    whole = after_one_another(before)
    lanes = 1 if job.testbed_id is not None else max(len(looking.agents), 1)
    begins = DurationEstimate(
        whole.seconds / lanes, whole.low / lanes, whole.high / lanes, whole.jobs
    )
    return from_then(begins, _quota_wait_s(looking, job))


def _quota_wait_s(looking: _Looking, job: StoredJob) -> float:
    """Return the seconds that a job waits for minutes of a quota."""
    use = looking.holding(job)
    if use is None or use.frees_at is None:
        return 0.0
    if use.is_taken:
        return (use.frees_at - looking.now).total_seconds()
    own = [one for one in looking.held if not use.is_person or one.asker == job.asker]
    return min((looking.left(one).seconds for one in own), default=0.0)
