"""A ladder keeps a rung only with evidence, and does not promise more than it can hold."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.ladders import Fresh, LadderRules, gap_closed, judge_ladder
from backend.stats.splits.contrasts import Alternatives, against, from_rounds, from_summaries

ASYNC_RPS = [543, 447, 380, 517, 626, 32323]
"""Requests/s of the async bridge: the baseline, four rungs and the sync control, as published."""
ROUNDS = 12
NOISE = 0.03


def measured(truths: list[float], generator: np.random.Generator) -> Alternatives:
    """Measure ln costs in rounds that share what the machine does."""
    own = generator.normal(0.0, NOISE, (len(truths), ROUNDS))
    together = generator.normal(0.0, NOISE, ROUNDS)
    return from_rounds(np.exp(np.array(truths)[:, None] + own + together), ["lower"])


def test_with_nothing_to_gain_a_rung_is_rarely_kept() -> None:
    generator = np.random.default_rng(51)
    kept = 0
    for _ in range(400):
        ladder = judge_ladder(measured([0.0] * 13, generator), ["rung"] * 12)
        kept += any(rung.verdict == "kept" for rung in ladder.rungs)
    assert kept / 400 <= 0.05


@pytest.mark.parametrize("rounds", [3, 6, 8, 12])
def test_a_coarse_clock_keeps_no_rung_by_chance(rounds: int) -> None:
    """A fair coin between two readings kept or rejected 3.5 to 7.5 % at nominal 2.5 %."""
    generator = np.random.default_rng(rounds)
    told = 0
    for _ in range(800):
        readings = np.where(generator.random((2, rounds)) < 0.5, 11.0, 10.0)
        verdict = judge_ladder(from_rounds(readings, ["lower"]), ["rung"]).rungs[0].verdict
        told += verdict in ("kept", "rejected")
    assert told / 800 <= 0.035


def test_three_equal_rounds_of_a_clock_are_no_evidence() -> None:
    ladder = judge_ladder(from_rounds([[10.0] * 3, [9.0] * 3], ["lower"]), ["rung"])
    assert ladder.rungs[0].verdict == "unresolved"
    assert ladder.rungs[0].versus_best.high > 0.0


def test_false_rungs_stay_rare_among_true_ones() -> None:
    # every third rung gains 8 %, the others change nothing
    generator = np.random.default_rng(52)
    false = kept = 0
    for _ in range(200):
        truths, best = [0.0], 0.0
        for place in range(1, 13):
            best -= 0.08 * (place % 3 == 0)
            truths.append(best)
        ladder = judge_ladder(measured(truths, generator), ["rung"] * 12)
        for row, rung in enumerate(ladder.rungs, start=1):
            if rung.verdict == "kept":
                kept += 1
                false += truths[row] >= truths[rung.best]
    assert kept > 400
    assert false <= 0.05 * (kept + 200)


def test_the_stacked_gain_holds_although_the_best_was_chosen() -> None:
    # ten rungs of the same small gain: the kept one is the luckiest
    generator, truth = np.random.default_rng(53), -0.03
    adjusted, plain = [], []
    for _ in range(600):
        alternatives = measured([0.0] + [truth] * 10, generator)
        ladder = judge_ladder(alternatives, ["rung"] * 10)
        if ladder.best:
            adjusted.append(ladder.stacked.low <= truth <= ladder.stacked.high)
            low, high = against(alternatives, 0).ends(0.05)
            plain.append(low[ladder.best, 0] <= truth <= high[ladder.best, 0])
    assert len(adjusted) > 150
    assert np.mean(adjusted) >= 0.95
    assert np.mean(plain) < np.mean(adjusted)


def test_a_fresh_measurement_is_taken_as_it_is() -> None:
    alternatives = measured([0.0, -0.3, -0.3], np.random.default_rng(54))
    ladder = judge_ladder(
        alternatives, ["rung"] * 2, rules=LadderRules(fresh=Fresh(-0.28, 0.01, 1e9))
    )
    assert ladder.tried == 0
    assert ladder.stacked.cost == -0.28
    assert ladder.stacked.low == pytest.approx(-0.28 - 1.96 * 0.01, abs=1e-4)
    assert ladder.warnings == ()


def test_the_published_ladder_of_the_async_bridge() -> None:
    alternatives = from_summaries(ASYNC_RPS, None, 1, ["higher"])
    roles = ["rung"] * 4 + ["control"]
    ladder = judge_ladder(alternatives, roles, [None, None, "kept", None, None])  # type: ignore[arg-type]
    verdicts = [rung.verdict for rung in ladder.rungs]
    assert verdicts == ["rejected", "rejected", "rejected", "kept", "control"]
    assert not any(rung.claimed for rung in ladder.rungs)
    # published as kept although it lies below the baseline: only a decision makes it so
    assert ladder.rungs[2].stands
    assert np.exp(-ladder.rungs[2].versus_best.cost) - 1.0 == pytest.approx(-0.0479, abs=1e-4)
    assert np.exp(-ladder.rungs[2].versus_previous.cost) - 1.0 == pytest.approx(0.361, abs=1e-3)
    assert ladder.rungs[3].best == 0
    assert ladder.best == 4
    assert np.exp(-ladder.stacked.cost) == pytest.approx(626 / 543)
    assert np.isnan(ladder.stacked.low)
    control = ladder.rungs[4]
    assert np.exp(-control.versus_baseline.cost) == pytest.approx(59.5, abs=0.05)
    assert np.exp(-control.versus_best.cost) == pytest.approx(51.6, abs=0.05)
    share, low, _ = gap_closed(ladder, control.versus_baseline, higher=True)
    assert share == pytest.approx((626 - 543) / (32323 - 543))
    assert np.isnan(low)
    assert "no significance test" in ladder.warnings[0]


def test_each_verdict_comes_from_the_interval() -> None:
    errors = np.array([[0.0], [0.01], [0.01], [0.003], [0.03], [0.01]])
    costs = np.array([[0.0], [-0.10], [0.02], [-0.10], [-0.12], [np.nan]])
    many = np.full_like(costs, 1e9)
    alternatives = Alternatives(costs, errors, many, np.full_like(costs, 20.0), None)
    roles = ["rung"] * 4 + ["failed"]
    ladder = judge_ladder(alternatives, roles, rules=LadderRules(min_effect=0.02))  # type: ignore[arg-type]
    verdicts = [rung.verdict for rung in ladder.rungs]
    assert verdicts == ["kept", "rejected", "unresolved", "unresolved", "failed"]
    tighter = Alternatives(costs, np.minimum(errors, 0.003), many, many, None)
    ladder = judge_ladder(tighter, roles, rules=LadderRules(min_effect=0.02))  # type: ignore[arg-type]
    verdicts = [rung.verdict for rung in ladder.rungs]
    assert verdicts == ["kept", "rejected", "no gain", "kept", "failed"]
    assert [rung.best for rung in ladder.rungs] == [0, 1, 1, 1, 4]


def test_the_pairs_named_for_an_unresolved_rung_settle_it_mostly() -> None:
    generator, settled, needed = np.random.default_rng(55), 0, []
    for _ in range(300):
        small = from_rounds(np.exp(generator.normal([[0.0], [-0.02]], NOISE, (2, 8))), ["lower"])
        more = judge_ladder(small, ["rung"]).rungs[0].more_pairs
        if np.isfinite(more):
            needed.append(more)
    # a true gain of 2 % at 3 % noise per sample takes 8 + about 44 pairs at level .025
    count = 52
    for _ in range(300):
        large = from_rounds(
            np.exp(generator.normal([[0.0], [-0.02]], NOISE, (2, count))), ["lower"]
        )
        settled += judge_ladder(large, ["rung"]).rungs[0].verdict == "kept"
    assert 0.72 <= settled / 300 <= 0.92
    assert 10 <= np.median(needed) <= 80


def test_a_decision_goes_before_the_measured_verdict_and_both_are_kept() -> None:
    alternatives = measured([0.0, -0.3, -0.5], np.random.default_rng(56))
    ladder = judge_ladder(alternatives, ["rung"] * 2, [None, "rejected"])
    assert ladder.rungs[1].verdict == "kept"
    assert not ladder.rungs[1].stands
    assert ladder.best == 1


def test_an_added_rung_changes_no_earlier_verdict() -> None:
    alternatives = measured([0.0, -0.1, -0.1, -0.3, -0.29], np.random.default_rng(57))
    assert alternatives.rounds is not None
    rounds = np.exp(alternatives.rounds)
    whole = judge_ladder(alternatives, ["rung"] * 4)
    for count in (1, 2, 3):
        part = judge_ladder(from_rounds(rounds[: count + 1], ["lower"]), ["rung"] * count)
        assert part.rungs == whole.rungs[:count]


def test_a_kept_rung_earns_a_new_start() -> None:
    truths = [0.0, 0.1, 0.1, -0.3, 0.1, 0.1]
    ladder = judge_ladder(measured(truths, np.random.default_rng(71)), ["rung"] * 5)
    assert [rung.verdict == "kept" for rung in ladder.rungs] == [False, False, True, False, False]
    levels = [rung.versus_best.level for rung in ladder.rungs]
    assert levels == pytest.approx([0.05 / 2, 0.05 / 6, 0.05 / 12, 0.05 / 2, 0.05 / 6])


def test_controls_and_failures_cost_no_level() -> None:
    alternatives = measured([0.0, -0.1, 0.5, -0.2], np.random.default_rng(58))
    with_control = judge_ladder(alternatives, ["failed", "control", "rung"])
    assert with_control.rungs[2].versus_best.level == pytest.approx(0.025)
    assert with_control.tried == 1


def test_direction_is_mirrored() -> None:
    lower = measured([0.0, -0.1, 0.1], np.random.default_rng(59))
    assert lower.rounds is not None
    higher = from_rounds(1.0 / np.exp(lower.rounds), ["higher"])
    one, other = (judge_ladder(table, ["rung"] * 2) for table in (lower, higher))
    assert [rung.verdict for rung in one.rungs] == [rung.verdict for rung in other.rungs]
    assert one.stacked.low == pytest.approx(other.stacked.low)


def test_the_share_of_the_gap_has_an_interval() -> None:
    alternatives = measured([0.0, np.log(0.8), np.log(0.5)], np.random.default_rng(60))
    ladder = judge_ladder(alternatives, ["rung", "control"])
    share, low, high = gap_closed(ladder, ladder.rungs[1].versus_baseline, higher=False)
    assert low < 0.4 < high  # from 1 s to 0.8 s, on the way to 0.5 s
    assert low < share < high


def test_misfits_are_refused_by_place() -> None:
    broken = from_summaries([1.0, np.nan, 2.0], None, 1, ["lower"])
    with pytest.raises(ValueError, match="rung 1 has no result; mark it as failed"):
        judge_ladder(broken, ["rung", "rung"])
    with pytest.raises(ValueError, match="the baseline has no result"):
        judge_ladder(from_summaries([np.nan, 1.0], None, 1, ["lower"]), ["rung"])
    with pytest.raises(ValueError, match="2 rungs need as many roles"):
        judge_ladder(broken, ["failed"])
    with pytest.raises(ValueError, match="one objective, not 2"):
        judge_ladder(from_summaries([[1, 2], [3, 4]], None, 1, ["lower", "higher"]), ["rung"])
    with pytest.raises(ValueError, match="minimum effect"):
        judge_ladder(broken, ["failed", "rung"], rules=LadderRules(min_effect=-0.1))


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.inf])
def test_results_that_have_no_ratio_are_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="alternative 1, objective 0: ratios need positive"):
        from_summaries([1.0, wrong], None, 1, ["lower"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(1e-300, 1e300), min_size=2, max_size=6),
    st.floats(0.0, 0.5),
    st.integers(0, 40),
    st.floats(0.0, 1.0),
)
def test_any_positive_results_have_verdicts(
    values: list[float], spread: float, count: int, min_effect: float
) -> None:
    table = np.array(values)
    alternatives = from_summaries(table, spread * table, count, ["lower"])
    ladder = judge_ladder(alternatives, ["rung"] * (len(values) - 1), rules=LadderRules(min_effect))
    assert len(ladder.rungs) == len(values) - 1
    share, low, high = gap_closed(ladder, ladder.rungs[-1].versus_baseline, higher=count % 2 == 0)
    assert np.isnan(low) or low <= share <= high
    claimed = [rung for rung in ladder.rungs if rung.claimed]
    assert all(rung.versus_best.known for rung in claimed)


@pytest.mark.parametrize(
    "fresh",
    [Fresh(math.nan, 0.1, 3.0), Fresh(0.1, -1.0, 3.0), Fresh(0.1, math.inf, 3.0), Fresh(0.1, 0, 0)],
)
def test_an_impossible_fresh_measurement_is_refused(fresh: Fresh) -> None:
    alternatives = from_rounds([[10.0, 10.1, 9.9], [9.0, 9.1, 8.9]], ["lower"])
    with pytest.raises(ValueError, match="a fresh measurement has"):
        judge_ladder(alternatives, ["rung"], rules=LadderRules(fresh=fresh))
