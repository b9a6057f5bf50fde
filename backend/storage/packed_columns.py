"""Columns of numbers that PostgreSQL packs into one string of bytes each, read as numpy arrays.

A query packs with `string_agg(float8send(…), '')` or `int8send`, which is quicker at both ends
than an array; nulls must be replaced, since they would vanish.
"""

import struct
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ARRAY, BigInteger, ColumnElement, any_, cast, literal
from sqlalchemy.orm import InstrumentedAttribute

_OFFSET = np.dtype([("fingerprint", "<i8"), ("offset", "<f8")])
_STRETCH = np.dtype([("position", "<i8"), ("run", "<i8"), ("version", "<i8")])
_STRETCH_FORM = struct.Struct("<qqq")
_INTEGER = struct.Struct("<q")
MOST_STRETCHES = 32
Integers = NDArray[np.int64]


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


def packed_stretches(position: Integers, run: Integers, version: Integers) -> bytes | None:
    """Write of how many points it tells, and from which on a benchmark had which definition.

    Points are in their order. None where that is more than it saves: definitions in turns.
    """
    starts = np.flatnonzero(np.diff(version, prepend=np.int64(0)))
    if starts.size > MOST_STRETCHES:
        return None
    stretches = np.empty(starts.size, _STRETCH)
    for name, column in (("position", position), ("run", run), ("version", version)):
        stretches[name] = column[starts]
    return _counted(position.size) + stretches.tobytes()


def _counted(points: int) -> bytes:
    return np.array(points, "<i8").tobytes()


def _unpacked_stretches(stored: bytes) -> tuple[int, NDArray[np.void]]:
    """Return of how many points they tell, and the stretches."""
    return int(np.frombuffer(stored, "<i8", 1)[0]), np.frombuffer(stored, _STRETCH, offset=8)


def longer_stretches(stored: bytes, points: Iterable[tuple[int, int, int]]) -> bytes | None:
    """Return stretches with more points at their end: position, run and version of each."""
    (count,) = _INTEGER.unpack_from(stored)
    longer, version = stored[_INTEGER.size :], 0
    if longer:
        (version,) = _INTEGER.unpack_from(longer, len(longer) - _INTEGER.size)
    for point in points:
        count += 1
        if point[2] != version:
            version = point[2]
            longer += _STRETCH_FORM.pack(*point)
    if len(longer) > MOST_STRETCHES * _STRETCH_FORM.size:
        return None
    return _INTEGER.pack(count) + longer


def versions_of(stored: bytes, position: Integers, run: Integers) -> Integers | None:
    """Return the definition of each point, as it was given to `packed_stretches`.

    None where they tell of another number of points: somebody added some who does not count here.
    """
    points, stretches = _unpacked_stretches(stored)
    if points != position.size:
        return None
    version = np.zeros(position.size, np.int64)
    for at, first_run, one in stretches.tolist():
        version[(position > at) | ((position == at) & (run >= first_run))] = one
    return version


def unpacked_offsets(stored: bytes | None) -> dict[int, float]:
    return {} if stored is None else dict(np.frombuffer(stored, dtype=_OFFSET).tolist())
