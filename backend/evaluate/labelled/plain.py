"""Real series that came with labelled ones but have no labels: SAP's large set, Nyrkiö's export."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from backend.evaluate.labelled.series import documents, finite
from backend.stats.arrays import Floats

SAP_LARGE = "SAP HANA large"
NYRKIO = "Nyrkiö, TigerBeetle"
_COLUMN = "index_1based"


def sap_large(folder: Path) -> Iterator[tuple[str, Floats]]:
    """Read tables of index, time, version and value."""
    for file in sorted(folder.rglob("*.csv")):
        try:
            with file.open(newline="", encoding="utf-8") as lines:
                rows = csv.DictReader(lines)
                if rows.fieldnames and _COLUMN in rows.fieldnames:
                    yield file.stem, np.array([row["value"] for row in rows], dtype=np.float64)
        except (OSError, ValueError, csv.Error):
            continue


def nyrkio(folder: Path) -> Iterator[tuple[str, Floats]]:
    """Read runs with a time and named metrics, oldest first."""
    for _, document in documents(folder):
        runs = document if isinstance(document, list) else []
        if not all(isinstance(run, dict) and "metrics" in run for run in runs):
            continue
        by_name: dict[str, list[object]] = {}
        for run in sorted(runs, key=lambda one: one.get("timestamp", 0)):
            for metric in run["metrics"]:
                by_name.setdefault(str(metric.get("name")), []).append(metric.get("value"))
        for name, numbers in by_name.items():
            yield name, finite(numbers)
