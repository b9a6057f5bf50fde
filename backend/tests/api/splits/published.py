"""Figures that others published: read beside the repository, else from its own copy."""

import csv

from backend.testing.databases import ROOT

BESIDE = ROOT.parent / "shared" / "reference"
OWN = ROOT / "backend" / "evaluate" / "published"


def read_published(name: str, own: str = "") -> list[dict[str, str]]:
    """Return the rows of a table, each by the heads of its columns."""
    beside = BESIDE / name
    path = beside if beside.exists() else OWN / (own or name)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))
