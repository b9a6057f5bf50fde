"""One order: the bytes that are sent, and whether an answer belongs to it."""

import json
import time
from dataclasses import dataclass

LENGTH = 219
BODY = (
    b'{"buy_sell":"buy","symbol":"2881","price":66.00,"quantity":%04d,"market_type":"common",'
    b'"price_type":"limit","time_in_force":"rod","order_type":"stock",'
    b'"client_timestamp":"%b","user_def":"%b"}'
)
WORD = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Order:
    """What is sent, and what must stand in the answer."""

    body: bytes
    quantity: int
    user_def: str


class Clerk:
    """Makes the orders of one seed; makes the text of the time once per millisecond."""

    def __init__(self, seed: int) -> None:
        self._start = seed * 0x9E3779B97F4A7C15
        self._millisecond = -1
        self._timestamp = b""

    def order(self, kind: str, number: int) -> Order:
        """Return the order of that number, counted from 1; kind is `o` or `w` for warm-up."""
        quantity = 1000 + _mix((self._start + number) & WORD) % 9000
        user_def = f"{kind}{number:07d}"
        body = BODY % (quantity, self._now(), user_def.encode())
        return Order(body, quantity, user_def)

    def _now(self) -> bytes:
        millisecond = time.time_ns() // 1_000_000
        if millisecond != self._millisecond:
            self._millisecond = millisecond
            second = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(millisecond // 1000))
            self._timestamp = f"{second}.{millisecond % 1000:03d}Z".encode()
        return self._timestamp


def is_accepted(order: Order, answer: bytes) -> bool:
    """Say whether the answer accepts this order and no other."""
    try:
        read = json.loads(answer)
    except ValueError:
        return False
    return (
        isinstance(read, dict)
        and read.get("status") == "accepted"
        and read.get("quantity") == order.quantity
        and read.get("user_def") == order.user_def
    )


def _mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)
