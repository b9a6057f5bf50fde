"""Builders of reports that read like sentences: a test shows only what it is about."""

import base64
import itertools
import struct
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

_keys = itertools.count(1)
Document = dict[str, Any]


def a_result(**changes: Any) -> Document:
    """Return one result with five samples."""
    return {
        "benchmark": "search",
        "parameters": {"engine": "smol"},
        "metric": "time",
        "samples": [0.101, 0.103, 0.102, 0.104, 0.1],
    } | changes


def a_histogram(counts: dict[int, int], scale: float) -> Document:
    """Return counts of small integers as a plain HdrHistogram V2 document.

    Below 2,048 every bucket is one integer wide.
    """
    payload = bytearray()
    for number in range(max(counts) + 1):
        left = 2 * counts.get(number, 0)  # zig-zag LEB128
        while left >= 0x80:  # noqa: PLR2004 - a byte with more to come
            payload.append(left & 0x7F | 0x80)
            left >>= 7
        payload.append(left)
    head = struct.pack(">iiiiqqd", 0x1C849303, len(payload), 0, 3, 1, 3_600_000, 1.0)
    data = base64.b64encode(head + payload).decode()
    return {"encoding": "hdr-v2", "data": data, "scale": scale}


def a_report(**changes: Any) -> Document:
    """Return a small valid report under a key of its own."""
    return {
        "version": 1,
        "idempotency_key": f"test-report-{next(_keys)}",
        "suite": {"name": "runtime"},
        "commit": {"id": "c1", "time": "2026-01-01T00:00:00Z"},
        "branch": "main",
        "testbed": "box",
        "metrics": {"time": {"unit": "s", "direction": "lower"}},
        "results": [a_result()],
    } | changes


def dated(reports: Sequence[Document], newest: datetime) -> list[Document]:
    """Return reports with commits made one hour apart, the last of them at a time."""
    return [
        report
        | {"commit": report["commit"] | {"time": (newest - timedelta(hours=age)).isoformat()}}
        for age, report in zip(range(len(reports) - 1, -1, -1), reports, strict=True)
    ]


def a_history(values: Sequence[float], **changes: Any) -> list[Document]:
    """Return one report per value, at successive commits r0, r1, … one hour apart."""
    return [
        a_report(
            commit={
                "id": f"r{index}",
                "time": f"2026-01-{1 + index // 24:02d}T{index % 24:02d}:00:00Z",
                "parents": [f"r{index - 1}"] if index else [],
            },
            results=[a_result(samples=[value * 0.99, value, value * 1.01])],
            **changes,
        )
        for index, value in enumerate(values)
    ]
