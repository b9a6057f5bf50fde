import math

import pytest

from backend.domain.claims.records import ClaimInterval
from backend.domain.claims.verdicts import SaidRange, weigh

FASTER = SaidRange(0.85, 0.845, 0.855, neutral=1.0)
LEVEL = SaidRange(2e-3, 1.9e-3, 2.1e-3)


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [
        ((0.85, 0.846, 0.854), "confirmed"),
        ((0.70, 0.65, 0.75), "other size"),
        ((0.95, 0.92, 0.98), "other size"),
        ((1.02, 0.97, 1.06), "refuted"),
        ((1.30, 1.25, 1.36), "refuted"),
        ((0.86, 0.80, 0.92), "undecided"),
        ((0.85, math.nan, math.nan), "undecided"),
    ],
)
def test_an_interval_is_weighed_against_what_was_said(
    interval: tuple[float, float, float], verdict: str
) -> None:
    assert weigh(ClaimInterval(*interval, 20), FASTER)[0] == verdict


def test_a_level_has_no_direction_it_holds_or_it_does_not() -> None:
    assert weigh(ClaimInterval(2.5e-3, 2.4e-3, 2.6e-3, 9), LEVEL)[0] == "refuted"
    assert weigh(ClaimInterval(2.0e-3, 1.95e-3, 2.05e-3, 9), LEVEL)[0] == "confirmed"


def test_an_open_end_confirms_whatever_lies_beyond_the_other_one() -> None:
    at_most = SaidRange(math.nan, -math.inf, 0.03, neutral=1.0)
    assert weigh(ClaimInterval(0.01, 0.005, 0.02, 9), at_most)[0] == "confirmed"
    assert weigh(ClaimInterval(0.26, 0.20, 0.33, 9), at_most)[0] == "other size"


def test_what_is_open_says_how_many_rounds_would_settle_it() -> None:
    # 0.10 wide to the near end that lies 0.05 away: twice as narrow takes four times the rounds
    said = SaidRange(1.0, 0.9, math.inf, neutral=1.0)
    assert weigh(ClaimInterval(0.95, 0.85, 1.05, 20), said) == ("undecided", 60)
    # the figure itself lies on the end: nobody waits for that
    assert weigh(ClaimInterval(0.9, 0.8, 1.0, 20), said) == ("undecided", None)
