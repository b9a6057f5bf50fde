import pytest

from backend.wording.numbers import another_level, in_unit, plain


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (1.5, "1.50"),
        (123456.0, "123\u202f456"),
        (9.99e14, "999\u202f000\u202f000\u202f000\u202f000"),
        (1e15, "1.00e15"),
        (-2.5e20, "\u22122.50e20"),
        (-1.5, "\u22121.50"),
        (1e-12, "1e\u221212"),
        (1e300, "1.00e300"),
        (float("inf"), "unknown"),
    ],
)
def test_numbers_are_written_as_short_as_they_can_be_read(value: float, text: str) -> None:
    assert plain(value) == text


def test_numbers_of_one_row_share_a_scale_also_where_they_are_huge() -> None:
    assert in_unit([1e300, 2e15], "s") == (["1.00e300", "2.00e15"], "s")


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (0.2345, "s", ("234", "ms")),
        (0.0000021, "s/op", ("2.10", "µs/op")),
        (3.0, "s", ("3.00", "s")),
        (5 * 2**20, "B", ("5.00", "MiB")),
        (0.9996, "s", ("1.00", "s")),
        (1_234_567.0, "op/s", ("1.23", "M op/s")),
        (12_345.0, "req/s", ("12.3", "k req/s")),
        (32_323.0, "1/s", ("32.3", "k/s")),
        (0.4, "op/s", ("0.400", "op/s")),
        (3.2e9, "Hz", ("3.20", "GHz")),
        (0.0021, "J", ("2.10", "mJ")),
        (1_234_567.0, "1", ("1\u202f234\u202f567", "")),
        (1_300_000_000.0, "allocs/op", ("1.30", "G allocs/op")),
        (1_234_567.0, "instructions", ("1\u202f234\u202f567", "instructions")),
        (0.0, "1", ("0", "")),
    ],
)
def test_numbers_are_written_with_three_digits_in_a_fitting_scale(
    value: float, unit: str, expected: tuple[str, str]
) -> None:
    (text,), name = in_unit([value], unit)
    assert (text, name) == expected


def test_numbers_that_stand_together_share_the_scale_of_the_first() -> None:
    assert in_unit([1.0, 0.95], "s") == (["1.00", "0.950"], "s")
    assert plain(12.34) == "12.3"


@pytest.mark.parametrize(
    ("before", "after", "unit", "said"),
    [
        (0.0, 0.0998, "s", "level 0 s → 99.8 ms"),
        (-0.005, -0.003, "s", "level \u22125.00 ms → \u22123.00 ms"),
        (0.0, 3.0, "errors", "level 0 errors → 3.00 errors"),
        (0.0, 12.0, "1", "level 0 → 12.0"),
        (-1.0, 2.0**21, "B", "level \u22121.00 B → 2.00 MiB"),
    ],
)
def test_a_change_without_a_ratio_is_said_by_both_levels(
    before: float, after: float, unit: str, said: str
) -> None:
    assert another_level(before, after, unit).replace("\u202f", " ") == said
