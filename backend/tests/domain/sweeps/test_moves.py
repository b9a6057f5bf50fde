"""Whether the optimum of a sweep moved since the commit before."""

import re

from backend.domain.sweeps.curves import group_curves
from backend.domain.sweeps.results import SweepResult
from backend.tests.domain.sweeps.sweeping import a_curve
from backend.wording.sweeps.remarks import move_sentence

OLD = {1.0: 0.3, 4.0: 0.2, 8.0: 0.24, 16.0: 0.26}
NEW = {1.0: 0.3, 4.0: 0.24, 8.0: 0.2, 16.0: 0.26}


def moved(earlier: list[SweepResult], now: list[SweepResult]) -> str:
    (before,), (after,) = (
        group_curves(results, "threads", in_rounds=True) for results in (earlier, now)
    )
    return move_sentence(before, after, "threads")


def test_an_optimum_that_moved_is_said_with_what_moving_gains() -> None:
    said = moved(a_curve(OLD), a_curve(NEW, seed=2))
    assert re.fullmatch(
        r"The optimum moved from threads 4 to 8 since the commit before; "
        r"moving gains (19|20|21)\.\d\u202f% \[1\d\.\d, 2\d\.\d\]\.",
        said,
    )


def test_one_that_stayed_or_cannot_be_told_is_not_said_to_have_moved() -> None:
    assert moved(a_curve(OLD), a_curve(OLD, seed=2)) == ""
    close = a_curve(OLD | {8.0: 0.2002}), a_curve(OLD | {8.0: 0.1999, 4.0: 0.2001})
    assert moved(*close) == ""
    open_before = a_curve(OLD | {8.0: 0.2002}), a_curve(NEW, seed=2)
    assert moved(*open_before) == (
        "At the commit before, 4 was best; a move of the optimum is not significant."
    )
    alone = moved(a_curve({4.0: 1.0}), a_curve(NEW))
    assert alone == ""
