"""Columns of numbers that PostgreSQL packs into one string of bytes each, read as numpy arrays.

A query packs with `string_agg(float8send(…), '')` or `int8send`, which is quicker at both ends
than an array; nulls must be replaced, since they would vanish.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ARRAY, BigInteger, ColumnElement, any_, cast, literal
from sqlalchemy.orm import InstrumentedAttribute

_OFFSET = np.dtype([("fingerprint", "<i8"), ("offset", "<f8")])


def listed(ids: Iterable[int]) -> str:
    """Write ids as an array for a query to cast, ten times as fast as a list is turned into one."""
    return f"{{{','.join(map(str, ids))}}}"


def among(column: InstrumentedAttribute[int], ids: Iterable[int]) -> ColumnElement[bool]:
    """Return the condition that a column holds one of many ids."""
    return column == any_(cast(literal(listed(ids)), ARRAY(BigInteger)))


def integers(packed: bytes | None) -> NDArray[np.int64]:
    """Read what int8send wrote; None, the aggregate of no rows, is empty."""
    return np.frombuffer(packed or b"", ">i8").astype(np.int64)


def floats(packed: bytes | None) -> NDArray[np.float64]:
    """Read what float8send wrote; None, the aggregate of no rows, is empty."""
    return np.frombuffer(packed or b"", ">f8").astype(np.float64)


def packed_offsets(offsets: dict[int, float]) -> bytes | None:
    """Write the offset of each machine that takes turns with others, by fingerprint."""
    return np.array(list(offsets.items()), dtype=_OFFSET).tobytes() if offsets else None


def unpacked_offsets(stored: bytes | None) -> dict[int, float]:
    return {} if stored is None else dict(np.frombuffer(stored, dtype=_OFFSET).tolist())
