"""Machines that take turns in one series: changes found after their offsets are removed."""

from collections.abc import Callable

import numpy as np

from backend.evaluate.finders import ours
from backend.evaluate.generator.series import Series, make
from backend.evaluate.matching import Counts, count
from backend.evaluate.rows import Figures, Section, at_least, at_most
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats, Ints
from backend.stats.machine_offsets import remove_offsets

TITLE = "Machines that take turns"
CV = 0.01
SPREADS = (0.02, 0.05, 0.15)
_OURS = ours()

Removal = Callable[[Floats, Ints, Floats], Floats]


def evaluate(setting: EvaluationSetting) -> Section:
    """Spread machines over series of known changes; judge with and without their removal."""
    section = Section(TITLE)
    section.notes.append("Gaussian noise of 1 %, 2 to 4 machines whose speeds scatter as said")
    lines = []
    total: dict[str, tuple[Counts, Counts]] = {}
    for turns, length in (("at random", 1), ("in blocks of 20", 20), ("in blocks of 60", 60)):
        with setting.step(f"machines {turns}"):
            for spread in SPREADS:
                cells, judged = [], {}
                for name, removal in _REMOVALS.items():
                    judged[name] = _judged(setting, (spread, length), removal)
                    changed, quiet = judged[name]
                    cells.append(f"{changed.f1:.3f}, {quiet.false_per_1000:.2f}")
                _add(total, turns, judged["removed"])
                lines.append([f"{spread:.0%}", turns, *cells])
    changed, quiet = total["in blocks of 20"]
    section.rows += [
        at_least("returning in blocks of 20: F1", 0.96, changed.f1),
        at_most("returning in blocks of 20: false per 1,000", 0.3, quiet.false_per_1000, ".2f"),
    ]
    head = ["machines differ by", "turns", *(f"{name}: F1, false/1,000" for name in _REMOVALS)]
    section.figures.append(Figures("With offsets left in, removed, and known", head, lines))
    return section


def _left(x: Floats, _machines: Ints, _offsets: Floats) -> Floats:
    return x


def _removed(x: Floats, machines: Ints, _offsets: Floats) -> Floats:
    return remove_offsets(x, machines).values


def _known(x: Floats, machines: Ints, offsets: Floats) -> Floats:
    return np.asarray(x - offsets[machines])


_REMOVALS: dict[str, Removal] = {"left in": _left, "removed": _removed, "known": _known}


def _judged(
    setting: EvaluationSetting, turns: tuple[float, int], removal: Removal
) -> tuple[Counts, Counts]:
    found = Counts(), Counts()
    for number in range(setting.size(60, 6)):
        for counts, with_changes in zip(found, (True, False), strict=True):
            seed = (setting.seed, 7, number, int(1000 * turns[0]), turns[1])
            series = make(seed, "gauss", with_changes=with_changes, cv=CV)
            counts.add(_one(series, turns, np.random.default_rng(seed), removal))
    return found


def _one(
    series: Series, turns: tuple[float, int], generator: np.random.Generator, removal: Removal
) -> Counts:
    spread, length = turns
    n = series.values.size
    machines = int(generator.integers(2, 5))
    offsets = spread * generator.standard_normal(machines)
    at_random = generator.integers(0, machines, n)
    order = at_random if length == 1 else np.arange(n) // length % machines
    levelled = removal(np.log(series.values) + offsets[order], order, offsets)
    places = _OURS.places(np.exp(levelled))
    return count(series.required, series.ignored, places, n)


def _add(
    total: dict[str, tuple[Counts, Counts]], turns: str, judged: tuple[Counts, Counts]
) -> None:
    both = total.setdefault(turns, (Counts(), Counts()))
    for sum_, one in zip(both, judged, strict=True):
        sum_.add(one)
