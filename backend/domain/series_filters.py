"""Filters that choose series; the same ones stand in the address of a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FACETS = ("suite", "benchmark", "metric", "testbed", "branch")
PARAMETER = "param."


@dataclass(frozen=True, slots=True)
class SeriesFilters:
    """Every name must match one of its values, where it has any; texts compare as JSON scalars."""

    suite: Sequence[str] = ()
    benchmark: Sequence[str] = ()
    metric: Sequence[str] = ()
    testbed: Sequence[str] = ()
    branch: Sequence[str] = ()
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    text: str = ""
    """Words that all occur somewhere in suite, benchmark, parameters or metric."""

    def words(self) -> list[str]:
        return self.text.split()


@dataclass(frozen=True, slots=True)
class FacetChoice:
    """A value, and how many series remain when it is chosen beside the other filters."""

    value: str | int | float | bool
    count: int


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    choices: Sequence[FacetChoice]


@dataclass(frozen=True, slots=True)
class Facets:
    total: int
    facets: Sequence[Facet]
