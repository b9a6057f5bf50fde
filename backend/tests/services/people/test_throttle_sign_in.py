"""Who guesses passwords waits longer and longer, whether Redis is there or not."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from backend.domain.errors import TooOftenError
from backend.domain.people.passwords import wait_after, weakness_of
from backend.embedded.stores.services import Services
from backend.services.people.throttle_sign_in import SignInSource, SignInThrottle
from backend.testing.brokers import fresh_broker

AWAY = "redis://127.0.0.1:1/0"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["with Redis", "while Redis is away"])
def throttle(request: pytest.FixtureRequest, services: Services) -> Iterator[SignInThrottle]:
    url = fresh_broker(services.redis_url)
    with closing(SignInThrottle(AWAY if "away" in request.param else url, Clock())) as made:
        yield made


def refusals(throttle: SignInThrottle, sources: list[SignInSource]) -> list[bool]:
    """Tell for each attempt in its turn, all of them wrong, whether it was refused."""
    found = []
    for source in sources:
        try:
            throttle.attempt(source)
            found.append(False)
        except TooOftenError as error:
            found.append(error.wait_s >= 1)
    return found


def test_an_account_waits_from_the_sixth_mistake_on_wherever_it_is_guessed_from(
    throttle: SignInThrottle,
) -> None:
    sources = [SignInSource("ada@x.org", f"10.0.0.{number}") for number in range(12)]
    # the exponent grows, so that few of many attempts in a row are let through
    assert refusals(throttle, sources)[:5] == [False] * 5
    assert sum(refusals(throttle, sources)) >= 11
    assert refusals(throttle, [SignInSource("bob@x.org", "10.0.0.99")]) == [False]


def test_an_address_waits_that_guesses_at_many_accounts(throttle: SignInThrottle) -> None:
    sources = [SignInSource(f"nobody{number}@x.org", "10.0.0.1") for number in range(40)]
    found = refusals(throttle, sources)
    assert found[:20] == [False] * 20
    assert sum(found[20:]) >= 15


def test_success_forgets_the_mistakes_of_the_account(throttle: SignInThrottle) -> None:
    ada = SignInSource("ada@x.org", "10.0.0.1")
    for _ in range(4):
        assert refusals(throttle, [ada] * 4) == [False] * 4
        throttle.succeeded(ada)
        throttle.succeeded(ada)
    assert refusals(throttle, [SignInSource("ada@x.org", "10.0.0.2")] * 4) == [False] * 4


def test_waits_double_and_end() -> None:
    account = [wait_after(failures, is_address=False) for failures in (4, 5, 6, 7, 50)]
    assert account == [0, 1, 2, 4, 60]
    address = [wait_after(failures, is_address=True) for failures in (19, 20, 21, 90)]
    assert address == [0, 1, 2, 900]


@pytest.mark.parametrize(
    "password", ["short", "x" * 201, "aaaaaaaaaaaaaaaa", "ada@example.org", "abababababab"]
)
def test_a_password_that_is_easily_guessed_is_not_taken(password: str) -> None:
    weakness = weakness_of(password, "ada@example.org")
    assert weakness is not None
    assert weakness.reason
    assert weakness.remedy
    assert weakness_of("seven slow green turtles", "ada@example.org") is None
