"""Confirm jobs: when a change is upheld, refuted, or left open, and what the machine must show."""

import math

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.decisions.confirmation import (
    ANSWERS,
    ConfirmationAnswer,
    ConfirmationRule,
    confirm,
    confirm_all,
)

RULE = ConfirmationRule()


def rounds(seed: int, effect: float, count: int = 42, noise: float = 0.01) -> list[Floats]:
    """Return last good, first bad and last good once more."""
    arms = np.exp(noise * np.random.default_rng(seed).standard_normal((3, count)))
    arms[1] *= 1.0 + effect
    return list(arms)


def test_a_step_of_five_sigma_is_upheld_within_eight_pairs_and_keeps_its_interval() -> None:
    drawn = np.exp(0.01 * np.random.default_rng(1).standard_normal((3, 400, 42)))
    codes, pairs = confirm_all(RULE, drawn[0], drawn[1] * 1.05, drawn[2])
    assert np.median(pairs) <= 8
    assert (codes == ANSWERS.index(ConfirmationAnswer.UPHELD)).mean() > 0.98
    told = confirm(RULE, drawn[0, 0], drawn[1, 0] * 1.05, drawn[2, 0])
    assert told.answer is ConfirmationAnswer.UPHELD
    assert 1.0 < told.low < 1.05 < told.high
    assert (told.more, told.likely) == (0, 0)


def test_what_never_changed_is_refuted_and_hardly_ever_upheld() -> None:
    drawn = np.exp(0.01 * np.random.default_rng(2).standard_normal((3, 4_000, 42)))
    codes, _ = confirm_all(RULE, *drawn)
    share = {answer: float(np.mean(codes == place)) for place, answer in enumerate(ANSWERS)}
    assert share[ConfirmationAnswer.UPHELD] <= 0.01
    assert share[ConfirmationAnswer.UNSTEADY] <= 0.01
    assert share[ConfirmationAnswer.REFUTED] > 0.9


def test_a_change_the_other_way_refutes_the_reported_one() -> None:
    good, bad, again = rounds(3, -0.05)
    assert confirm(RULE, good, bad, again).answer is ConfirmationAnswer.REFUTED
    assert confirm(RULE, good, bad, again, rises=False).answer is ConfirmationAnswer.UPHELD


def test_what_is_real_but_smaller_than_matters_is_refuted() -> None:
    told = confirm(ConfirmationRule(smallest=0.03), *rounds(4, 0.01, noise=0.002))
    assert told.answer is ConfirmationAnswer.REFUTED
    assert 1.0 < told.low < told.high < 1.03


def test_a_commit_that_differs_from_itself_tells_nothing() -> None:
    good, bad, again = rounds(5, 0.05)
    told = confirm(RULE, good, bad, again * 1.05)
    assert told.answer is ConfirmationAnswer.UNSTEADY
    assert told.itself == pytest.approx(1.05, abs=0.02)
    assert confirm(RULE, good, bad).answer is ConfirmationAnswer.UPHELD


def test_it_asks_for_the_next_look_and_says_how_many_it_will_likely_take() -> None:
    before = confirm(RULE, [], [])
    assert (before.answer, before.more, before.likely) == (ConfirmationAnswer.MORE, 3, 3)
    assert math.isnan(before.ratio)
    arms = rounds(6, 0.03, noise=0.02)
    first = confirm(RULE, *(arm[:4] for arm in arms))
    assert (first.answer, first.pairs, first.more) == (ConfirmationAnswer.MORE, 3, 2)
    assert first.likely is None or first.likely >= 2
    decided = confirm(RULE, *arms)
    again = confirm(RULE, *(arm[: decided.pairs] for arm in arms))
    assert (again.answer, again.ratio) == (decided.answer, decided.ratio)


def test_the_guess_of_pairs_still_missing_is_right_within_a_factor_of_three() -> None:
    """An interval of nine pairs knows its own width to about a quarter, and pairs go by squares."""
    near = []
    for seed in range(60):
        arms = rounds(100 + seed, 0.03, noise=0.02)
        now = confirm(RULE, *(arm[:9] for arm in arms))
        if now.answer is ConfirmationAnswer.MORE and now.likely:
            missing = confirm(RULE, *arms).pairs - 9
            near.append(now.likely / 3 <= missing <= 3 * now.likely)
    assert len(near) > 15
    assert np.mean(near) > 0.7


def test_a_spent_budget_says_so() -> None:
    told = confirm(ConfirmationRule(most_pairs=10), *rounds(7, 0.01, 10, noise=0.05))
    assert (told.answer, told.pairs) == (ConfirmationAnswer.SPENT, 10)


@pytest.mark.parametrize(
    ("arms", "reason"),
    [
        (([1.0, 1.0], [1.0]), "each arm once"),
        (([1.0], [0.0]), "positive, finite"),
        (([1.0], [math.nan]), "positive, finite"),
        (([1.0], [1.0], [[1.0]]), "rows"),
    ],
)
def test_unusable_rounds_are_refused(arms: tuple[list[float], ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        confirm(RULE, *arms)


def test_a_rule_without_a_smallest_effect_is_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        ConfirmationRule(smallest=0.0)
    with pytest.raises(ValueError, match="one round"):
        ConfirmationRule(most_pairs=2)
