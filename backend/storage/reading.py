"""The views for reading by SQL, row by row."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from psycopg import sql
from psycopg.types.string import TextLoader
from sqlalchemy.orm import Session

from backend.storage.engine import raw_connection
from backend.storage.whole_database import connect_to_read

AT_ONCE = 5_000
_SAMPLES = """
select s.benchmark, s.parameters, s.metric, s.unit, s.direction,
    coalesce(nullif(result.samples, '{}'), array[result.value])
from result
join reading.series s on s.project_id = result.project_id and s.series = result.series_id
where result.project_id = %s and result.run_id = %s
order by s.benchmark, s.series
"""


class ReadingView(StrEnum):
    """A view of the schema `reading` that goes out as a file."""

    RESULTS = "results"
    SAMPLES = "samples"
    CHANGES = "changes"


Rows = Sequence[tuple[Any, ...]]
TypedColumn = tuple[str, str]
"""Name and PostgreSQL's name of the type."""


def view_of(
    database_url: str, view: ReadingView, project_id: int
) -> Iterator[tuple[list[TypedColumn], Rows]]:
    """Yield columns and rows of a project, some rows at a time; once without rows, if none are.

    Documents come as their text.
    """
    asked = sql.SQL("select * from reading.{} where project_id = %s").format(sql.Identifier(view))
    with connect_to_read(database_url) as connection:
        connection.execute("set transaction read only")
        connection.adapters.register_loader("jsonb", TextLoader)
        with connection.cursor(name="reading") as cursor:
            cursor.execute(asked, (project_id,))
            types = connection.adapters.types
            described = cursor.description or []
            columns = [(one.name, _name(types.get(one.type_code))) for one in described]
            rows = cursor.fetchmany(AT_ONCE)
            yield columns, rows
            while rows := cursor.fetchmany(AT_ONCE):
                yield columns, rows


def samples_of_run(session: Session, project_id: int, run_id: int) -> list[tuple[Any, ...]]:
    """Return benchmark, parameters, metric, unit, direction and samples of each result of a run.

    A result without samples has its value as the only one.
    """
    return raw_connection(session).execute(_SAMPLES, (project_id, run_id)).fetchall()


def _name(known: Any) -> str:  # noqa: ANN401  an entry of psycopg's table
    return known.name if known else "text"
