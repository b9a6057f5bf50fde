"""When a history may go on with what stands on a branch, and what is offered where it may not."""

from datetime import UTC, datetime

import pytest

from backend.domain.commits.history_origins import HistoryOrigin, demand_one_history, origin_of
from backend.domain.errors import ConflictError

HYPER = "https://github.com/hyperium/hyper/commit/"
TOKIO = "https://github.com/tokio-rs/tokio/commit/"


def days(first: int, last: int, *addresses: str) -> HistoryOrigin:
    return origin_of(addresses, [datetime(2026, 1, day, tzinfo=UTC) for day in (first, last)])


@pytest.mark.parametrize(
    ("here", "coming"),
    [
        (HistoryOrigin(), days(1, 9, HYPER + "a1")),
        (days(1, 9, HYPER + "a1"), days(2, 8, HYPER.replace("hyper", "Hyper") + "b2")),
        (days(1, 9, HYPER + "a1", TOKIO + "c3"), days(2, 8, TOKIO + "b2")),
        (days(1, 9), days(10, 12, HYPER + "a1")),
        (days(5, 9, HYPER + "a1"), days(1, 4)),
        (days(1, 9), HistoryOrigin()),
    ],
    ids=["empty branch", "one address", "one of two", "all later", "all earlier", "no times"],
)
def test_what_may_be_one_history_goes_on(here: HistoryOrigin, coming: HistoryOrigin) -> None:
    demand_one_history("main", here, coming)


@pytest.mark.parametrize(
    ("branch", "here", "coming", "reason", "offer"),
    [
        ("main", days(1, 9, HYPER + "a"), days(2, 8, TOKIO + "b"), "tokio-rs/tokio", "tokio"),
        ("main", days(1, 2, HYPER + "a"), days(5, 8, TOKIO + "b"), "hyperium/hyper", "tokio"),
        ("next", days(1, 9), days(2, 12, TOKIO + "b"), "fall between", "tokio/next"),
        ("main", days(1, 9, HYPER + "a"), days(9, 12), "fall between", "imported"),
    ],
)
def test_another_repository_and_what_falls_between_unasked_are_refused_with_a_name_to_take(
    branch: str, here: HistoryOrigin, coming: HistoryOrigin, reason: str, offer: str
) -> None:
    with pytest.raises(ConflictError) as refused:
        demand_one_history(branch, here, coming)
    (fault,) = refused.value.faults
    assert (fault.pointer, fault.offer) == ("/query/branch", offer)
    assert reason in fault.reason
    assert f"“{offer}”" in fault.remedy
