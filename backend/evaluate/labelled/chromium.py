"""Chromium's dashboard: rows by revision and the anomalies expected in them."""

from collections.abc import Iterator
from pathlib import Path

from backend.evaluate.labelled.series import Label, Labelled, documents, finite

SOURCE = "Chromium dashboard"
FEWEST_AFTER = 6
"""`MIN_SEGMENT_SIZE` of dashboard/common/defaults.py in catapult-project/catapult."""


def read(folder: Path) -> Iterator[Labelled]:
    """Read every case: an anomaly lies between its start and its end revision."""
    for _, document in documents(folder):
        cases = document.get("cases") if isinstance(document, dict) else None
        for name, case in (cases or {}).items():
            rows = case.get("rows", [])
            revisions = [row[0] for row in rows]
            labels = _labels(case.get("asserts", []), revisions)
            values = finite(row[1] for row in rows)
            short = name.removeprefix("testProcessTest_").strip("_")
            yield Labelled(
                short, "expected anomalies", values, labels,
                is_exhaustive=True, fewest_after=FEWEST_AFTER,
            )  # fmt: skip


def _labels(asserts: list[list[object]], revisions: list[int]) -> tuple[Label, ...]:
    """Pair every start with its end; the new level begins at the end revision."""
    said = [(str(name), number) for name, number in asserts if isinstance(number, int)]
    starts = [number for name, number in said if name.endswith("start_revision")]
    ends = [number for name, number in said if name.endswith("end_revision")]
    found = []
    for start, end in zip(starts, ends, strict=False):
        inside = [place for place, one in enumerate(revisions) if start <= one <= end]
        if inside:
            found.append(Label(inside[-1], inside[0] - 1, inside[-1] + 1))
    return tuple(found)
