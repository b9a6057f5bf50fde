"""What was read of files that benchmark tools wrote, as it is answered and shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar


@dataclass(frozen=True, slots=True)
class KnownFormat:
    """A format that can be read."""

    name: str
    """As `format` of an upload takes it."""
    title: str
    """Its name for people."""
    family: str
    """What kind of tool writes it, for people: formats of one family follow each other."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file, and what it was recognised as."""

    name: str
    """Path of the file; inside an archive, its path there."""
    format: str
    """Name of the format."""
    title: str
    """The format's name for people."""
    sign: str
    """By what it was recognised; empty where its sender named the format."""
    readings: int
    """Numbers and failures that stand in it."""
    rows: int
    """Places of the file that they stand at, and places that were rejected."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A result as it is stored, in its base unit."""

    suite: str
    """Name of the suite."""
    benchmark: str
    """Name of the benchmark."""
    parameters: Mapping[str, Scalar]
    """Parameters of the variant."""
    metric: str
    """Name of the metric; empty for a failure that names none."""
    commit: str
    """Commit that it is stored for."""
    unit: str
    """Base unit."""
    direction: str
    """Which way is better: lower, higher or unknown."""
    value: float | None
    """The value, or the mean of the samples; nothing for a failure or a histogram."""
    samples: int
    """Number of samples."""
    failure: str
    """Why there is no number; empty where there is one."""
