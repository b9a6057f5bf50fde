import numpy as np
import pytest

from backend.stats.comparison.all_differences import middles
from backend.stats.comparison.estimates import ROUNDING


@pytest.mark.parametrize(
    ("numbers", "places", "sizes"),
    [
        ([1.0, 2.0, 3.0], [0.5, 1.5, 2.5], [1, 1, 1]),
        ([1.0, 1.0, 3.0], [1.0, 1.0, 2.5], [2, 2, 1]),
        ([1.0, 3.0, 3.0], [0.5, 2.0, 2.0], [1, 2, 2]),
        ([3.0, 3.0, 3.0], [1.5, 1.5, 1.5], [3, 3, 3]),
        ([0.0, 0.9 * ROUNDING, 1.8 * ROUNDING], [1.5, 1.5, 1.5], [3, 3, 3]),
    ],
)
def test_equals_share_the_middle_of_their_places(
    numbers: list[float], places: list[float], sizes: list[int]
) -> None:
    middle, size = middles(np.array([numbers, [5.0, 6.0, 7.0], numbers]))
    assert middle.tolist() == [places, [0.5, 1.5, 2.5], places]
    assert size.tolist() == [sizes, [1, 1, 1], sizes]


def test_of_nothing_there_are_no_places() -> None:
    middle, size = middles(np.zeros((0, 4)))
    assert middle.shape == size.shape == (0, 4)
