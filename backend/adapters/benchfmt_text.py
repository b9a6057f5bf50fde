"""Results of one run in the format of Go's benchmarks, which benchstat reads.

https://go.googlesource.com/proposal/+/master/design/14313-benchmark-format.md
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_GAP = re.compile(r"\s++")
UNITS = {"s": "sec"}
"""What benchstat scales by itself."""
BETTER = {"lower": "lower", "higher": "higher"}


@dataclass(frozen=True, slots=True)
class MeasuredSeries:
    """One metric of one benchmark of a run."""

    benchmark: str
    parameters: Mapping[str, object]
    metric: str
    unit: str
    direction: str
    samples: Sequence[float]


def benchfmt_of(suite: str, facts: Mapping[str, str], measured: Iterable[MeasuredSeries]) -> str:
    """Write what is better of each unit, and a line for each sample.

    What differs between two runs stands in a remark: a line of configuration would make benchstat
    hold every file against itself alone.
    """
    found = list(measured)
    said = _GAP.sub(" ", ", ".join(f"{name} {value}" for name, value in facts.items() if value))
    lines = [f"pkg: {_GAP.sub(' ', suite)}", f"# {said}"]
    directions = {_unit(one): BETTER[one.direction] for one in found if one.direction in BETTER}
    lines += [f"Unit {unit} better={better}" for unit, better in directions.items()]
    lines += [f"{_name(one)} 1 {value!r} {_unit(one)}" for one in found for value in one.samples]
    return "\n".join([*lines, ""])


def _name(one: MeasuredSeries) -> str:
    """Return a name that begins as it must, in one word."""
    parts = [one.benchmark, *(f"{name}={value}" for name, value in one.parameters.items())]
    plain = "/".join(_GAP.sub("_", part) for part in parts)
    return f"Benchmark{plain[:1].upper()}{plain[1:]}"


def _unit(one: MeasuredSeries) -> str:
    unit = UNITS.get(one.unit, one.unit)
    return _GAP.sub("_", f"{one.metric}-{unit}" if unit else one.metric)
