"""Which agent pauses its own schedule for a job that waits: one for each job, who loses least."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.jobs.choosing import KnownAgent, WaitingJob, interrupts


@dataclass(frozen=True, slots=True)
class RoomyAgent:
    """An agent that may take a job soon: it has nothing to do, or looks whether to pause."""

    id: int
    testbed_id: int
    offer: KnownAgent
    done: int
    """Samples that its run has measured; the machine is warmed up again after a pause."""
    promised: int | None
    """The waiting job for which it makes room already."""

    def takes(self, job: WaitingJob) -> bool:
        return job.testbed_id in (None, self.testbed_id) and self.offer.takes(job)

    def rank(self, job: WaitingJob) -> tuple[bool, int, int, int]:
        """Return what it is chosen by, the best lowest: idle, preferred by labels, least lost."""
        preferred = len(self.offer.labels.intersection(job.preferred))
        return self.offer.is_busy, -preferred, self.done if self.offer.is_busy else 0, self.id


@dataclass(frozen=True, slots=True)
class RoomWanted:
    """What an agent is answered that looks whether to pause."""

    job: int | None
    """The job for which it makes room; None: it goes on."""
    better: int | None = None
    """The agent that makes room, or takes the job, in its place."""


def room_for(
    own: int, front: Sequence[WaitingJob], agents: Sequence[RoomyAgent], lanes: Mapping[int, int]
) -> RoomWanted:
    """Return the job for which one of the agents makes room, or who is better for the first one.

    `front` holds what it may measure, in its order; `lanes` says how many more jobs each testbed
    measures at once. As many agents make room as jobs wait; nobody does for a job that others are
    before.
    """
    others = [one for one in agents if one.promised is not None and one.id != own]
    promised, left = _standing(others, front, lanes)
    mine = next((one.promised for one in agents if one.id == own), None)
    pool = [one for one in agents if one.promised is None or one.id == own]
    better = None
    for job in front:
        if not interrupts(job):
            break
        if job.id in promised:
            continue
        able = [one for one in pool if one.takes(job) and left.get(one.testbed_id, 0) > 0]
        if not able:
            continue
        best = min(able, key=lambda one: one.rank(job))
        if best.id == own or (job.id == mine and any(one.id == own for one in able)):
            return RoomWanted(job.id)
        better = best.id if better is None else better
        pool.remove(best)
        left[best.testbed_id] -= 1
    return RoomWanted(None, better)


def _standing(
    told: Sequence[RoomyAgent], front: Sequence[WaitingJob], lanes: Mapping[int, int]
) -> tuple[set[int | None], dict[int, int]]:
    """Return the jobs of promises that can be kept, and how many more each testbed measures.

    The machine of an agent may be in quarantine since it was told, or its testbed measure another
    job.
    """
    jobs = {job.id: job for job in front}
    standing, left = set(), dict(lanes)
    for one in told:
        job = jobs.get(one.promised or 0)
        if left.get(one.testbed_id, 0) > 0 and (job is None or one.takes(job)):
            standing.add(one.promised)
            left[one.testbed_id] -= 1
    return standing, left
