"""The states of a job, and every step between them."""

from enum import StrEnum

MOST_ATTEMPTS = 4
"""Leases of one job that may end by a fault of the machine."""
FIRST_PAUSE_S = 30.0
LONGEST_PAUSE_S = 1800.0


class JobState(StrEnum):
    QUEUED = "queued"
    LEASED = "leased"
    """An agent has it, and has not begun to measure."""
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """Nobody took it in time."""


HELD = frozenset({JobState.LEASED, JobState.RUNNING})
OVER = frozenset(
    {JobState.FINISHED, JobState.FAILED, JobState.CANCELLED, JobState.EXPIRED}
)  # fmt: skip


class JobStep(StrEnum):
    """What happens to a job."""

    LEASE = "lease"
    BEGIN = "begin"
    """The agent beats: it builds or measures."""
    FINISH = "finish"
    FAIL_BY_CODE = "fail by code"
    """A build failure is an answer: the same code fails again."""
    FAIL_BY_MACHINE = "fail by machine"
    LOSE = "lose"
    """The agent has not been heard of for a whole lease."""
    CANCEL = "cancel"
    OUTLIVE = "outlive"
    """It waited too long."""
    MAKE_ROOM = "make room"
    """A suite of an agent's schedule was paused between two rounds; the agent goes on later."""
    GO_ON = "go on"
    """What was measured does not decide yet: the same job waits for more."""


class ImpossibleStepError(ValueError):
    """A step that a job in this state does not take."""


_ANY_TIME = {
    (JobState.QUEUED, JobStep.LEASE): JobState.LEASED,
    (JobState.QUEUED, JobStep.CANCEL): JobState.CANCELLED,
    (JobState.QUEUED, JobStep.OUTLIVE): JobState.EXPIRED,
    (JobState.LEASED, JobStep.BEGIN): JobState.RUNNING,
    (JobState.RUNNING, JobStep.BEGIN): JobState.RUNNING,
    (JobState.FINISHED, JobStep.GO_ON): JobState.QUEUED,
}
_HELD = {
    JobStep.FINISH: JobState.FINISHED,
    JobStep.FAIL_BY_CODE: JobState.FAILED,
    JobStep.CANCEL: JobState.CANCELLED,
}
_AGAIN = frozenset({JobStep.FAIL_BY_MACHINE, JobStep.LOSE})


def next_state(
    state: JobState, step: JobStep, attempts: int = 0, *, is_cancel_wanted: bool = False
) -> JobState:
    """Return the state after a step; ImpossibleStepError where there is no such step.

    `attempts` counts the leases that were not measured to their end. What the machine spoiled is
    tried again, up to four times; what somebody wanted cancelled is not.
    """
    if (state, step) in _ANY_TIME:
        return _ANY_TIME[state, step]
    if state in HELD and step in _HELD:
        return _HELD[step]
    if state in HELD and step is JobStep.MAKE_ROOM:
        return JobState.CANCELLED if is_cancel_wanted else JobState.QUEUED
    if state in HELD and step in _AGAIN:
        if is_cancel_wanted:
            return JobState.CANCELLED
        return JobState.QUEUED if attempts < MOST_ATTEMPTS else JobState.FAILED
    raise ImpossibleStepError(f"a job that is {state} does not {step}")


def pause_after(attempts: int) -> float:
    """Return how many seconds a job waits after so many leases that a machine spoiled."""
    return min(FIRST_PAUSE_S * 4.0 ** (attempts - 1), LONGEST_PAUSE_S)
