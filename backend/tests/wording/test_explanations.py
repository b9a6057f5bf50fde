import math

import pytest

from backend.domain.jobs.refining import RefinedCurve
from backend.wording.explanations import MetricMove, explain, refinement_sentence
from backend.wording.numbers import MINUS, TIMES

TIME = MetricMove("time", "s", 1.06, 1.05, 1.07, "regression")
REFILLS = MetricMove("l2_refills", "1", 1.058, 1.051, 1.065, "regression")
FAULTS = MetricMove("faults", "1", 3.0, 2.5, 3.6, "regression")
INSTRUCTIONS = MetricMove("instructions", "1", 1.001, 0.999, 1.003, "same")
CYCLES = MetricMove("cycles", "1", 1.055, 1.05, 1.06, "regression")
UNTOLD = MetricMove("branches", "1", 1.02, 0.9, 1.2, "unknown")


def test_what_moved_about_as_much_comes_first() -> None:
    found = explain(TIME, [FAULTS, INSTRUCTIONS, REFILLS, UNTOLD])
    assert found.sentence == (
        "time +6.0\u202f% [5.0, 7.0]: l2_refills +5.8\u202f% [5.1, 6.5]"
        f" and faults {TIMES}3.00 [2.50, 3.60] changed with it."
        f" Unchanged: instructions +0.1\u202f% [{MINUS}0.1, 0.3]. Inconclusive: branches."
    )


def test_a_throughput_falls_as_its_time_grows() -> None:
    rate = MetricMove("ops", "op/s", 1.0 / 1.06, 0.93, 0.95, "regression")
    found = explain(TIME, [FAULTS, rate])
    assert [one.metric for one in found.moved] == ["ops", "faults"]


def test_cycles_and_instructions_split_a_time_into_factors_that_multiply_to_it() -> None:
    found = explain(TIME, [INSTRUCTIONS, CYCLES])
    assert math.prod(part.ratio for part in found.parts) == pytest.approx(TIME.ratio)
    assert found.sentence.endswith(
        "As factors: instructions +0.1\u202f%, cycles per "
        "instruction +5.4\u202f%, time per cycle +0.5\u202f%."
    )


def test_counters_of_different_programs_are_not_multiplied() -> None:
    simulated = MetricMove("simulated_instructions", "1", 1.2, 1.2, 1.2, "regression")
    assert explain(TIME, [simulated, CYCLES]).parts == []


def test_nothing_is_explained_where_nothing_is_told_apart() -> None:
    still = MetricMove("time", "s", 1.001, 0.99, 1.01, "unknown")
    assert explain(still, [INSTRUCTIONS]).sentence == (
        "time did not change significantly, so there is nothing to explain."
    )
    assert explain(still, [FAULTS]).sentence.endswith(
        f"But faults {TIMES}3.00 [2.50, 3.60] changed."
    )
    assert explain(still, [CYCLES, INSTRUCTIONS]).parts == []


def test_what_has_no_ratio_moves_by_a_difference() -> None:
    kernel = MetricMove(
        "system_time", "s", math.nan, math.nan, math.nan, "regression", difference=0.0058
    )
    found = explain(TIME, [kernel, REFILLS])
    assert [one.metric for one in found.moved] == ["l2_refills", "system_time"]
    assert "and system_time +5.80\u202fms changed with it." in found.sentence
    assert explain(kernel, [REFILLS]).sentence.startswith("system_time +5.80\u202fms: l2_refills ")


def test_silence_and_single_numbers_have_words_too() -> None:
    assert explain(TIME, []).sentence == (
        "No other metric of this variant was measured on both sides."
    )
    exact = MetricMove("allocations", "1", 1.1, math.nan, math.nan, "regression", is_exact=True)
    assert "allocations +10.0\u202f% changed with it." in explain(TIME, [exact]).sentence
    zero = MetricMove("misses", "1", math.nan, math.nan, math.nan, "regression")
    assert explain(TIME, [zero]).sentence == (
        "time +6.0\u202f% [5.0, 7.0]: no other metric changed significantly. Inconclusive: misses."
    )


def test_a_job_says_what_it_measures_further_and_why_it_does_not_count() -> None:
    curve = RefinedCurve({}, 5, [4.0, 8.0], [], 40, 60, 3, counts=False)
    _, said = refinement_sentence("threads", [curve], goes_on=True)
    assert "threads = 4 and 8 are measured further (of 5 values)" in said
    _, said = refinement_sentence("threads", [curve], goes_on=False)
    assert said.endswith(
        "They do not count in the sweep: the machine was not fit, and other runs had a fit machine."
    )
