"""Filters that choose series; the same ones stand in the address of a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FACETS = ("suite", "benchmark", "metric", "testbed", "branch")
PARAMETER = "param."
TAG = "tag."
MOST_WORDS = 10
"""Words of a text: each is looked for in every name."""


@dataclass(frozen=True, slots=True)
class SeriesFilters:
    """Every name must match one of its values, where it has any; texts compare as JSON scalars."""

    suite: Sequence[str] = ()
    benchmark: Sequence[str] = ()
    metric: Sequence[str] = ()
    testbed: Sequence[str] = ()
    branch: Sequence[str] = ()
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Of the benchmark."""
    text: str = ""
    """Words that all occur somewhere in suite, benchmark, parameters or metric."""

    @property
    def is_empty(self) -> bool:
        """Tell whether every series passes."""
        named = (self.suite, self.benchmark, self.metric, self.testbed, self.branch)
        return not (any(named) or self.parameters or self.tags or self.words())

    def words(self) -> list[str]:
        """Return the words that must all be found, each once."""
        return list(dict.fromkeys(self.text.split()))

    def chosen(self, facet: str) -> Sequence[str]:
        """Return the values that a facet is filtered by."""
        if facet.startswith(PARAMETER):
            return self.parameters.get(facet.removeprefix(PARAMETER), ())
        if facet.startswith(TAG):
            return self.tags.get(facet.removeprefix(TAG), ())
        return getattr(self, facet) if facet in FACETS else ()


@dataclass(frozen=True, slots=True)
class FacetLook:
    """Which facet is looked at (all where none is named), and which of its values."""

    facet: str | None = None
    contains: str = ""
    """A part of the values, upper or lower case."""
    most: int = 30
    """Values per facet; those that are filtered by come first."""


@dataclass(frozen=True, slots=True)
class FacetChoice:
    """A value, and how many series remain when it is chosen beside the other filters."""

    value: str | int | float | bool
    count: int
    """Series that remain when this value is chosen beside the other filters."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One dimension; parameters have names of the form `param.<name>`, tags `tag.<name>`."""

    name: str
    choices: Sequence[FacetChoice]
    total: int
    """Values there are; more than choices where they were cut."""


@dataclass(frozen=True, slots=True)
class Facets:
    total: int
    facets: Sequence[Facet]
