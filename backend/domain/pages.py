"""One page of a longer list, and the cursor that continues it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from backend.domain.errors import Fault, InvalidError

Row = TypeVar("Row")
LONGEST = 18
"""Digits of a cursor: ids fit into 64 bits."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Rows in order, how many there are in all, and the cursor of the next ones."""

    rows: Sequence[Row]
    total: int
    next: str | None


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Which page of a list is asked for."""

    cursor: str | None
    limit: int

    @property
    def after(self) -> int | None:
        """The id of the row behind which the page starts; InvalidError if it is none."""
        return read_cursor(self.cursor)


def read_cursor(cursor: str | None) -> int | None:
    """Return the id of the row behind which the page starts; InvalidError if it is none."""
    if cursor is None:
        return None
    if cursor.isascii() and cursor.isdigit() and len(cursor) <= LONGEST:
        return int(cursor)
    raise _unreadable()


def read_place(cursor: str | None, numbers: int) -> tuple[float, ...] | None:
    """Return the place behind which the page starts, as what the list is ordered by.

    Unlike an id, a place stays where it is when its row is taken out of the list.
    """
    if cursor is None:
        return None
    try:
        place = tuple(float(part) for part in cursor.split(BETWEEN))
    except ValueError as error:
        raise _unreadable() from error
    if len(place) != numbers or any(math.isnan(part) for part in place):
        raise _unreadable()
    return place


BETWEEN = "_"


def cursor_at(place: Sequence[float]) -> str:
    """Return the cursor behind a place."""
    return BETWEEN.join(repr(part) for part in place)


def _unreadable() -> InvalidError:
    fault = Fault("/query/cursor", "it is not a cursor of this list", "leave it out to start over")
    return InvalidError("the cursor cannot be read", [fault])


def next_cursor(ids: Sequence[int], limit: int) -> str | None:
    """Return the cursor behind the row `limit` where one more than `limit` ids were found."""
    return str(ids[limit - 1]) if len(ids) > limit else None
