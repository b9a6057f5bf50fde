"""A declared mapping: what the columns of a table, or the places of a JSON file, mean.

A source says where something stands. In a table it is the name of a column, or `#3` for the third.
In JSON it is a JSONPath: `$.a[*].b` from the top, `b.c` from the row, and `~` at the end stands for
the name under which a value is kept. `=text` is the text itself.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.errors import Fault

MOST_MAPPINGS = 200
Source = Annotated[str, Meta(max_length=300)]
Sources = Annotated[list[Annotated[str, Meta(min_length=1, max_length=300)]], Meta(max_length=50)]


class MappedMetric(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One number of each row; `value` or `samples` says where it stands."""

    value: Source = ""
    samples: Sources = []
    """Several sources, a list, or a text such as `1.2; 1.3; 1.1`."""
    metric: Source = ""
    """Source of the metric's name, mostly `=latency`; empty: named by its unit."""
    unit: Source = ""
    """Source of the unit, mostly `=ms`; empty: as written behind the number."""
    direction: BetterDirection | None = None
    """Nothing: by the unit, where that leaves no doubt; else it is asked."""


class ReportMapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the rows of a file become results."""

    kind: Literal["table", "json"] = "table"
    rows: Source = ""
    """JSONPath of the rows; empty: the list that the file is. A table needs none."""
    delimiter: Annotated[str, Meta(max_length=1)] = ""
    """Of a table; empty: by its first lines."""
    decimal: Literal[".", ","] = "."
    benchmark: Sources = []
    """Their texts, joined by a slash, are the name."""
    parameters: Annotated[dict[str, Source], Meta(max_length=100)] = {}
    metrics: Annotated[list[MappedMetric], Meta(max_length=100)] = []
    commit: Source = ""
    """Empty: all rows are of the commit that the sender names."""
    time: Source = ""
    """When the commit was made."""

    def sources(self) -> list[str]:
        """Return everything that a file is asked for."""
        found = [*self.benchmark, *self.parameters.values(), self.commit, self.time]
        for one in self.metrics:
            found += [one.value, *one.samples, one.metric, one.unit]
        return [source for source in found if source and not source.startswith("=")]


@dataclass(frozen=True, slots=True)
class StoredMapping:
    """A mapping that a project keeps."""

    id: int
    name: str
    mapping: ReportMapping
    author: str
    """Who saved it last."""
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class OutlineColumn:
    """A column of a table, or a field of the rows of a JSON file."""

    source: str
    """As a mapping names it."""
    examples: tuple[str, ...]
    """Its first values."""
    is_number: bool
    """Every value that was looked at is a number, or a list of them."""


@dataclass(frozen=True, slots=True)
class FileOutline:
    """What a file without a known format holds, for a person who declares its mapping."""

    kind: str
    """`table` or `json`."""
    rows: str
    """JSONPath of the rows that were found."""
    delimiter: str
    """Of a table."""
    count: int
    """Number of rows."""
    columns: tuple[OutlineColumn, ...]


def mapping_faults(mapping: ReportMapping) -> list[Fault]:
    """Return what a mapping lacks, whatever the file."""
    found = []
    if not mapping.benchmark:
        found.append(Fault("/benchmark", "no source names the benchmark", "name one, or =NAME"))
    if not mapping.metrics:
        found.append(Fault("/metrics", "there is no metric", "say which column holds a number"))
    for index, one in enumerate(mapping.metrics):
        if bool(one.value) == bool(one.samples):
            reason = "a metric has either value or samples"
            found.append(Fault(f"/metrics/{index}", reason, "give one of the two"))
    if mapping.time and not mapping.commit:
        reason = "a time of its own needs a commit of its own"
        found.append(Fault("/time", reason, "say where the commit stands, or leave time out"))
    return found
