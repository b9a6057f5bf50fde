"""Numenta's benchmark: server metrics with windows in which people saw something odd."""

import csv
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np

from backend.evaluate.labelled.series import Label, Labelled, documents
from backend.stats.arrays import Floats

SOURCE = "NAB"


def read(folder: Path) -> Iterator[Labelled]:
    """Read every series for which windows of anomalies are given."""
    for file, document in documents(folder, "*windows*.json"):
        for name, windows in document.items() if isinstance(document, dict) else ():
            times, values = _series(file, name)
            if values.size:
                labels = tuple(_label(window, times) for window in windows)
                yield Labelled(Path(name).stem, "anomalies", values, labels)


def _label(window: list[str], times: list[datetime]) -> Label:
    """Take the middle of the window for the place of the anomaly."""
    first, last = (_place(datetime.fromisoformat(end), times) for end in window)
    return Label((first + last) // 2, first, last)


def _place(time: datetime, times: list[datetime]) -> int:
    return min(range(len(times)), key=lambda place: abs(times[place] - time))


def _series(labels: Path, name: str) -> tuple[list[datetime], Floats]:
    for folder in (labels.parent, labels.parent.parent):
        file = folder / name
        if file.is_file():
            with file.open(newline="", encoding="utf-8") as lines:
                rows = list(csv.DictReader(lines))
            times = [datetime.fromisoformat(row["timestamp"]) for row in rows]
            return times, np.array([row["value"] for row in rows], dtype=np.float64)
    return [], np.empty(0)
