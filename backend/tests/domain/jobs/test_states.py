"""The states of a job: every step from every state, attempts and pauses."""

import itertools

import pytest

from backend.domain.jobs.states import (
    HELD,
    LONGEST_PAUSE_S,
    MOST_ATTEMPTS,
    OVER,
    ImpossibleStepError,
    JobState,
    JobStep,
    next_state,
    pause_after,
)

POSSIBLE = {
    "queued": {"lease": "leased", "cancel": "cancelled", "outlive": "expired"},
    "leased": {
        "begin": "running", "finish": "finished", "fail by code": "failed",
        "fail by machine": "queued", "lose": "queued", "make room": "queued",
        "cancel": "cancelled",
    },
    "running": {
        "begin": "running", "finish": "finished", "fail by code": "failed",
        "fail by machine": "queued", "lose": "queued", "make room": "queued",
        "cancel": "cancelled",
    },
    "finished": {"go on": "queued"},
}  # fmt: skip


@pytest.mark.parametrize(("state", "step"), list(itertools.product(JobState, JobStep)))
def test_every_step_from_every_state_is_taken_or_refused(state: JobState, step: JobStep) -> None:
    expected = POSSIBLE.get(state, {}).get(step)
    if expected is None:
        with pytest.raises(ImpossibleStepError):
            next_state(state, step, 1)
    else:
        assert next_state(state, step, 1) == expected


@pytest.mark.parametrize("state", sorted(HELD))
@pytest.mark.parametrize("step", [JobStep.LOSE, JobStep.FAIL_BY_MACHINE])
def test_faults_of_machines_are_tried_again_a_few_times_and_those_of_code_never(
    state: JobState, step: JobStep
) -> None:
    outcomes = [next_state(state, step, attempts) for attempts in range(1, MOST_ATTEMPTS + 1)]
    assert outcomes == [JobState.QUEUED] * (MOST_ATTEMPTS - 1) + [JobState.FAILED]
    assert next_state(state, JobStep.FAIL_BY_CODE, 1) in OVER
    assert next_state(state, step, 1, is_cancel_wanted=True) is JobState.CANCELLED


def test_pauses_grow_and_end_somewhere() -> None:
    pauses = [pause_after(attempts) for attempts in range(1, 9)]
    assert pauses == sorted(pauses)
    assert pauses[0] == 30.0
    assert pauses[-1] == LONGEST_PAUSE_S
