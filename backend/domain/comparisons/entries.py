"""The results of two sides as the statistics take them: entries of a suite with their questions."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from backend.domain.catalogue.labels import ManyLabels, SeriesLabel
from backend.domain.comparisons.measured_rounds import in_step
from backend.domain.comparisons.results import (
    ComparisonSetting,
    FailedSide,
    Key,
    Keys,
    NamedKeys,
    NoiseTable,
    Places,
    ResultColumns,
    SeriesScatter,
    SideResults,
    longest,
    scatter_between_runs,
)
from backend.domain.comparisons.sides import Measured, Place
from backend.domain.comparisons.tables import sample_tables
from backend.stats.arrays import Ints
from backend.stats.compare import Question
from backend.stats.comparison.from_summaries import Reported
from backend.stats.comparison.verdicts import STANDARD, VerdictRules
from backend.stats.histograms.recordings import Histogram, decode
from backend.stats.suites.compare import FALSE_DISCOVERIES, SuiteComparison, compare_suite
from backend.stats.suites.entries import EntrySide, SuiteEntry, line_up
from backend.stats.suites.parts import SampleTable

HISTOGRAM = 2
"""Basis of a result that is a histogram."""


@dataclass(frozen=True)
class LinedUp:
    """What a suite compares, and by key the places of the results on either side.

    Nearly all of it is in `tables`; `others` are what cannot be: one entry each.
    """

    tables: Sequence[SampleTable]
    others: Sequence[SuiteEntry]
    labels: NamedKeys
    places: tuple[Places, Places]
    failed: tuple[Mapping[Key, list[FailedSide]], Mapping[Key, list[FailedSide]]]
    nameless: Sequence[tuple[Place, FailedSide]]
    """Failures of variants of which neither side has any result."""
    chosen_by: frozenset[str]
    """Parameters whose values tell one side from the other."""

    @cached_property
    def entries(self) -> Mapping[Key, SuiteEntry]:
        """Everything as entries by their keys, in order: for what looks at one after another."""
        rows = {key: (table, row) for table in self.tables for row, key in enumerate(table.keys)}
        alone = {cast("Key", entry.key): entry for entry in self.others}
        return {
            key: rows[key][0].entry(rows[key][1]) if key in rows else alone[key]
            for key in self.labels
        }

    def compared(
        self, rules: VerdictRules = STANDARD, false_discoveries: float = FALSE_DISCOVERIES
    ) -> SuiteComparison:
        """Compare both sides of everything, and judge all together."""
        return compare_suite(self.others, rules, false_discoveries, self.tables)


def match_results(
    sides: tuple[SideResults, SideResults],
    labels: Mapping[int, SeriesLabel],
    noise: Mapping[int, SeriesScatter],
    setting: ComparisonSetting,
) -> LinedUp:
    """Line up both sides by variant, metric and testbed.

    Where the sides choose different variants, those that agree in all other parameters are
    compared; where testbeds are compared, the testbed does not count.
    """
    every = ManyLabels.of(labels)
    keys = Keys(sides, every, setting)
    places = keys.places(0), keys.places(1)
    failed = keys.failed(0, places), keys.failed(1, places)
    named = _names(sides, places, every)
    columns = sides[0].columns, sides[1].columns
    known = NoiseTable.of(noise)
    if setting.measured == "in runs apart":
        known = known.held_against(columns)
    tables = sample_tables(columns, places, named, known, setting, is_split=keys.is_split)
    tabled = {key for table in tables for key in table.keys}
    rest = {key: named[key] for key in named if key not in tabled}
    left = _left(places[0], rest), _left(places[1], rest)
    given = (
        _given(columns[0], left[0], failed[0], rest),
        _given(columns[1], left[1], failed[1], rest),
    )
    if setting.measured == "in turns":
        _line_up_rounds(columns, left, given)
    asking = _EntryFacts(sides, known, setting.measured, is_split=keys.is_split)
    return LinedUp(
        tables=tables,
        others=[
            SuiteEntry(
                key,
                given[0].get(key),
                given[1].get(key),
                asking.question((left[0].get(key, []), left[1].get(key, [])), label),
                metric=str(key[1]),
                is_exact=label.noise == "exact",
                is_interleaved=setting.measured == "in turns",
            )
            for key, label in rest.items()
        ],
        labels=named,
        places=places,
        failed=failed,
        nameless=keys.nameless(named),
        chosen_by=keys.split,
    )


def _left(places: Places, rest: Collection[Key]) -> Places:
    return {key: places[key] for key in rest if key in places}


def _names(
    sides: tuple[SideResults, SideResults],
    places: tuple[Places, Places],
    labels: ManyLabels,
) -> NamedKeys:
    """Name each key as the contender does where it has it."""
    series = [side.columns.series.tolist() for side in sides]
    named = {key: series[0][where[0]] for key, where in places[0].items()}
    named |= {key: series[1][where[0]] for key, where in places[1].items()}
    return NamedKeys(named, labels)


def _reading(columns: ResultColumns, place: int) -> EntrySide:
    """Return a result as the statistics take it."""
    basis = int(columns.basis[place])
    if basis:
        return _other(columns, place, basis)
    start = int(columns.ends[place - 1]) if place else 0
    return EntrySide((columns.samples[start : int(columns.ends[place])],))


def _other(columns: ResultColumns, place: int, basis: int) -> EntrySide:
    """Return a result that is no list of samples."""
    if basis == HISTOGRAM and place in columns.histograms:
        return EntrySide(histograms=(in_base_units(*columns.histograms[place]),))
    named = (columns.value, columns.low, columns.high, columns.sd)
    value, low, high, sd = (float(column[place]) for column in named)
    # an interval of something else, such as the mean beside a median, does not hold the value
    is_interval = math.isfinite(low) and math.isfinite(high) and low <= value <= high
    return EntrySide(
        reported=Reported(
            value=value,
            sd=sd if math.isfinite(sd) and sd >= 0.0 else math.nan,
            n=int(columns.n[place]),
            low=low if is_interval else math.nan,
            high=high if is_interval else math.nan,
        )
    )


def in_base_units(document: str, scale: float) -> Histogram:
    """Read a histogram; its bounds become numbers in base units, as runs may differ in scale."""
    counted = decode(document)
    lowest, highest = (cast("Ints", ends * scale) for ends in (counted.lowest, counted.highest))
    return Histogram(lowest=lowest, highest=highest, counts=counted.counts)


def _given(
    columns: ResultColumns,
    places: Places,
    failed: Mapping[Key, list[FailedSide]],
    named: Mapping[Key, SeriesLabel],
) -> dict[Key, EntrySide]:
    """Return what a side has of each key; what failed counts where nothing else is there."""
    found = {
        key: _reading(columns, where[0]) if len(where) == 1 else _several(key, where, columns)
        for key, where in places.items()
    }
    for key, failures in failed.items():
        if key in named and key not in found:
            found[key] = EntrySide(failure=failures[0].text)
    return found


def _line_up_rounds(
    columns: tuple[ResultColumns, ResultColumns],
    places: tuple[Places, Places],
    given: tuple[dict[Key, EntrySide], dict[Key, EntrySide]],
) -> None:
    """Keep the rounds that both sides have, where a side lacks some."""
    if not (columns[0].rounds or columns[1].rounds):
        return
    for key in given[0].keys() & given[1].keys():
        where = [places[side].get(key, []) for side in (0, 1)]
        runs = [given[side][key].runs for side in (0, 1)]
        if any(len(one) != 1 for one in (*where, *runs)):
            continue
        rounds = [columns[side].rounds.get(where[side][0]) for side in (0, 1)]
        paired = in_step([one[0].tolist() for one in runs], rounds)
        if paired is not None:
            given[0][key], given[1][key] = EntrySide((paired[0],)), EntrySide((paired[1],))


def _several(key: Key, where: Sequence[int], columns: ResultColumns) -> EntrySide:
    """Return several results of one key as the runs of one side."""
    (entry,) = line_up([(key, _reading(columns, place)) for place in where], [])
    return entry.baseline or EntrySide()


class _EntryFacts:
    """Finds out what is known beside the results of a key."""

    def __init__(
        self,
        sides: tuple[SideResults, SideResults],
        noise: Mapping[int, SeriesScatter],
        measured: Measured,
        *,
        is_split: bool,
    ) -> None:
        # plain lists: thousands of single numbers are taken from them
        self.series = [side.columns.series.tolist() for side in sides]
        self.values = [side.columns.value.tolist() for side in sides]
        self.binaries = [side.columns.binaries for side in sides]
        self.noise, self.measured, self.is_split = noise, measured, is_split

    def question(self, where: tuple[list[int], list[int]], label: SeriesLabel) -> Question:
        known = self._longest(where)
        between, degrees = self._between(known, where)
        return Question(
            direction=label.direction,
            between=between,
            between_degrees=degrees,
            same_binary=not self.is_split and self._is_one_binary(where),
            rho=known.rho if known else 0.0,
            far_shares=known.shares if known else (),
        )

    def _longest(self, where: tuple[list[int], list[int]]) -> SeriesScatter | None:
        if self.measured != "in runs apart":
            return None
        series = {self.series[side][place] for side in (0, 1) for place in where[side]}
        return longest(self.noise[one] for one in series if one in self.noise)

    def _between(
        self, known: SeriesScatter | None, where: tuple[list[int], list[int]]
    ) -> tuple[float, float]:
        """Return the scatter between runs and its degrees of freedom, from the longer series."""
        if self.measured != "in runs apart":
            return 0.0, math.inf
        return scatter_between_runs([known] if known else [], self._level(where))

    def _level(self, where: tuple[list[int], list[int]]) -> float:
        """Return what the scatter of a series is a share of that was analysed as it stands.

        It is the smallest centre, so that the share is not too small; nan at or below zero.
        """
        least = min(self.values[side][place] for side in (0, 1) for place in where[side])
        return least if least > 0.0 else math.nan

    def _is_one_binary(self, where: tuple[list[int], list[int]]) -> bool:
        if not (where[0] and where[1] and self.binaries[0][where[0][0]]):
            return False
        return len({self.binaries[side][place] for side in (0, 1) for place in where[side]}) == 1
