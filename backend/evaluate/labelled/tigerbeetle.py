"""TigerBeetle's history in Otava's tests, with what its authors see in it by eye."""

from collections.abc import Iterator
from pathlib import Path

from backend.evaluate.labelled.series import Label, Labelled, documents, finite

SOURCE = "TigerBeetle"
SEEN = (16, 71)
"""Level shifts named in the description; a single low run near 10 is none, nor is a slope."""


def read(folder: Path) -> Iterator[Labelled]:
    """Read the series that Otava's expectations come with."""
    for file, document in documents(folder):
        if isinstance(document, dict) and "otava_expected" in document:
            labels = tuple(Label.at(place) for place in SEEN)
            yield Labelled(file.parent.name, "seen by eye", finite(document["series"]), labels)
