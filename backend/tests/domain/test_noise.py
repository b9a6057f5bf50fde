"""Sentences about noise: the number, its interval, what it means."""

import math

import numpy as np
import pytest

from backend.domain import noise
from backend.stats.false_alarms import false_alarms
from backend.stats.noise_budget import Advice, noise_budget, noise_of_testbed
from backend.stats.sequential import Decision, Outcome, Rule, decide


def runs(within: float, between: float) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [
        np.exp(between * rng.standard_normal() + within * rng.standard_normal(10))
        for _ in range(30)
    ]


def test_a_budget_names_its_largest_source() -> None:
    by_run = noise.budget_sentence(noise_budget(runs(0.01, 0.03)))
    assert by_run.startswith("Most of the scatter is new in each run (")
    assert "A run of 10 samples is known to 2.4 %" in by_run
    by_sample = noise.budget_sentence(noise_budget(runs(0.05, 0.005)))
    assert by_sample.startswith("Most of the scatter is between the samples of a run")
    assert noise.budget_sentence(noise_budget([[1.0, 1.0]] * 3)).startswith("No scatter was seen")
    lone = noise.budget_sentence(noise_budget([[1.0, 1.1], [1.2, 1.3]], ["a", "b"]))
    assert lone.endswith("How runs differ on one machine is unknown.")


@pytest.mark.parametrize(
    ("advice", "sentence"),
    [
        (Advice(7, "neither", 0.02), "Samples per run are well chosen; 7 samples would be best."),
        (
            Advice(1, "runs", 0.418),
            "More runs pay better: 1 sample per run takes 42 % less time for the same precision.",
        ),
        (
            Advice(9, "samples", 0.2),
            (
                "More samples per run pay better: 9 samples per run take 20 % less time"
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
        "The middle half of 5 series scatters by 2.0 to 4.1 % from run to run."
    )
    assert noise.sentence_of_testbed(noise_of_testbed([0.02], 0.0, 50)) == (
        "The series scatters by 2.0 % from run to run."
    )
    assert "enough runs" in noise.sentence_of_testbed(noise_of_testbed([math.nan], 0.0, 50))


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (30.0, "3.0 % takes about 30 pairs."),
        (math.inf, "3.0 % cannot be shown at this noise: it takes more than 1000 pairs."),
        (math.nan, "How many pairs 3.0 % takes is unknown: the scatter is."),
    ],
)
def test_pairs(pairs: float, sentence: str) -> None:
    assert noise.pairs_sentence(0.03, pairs, 1000) == sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome.CONTINUE, "Cannot tell yet after 10 pairs: 5 more to the next look."),
        (Outcome.DIFFERENT, "Different by +4.8 % [+3.1, +6.4] %, 10 pairs."),
        (Outcome.SAME, "The same to within 8.0 %: [+3.1, +6.4] %, 10 pairs."),
        (Outcome.OUT_OF_BUDGET, "Cannot tell with 10 pairs: [+3.1, +6.4] %, 10 pairs."),
    ],
)
def test_decisions(outcome: Outcome, sentence: str) -> None:
    more = 5 if outcome is Outcome.CONTINUE else 0
    decision = Decision(outcome, 10, more, 1.048, 1.031, 1.064, ())
    assert noise.decision_sentence(decision, 0.08) == sentence


def test_a_decision_before_the_first_look() -> None:
    assert noise.decision_sentence(decide(Rule(), [], []), 0.0) == (
        "Cannot tell yet after 0 pairs: 5 more to the next look."
    )


@pytest.mark.parametrize(
    ("alarms", "comparisons", "end"),
    [
        (60, 1000, ", more than the 1.0 % claimed."),
        (0, 2000, ", no more than the 1.0 % claimed."),
        (3, 200, "; nothing speaks against the 1.0 % claimed."),
    ],
)
def test_false_alarms(alarms: int, comparisons: int, end: str) -> None:
    sentence = noise.false_alarm_sentence(false_alarms(alarms, comparisons))
    assert sentence.startswith(f"{alarms} of {comparisons} comparisons of a program with itself")
    assert sentence.endswith(end)
    assert "Nothing" in noise.false_alarm_sentence(false_alarms(0, 0))
