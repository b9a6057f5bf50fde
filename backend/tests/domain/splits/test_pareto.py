"""What the front over alternatives says, and which of them resolve a split."""

import numpy as np
import pytest

from backend.domain.errors import InvalidError
from backend.domain.splits.pareto import Choice, Objective, weigh
from backend.stats.splits.contrasts import from_rounds, from_summaries
from backend.stats.splits.pareto import SplitRows
from backend.wording.alternatives import front_sentences, resolution_sentences

# ring 16, 64 and 48/16 of the allocator: op/s, op/s, B per thread, as published
RING = np.array([[36.04e6, 22.5e6, 2417], [37.22e6, 21.29e6, 5171], [36.8e6, 22.5e6, 3482]])
OBJECTIVES = [
    Objective("mid_large_mt", "higher", "op/s"),
    Objective("random_mixed", "higher", "op/s"),
    Objective("tls_bytes", "lower", "B"),
]
PUBLISHED = Choice(
    ["16", "64", "48/16"],
    OBJECTIVES,
    from_summaries(RING, None, 1, ["higher", "higher", "lower"]),
)
RING_64 = SplitRows(0, 1, np.array([True, False, False]), np.array([False, True, False]))


def measured(truths: list[list[float]], noise: float = 0.01) -> Choice:
    table = np.array(truths)
    noisy = table[:, :, None] + np.random.default_rng(3).normal(0.0, noise, (*table.shape, 12))
    names = [f"v{row}" for row in range(len(truths))]
    objectives = [Objective("time", "lower", "s"), Objective("memory", "lower", "B")]
    return Choice(names, objectives, from_rounds(np.exp(noisy), ["lower", "lower"]))


def test_the_published_alternatives() -> None:
    assert front_sentences(weigh(PUBLISHED)) == [
        "Pareto-optimal: 16, 64 and 48/16.",
        "Summary only: no significance test.",
    ]
    assert resolution_sentences(PUBLISHED, RING_64) == [
        (
            "48/16 resolves the split of 64 (no significance test): "
            "mid_large_mt 2.1\u202f% higher throughput, "
            "64.8\u202f% of the gain; random_mixed no "
            "difference; tls_bytes 44.1\u202f% more memory."
        )
    ]


def test_a_beaten_alternative_and_a_knee_are_named() -> None:
    said = front_sentences(weigh(measured([[0, 1], [0.2, 0.2], [1, 0], [0.4, 0.4]])))
    assert said == [
        "Pareto-optimal: v0, v1 and v2.",
        "v3 is dominated by v1.",
        "v1 gives up least on any objective (the same in 100\u202f% of resamplings).",
    ]


def test_a_member_in_a_shadow_is_said_so() -> None:
    said = front_sentences(weigh(measured([[0, 0], [0.1, 0]], noise=0.03)))
    assert "v1 cannot be ruled out yet: v0 is better somewhere, v1 nowhere." in said


def test_alternatives_that_cannot_be_told_apart_are_said_so() -> None:
    said = front_sentences(weigh(measured([[0, 0], [0, 0], [1, -1]], noise=0.05)))
    assert "v0 and v1 do not differ significantly." in said


def test_of_many_that_cannot_be_told_apart_not_every_pair_is_named() -> None:
    said = front_sentences(weigh(measured([[0, 0]] * 5, noise=0.05)))
    assert "None of these 5 differ significantly." in said
    assert not any("v0 and v1" in one for one in said)
    far = front_sentences(weigh(measured([[0.0, 0.0]] * 4 + [[1, -1]], noise=0.05)))
    assert "2 more pairs do not either." in far


def test_a_claimed_resolution_carries_intervals() -> None:
    choice = measured([[0, 0], [-0.1, 0.1], [-0.09, -0.03], [0.0, 0.2]])
    split = SplitRows(0, 1, np.array([True, False]), np.array([False, True]))
    resolved, other = resolution_sentences(choice, split)
    assert resolved.startswith("v2 resolves the split of v1: time ")
    assert "\u202f% faster [" in resolved
    assert other.startswith("v3 does not resolve the split of v1: ")
    unclear = measured([[0, 0], [-0.1, 0.1], [-0.09, 0.0]], noise=0.1)
    (unknown,) = resolution_sentences(unclear, split)
    assert unknown.startswith("Inconclusive whether v2 resolves the split of v1: ")


def test_names_have_to_fit_the_table() -> None:
    with pytest.raises(InvalidError, match="every row is an alternative"):
        weigh(Choice(["16"], OBJECTIVES, PUBLISHED.table))


def test_a_gain_that_may_be_none_is_kept_as_observed_only() -> None:
    split = SplitRows(0, 1, np.array([True, False]), np.array([False, True]))
    (said,) = resolution_sentences(measured([[0, 0], [-0.1, 0.1], [-0.03, -0.1]], 0.1), split)
    assert "\u202f% of the gain (not significant); memory " in said
    (shown,) = resolution_sentences(measured([[0, 0], [-0.1, 0.1], [-0.09, -0.03]]), split)
    assert "no claim" not in shown
