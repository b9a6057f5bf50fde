"""Where on an axis a machine has a limit of its own, and how a value stands to it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.results import axis_value
from backend.domain.words.numbers import setting

COUNTS = ("thread", "worker", "connection", "client", "core", "job", "concurren", "parallel")
"""Words in the name of an axis that counts things running side by side."""
CACHES = (
    ("cache_l1d_bytes", "L1 data cache"),
    ("cache_l2_bytes", "L2 cache"),
    ("cache_l3_bytes", "L3 cache"),
)
BYTES = {"bytes": 1, "kib": 2**10, "kb": 10**3, "mib": 2**20, "mb": 10**6, "gib": 2**30}
"""Units that the name of an axis may end in or contain as a word."""
MOST_TIMES = 4
TIMES = "\u202f\u00d7\u202f"


@dataclass(frozen=True, slots=True)
class MachineFact:
    """A limit of the machine on the scale of an axis: `name` "core count", `mark` "cores"."""

    x: float
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class SweepMark:
    x: float
    label: str


def facts_for(axis: str, fingerprint: Mapping[str, Scalar]) -> list[MachineFact]:
    """Return what the machine has of that which the axis counts; nothing for other axes."""
    if any(word in axis.lower() for word in COUNTS):
        return _counts(fingerprint)
    unit = next((BYTES[word] for word in _words(axis) if word in BYTES), None)
    sizes = [(axis_value(fingerprint, key), name) for key, name in CACHES]
    return [
        MachineFact(size / unit, f"size of the {name}", name)
        for size, name in sizes
        if size is not None and unit is not None
    ]


def marks_for(xs: Sequence[float], facts: Sequence[MachineFact]) -> list[SweepMark]:
    """Mark the facts that the measured values reach."""
    if not xs:
        return []
    inside = [fact for fact in facts if min(xs) <= fact.x <= max(xs)]
    return [SweepMark(fact.x, f"{fact.mark} = {setting(fact.x)}") for fact in inside]


def place_of(x: float, facts: Sequence[MachineFact]) -> str:
    """Say that a value is a fact or a small multiple of it: "the core count"; else nothing."""
    for fact in facts:
        times = x / fact.x if fact.x > 0 else 0.0
        if times == 1.0:
            return f"the {fact.name}"
        if times.is_integer() and 1 < times <= MOST_TIMES:
            return f"{setting(times)}{TIMES}the {fact.name}"
    return ""


def standing_of(low: float, high: float, facts: Sequence[MachineFact]) -> str:
    """Say how a range of values stands to the first fact: "around the core count of 10"."""
    if not facts:
        return ""
    fact = facts[0]
    if low == high and place_of(low, facts):
        return place_of(low, facts)
    word = "below" if high < fact.x else "above" if low > fact.x else "around"
    return f"{word} the {fact.name} of {setting(fact.x)}"


def _counts(fingerprint: Mapping[str, Scalar]) -> list[MachineFact]:
    cores = axis_value(fingerprint, "cores")
    if cores is None:
        return []
    each = axis_value(fingerprint, "threads_per_core") or 1.0
    facts = [MachineFact(cores, "core count", "cores")]
    if each > 1.0:
        facts.append(MachineFact(cores / each, "physical core count", "physical cores"))
    return facts


def _words(axis: str) -> list[str]:
    return re.split(r"[^a-z]+", axis.lower())
