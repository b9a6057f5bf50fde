"""Facets: which values each dimension of the series has, and how many series each would leave."""

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.domain.catalogue.filters import (
    FACETS,
    PARAMETER,
    TAG,
    Facet,
    FacetChoice,
    FacetLook,
    Facets,
    SeriesFilters,
)
from backend.domain.catalogue.parameters import Scalar

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Key = str | tuple[bool, Scalar]
"""A text, or another value that is not mistaken for its equal: in Python, true is 1."""
Counts = dict[Key, int]
VARIANT = "variant"
OWNERS = {PARAMETER: VARIANT, TAG: "benchmark"}
"""The dimension that carries the attributes of a kind."""


@dataclass(frozen=True, slots=True)
class SeriesDimensions:
    """All series in question: the id of each in every dimension, and the filters that it fails."""

    ids: Mapping[str, Ints]
    failed: Ints
    """One bit per filter, in the order of `filtered`; 0 passes all of them."""
    filtered: Sequence[str]

    def counted_for(self, facet: str) -> Bools:
        """Return the series that fail no filter but perhaps that of the facet itself."""
        own = 1 << self.filtered.index(facet) if facet in self.filtered else 0
        return np.asarray((self.failed | own) == own)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one dimension by id, the ids ascending."""

    ids: Ints
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class Attributes:
    """The sets of parameters or tags that occur, and which of them each owner has."""

    sets: Sequence[Mapping[str, Scalar]]
    owners: Ints
    """Ids, ascending."""
    set_of: Ints
    """Place in `sets`, one per owner."""


@dataclass(frozen=True, slots=True)
class FacetCatalogue:
    """What facets are counted from: names by dimension, attributes by their prefix."""

    names: Mapping[str, Names]
    attributes: Mapping[str, Attributes]


def count_facets(
    series: SeriesDimensions, catalogue: FacetCatalogue, filters: SeriesFilters, look: FacetLook
) -> Facets:
    """Count, for each facet, the series that pass all other filters, by value of the facet."""
    counts: dict[str, Counts] = {}
    for facet in FACETS:
        if look.facet in {None, facet}:
            counts[facet] = _by_name(series, facet, catalogue.names[facet])
    for prefix, attributes in catalogue.attributes.items():
        if look.facet is None or look.facet.startswith(prefix):
            counts |= _by_attribute(series, prefix, attributes)
    named = sorted(facet for facet in counts if facet not in FACETS)
    wanted = [*FACETS, *named] if look.facet is None else [look.facet]
    return Facets(
        total=int(np.count_nonzero(series.failed == 0)),
        facets=[
            _facet(facet, counts.get(facet, {}), filters.chosen(facet), look) for facet in wanted
        ],
    )


def _by_name(series: SeriesDimensions, facet: str, names: Names) -> Counts:
    ids = series.ids[facet][series.counted_for(facet)]
    counts = _counts_at(np.searchsorted(names.ids, ids), len(names.ids)).tolist()
    found: Counts = {}
    for name, count in zip(names.names, counts, strict=True):
        if count:
            found[name] = found.get(name, 0) + count
    return found


def _by_attribute(
    series: SeriesDimensions, prefix: str, attributes: Attributes
) -> dict[str, Counts]:
    """Count the attributes without a filter together, each of the others by itself."""
    places = np.searchsorted(attributes.owners, series.ids[OWNERS[prefix]])
    sets = attributes.set_of[places]
    own = [facet for facet in series.filtered if facet.startswith(prefix)]
    found: dict[str, Counts] = defaultdict(dict)
    for only in (None, *own):
        rows = series.counted_for(only or "")
        counts = _counts_at(sets[rows], len(attributes.sets)).tolist()
        for facet, key, count in _values(prefix, attributes.sets, counts):
            if facet == only if only is not None else facet not in own:
                found[facet][key] = found[facet].get(key, 0) + count
    return found


def _values(
    prefix: str, sets: Sequence[Mapping[str, Scalar]], counts: Sequence[int]
) -> Iterator[tuple[str, Key, int]]:
    for values, count in zip(sets, counts, strict=True):
        if count:
            for name, value in values.items():
                key = value if isinstance(value, str) else (isinstance(value, bool), value)
                yield prefix + name, key, count


def _counts_at(places: Ints, size: int) -> Ints:
    return np.bincount(places, minlength=size)


def _facet(name: str, counts: Counts, chosen: Sequence[str], look: FacetLook) -> Facet:
    """Keep the chosen values and, in their order, as many as are looked at."""
    part = look.contains.casefold()
    found = [key for key in counts if part in _text(key).casefold()] if part else list(counts)
    texts = [key for key in found if isinstance(key, str)]
    others = [key for key in found if not isinstance(key, str)]
    # names may be ten thousand: they are ordered by what is quick
    first: list[Key] = [key for key in found if _text(key) in chosen] if chosen else []
    words = heapq.nsmallest(look.most, texts, key=str.casefold)
    first += [*heapq.nsmallest(look.most, others, key=_rank), *words]
    kept = sorted(list(dict.fromkeys(first))[: look.most], key=_rank)
    choices = [FacetChoice(key if isinstance(key, str) else key[1], counts[key]) for key in kept]
    return Facet(name, choices, len(found))


def _text(key: Key) -> str:
    """Return a value as it stands in an address."""
    if isinstance(key, str):
        return key
    is_bool, value = key
    return str(value).lower() if is_bool else str(value)


def _rank(key: Key) -> tuple[int, float, str]:
    """Numbers by size, then everything else by its text."""
    if isinstance(key, str) or key[0]:
        return (1, 0.0, _text(key).casefold())
    return (0, float(key[1]), "")
