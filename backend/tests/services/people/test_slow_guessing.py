"""Who guesses passwords waits longer and longer, whether Redis is there or not."""

from collections.abc import Iterator
from contextlib import closing

import pytest
import redis

from backend.domain.errors import TooOftenError
from backend.domain.people.passwords import wait_after, weakness_of
from backend.embedded.stores.services import Services
from backend.services.people.slow_guessing import Brake, Guesser

AWAY = "redis://127.0.0.1:1/0"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["with Redis", "while Redis is away"])
def brake(request: pytest.FixtureRequest, services: Services) -> Iterator[Brake]:
    url = services.redis_url.rsplit("/", 1)[0] + "/14"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    with closing(Brake(AWAY if "away" in request.param else url, Clock())) as made:
        yield made


def refusals(brake: Brake, guessers: list[Guesser]) -> list[bool]:
    """Tell for each attempt in its turn, all of them wrong, whether it was refused."""
    found = []
    for guesser in guessers:
        try:
            brake.attempt(guesser)
            found.append(False)
        except TooOftenError as error:
            found.append(error.wait_s >= 1)
    return found


def test_an_account_waits_from_the_sixth_mistake_on_wherever_it_is_guessed_from(
    brake: Brake,
) -> None:
    guessers = [Guesser("ada@x.org", f"10.0.0.{number}") for number in range(12)]
    # the exponent grows, so that few of many attempts in a row are let through
    assert refusals(brake, guessers)[:5] == [False] * 5
    assert sum(refusals(brake, guessers)) >= 11
    assert refusals(brake, [Guesser("bob@x.org", "10.0.0.99")]) == [False]


def test_an_address_waits_that_guesses_at_many_accounts(brake: Brake) -> None:
    guessers = [Guesser(f"nobody{number}@x.org", "10.0.0.1") for number in range(40)]
    found = refusals(brake, guessers)
    assert found[:20] == [False] * 20
    assert sum(found[20:]) >= 15


def test_success_forgets_the_mistakes_of_the_account(brake: Brake) -> None:
    ada = Guesser("ada@x.org", "10.0.0.1")
    for _ in range(4):
        assert refusals(brake, [ada] * 4) == [False] * 4
        brake.succeeded(ada)
        brake.succeeded(ada)
    assert refusals(brake, [Guesser("ada@x.org", "10.0.0.2")] * 4) == [False] * 4


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
