"""Real histories without labels, and what can be said about a detector on them."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from backend.evaluate.finders import Finder
from backend.evaluate.matching import MARGIN, matched
from backend.stats.arrays import Floats

FEWEST, MOST = 60, 1500  # runs
SIZES = (0.03, 0.05, 0.10, 0.20, 0.50)
"""Of the steps that are multiplied in."""
_ASSIGNMENT = re.compile(r"window\.BENCHMARK_DATA\s*=\s*")
_THINNED = 3  # runs of a half that its answer may be off


@dataclass(frozen=True, slots=True)
class LabelFree:
    """Figures that need no labels."""

    density: float
    """Change points per 1,000 runs."""
    agreement: float
    """Of those found in every second run, the share that the other half finds as well."""
    shuffled: float
    """New change points per 1,000 runs once the runs of every level are shuffled: false ones."""


def histories(folder: Path, per_project: int, seed: int) -> list[Floats]:
    """Read every data.js of github-action-benchmark below a folder; a sample of each."""
    generator = np.random.default_rng(seed)
    chosen: list[Floats] = []
    for file in sorted(folder.rglob("*.js")):
        series = [values[-MOST:] for values in _readable(file) if _is_usable(values)]
        order = generator.permutation(len(series))[:per_project]
        chosen += [series[place] for place in order]
    return chosen


def _readable(file: Path) -> list[Floats]:
    """Return the series of a file; none where it is of another shape."""
    try:
        return list(_series(file))
    except (AttributeError, OSError, TypeError, ValueError):
        return []


def _series(file: Path) -> Iterator[Floats]:
    by_name: dict[tuple[str, str], list[float]] = {}
    for suite, _, measured in measured_runs(file):
        for name, value in measured:
            by_name.setdefault((suite, name), []).append(value)
    for values in by_name.values():
        yield np.array(values)


def measured_runs(file: Path) -> Iterator[tuple[str, str, list[tuple[str, float]]]]:
    """Return suite, commit, and names with values of each run of a data.js, the oldest first."""
    text = file.read_text(errors="replace")
    assigned = _ASSIGNMENT.search(text)
    document = json.loads(text[assigned.end() :].strip().rstrip(";")) if assigned else {}
    for suite, runs in document.get("entries", {}).items():
        for run in runs:
            benches = [one for one in run.get("benches", []) if isinstance(one, dict)]
            values = [
                (str(one.get("name")), float(one["value"]))
                for one in benches
                if isinstance(one.get("value"), int | float)
            ]
            commit = run.get("commit")
            yield suite, str(commit.get("id", "") if isinstance(commit, dict) else ""), values


def _is_usable(values: Floats) -> bool:
    return bool(
        values.size >= FEWEST
        and np.isfinite(values).all()
        and values.min() > 0
        and np.ptp(values) > 0
    )


def label_free(finder: Finder, series: Sequence[Floats], seed: int) -> LabelFree:
    """Count, halve and shuffle the histories."""
    generator = np.random.default_rng(seed)
    whole = finder.find(series).places
    halves = [finder.find([one[start::2] for one in series]).places for start in (0, 1)]
    agreed = sum(2 * len(matched(one, other, _THINNED)) for one, other in zip(*halves, strict=True))
    total = sum(map(len, halves[0])) + sum(map(len, halves[1]))
    pairs = list(zip(series, whole, strict=True))
    shuffled = finder.find([_shuffled(generator, one, places) for one, places in pairs]).places
    new = sum(
        all(abs(place - old) > MARGIN for old in places)
        for places, found in zip(whole, shuffled, strict=True)
        for place in found
    )
    runs = sum(one.size for one in series)
    return LabelFree(
        density=1000 * sum(map(len, whole)) / runs,
        agreement=agreed / total if total else 1.0,
        shuffled=1000 * new / runs,
    )


def _shuffled(generator: np.random.Generator, series: Floats, places: Iterable[int]) -> Floats:
    mixed = series.copy()
    for start, end in pairwise([0, *places, series.size]):
        mixed[start:end] = generator.permutation(mixed[start:end])
    return mixed


def found_when_injected(finder: Finder, series: Sequence[Floats], size: float, seed: int) -> float:
    """Return the share found of steps multiplied into the histories, one in each.

    Where a change is reported at that place anyway the history does not count.
    """
    generator = np.random.default_rng([seed, int(1000 * size)])
    stepped: list[Floats] = []
    places: list[int] = []
    for one in series:
        place = int(generator.integers(one.size // 4, one.size - one.size // 5))
        sign = 1 if generator.random() < 0.6 else -1  # noqa: PLR2004  regressions are commoner
        changed = one.copy()
        changed[place:] *= (1 + size) ** sign
        stepped.append(changed)
        places.append(place)
    before, after = finder.find(series).places, finder.find(stepped).places
    hits = [
        _near(found, place)
        for place, plain, found in zip(places, before, after, strict=True)
        if not _near(plain, place)
    ]
    return sum(hits) / max(1, len(hits))


def _near(places: Iterable[int], place: int) -> bool:
    return any(abs(one - place) <= MARGIN for one in places)
