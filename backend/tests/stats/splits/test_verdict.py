"""A split is claimed only when both sides are shown, and its members are named with care."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import stats

from backend.stats.comparison.paired import estimate_pairs
from backend.stats.splits.as_observed import SUMMARY_ONLY
from backend.stats.splits.net_effects import Members
from backend.stats.splits.verdict import SplitRules, judge_split, members_from_p, split_p

COUNT = 50
PAIRS = 10
NOISE = 0.03 * np.sqrt(2.0 / PAIRS)
"""Standard error of a mean difference of ten pairs whose samples scatter by 3 %."""


def truth(slower: int, faster: int, effect: float) -> np.ndarray:
    costs = np.zeros(COUNT)
    costs[:slower] = np.log1p(effect)
    costs[slower : slower + faster] = -np.log1p(effect)
    return costs


def drawn(costs: np.ndarray, generator: np.random.Generator) -> Members:
    """Draw what Student's t sees of ten pairs: a normal mean and an independent error."""
    degrees = PAIRS - 1.0
    errors = NOISE * np.sqrt(generator.chisquare(degrees, costs.size) / degrees)
    means = costs + NOISE * generator.standard_normal(costs.size)
    return Members(means, errors, np.full(costs.size, degrees))


def claims(costs: np.ndarray, seed: int, times: int) -> float:
    generator = np.random.default_rng(seed)
    found = 0
    for _ in range(times):
        members = drawn(costs, generator)
        t = members.costs / members.errors
        deviates = stats.norm.isf(stats.t.sf(t, members.degrees))
        found += split_p(deviates) <= 0.05
    return found / times


@pytest.mark.parametrize(
    ("slower", "effect"), [(0, 0.0), (5, 0.05), (20, 0.05), (5, 0.2), (20, 0.2)]
)
def test_a_change_that_only_hurts_is_rarely_called_a_split(slower: int, effect: float) -> None:
    assert claims(truth(slower, 0, effect), seed=31, times=1500) <= 0.055


@pytest.mark.parametrize(
    ("slower", "faster", "effect", "power"),
    [(5, 3, 0.05, 0.688), (3, 1, 0.08, 0.852), (10, 10, 0.03, 0.398)],
)
def test_real_splits_are_found_as_often_as_by_the_reference(
    slower: int, faster: int, effect: float, power: float
) -> None:
    # shares as measured for the published method, 500 splits each: two standard errors allowed
    error = np.sqrt(power * (1.0 - power) * (1.0 / 500 + 1.0 / 1000))
    assert claims(truth(slower, faster, effect), seed=32, times=1000) >= power - 2.0 * error


@pytest.mark.parametrize("pairs", [5, 8, 10, 16])
@pytest.mark.parametrize("gap", [0.0, 0.3])
def test_measured_pairs_of_which_none_gained_are_rarely_a_split(pairs: int, gap: float) -> None:
    # gap: 30 % of the samples are that much slower, at random, as frequency or placement does it
    generator = np.random.default_rng(34)
    families, members, slower = 300, 40, 10
    found = 0
    for _ in range(families):
        logs = 0.01 * generator.standard_normal((2, members, pairs))
        logs += np.log1p(gap) * (generator.random(logs.shape) < 0.3)
        logs[1, :slower] += np.log(1.08)
        estimates = estimate_pairs(*np.exp(logs))
        family = Members(estimates.shift, estimates.error, estimates.degrees)
        found += judge_split(family).verdict == "split"
    assert found / families <= 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / families)


def test_measured_pairs_become_a_claim() -> None:
    generator = np.random.default_rng(33)
    costs = truth(5, 3, 0.08)
    noise = np.exp(0.03 * generator.standard_normal((COUNT, 2 * PAIRS)))
    pairs = estimate_pairs(noise[:, ::2], noise[:, 1::2] * np.exp(costs)[:, None])
    judged = judge_split(Members(pairs.shift, pairs.error, pairs.degrees))
    assert judged.verdict == "split"
    assert judged.claimed
    assert np.flatnonzero(judged.members.losses).tolist() == [0, 1, 2, 3, 4]
    assert set(np.flatnonzero(judged.members.gains)) <= {5, 6, 7}
    assert judged.p == pytest.approx(max(judged.gains_p, judged.losses_p))


@pytest.mark.parametrize(
    ("slower", "faster", "effect"), [(0, 0, 0.0), (20, 0, 0.05), (5, 3, 0.05), (10, 10, 0.03)]
)
def test_intervals_of_named_members_hold_after_selection(
    slower: int, faster: int, effect: float
) -> None:
    generator, costs = np.random.default_rng(34), truth(slower, faster, effect)
    missed, naive, wrong_side = [], [], []
    for _ in range(400):
        members = drawn(costs, generator)
        found = judge_split(members).members
        named = found.gains | found.losses
        reach = stats.t.ppf(0.975, members.degrees) * members.errors
        misses = (found.low > costs) | (found.high < costs)
        plain = np.abs(members.costs - costs) > reach
        turned = (found.gains & (costs >= 0.0)) | (found.losses & (costs <= 0.0))
        missed.append(misses[named].mean() if named.any() else 0.0)
        naive.append(plain[named].mean() if named.any() else 0.0)
        wrong_side.append(turned[named].mean() if named.any() else 0.0)
    assert np.mean(missed) <= 0.06
    assert np.mean(wrong_side) <= 0.06
    if effect == 0.03:  # of weak effects only lucky ones are named: plain intervals fail them
        assert np.mean(naive) > 2.0 * np.mean(missed)


def test_an_interval_leaves_zero_out_exactly_for_named_members() -> None:
    generator = np.random.default_rng(35)
    for costs in (truth(5, 3, 0.06), truth(0, 0, 0.0), truth(20, 20, 0.04)):
        found = judge_split(drawn(costs, generator)).members
        assert ((found.high < 0.0) == found.gains).all()
        assert ((found.low > 0.0) == found.losses).all()


def test_members_below_the_minimum_effect_are_neither_named_nor_evidence() -> None:
    costs = np.array([0.02, -0.02, 0.001, -0.001])
    members = Members(costs, np.full(4, 0.0001), np.full(4, np.inf))
    judged = judge_split(members, rules=SplitRules(min_effect=0.01))
    assert judged.members.verdicts == ("loss", "gain", "same", "same")
    large = judge_split(members, rules=SplitRules(min_effect=0.03))
    assert large.verdict == "same"
    assert large.members.verdicts == ("same",) * 4


def test_one_sided_changes_have_one_sided_verdicts() -> None:
    errors, degrees = np.full(3, 0.01), np.full(3, 20.0)
    worse = judge_split(Members(np.array([0.1, 0.08, 0.001]), errors, degrees))
    better = judge_split(Members(np.array([-0.1, -0.08, 0.001]), errors, degrees))
    nothing = judge_split(Members(np.array([0.01, -0.01, 0.0]), errors, degrees))
    assert (worse.verdict, worse.claimed) == ("losses", True)
    assert (better.verdict, better.claimed) == ("gains", True)
    assert (nothing.verdict, nothing.claimed) == ("unknown", False)


def test_exact_members_need_no_scatter_to_be_named() -> None:
    members = Members(np.array([0.001, -0.001, 0.0]), np.zeros(3), np.full(3, np.inf))
    judged = judge_split(members)
    assert (judged.verdict, judged.claimed, judged.p) == ("split", True, 0.0)
    assert judged.members.verdicts == ("loss", "gain", "same")
    assert judged.net.verdict == "cancels out"
    assert judged.net.low == judged.net.high == pytest.approx(0.0)


def test_summaries_give_the_order_and_no_claim() -> None:
    # ring 16 to ring 64, published throughputs in 1/s
    costs = -np.log(np.array([37.22e6, 21.29e6]) / np.array([36.04e6, 22.5e6]))
    judged = judge_split(Members(costs, np.full(2, np.nan), np.full(2, np.nan)))
    assert (judged.verdict, judged.claimed) == ("split", False)
    assert judged.members.verdicts == ("gain", "loss")
    assert np.isnan(judged.p)
    assert judged.net.verdict == "unknown"
    assert np.exp(-judged.net.cost) - 1.0 == pytest.approx(-0.01146, abs=1e-5)
    assert judged.break_even is not None
    assert judged.break_even.weight == pytest.approx(0.368, abs=0.001)
    assert judged.warnings == (SUMMARY_ONLY,)


def test_a_summary_among_measured_members_proves_nothing() -> None:
    members = Members(np.array([-0.1, 0.5]), np.array([0.01, np.nan]), np.array([9.0, np.nan]))
    judged = judge_split(members)
    assert (judged.verdict, judged.claimed) == ("gains", True)
    assert judged.members.observed.tolist() == [False, True]
    assert judged.warnings == ("1 of 2 members is summary only; the net effect has no interval.",)


def test_p_values_give_their_errors_back() -> None:
    errors = np.array([0.01, 0.02])
    costs = np.array([-0.03, 0.05])
    p = 2.0 * stats.norm.sf(np.abs(costs) / errors)
    members = members_from_p(costs, p)
    np.testing.assert_allclose(members.errors, errors)
    assert np.isnan(members_from_p([0.0, 0.1], [1.0, 1.0]).errors).all()
    with pytest.raises(ValueError, match="between 0 and 1"):
        members_from_p([0.1], [1.5])


def test_the_smaller_side_decides() -> None:
    deviates = [5.0, 0.1, -0.2, -2.5]
    m = len(deviates)
    gains = min(m * p / (i + 1) for i, p in enumerate(np.sort(stats.norm.cdf(deviates))))
    losses = min(m * p / (i + 1) for i, p in enumerate(np.sort(stats.norm.sf(deviates))))
    assert split_p(deviates) == pytest.approx(max(gains, losses))
    assert split_p([3.0, -3.0]) == pytest.approx(split_p([-3.0, 3.0]))


@pytest.mark.parametrize(
    ("costs", "errors", "degrees", "reason"),
    [
        ([], [], [], "none were given"),
        ([0.1, np.nan], [1, 1], [9, 9], "member 1 has no finite cost"),
        ([np.inf], [1], [9], "member 0 has no finite cost"),
        ([0.1], [-1], [9], "member 0: an error"),
        ([0.1], [np.inf], [9], "member 0: an error"),
        ([0.1], [1], [0], "member 0: degrees"),
        ([0.1], [1, 2], [9], "one number per member"),
    ],
)
def test_unusable_members_are_refused_by_place(
    costs: list[float], errors: list[float], degrees: list[float], reason: str
) -> None:
    given_members = Members(*(np.array(one, dtype=float) for one in (costs, errors, degrees)))
    with pytest.raises(ValueError, match=reason):
        judge_split(given_members)


@settings(max_examples=60, deadline=None)
@given(
    arrays.arrays(float, st.integers(1, 9), elements=st.floats(-700, 700)),
    st.floats(0, 1e300) | st.just(float("nan")),
    st.sampled_from([0.5, 1.0, 9.3, np.inf]),
)
def test_any_finite_members_have_an_answer(costs: np.ndarray, error: float, degrees: float) -> None:
    members = Members(costs, np.full(costs.size, error), np.full(costs.size, degrees))
    judged = judge_split(members)
    assert judged.verdict in ("split", "gains", "losses", "same", "unknown")
    assert not (judged.claimed and np.isnan(error))
    assert len(judged.members.verdicts) == costs.size


def test_members_that_move_together_do_not_make_false_splits() -> None:
    generator, costs = np.random.default_rng(36), truth(5, 0, 0.05)
    found = 0
    for _ in range(600):
        together = NOISE * np.sqrt(0.5) * generator.standard_normal()
        members = drawn(costs * np.sqrt(2.0), generator)
        mixed = members.costs / np.sqrt(2.0) + together
        found += judge_split(Members(mixed, members.errors, members.degrees)).verdict == "split"
    assert found / 600 <= 0.055


@pytest.mark.parametrize(
    ("rounds", "reason"),
    [
        (np.zeros((3, 4)), "rounds are a table: one row per member"),
        (np.zeros(2), "rounds are a table"),
        (np.full((2, 4), np.nan), "rounds hold one finite difference"),
    ],
)
def test_unusable_rounds_are_refused(rounds: np.ndarray, reason: str) -> None:
    members = Members(np.array([0.1, -0.1]), np.full(2, 0.01), np.full(2, 9.0))
    with pytest.raises(ValueError, match=reason):
        judge_split(members, rounds=rounds)


@pytest.mark.parametrize(
    "rules", [SplitRules(min_effect=-0.1), SplitRules(alpha=1.0), SplitRules(correlation=1.5)]
)
def test_rules_out_of_range_are_refused(rules: SplitRules) -> None:
    with pytest.raises(ValueError, match=r"must be at least 0|lies between 0 and 1"):
        judge_split(Members(np.array([0.1]), np.array([0.1]), np.array([9.0])), rules=rules)


def test_a_family_without_members_is_refused() -> None:
    with pytest.raises(ValueError, match="none were given"):
        split_p([])
