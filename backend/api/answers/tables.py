"""Answers as tables: the rows that a page shows, as CSV in place of JSON.

A call says where its rows stand; `?format=csv` or `Accept: text/csv` asks for them. Numbers are in
base units, as in JSON. What stands in a row below other names is named with points between.
"""

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from fastapi import Depends, Query, Request, Response
from fastapi.dependencies.models import Dependant

from backend.domain.csv_text import Cell, csv_text

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Row = dict[str, Cell]
OK = 200
MEDIA = "text/csv"


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """Declares the rows of an answer: names joined by points, each of an object or a list."""

    rows: str

    async def __call__(
        self, shape: Annotated[Literal["json", "csv"], Query(alias="format")] = "json"
    ) -> None:
        """Nothing is left to do: the route writes the table."""


def as_table(rows: str) -> Any:  # noqa: ANN401  FastAPI types its marker so
    """Declare that a call gives these rows as CSV too."""
    return Depends(TableAnswer(rows))


def table_of(dependant: Dependant) -> TableAnswer | None:
    """Return what a call declares of its rows."""
    calls = (one.call for one in dependant.dependencies)
    return next((call for call in calls if isinstance(call, TableAnswer)), None)


def wants_csv(request: Request) -> bool:
    """Say whether a table is asked for; what the address says goes before what the header does."""
    asked = request.query_params.get("format")
    return asked == "csv" if asked else MEDIA in request.headers.get("accept", "")


def with_table(handler: Handler, table: TableAnswer) -> Handler:
    """Return a handler that gives the rows as CSV where that is asked for."""

    async def answer(request: Request) -> Response:
        response = await handler(request)
        if response.status_code != OK or not wants_csv(request):
            return response
        document = msgspec.json.decode(bytes(response.body))
        text = table_text(document, table.rows)
        name = request.url.path.removeprefix("/api/v1/projects/").replace("/", "-")
        headers = {"content-disposition": f'attachment; filename="{_plain(name)}.csv"'}
        if cursor := _next(document):
            further = request.url.include_query_params(cursor=cursor)
            headers["link"] = f'<{further}>; rel="next"'
        return Response(text, media_type=f"{MEDIA}; charset=utf-8", headers=headers)

    return answer


def table_text(document: Any, rows: str) -> str:  # noqa: ANN401  any JSON value
    """Write rows as CSV: a column for every name that any of them has, in order of appearance."""
    found = list(_rows(document, rows.split("."), {}, is_top=True))
    names = list(dict.fromkeys(name for row in found for name in row))
    return csv_text([names, *([row.get(name) for name in names] for row in found)])


def _rows(
    node: Any,  # noqa: ANN401  any JSON value
    steps: list[str],
    above: Row,
    *,
    is_top: bool = False,
) -> Iterator[Row]:
    """Yield each row below what stands above it: a point of a curve is of that curve."""
    if isinstance(node, list):
        for one in node:
            yield from _rows(one, steps, above)
    elif not steps:
        own = dict(_cells("", node)) if isinstance(node, dict) else {"value": node}
        yield above | own
    elif isinstance(node, dict):
        step, *further = steps
        here = above if is_top else above | dict(_cells("", node))
        yield from _rows(node.get(step), further, here)


def _cells(begin: str, node: dict[str, Any]) -> Iterator[tuple[str, Cell]]:
    for name, value in node.items():
        path = f"{begin}{name}"
        if isinstance(value, dict):
            yield from _cells(f"{path}.", value)
        elif not isinstance(value, list):
            yield path, value
        elif all(not isinstance(one, dict | list) for one in value):
            yield path, "; ".join("" if one is None else str(one) for one in value)


def _next(document: Any) -> str:  # noqa: ANN401
    return str(document.get("next") or "") if isinstance(document, dict) else ""


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)[:100]
