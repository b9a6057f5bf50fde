"""Results, samples and change points of a project as Parquet."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from backend.services.keeping.pieces import PIECE, Pieces
from backend.storage.reading import ReadingView, Rows, view_of

if TYPE_CHECKING:
    import pyarrow as pa

HIDDEN = 1
"""Columns in front that say nothing outside: the id of the project."""


def parquet_pieces(database_url: str, view: ReadingView, project_id: int) -> Iterator[bytes]:
    """Yield a view of the schema `reading` as one Parquet file."""
    import pyarrow as pa  # noqa: PLC0415  forty megabytes that few processes need
    import pyarrow.parquet as pq  # noqa: PLC0415  as above

    pieces = Pieces()
    batches = view_of(database_url, view, project_id)
    columns, rows = next(batches)
    schema = pa.schema([(name, _type(kind)) for name, kind in columns[HIDDEN:]])
    with pq.ParquetWriter(pa.PythonFile(pieces, mode="w"), schema, compression="zstd") as writer:
        while rows:
            writer.write_table(_table(schema, rows))
            yield from pieces.take(PIECE)
            columns, rows = next(batches, (columns, []))
    yield from pieces.take()


def _table(schema: "pa.Schema", rows: Rows) -> "pa.Table":
    import pyarrow as pa  # noqa: PLC0415  as above

    by_column = list(zip(*rows, strict=True))[HIDDEN:]
    arrays = [pa.array(values, one.type) for values, one in zip(by_column, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _type(kind: str) -> "pa.DataType":
    import pyarrow as pa  # noqa: PLC0415  as above

    known = {
        "int8": pa.int64(), "int4": pa.int32(), "float8": pa.float64(), "bool": pa.bool_(),
        "timestamptz": pa.timestamp("us", tz="UTC"),
    }  # fmt: skip
    return known.get(kind, pa.string())
