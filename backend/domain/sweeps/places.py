"""Where on an axis a machine has a limit of its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.results import axis_value

COUNTS = ("thread", "worker", "connection", "client", "core", "job", "concurren", "parallel")
"""Words in the name of an axis that counts things running side by side."""
CACHES = (
    ("cache_l1d_bytes", "L1 data cache"),
    ("cache_l2_bytes", "L2 cache"),
    ("cache_l3_bytes", "L3 cache"),
)
BYTES = {"bytes": 1, "kib": 2**10, "kb": 10**3, "mib": 2**20, "mb": 10**6, "gib": 2**30}
"""Units that the name of an axis may end in or contain as a word."""


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
