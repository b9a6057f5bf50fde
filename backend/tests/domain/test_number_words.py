import pytest

from backend.domain.number_words import in_unit, plain


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
