"""The net effect, who pays for it, and the weight at which it turns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.stats.splits.net_effects import Members, break_even, net_effect, who_pays
from backend.stats.splits.verdict import INDEPENDENT, SplitRules, judge_split
from backend.stats.splits.weights import normalised

DEGREES = 9.0
ERROR = 0.015


def drawn(costs: np.ndarray, generator: np.random.Generator) -> Members:
    errors = ERROR * np.sqrt(generator.chisquare(DEGREES, costs.size) / DEGREES)
    means = costs + ERROR * generator.standard_normal(costs.size)
    return Members(means, errors, np.full(costs.size, DEGREES))


@pytest.mark.parametrize("weights", [[1.0, 1.0], [1.0, 9.0], [0.0, 1.0]])
def test_the_interval_of_the_net_effect_holds_the_truth(weights: list[float]) -> None:
    generator, truth = np.random.default_rng(41), np.array([-0.03, 0.05])
    shares = normalised(weights, 2)
    nets = [net_effect(drawn(truth, generator), shares, 0.0, 0.05) for _ in range(1500)]
    held = np.mean([net.low <= shares @ truth <= net.high for net in nets])
    assert 0.935 <= held <= 0.97


def test_the_interval_holds_for_a_claimed_split_of_fifty() -> None:
    generator = np.random.default_rng(42)
    truth = np.r_[np.full(10, 0.03), np.full(10, -0.03), np.zeros(30)]
    held = []
    for _ in range(500):
        judged = judge_split(drawn(truth, generator))
        if judged.claimed and judged.verdict == "split":
            held.append(judged.net.low <= truth.mean() <= judged.net.high)
    assert len(held) > 100
    assert np.mean(held) >= 0.93


def test_members_that_move_together_widen_the_net_effect() -> None:
    generator, truth = np.random.default_rng(43), np.zeros(20)
    held: dict[str, list[bool]] = {"alone": [], "rounds": [], "correlation": []}
    for _ in range(300):
        common = generator.normal(0.0, 0.02, 12)
        rounds = common + generator.normal(0.0, 0.02, (20, 12))
        errors = rounds.std(axis=1, ddof=1) / np.sqrt(12)
        members = Members(rounds.mean(axis=1), errors, np.full(20, 11.0))
        judged = {
            "alone": judge_split(members),
            "rounds": judge_split(members, rounds=rounds),
            "correlation": judge_split(members, rules=SplitRules(correlation=0.5)),
        }
        for name, split in judged.items():
            held[name].append(split.net.low <= truth.mean() <= split.net.high)
        assert judged["alone"].warnings == (INDEPENDENT,)
        assert judged["rounds"].warnings == judged["correlation"].warnings == ()
    assert np.mean(held["alone"]) < 0.7
    assert np.mean(held["rounds"]) >= 0.92
    assert np.mean(held["correlation"]) >= 0.92


def test_the_net_verdict_says_gain_loss_cancelling_or_unknown() -> None:
    def verdict(costs: list[float], error: float) -> str:
        count = len(costs)
        members = Members(np.array(costs), np.full(count, error), np.full(count, np.inf))
        return net_effect(members, normalised(None, count), 0.01, 0.05).verdict

    assert verdict([-0.10, 0.02], 0.005) == "gain"
    assert verdict([0.10, -0.02], 0.005) == "loss"
    assert verdict([0.10, -0.10], 0.005) == "cancels out"
    assert verdict([0.10, -0.10], 0.05) == "unknown"
    assert verdict([0.10, -0.02], np.nan) == "unknown"


def test_leaving_each_member_out_equals_weighing_the_others() -> None:
    generator = np.random.default_rng(44)
    members = drawn(np.array([-0.04, 0.01, 0.02, 0.005]), generator)
    weights = normalised([1.0, 2.0, 3.0, 0.0], 4)
    net = net_effect(members, weights, 0.0, 0.05)
    for place in range(4):
        others = np.delete(np.arange(4), place)
        alone = Members(members.costs[others], members.errors[others], members.degrees[others])
        slow = net_effect(alone, normalised(weights[others], 3), 0.0, 0.05)
        assert net.without[place] == pytest.approx(slow.cost)


def test_one_member_on_which_the_sign_hangs_is_named() -> None:
    costs = np.array([0.30, -0.02, -0.02, -0.02])
    members = Members(costs, np.full(4, 0.001), np.full(4, np.inf))
    net = net_effect(members, normalised(None, 4), 0.0, 0.05)
    assert net.verdict == "loss"
    assert net.hangs_on.tolist() == [0]
    # with the whole weight on one member nothing is left to say without it
    alone = net_effect(members, normalised([1, 0, 0, 0], 4), 0.0, 0.05)
    assert np.isnan(alone.without[0])
    assert alone.hangs_on.size == 0


def test_the_largest_weighted_loss_pays_most() -> None:
    costs = np.array([0.02, -0.5, 0.06, 0.02])
    paid = who_pays(costs, normalised([6, 1, 1, 0], 4), costs > 0.0)
    assert paid.order.tolist() == [0, 2, 3]
    assert paid.shares == pytest.approx([2 / 3, 1 / 3, 0.0])


def test_at_the_break_even_weight_the_net_effect_is_zero() -> None:
    costs = np.array([-0.0322, 0.0553, -0.01])
    members = Members(costs, np.full(3, 0.002), np.full(3, np.inf))
    losers = costs > 0.0
    turn = break_even(members, normalised([2, 1, 1], 3), losers, 0.05)
    assert turn is not None
    others = (1.0 - turn.weight) * np.array([2 / 3, 1 / 3])
    weighed = net_effect(members, np.array([others[0], turn.weight, others[1]]), 0.0, 0.05)
    assert weighed.cost == pytest.approx(0.0, abs=1e-12)
    assert turn.low < turn.weight < turn.high
    assert turn.current == pytest.approx(0.25)
    for end in (turn.low, turn.high):  # at the ends the net effect is just told from zero
        rest = (1.0 - end) * np.array([2 / 3, 1 / 3])
        net = net_effect(members, np.array([rest[0], end, rest[1]]), 0.0, 0.05)
        assert min(abs(net.low), abs(net.high)) < 1e-9


@pytest.mark.parametrize("error", [0.004, 0.03])
def test_the_interval_of_the_break_even_weight_holds_the_truth(error: float) -> None:
    generator, truth = np.random.default_rng(45), np.array([-0.03, -0.01, 0.05])
    right = 0.02 / 0.07
    held = []
    for _ in range(1500):
        members = Members(
            truth + error * generator.standard_normal(3), np.full(3, error), np.full(3, np.inf)
        )
        turn = break_even(members, normalised(None, 3), truth > 0.0, 0.05)
        if turn is not None:
            held.append(turn.low <= right <= turn.high)
    assert len(held) > 500
    assert np.mean(held) >= 0.94


def test_few_degrees_of_freedom_widen_the_break_even_weight() -> None:
    generator, truth = np.random.default_rng(46), np.array([-0.03, 0.05])
    held = []
    for _ in range(1500):
        errors = 0.006 * np.sqrt(generator.chisquare(3.0, 2) / 3.0)
        means = truth + 0.006 * generator.standard_normal(2)
        members = Members(means, errors, np.full(2, 3.0))
        turn = break_even(members, normalised(None, 2), truth > 0.0, 0.05)
        if turn is not None:
            held.append(turn.low <= 0.03 / 0.08 <= turn.high)
    assert np.mean(held) >= 0.94


@pytest.mark.parametrize(
    ("costs", "reason"),
    [([0.1, 0.2], "nobody gains"), ([-0.1, -0.2], "nobody loses"), ([0.1, 0.0], "rest is level")],
)
def test_there_is_no_break_even_without_both_sides(costs: list[float], reason: str) -> None:
    given_costs = np.array(costs)
    members = Members(given_costs, np.full(2, 0.01), np.full(2, 9.0))
    assert break_even(members, normalised(None, 2), given_costs > 0.0, 0.05) is None, reason


def test_weights_are_shares() -> None:
    assert normalised(None, 4).tolist() == [0.25] * 4
    assert normalised([3, 0, 1], 3).tolist() == [0.75, 0.0, 0.25]
    assert normalised([1e308, 1e308], 2).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("weights", "count", "reason"),
    [
        ([1, -0.5], 2, "weight 1 is -0.5: give 0 or a positive number"),
        ([np.nan, 1], 2, "weight 0 is nan"),
        ([np.inf], 1, "weight 0 is inf"),
        ([0, 0], 2, "every weight is 0"),
        ([1], 2, "2 members need as many weights, not 1"),
        (None, 0, "no members"),
    ],
)
def test_unusable_weights_are_refused(weights: list[float] | None, count: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        normalised(weights, count)


@given(st.lists(st.floats(0, 1e308), min_size=1, max_size=20).filter(lambda one: max(one) > 0))
def test_weights_sum_to_one(weights: list[float]) -> None:
    assert normalised(weights, len(weights)).sum() == pytest.approx(1.0)
