"""Which job an agent gets, and why another one still waits.

Everybody's jobs take turns, however many one asker has: each job gets a place on a common clock of
machine minutes, behind the last one of its asker and never before what is measured now (start-time
fair queueing: Goyal, Vin and Cheng, 1997).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.jobs.targets import SCHEDULE, JobKind

PARALLEL = "parallel"
"""Tag of a testbed that says how many jobs it measures at once."""
MOST_AT_ONCE = 64
JobPlace = tuple[int, float]
"""Priority and turn: what the queue is ordered by."""
ROOM = 2.0**-10
"""Machine minutes by which those ahead come sooner, where there is no turn between two jobs."""


@dataclass(frozen=True, slots=True)
class JobTurn:
    """When a job is due on the clock of machine minutes, and when its asker's next one is."""

    start: float
    end: float


def turn_of(now: float, last_end: float | None, minutes: float) -> JobTurn:
    """Place a job: `now` is the turn of what was leased last, `last_end` that of the asker."""
    start = max(now, last_end if last_end is not None else now)
    return JobTurn(start, start + minutes)


@dataclass(frozen=True, slots=True)
class WaitingJob:
    """As much of a waiting job as the choice rests on."""

    id: int
    priority: int
    turn: float
    labels: Sequence[str]
    preferred: Sequence[str]
    not_before: datetime | None = None
    kind: str = JobKind.RUN
    machine_id: int | None = None
    asker: str = ""
    testbed_id: int | None = None

    @property
    def is_scheduled(self) -> bool:
        """Tell whether an agent queued it for itself, by its schedule."""
        return self.asker.startswith(SCHEDULE)


def in_order(
    waiting: Iterable[WaitingJob], labels: frozenset[str], now: datetime
) -> list[WaitingJob]:
    """Return what an agent with these labels may measure, the most urgent first.

    Priority counts first, then how many preferred labels it has, then whose turn it is.
    """
    able = [
        job for job in waiting
        if labels.issuperset(job.labels) and (job.not_before is None or job.not_before <= now)
    ]  # fmt: skip
    return sorted(
        able,
        key=lambda job: (-job.priority, -len(labels.intersection(job.preferred)), job.turn, job.id),
    )


def has_room(ahead: JobPlace | None, behind: JobPlace | None) -> bool:
    """Tell whether a turn lies between those of two jobs; many have the same one."""
    if ahead is None or behind is None or ahead[0] != behind[0]:
        return True
    return ahead[1] < (ahead[1] + behind[1]) / 2.0 < behind[1]


def place_between(ahead: JobPlace | None, behind: JobPlace | None) -> JobPlace:
    """Return priority and turn of a job that is to come between two others; None: there is none.

    It takes the priority of the one behind it. Between both there must be room.
    """
    if behind is None:
        return (ahead[0], ahead[1] + 1.0) if ahead is not None else (0, 0.0)
    if ahead is None or ahead[0] != behind[0]:
        return behind[0], behind[1] - 1.0
    return behind[0], (ahead[1] + behind[1]) / 2.0


def jobs_at_once(tags: dict[str, str]) -> int:
    """Return how many jobs a testbed measures at once: one, unless its tags allow more."""
    said = tags.get(PARALLEL, "")
    return min(max(int(said), 1), MOST_AT_ONCE) if said.isdecimal() and len(said) < 4 else 1  # noqa: PLR2004  digits


def interrupts(job: WaitingJob) -> bool:
    """Tell whether a job is worth a pause of what an agent measures by its own schedule.

    Somebody waits for an answer; nobody for a gap that is filled, or for what was put behind.
    """
    if job.is_scheduled:
        return False
    return job.priority > 0 or (job.priority == 0 and job.kind != JobKind.BACKFILL)


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """An agent that was heard of lately, and what it offers."""

    name: str
    labels: frozenset[str]
    is_busy: bool
    machine_id: int = 0
    is_quarantined: bool = False
    """Only checks of its machine are given to it."""
    version_trouble: str = ""
    """Why nothing is given to it: its version is too far from the server's."""

    def takes(self, job: WaitingJob) -> bool:
        """Tell whether a job could be given to it, busy or not."""
        return (
            not self.version_trouble
            and self.labels.issuperset(job.labels)
            and job.machine_id in (None, self.machine_id)
            and not (self.is_quarantined and job.kind != JobKind.AA)
        )


def why_waiting(job: WaitingJob, agents: Sequence[KnownAgent], ahead: int, now: datetime) -> str:
    """Say in one sentence what a job waits for."""
    if job.not_before is not None and job.not_before > now:
        return f"waits until {job.not_before:%H:%M:%S} UTC, after a fault of the machine"
    if not agents:
        return "no agent online"
    free = [one for one in agents if one.takes(job)]
    if not free:
        return _why_nobody(job, agents)
    if ahead:
        return f"{ahead} job{'s' if ahead > 1 else ''} before it"
    if all(one.is_busy for one in free):
        return f"{free[0].name} measures something else"
    return "the next agent that asks takes it"


def _why_nobody(job: WaitingJob, agents: Sequence[KnownAgent]) -> str:
    """Say why none of the agents that are here takes a job."""
    able = [one for one in agents if one.labels.issuperset(job.labels)]
    if not able:
        missing = set(job.labels).difference(*(one.labels for one in agents))
        named = ", ".join(sorted(missing)) or ", ".join(sorted(job.labels))
        return f"no agent has {named}"
    there = [one for one in able if job.machine_id in (None, one.machine_id)]
    if not there:
        return "the agent of its machine is not online"
    near = [one for one in there if not one.version_trouble]
    if not near:
        return f"{there[0].name} gets no new jobs: {there[0].version_trouble}"
    return f"the machine of {near[0].name} is in quarantine: only A/A jobs are measured there"
