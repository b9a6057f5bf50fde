"""Tails are judged beside their centres: one change for each cause, and few looks for nothing."""

from dataclasses import replace

import numpy as np
import pytest

from backend.domain.changes.aspects import JudgedAspect, judge_aspects, reported_aspects
from backend.domain.changes.findings import ChangeFinding, FindingKind
from backend.domain.changes.judging import AskedEvidence, PointConditions
from backend.domain.changes.reconciliation import Known
from backend.domain.changes.states import ChangeStanding, State, StateCause
from backend.stats.arrays import Floats, Ints
from backend.stats.aspects import ASPECTS, is_outside, unknown_band
from backend.tests.domain.changes.findings import STEP_UP

POSITIONS = np.arange(40)
STEP = replace(STEP_UP, place=replace(STEP_UP.place, position=20, first_position=18,
                                      last_position=22))  # fmt: skip


def judged(p90: Floats, machines: Ints) -> JudgedAspect:
    rows = np.full((p90.size, len(ASPECTS)), np.nan)
    rows[:, 0] = p90
    conditions = PointConditions(machines, np.zeros(p90.size, np.int64))
    (one,) = judge_aspects(rows, POSITIONS, conditions, AskedEvidence(0.01, 4.0))
    return one


@pytest.mark.parametrize("machines", [[7], [7, 9], [9, 7, 8]])
def test_results_of_machines_that_take_turns_lie_within_bands_of_their_own(
    machines: list[int],
) -> None:
    draw = np.random.default_rng(3)
    turns = np.resize(machines, POSITIONS.size)
    p90 = np.exp(0.3 * (turns - 7) + 0.01 * draw.standard_normal(POSITIONS.size))
    bands = judged(p90, turns).bands(machines, POSITIONS.size)
    outside = [
        is_outside(p90[at : at + 1], bands[[machines.index(machine)]], POSITIONS.size)
        for at, machine in enumerate(turns.tolist())
    ]
    assert sum(outside) <= 4
    assert is_outside(1.2 * p90[-1:], bands[[machines.index(turns[-1])]], POSITIONS.size)


def test_an_aspect_without_a_known_level_is_looked_at_when_enough_results_may_show_it() -> None:
    bands = np.array([unknown_band(30, 5)])
    value = np.array([1.0])
    assert [n for n in range(31, 40) if is_outside(value, bands, n)] == [37, 38, 39]
    assert not is_outside(np.array([np.nan]), bands, 39)


def found(z_of_p90: float) -> list[tuple[JudgedAspect, ChangeFinding]]:
    values = np.where(POSITIONS < 20, 1.0, 3.0) + 0.001 * np.resize([1, -1, 2], POSITIONS.size)
    aspect = judged(values, np.zeros(POSITIONS.size, np.int64))
    return [
        (aspect, replace(STEP, aspect="p90", z=z_of_p90)),
        (aspect, replace(STEP, aspect="p99", z=9.0)),
    ]


@pytest.mark.parametrize(
    ("state", "cause", "told"),
    [
        (State.CONFIRMED, StateCause.DETECTION, ["p99"]),
        (State.REFUTED, StateCause.PERSON, ["p99"]),
        (State.REFUTED, StateCause.JOB, ["p99"]),
        (State.WITHDRAWN, StateCause.DETECTION, ["p90"]),
    ],
)
def test_what_was_told_or_refuted_of_one_percentile_is_not_said_again_of_another(
    state: State, cause: StateCause, told: list[str]
) -> None:
    standing = ChangeStanding(state, cause, was_confirmed=True)
    known = Known(7, FindingKind.STEP, standing, 20, 18, 22, 1.0, 3.0, aspect="p99")
    reported = reported_aspects([], found(12.0), [known], POSITIONS.tolist())
    assert [one.aspect for one in reported] == told


def test_a_refuted_percentile_that_is_not_found_any_more_still_answers_for_the_others() -> None:
    refuted = ChangeStanding(State.REFUTED, StateCause.PERSON, was_confirmed=True)
    known = Known(7, FindingKind.STEP, refuted, 20, 18, 22, 1.0, 3.0, aspect="p99")
    assert not reported_aspects([], found(12.0)[:1], [known], POSITIONS.tolist())
    told = replace(known, id=8, aspect="p90", standing=replace(refuted, state=State.CONFIRMED))
    (kept,) = reported_aspects([], found(12.0), [known, told], POSITIONS.tolist())
    assert kept.aspect == "p90"
