"""Array columns read as numpy arrays, straight from PostgreSQL's binary form."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection, Cursor
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.pq import Format

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HEADER = 20
"""Bytes before the first element of a one-dimensional array."""
INT4_ARRAY, INT8_ARRAY, FLOAT8_ARRAY = 1007, 1016, 1022


class _ArrayLoader(Loader):
    """Reads an array without nulls; the query must replace them."""

    format = Format.BINARY
    element = ">i8"
    result: type[np.generic] = np.int64

    def load(self, data: Buffer) -> NDArray[Any]:
        pairs = np.dtype([("length", ">i4"), ("element", self.element)])
        return np.frombuffer(data, pairs, offset=HEADER)["element"].astype(self.result)


class _Int4ArrayLoader(_ArrayLoader):
    element = ">i4"


class _Float8ArrayLoader(_ArrayLoader):
    element = ">f8"
    result = np.float64


def columnar_cursor(connection: Connection[Any]) -> Cursor[tuple[Any, ...]]:
    """Return a binary cursor whose integer and double arrays arrive as int64 and float64."""
    cursor = connection.cursor(binary=True)
    cursor.adapters.register_loader(INT4_ARRAY, _Int4ArrayLoader)
    cursor.adapters.register_loader(INT8_ARRAY, _ArrayLoader)
    cursor.adapters.register_loader(FLOAT8_ARRAY, _Float8ArrayLoader)
    return cursor
