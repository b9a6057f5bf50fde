"""Which metric of a benchmark tells most: the one that pages open on, and that is weighed.

One rule for all pages: metrics that say which way is better come first, and among them elapsed time
and rates, then processor time, then sizes and counts. Somebody waits for the first; the others say
why. Within a kind the order of the manifest stands; where no order is known, sizes come before
counts, and what the suite declares before what the agent measures of any program.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.quantities import Quantity

BUILT_IN = frozenset(
    {
        "wall_time", "cpu_time", "user_time", "system_time", "voluntary_switches",
        "involuntary_switches", "page_faults_minor", "page_faults_major", "peak_rss",
        "foreign_cpu", "instructions", "cycles", "branches", "branch_misses", "cache_references",
        "cache_misses", "l1_data_misses", "stalled_cycles_frontend", "stalled_cycles_backend",
        "instructions_per_cycle", "task_clock", "context_switches", "cpu_migrations",
        "page_faults", "alignment_faults",
    }
)  # fmt: skip
"""What the agent measures of any program; a suite that declares more means that first."""
COUNT = "1"
TIMES = ("s", "s/op")
PROCESSOR_TIMES = ("cpu", "user_time", "system_time", "task_clock")
"""Words in the name of a time, or of a rate, that is the processor's and not the clock's."""
MIDDLES = ("p50", "median", "mean", "wall_time")
"""Words in the name of a time that is the usual one, not a tail of it."""


class MetricKind(IntEnum):
    """What a metric is about, in the order in which pages open on it."""

    ELAPSED = 0
    """Elapsed time, or a rate over it."""
    PROCESSOR = 1
    AMOUNT = 2
    """Sizes and counts."""


def ordered_metrics(metrics: Iterable[Quantity], manifest: Sequence[str] = ()) -> list[str]:
    """Sort the metrics of a benchmark, the one that tells most first."""
    places = {name: place for place, name in enumerate(manifest)}
    known = {one.metric: one for one in metrics}

    def place(name: str) -> tuple[int, int, tuple[object, ...]]:
        one = known[name]
        return metric_section(one), places.get(name, len(places)), metric_rank(one)

    return sorted(known, key=place)


def metrics_of_labels(labels: Iterable[SeriesLabel], manifest: Sequence[str] = ()) -> list[str]:
    """Return the metrics of series of one benchmark, the one that pages open on first."""
    return ordered_metrics(
        {Quantity(one.metric, one.unit, one.direction) for one in labels}, manifest
    )


def metric_rank(one: Quantity) -> tuple[bool | int | str, ...]:
    """Return the place of a metric whose suite names no order; smaller ones tell more."""
    is_middle = any(word in one.metric for word in MIDDLES)
    return (
        metric_section(one),
        one.unit == COUNT,
        one.metric in BUILT_IN,
        one.unit.endswith("/s"),
        not is_middle,
        one.metric,
    )


def metric_section(one: Quantity) -> int:
    """Return which part of every list a metric stands in, whatever its manifest says."""
    return len(MetricKind) * _is_undirected(one) + kind_of(one)


def kind_of(one: Quantity) -> MetricKind:
    """Return the kind of a metric, by its unit and name."""
    if one.unit in TIMES or one.unit.endswith("/s"):
        is_processor = any(word in one.metric for word in PROCESSOR_TIMES)
        return MetricKind.PROCESSOR if is_processor else MetricKind.ELAPSED
    return MetricKind.AMOUNT


def _is_undirected(one: Quantity) -> bool:
    return one.direction not in ("lower", "higher")
