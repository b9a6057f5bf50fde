"""Results in PostgreSQL's binary COPY form, packed by hand: a few calls a row, not one a field."""

import struct
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import numpy as np

from backend.storage.reports.new_results import NewResult

FIRST_COLUMNS = (
    "project_id", "series_id", "position", "run_id", "commit_id", "measured_at", "value", "n",
    "basis",
)  # fmt: skip
"""Columns that are never null."""
LAST_COLUMNS = (
    "fingerprint_id", "low", "high", "sd", "samples", "histogram_scale", "histogram",
    "binary_hash", "benchmark_version", "rounds", "spread", "spread_low", "spread_high",
    "aspects",
)  # fmt: skip
BEGIN = b"PGCOPY\n\xff\r\n\0" + bytes(8)
END = b"\xff\xff"
ROWS_AT_ONCE = 256

_FIELDS = len(FIRST_COLUMNS) + len(LAST_COLUMNS)
_FIRST = struct.Struct(">h" + "iq" * 6 + "id" + "ii" + "ih")
_NUMBERS = struct.Struct(">iq" + "id" * 3)
_INTEGER, _DOUBLE, _LENGTH = struct.Struct(">iq"), struct.Struct(">id"), struct.Struct(">i")
_ARRAY = struct.Struct(">iiiIii")
_NULL = b"\xff\xff\xff\xff"
_NO_SPREAD = 3 * _NULL
_NO_REST = 9 * _NULL
_NOTHING = (None,) * 7
_FLOAT8 = 701
_INT4 = 23
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FEW = 64
"""Samples up to which one packing call is faster than an array."""


def packed(project_id: int, results: Iterable[NewResult]) -> Iterator[bytes]:
    """Yield the pieces of a COPY of results, in the order of FIRST_COLUMNS and LAST_COLUMNS."""
    times: dict[datetime, int] = {}
    pieces = [BEGIN]
    for one in results:
        at = times.get(one.measured_at)
        if at is None:
            at = times[one.measured_at] = (one.measured_at - _EPOCH) // _MICROSECOND
        pieces += _row(project_id, one, at)
        if len(pieces) >= ROWS_AT_ONCE * 4:
            yield b"".join(pieces)
            pieces = []
    yield b"".join([*pieces, END])


def _row(project_id: int, one: NewResult, at: int) -> tuple[bytes, bytes, bytes, bytes]:
    first = _FIRST.pack(
        _FIELDS, 8, project_id, 8, one.series_id, 8, one.position, 8, one.run_id,
        8, one.commit_id, 8, at, 8, one.value, 4, one.n, 2, one.basis,
    )  # fmt: skip
    samples = _NULL if one.samples is None else _samples(one.samples)
    return first, _numbers(one), samples, _rest(one)


def _numbers(one: NewResult) -> bytes:
    fingerprint, low, high, sd = one.fingerprint_id, one.low, one.high, one.sd
    if fingerprint is not None and low is not None and high is not None and sd is not None:
        return _NUMBERS.pack(8, fingerprint, 8, low, 8, high, 8, sd)
    known = _NULL if fingerprint is None else _INTEGER.pack(8, fingerprint)
    return known + b"".join(map(_double, (low, high, sd)))


def _rest(one: NewResult) -> bytes:
    said = (
        one.histogram_scale, one.histogram, one.binary_hash, one.benchmark_version, one.rounds,
        one.spread, one.aspects,
    )  # fmt: skip
    if said == _NOTHING:
        return _NO_REST
    texts = (one.histogram, one.binary_hash, one.benchmark_version)
    rounds = _NULL if one.rounds is None else _rounds(one.rounds)
    spread = _NO_SPREAD if one.spread is None else _spread(one)
    aspects = _NULL if one.aspects is None else _samples(one.aspects)
    return _double(one.histogram_scale) + b"".join(map(_text, texts)) + rounds + spread + aspects


def _spread(one: NewResult) -> bytes:
    return _text(one.spread) + _double(one.spread_low) + _double(one.spread_high)


def _double(number: float | None) -> bytes:
    return _NULL if number is None else _DOUBLE.pack(8, number)


def _text(text: str | None) -> bytes:
    if text is None:
        return _NULL
    encoded = text.encode()
    return _LENGTH.pack(len(encoded)) + encoded


def _samples(samples: Sequence[float]) -> bytes:
    count = len(samples)
    head = _ARRAY.pack(_ARRAY.size - 4 + 12 * count, 1, 0, _FLOAT8, count, 1)
    if count > _FEW:
        pairs = np.empty(count, [("length", ">i4"), ("sample", ">f8")])
        pairs["length"], pairs["sample"] = 8, samples
        return head + pairs.tobytes()
    fields: list[float] = [8] * (2 * count)
    fields[1::2] = samples
    return head + _elements(count).pack(*fields)


def _rounds(rounds: Sequence[int]) -> bytes:
    count = len(rounds)
    pairs = np.empty((count, 2), ">i4")
    pairs[:, 0], pairs[:, 1] = 4, rounds
    return _ARRAY.pack(_ARRAY.size - 4 + 8 * count, 1, 0, _INT4, count, 1) + pairs.tobytes()


@lru_cache(_FEW + 1)
def _elements(count: int) -> struct.Struct:
    return struct.Struct(">" + "id" * count)
