"""Long tests are run early, and none is lost."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from backend.testing.runs.ordering import LONG, put_long_early


@dataclass(frozen=True)
class Collected:
    """A test as pytest collects it, as far as its place depends on it."""

    name: str
    is_long: bool = False

    @property
    def path(self) -> Path:
        return Path(self.name.split("::", maxsplit=1)[0])

    def get_closest_marker(self, name: str) -> str | None:
        return name if self.is_long and name == LONG else None


def ordered(workers: int, *tests: Collected) -> list[str]:
    items = cast("list[pytest.Item]", list(tests))
    return [one.name for one in put_long_early(items, workers)]


SHORT = [Collected(f"short::{number}") for number in range(9)]
LIVE = [Collected(f"live::{number}", is_long=True) for number in range(2)]
CHAOS = [Collected("chaos::0", is_long=True)]


def test_each_worker_runs_a_long_module_early_and_every_test_runs_once() -> None:
    found = ordered(2, *SHORT[:4], *LIVE, *SHORT[4:], *CHAOS)
    assert found[1:3] == ["live::0", "live::1"]
    assert found[7] == "chaos::0", "the second worker is given the second half"
    assert sorted(found) == sorted(one.name for one in (*SHORT, *LIVE, *CHAOS))


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_no_test_is_lost_where_workers_are_many_or_all_tests_are_long(workers: int) -> None:
    for tests in ([*LIVE, *CHAOS], [*SHORT], [*LIVE, *SHORT[:1]], []):
        assert sorted(ordered(workers, *tests)) == sorted(one.name for one in tests)
