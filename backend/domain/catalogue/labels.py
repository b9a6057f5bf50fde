"""How a series and a commit are named wherever they are shown."""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.parameters import Scalar

DirectionName = Literal["lower", "higher", "unknown"]
NoiseName = Literal["sampled", "exact"]


@dataclass(frozen=True, slots=True)
class SeriesLabel:
    """Everything that tells one series from another, with the unit and direction of its numbers."""

    id: int
    suite: str
    benchmark: str
    parameters: Mapping[str, Scalar]
    metric: str
    unit: str
    """Base unit of every number of the series (`s`, `B`, `op/s`, `1`, …)."""
    direction: DirectionName
    noise: NoiseName
    testbed: str
    branch: str
    suite_id: int = 0
    benchmark_id: int = 0


LabelRow = tuple[
    str, str, Mapping[str, Scalar], str, str, DirectionName, NoiseName, str, str, int, int
]  # fmt: skip
"""What a label says after its id, in the same order."""


class ManyLabels(Mapping[int, SeriesLabel]):
    """Labels of thousands of series by id, each made when somebody asks for it."""

    def __init__(self, rows: Mapping[int, LabelRow]) -> None:
        self._rows = rows
        self._made: dict[int, SeriesLabel] = {}

    @classmethod
    def of(cls, labels: Mapping[int, SeriesLabel]) -> "ManyLabels":
        if isinstance(labels, cls):
            return labels
        return cls({series: astuple(label)[1:] for series, label in labels.items()})

    def __getitem__(self, series: int) -> SeriesLabel:
        if series not in self._made:
            self._made[series] = SeriesLabel(series, *self._rows[series])
        return self._made[series]

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def names(self, series: int) -> tuple[str, str, Mapping[str, Scalar]]:
        """Return suite, benchmark and parameters of a series."""
        suite, benchmark, parameters, *_ = self._rows[series]
        return suite, benchmark, parameters


@dataclass(frozen=True, slots=True)
class CommitRef:
    """A commit as people recognise it; `name` is the stable id as uploaded."""

    id: int
    name: str
    """The stable id as uploaded: a hash or a release."""
    subject: str
    time: datetime | None
    author: str
    url: str | None


def series_name(label: SeriesLabel) -> str:
    """Name a series in short: its benchmark, the values of its parameters, its metric."""
    return f"{variant_name(label)} {label.metric}"


def full_name(label: SeriesLabel) -> str:
    """Name a series with the names of its parameters, as pages do where there is room."""
    parameters = [f"{name}={value}" for name, value in label.parameters.items()]
    return " ".join([label.benchmark, *parameters, label.metric])


def variant_name(label: SeriesLabel) -> str:
    """Name a variant in short: its benchmark and the values of its parameters."""
    return " ".join([label.benchmark, *(str(value) for value in label.parameters.values())])
