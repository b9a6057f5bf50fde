"""MongoDB's series, with how many change points its own detector counts in some of them."""

from collections.abc import Iterator
from pathlib import Path

from backend.evaluate.labelled.series import Labelled, documents, finite
from backend.stats.arrays import Floats

SOURCE = "MongoDB"


def read(folder: Path) -> Iterator[tuple[Labelled, int | None]]:
    """Read the series and, where it is given, the number of change points expected."""
    places = sorted({file.parent for file in folder.rglob("robust_series.json")})
    for file, document in (one for place in places for one in documents(place)):
        values, expected = _series(document), None
        if isinstance(document, dict):
            expected = document.get("expected")
        if values.size and not file.stem.startswith("expected"):
            yield Labelled(file.stem, "unlabelled", values, ()), expected


def _series(document: object) -> Floats:
    numbers = document.get("series", []) if isinstance(document, dict) else document
    return finite(numbers if isinstance(numbers, list) else [])
