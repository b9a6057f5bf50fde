import pytest

from backend.domain.reports.claim_checks import read_figure, read_ratio


@pytest.mark.parametrize(
    ("printed", "value", "low", "high"),
    [
        ("2x", 2.0, 1.5, 2.5),
        ("2 \u00d7", 2.0, 1.5, 2.5),
        ("1.15", 1.15, 1.145, 1.155),
        ("+15 %", 1.15, 1.145, 1.155),
        ("-8 %", 0.92, 0.915, 0.925),
        ("\u22125.4 %", 0.946, 0.9455, 0.9465),
        ("51", 51.0, 50.5, 51.5),
    ],
)
def test_the_digits_of_a_printed_ratio_are_its_tolerance(
    printed: str, value: float, low: float, high: float
) -> None:
    found = read_ratio(printed)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high))


@pytest.mark.parametrize("text", ["", "8 %", "faster", "-100 %", "0", "1/2", "1e999", "-2", "2 %x"])
def test_what_is_no_ratio_is_not_read_as_one(text: str) -> None:
    assert read_ratio(text) is None


def test_a_level_is_scaled_by_its_unit_with_the_tolerance_of_its_digits() -> None:
    level = read_figure("231.9", 1e-3)
    assert level is not None
    assert (level.low, level.value, level.high) == pytest.approx((0.23185, 0.2319, 0.23195))
    rate = read_figure("36.04e6")
    assert rate is not None
    assert (rate.low, rate.high) == pytest.approx((36.035e6, 36.045e6))
