"""Mozilla's graph server: series with the pushes at which its alerts were expected."""

from collections.abc import Iterator
from pathlib import Path

from backend.evaluate.labelled.series import Label, Labelled, documents, finite

SOURCE = "Mozilla graph server"
_TIME, _MEDIAN = 2, 3  # columns of a run


def read(folder: Path) -> Iterator[Labelled]:
    """Read every series that a document of expected push times names."""
    for file, document in documents(folder):
        expected = document.get("expected_push_timestamps") if isinstance(document, dict) else None
        for name, times in (expected or {}).items():
            runs = _runs(file.with_name(name))
            if runs:
                order = [run[_TIME] for run in runs]
                labels = tuple(Label.at(order.index(time)) for time in times if time in order)
                values = finite(run[_MEDIAN] for run in runs)
                yield Labelled(name.removesuffix(".json"), "expected alerts", values, labels)


def _runs(file: Path) -> list[list[float]]:
    for _, document in documents(file.parent, file.name):
        if isinstance(document, dict):
            return sorted(document.get("test_runs", []), key=lambda run: (run[_TIME], run[0]))
    return []
