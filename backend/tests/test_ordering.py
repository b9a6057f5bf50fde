"""Long tests are run first, and none is lost."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from backend.testing.runs.ordering import LONG, MEASURES, put_long_first


@dataclass(frozen=True)
class Collected:
    """A test as pytest collects it, as far as its place depends on it."""

    name: str
    seconds: int = 0
    measures: bool = False
    together: str = ""

    @property
    def path(self) -> Path:
        return Path(self.name.split("::", maxsplit=1)[0])

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        if name == LONG and self.seconds:
            return pytest.mark.long(seconds=self.seconds, together=self.together).mark
        return pytest.mark.agent.mark if name == MEASURES and self.measures else None


def ordered(workers: int, *tests: Collected) -> list[str]:
    items = cast("list[pytest.Item]", list(tests))
    return [one.name for one in put_long_first(items, workers)]


SHORT = [Collected(f"short::{number}") for number in range(9)]
LIVE = [Collected(f"live::{number}", 600) for number in range(2)]
CHAOS, KEYS = [Collected("chaos::0", 100)], [Collected("keys::0", 200)]


def test_the_longest_module_is_begun_at_once_and_the_others_by_the_other_worker() -> None:
    found = ordered(2, *SHORT[:4], *CHAOS, *LIVE, *SHORT[4:], *KEYS)
    assert found[:2] == ["live::0", "live::1"]
    assert found[6:8] == ["keys::0", "chaos::0"], "the second worker is given the second half"
    assert sorted(found) == sorted(one.name for one in (*SHORT, *LIVE, *CHAOS, *KEYS))


def test_what_measures_is_begun_after_the_other_long_modules_of_its_worker() -> None:
    measures = Collected("loop::0", 240, measures=True)
    assert ordered(1, *SHORT[:1], measures, *CHAOS)[:2] == ["chaos::0", "loop::0"]


def test_modules_that_share_a_server_stay_together_and_count_as_one() -> None:
    walks = [Collected(f"walk{number}::{test}", 70, together="w") for number, test in MODULES]
    found = ordered(2, *CHAOS, *walks, *SHORT)
    assert found[:4] == [one.name for one in walks], "140 s are more than 100"


MODULES = [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_no_test_is_lost_where_workers_are_many_or_all_tests_are_long(workers: int) -> None:
    for tests in ([*LIVE, *CHAOS], [*SHORT], [*LIVE, *SHORT[:1]], []):
        assert sorted(ordered(workers, *tests)) == sorted(one.name for one in tests)
