"""Machines of one series: which moved in for good, and which take turns."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from backend.stats.arrays import Floats, Ints
from backend.stats.machine_offsets import remove_offsets


def environment_boundaries(fingerprints: Sequence[int]) -> list[int]:
    """Return the indices at which a machine's fingerprint changed for good.

    0 means unknown. A fingerprint that comes back later belongs to machines that take turns:
    that is no boundary.
    """
    last_seen = {name: index for index, name in enumerate(fingerprints)}
    boundaries = []
    latest = -1
    for index, name in enumerate(fingerprints):
        if index and name and fingerprints[index - 1] not in (0, name) and latest < index:
            boundaries.append(index)
        latest = max(latest, last_seen[name] if name else latest)
    return boundaries


def known_machines(fingerprints: Ints) -> Ints:
    """Let runs of an unknown machine count as runs of the one before them, or the first known."""
    known = np.flatnonzero(fingerprints)
    if known.size == 0:
        return fingerprints
    before = np.searchsorted(known, np.arange(fingerprints.size), side="right") - 1
    return fingerprints[known[np.maximum(before, 0)]]


@dataclass(frozen=True, slots=True)
class Levelled:
    """A history as if every stretch had been measured on its newest machine.

    `boundaries` are where a machine moved in for good; `offsets`, one per stretch between
    them, say by how much each machine that took turns there reads higher, by fingerprint, on
    the scale of the analysis. Empty where one machine measured a whole stretch.
    """

    values: Floats
    boundaries: tuple[int, ...]
    offsets: tuple[dict[int, float], ...]
    logarithmic: bool

    def offsets_at(self, index: int) -> dict[int, float]:
        """Return the offsets of the stretch in which a run lies."""
        return self.offsets[bisect_right(self.boundaries, index)]

    def ratios_at(self, index: int) -> tuple[float, ...]:
        """Return each other machine over the newest one, in order of first sight."""
        offsets = list(self.offsets_at(index).values())
        others = [offset for offset in offsets if offset != 0.0]
        if self.logarithmic:
            return tuple(math.exp(offset) for offset in others)
        level = abs(float(np.median(self.values)))
        return tuple(1.0 + offset / level for offset in others) if level > 0.0 else ()


def level_machines(values: Floats, fingerprints: Ints) -> Levelled:
    """Split a history where a machine moved in for good; take out offsets of those in turns.

    Machines differ by a ratio where all values are positive, by a difference otherwise.
    """
    logarithmic = bool(values.size) and float(values.min()) > 0.0
    if (fingerprints == fingerprints[:1]).all():
        return Levelled(values, (), ({},), logarithmic)
    boundaries = environment_boundaries(fingerprints.tolist())
    machines = known_machines(fingerprints)
    levelled = values.copy()
    offsets: list[dict[int, float]] = []
    for start, end in pairwise([0, *boundaries, values.size]):
        stretch, names = values[start:end], machines[start:end]
        if (names == names[0]).all():
            offsets.append({})
            continue
        found = remove_offsets(np.log(stretch) if logarithmic else stretch, names)
        levelled[start:end] = np.exp(found.values) if logarithmic else found.values
        offsets.append(dict(zip(found.machines, found.offsets, strict=True)))
    return Levelled(levelled, tuple(boundaries), tuple(offsets), logarithmic)
