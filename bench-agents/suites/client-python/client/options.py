"""What the client is told: words of the command line and the environment of `orders with`."""

import argparse
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

MOST_ORDERS = 9_999_999
MOST_CONNECTIONS = 10_000
LARGEST_SEED = 2**32 - 1


class UsageError(Exception):
    """A word cannot be understood; the text names it and says what would be."""


@dataclass(frozen=True, slots=True)
class Options:
    """One run, as asked for."""

    address: str
    latencies: str | None
    is_open: bool
    keeps_alive: bool
    connections: int
    orders: int
    warmup: int
    rate: float | None
    seed: int
    loop: str


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def options_from(words: list[str]) -> Options:
    """Read the words; raise UsageError where they make no sense."""
    read = _parser().parse_args(words)
    if read.mode == "open" and read.rate is None:
        raise UsageError("--mode open needs --rate, the orders per second")
    if read.mode == "closed" and read.rate is not None:
        raise UsageError("--rate is for --mode open; in the closed loop orders set the rate")
    address = os.environ.get("ORDERS_ADDRESS")  # noqa: TID251 - the contract hands it over so
    if not address:
        raise UsageError("ORDERS_ADDRESS is not set; start this by `orders with -- COMMAND`")
    return Options(
        address=address,
        latencies=os.environ.get("ORDERS_LATENCIES"),  # noqa: TID251 - likewise
        is_open=read.mode == "open",
        keeps_alive=read.reuse == "keep-alive",
        connections=read.connections,
        orders=read.orders,
        warmup=read.warmup,
        rate=read.rate,
        seed=read.seed,
        loop=read.loop,
    )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="client-python", description=__doc__, allow_abbrev=False)
    add = parser.add_argument
    add("--mode", choices=["closed", "open"], default="closed", help="open needs --rate")
    add("--rate", type=_rate, help="orders per second in the open loop")
    add("--connections", type=_number(1, MOST_CONNECTIONS), default=10, help="most in flight")
    add("--reuse", choices=["new", "keep-alive"], default="new", help="new: one per order")
    add("--orders", type=_number(1, MOST_ORDERS), default=5000, help="measured orders")
    add("--warmup", type=_number(0, MOST_ORDERS), default=100, help="orders before")
    add("--seed", type=_number(0, LARGEST_SEED), default=1, help="of the quantities")
    add("--loop", default="asyncio", help="asyncio or uvloop")
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"must be a number from {least} to {most}, not '{text}'"
            )
        return int(text)

    return read


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = math.nan
    if not (math.isfinite(rate) and rate > 0):
        raise argparse.ArgumentTypeError(
            f"must be orders per second, a number above 0, not '{text}'"
        )
    return rate
