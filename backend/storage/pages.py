"""Lists a page at a time, the newest in front: the one way to read what is ordered by its id."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from backend.domain.pages import Page, PageRequest, next_cursor


class HasId(Protocol):
    @property
    def id(self) -> int: ...


T = TypeVar("T", bound=HasId)


def newest_first(
    session: Session,
    chosen: Select[Any],
    id_: ColumnElement[int] | Any,  # noqa: ANN401  a mapped attribute
    page: PageRequest,
    made: Callable[..., T],
) -> Page[T]:
    """Return one page of the rows that are chosen, and how many there are in all.

    `id_` is their key, which grows with time; `made` makes what is listed of one row's columns.
    """
    total = session.scalar(select(func.count()).select_from(chosen.subquery())) or 0
    asked = chosen.order_by(id_.desc()).limit(page.limit + 1)
    if page.after is not None:
        asked = asked.where(id_ < page.after)
    rows = [made(*row) for row in session.execute(asked)]
    return Page(rows[: page.limit], total, next_cursor([row.id for row in rows], page.limit))
