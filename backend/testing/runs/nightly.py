"""Which tests `make test` leaves to `make test LONG=1`: those that are marked as nightly."""

import pytest

NIGHTLY = "nightly"
LEAVE = "--leave-nightly"
LEFT = "left to make test LONG=1"
"""The reason of the skip; `scripts/suites.py` counts the tests that have it."""


def must_be_left(config: pytest.Config) -> bool:
    """Say whether this run leaves out what is marked as nightly; by default it runs all."""
    return bool(config.getoption(LEAVE))


def leave_out(items: list[pytest.Item]) -> None:
    """Skip each test that is marked as nightly, before anything is started for it."""
    for item in items:
        if item.get_closest_marker(NIGHTLY) is not None:
            item.add_marker(pytest.mark.skip(reason=LEFT))
