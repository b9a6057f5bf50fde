"""SAP HANA's small data set: five kinds of series, judged by the engineers who own them."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from backend.evaluate.labelled.series import Label, Labelled

SOURCE = "SAP HANA small"
REGRESSION = "regression"


def read(folder: Path) -> Iterator[Labelled]:
    """Read every table of labels below the folder: Type;Dataset;Change Point."""
    for file in sorted(folder.rglob("*.csv")):
        for row in _table(file, ";"):
            name, kind = row.get("Dataset"), row.get("Type")
            runs = _runs(file, name) if name and kind else []
            if name and kind and runs:
                yield _labelled((name, kind.strip().lower()), row.get("Change Point"), runs)


def _labelled(named: tuple[str, str], change: str | None, runs: list[dict[str, str]]) -> Labelled:
    """Take the label as the last run before the change, counted from 1; 0 is none."""
    name, kind = named
    places = [int(place) for place in re.findall(r"\d+", change or "") if int(place)]
    labels = tuple(map(Label.at, places)) if kind == REGRESSION else ()
    values = np.array([run["Measurement"] for run in runs], dtype=np.float64)
    builds = tuple(run.get("GHC", "") for run in runs)
    return Labelled(name.removesuffix(".csv"), kind, values, labels, True, builds)


def _runs(labels: Path, name: str) -> list[dict[str, str]]:
    """Find the runs of a series near its labels."""
    for folder in (labels.parent, labels.parent.parent):
        for file in sorted(folder.rglob(name)):
            return [run for run in _table(file, ",") if run.get("Measurement")]
    return []


def _table(file: Path, delimiter: str) -> list[dict[str, str]]:
    try:
        with file.open(newline="", encoding="utf-8") as lines:
            return list(csv.DictReader(lines, delimiter=delimiter))
    except (OSError, UnicodeDecodeError, csv.Error):
        return []
