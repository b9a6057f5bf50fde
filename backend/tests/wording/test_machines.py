"""Sentences about noise: the number, its interval, what it means."""

import math
from dataclasses import replace

import numpy as np
import pytest

from backend.domain.machines.self_comparisons import SelfComparisonTally
from backend.domain.quantities import Quantity
from backend.stats.noise.budget import Advice, noise_budget, noise_of_testbed
from backend.stats.noise.false_alarms import false_alarms
from backend.stats.sequential import Outcome, SequentialDecision, SequentialRule, decide
from backend.wording import machines as noise

TIME = Quantity("wall_time", "s", "lower")


def runs(within: float, between: float) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [
        np.exp(between * rng.standard_normal() + within * rng.standard_normal(10))
        for _ in range(30)
    ]


def test_a_budget_names_its_largest_source() -> None:
    by_run = noise.budget_sentence(noise_budget(runs(0.01, 0.03)))
    assert by_run.startswith("Most of the scatter is new in each run (")
    assert "One run (10 samples) has an uncertainty of 2.4\u202f%" in by_run
    by_sample = noise.budget_sentence(noise_budget(runs(0.05, 0.005)))
    assert by_sample.startswith("Most of the scatter is between the samples of a run")
    assert noise.budget_sentence(noise_budget([[1.0, 1.0]] * 3)).startswith("No scatter was seen")


def test_a_budget_does_not_call_all_what_it_could_not_look_at() -> None:
    rng = np.random.default_rng(2)
    luck = np.exp(0.2 * rng.standard_normal(8))
    apart = [one * np.exp(0.01 * rng.standard_normal(10)) for one in luck]
    assert noise.budget_sentence(noise_budget(apart, list("abcdefgh"))) == (
        "Samples of a run scatter by 1.0\u202f%. How runs differ on one machine is unknown."
    )
    assert noise.budget_sentence(noise_budget([[one] for one in luck])) == (
        "One run (1 sample) has an uncertainty of 29.5\u202f%. "
        "Runs of one sample do not show what of it is within a run."
    )
    assert noise.budget_sentence(noise_budget([[1.0], [1.2]], ["a", "b"])) == (
        "One sample per machine does not tell one source of scatter from another. "
        "How runs differ on one machine is unknown."
    )


def test_a_budget_beyond_reason_is_not_written_out() -> None:
    wild = [[1e-300, 1e300], [1e300, 1e-300]]
    assert max(len(word) for word in noise.budget_sentence(noise_budget(wild)).split()) < 12


@pytest.mark.parametrize(
    ("advice", "sentence"),
    [
        (Advice(7, "neither", 0.02), "Samples per run are well chosen; 7 samples would be best."),
        (
            Advice(1, "runs", 0.418),
            (
                "More runs pay better: 1 sample per run takes "
                "42\u202f% less time for the same precision."
            ),
        ),
        (
            Advice(9, "samples", 0.2),
            (
                "More samples per run pay better: 9 samples per run take 20\u202f% less time"
                " for the same precision."
            ),
        ),
    ],
)
def test_advice(advice: Advice, sentence: str) -> None:
    assert noise.advice_sentence(advice) == sentence


def test_a_testbed() -> None:
    many = noise_of_testbed([0.01, 0.02, 0.03, 0.04, 0.05], 0.0, 50)
    assert noise.sentence_of_testbed(many) == (
        "Run-to-run noise: median 3.0\u202f% (IQR 2.0 to 4.1\u202f%), 5 series."
    )
    assert noise.sentence_of_testbed(noise_of_testbed([0.02], 0.0, 50)) == (
        "The series scatters by 2.0\u202f% from run to run."
    )
    assert noise.sentence_of_testbed(noise_of_testbed([0.02, math.nan], 0.0, 50)) == (
        "1 of 2 series has enough runs: it scatters by 2.0\u202f% from run to run."
    )
    some = noise_of_testbed([0.01, 0.02, math.nan, 0.04, 0.05], 0.0, 50)
    assert noise.sentence_of_testbed(some) == (
        "Run-to-run noise: median 3.1\u202f% (IQR 1.8 to 4.3\u202f%), 4 series with enough runs."
    )
    assert "enough runs" in noise.sentence_of_testbed(noise_of_testbed([math.nan], 0.0, 50))


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (30.0, "3.0\u202f% takes about 30 pairs."),
        (1.0, "3.0\u202f% takes about 1 pair."),
        (
            math.inf,
            "3.0\u202f% cannot be shown at this noise: it takes more than 1\u202f000 pairs.",
        ),
        (math.nan, "How many pairs 3.0\u202f% takes is unknown: the scatter is."),
    ],
)
def test_pairs(pairs: float, sentence: str) -> None:
    assert noise.pairs_sentence(0.03, pairs, 1000) == sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome.CONTINUE, "Inconclusive after 10 pairs; 5 more until the next look."),
        (Outcome.DIFFERENT, "4.8\u202f% slower [3.1, 6.4], 10 pairs."),
        (Outcome.SAME, "The same within 8\u202f%: 4.8\u202f% slower [3.1, 6.4], 10 pairs."),
        (Outcome.OUT_OF_BUDGET, "Inconclusive after 10 pairs: 4.8\u202f% slower [3.1, 6.4]."),
    ],
)
def test_decisions(outcome: Outcome, sentence: str) -> None:
    more = 5 if outcome is Outcome.CONTINUE else 0
    decision = SequentialDecision(outcome, 10, more, 1.048, 1.031, 1.064, ())
    assert noise.decision_sentence(decision, 0.08, TIME) == sentence


def test_a_decision_for_throughput_says_so() -> None:
    decision = SequentialDecision(Outcome.DIFFERENT, 5, 0, 1.05, 1.0499, 1.0501, ())
    rate = Quantity("requests", "1/s", "higher")
    assert noise.decision_sentence(decision, 0.01, rate) == (
        "5.00\u202f% higher throughput [4.99, 5.01], 5 pairs."
    )


def test_a_decision_before_the_first_look() -> None:
    assert noise.decision_sentence(decide(SequentialRule(), [], []), 0.0, TIME) == (
        "No look yet: 5 more pairs to the first."
    )


@pytest.mark.parametrize(
    ("alarms", "comparisons", "end"),
    [
        (60, 1000, ", more than the 1.0\u202f% claimed."),
        (0, 2000, ", no more than the 1.0\u202f% claimed."),
        (3, 200, "; nothing speaks against the 1.0\u202f% claimed."),
    ],
)
def test_false_alarms(alarms: int, comparisons: int, end: str) -> None:
    sentence = noise.false_alarm_sentence(false_alarms(alarms, comparisons))
    assert sentence.startswith(
        f"{alarms} of {comparisons} comparisons of a program with itself raised an alarm: "
    )
    assert sentence.endswith(end)
    assert "Nothing" in noise.false_alarm_sentence(false_alarms(0, 0))


def test_a_testbed_of_too_many_false_alarms_is_called_out() -> None:
    tally = SelfComparisonTally(1, 100, 40, 0, 400, 60, None)
    rate = noise.rate_of(tally, [])
    assert rate.too_many
    assert rate.low > rate.claimed
    assert rate.sentence.endswith(", more than the 5.0\u202f% claimed.")
    assert not noise.rate_of(replace(tally, alarms=5), []).too_many


def test_reach_is_what_would_show() -> None:
    assert noise.reach_sentence(0.05, 0.05) == "Smallest change detectable in 5 runs: 5.0\u202f%."
    assert noise.reach_sentence(0.05, 0.2) == (
        "Smallest change detectable in 5 runs: 5.0\u202f% (median series), 20.0\u202f% (noisiest)."
    )
    assert noise.reach_sentence(math.nan, math.nan) == ""


def test_beyond_twice_as_much_a_change_is_a_factor() -> None:
    assert noise.reach_sentence(0.336, 14.88).endswith(", a factor of 15.9 (noisiest).")
    assert noise.reach_sentence(1.5, 1.5) == (
        "Smallest change detectable in 5 runs: a factor of 2.50."
    )
