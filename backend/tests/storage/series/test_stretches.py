import numpy as np
import pytest

from backend.stats.arrays import Ints
from backend.storage.packed_columns import (
    MOST_STRETCHES,
    longer_stretches,
    packed_stretches,
    versions_of,
)

VERSIONS = np.repeat([0, 7, 7, 9, 0], 10)
POSITIONS, RUNS = np.arange(50) * 1000, np.arange(50)


def points_from(known: int, versions: Ints) -> list[tuple[int, int, int]]:
    columns = (POSITIONS[known:], RUNS[known:], versions[known:])
    return list(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("known", [0, 5, 10, 11, 25, 45, 50])
def test_stretches_made_longer_are_those_of_the_whole_history(known: int) -> None:
    stored = packed_stretches(POSITIONS[:known], RUNS[:known], VERSIONS[:known])
    assert stored is not None
    longer = longer_stretches(stored, points_from(known, VERSIONS))
    assert longer == packed_stretches(POSITIONS, RUNS, VERSIONS)
    assert longer is not None
    found = versions_of(longer, POSITIONS, RUNS)
    assert found is not None
    assert found.tolist() == VERSIONS.tolist()


def test_more_stretches_than_are_kept_are_not_known() -> None:
    versions = np.arange(50)
    stored = packed_stretches(POSITIONS[:20], RUNS[:20], versions[:20])
    assert stored is not None
    room = MOST_STRETCHES + 1 - 20
    points = points_from(20, versions)
    assert longer_stretches(stored, points[:room]) is not None
    assert longer_stretches(stored, points[: room + 1]) is None
