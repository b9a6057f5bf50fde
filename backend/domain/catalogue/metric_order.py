"""Which metric of a benchmark tells most: the one that pages open on, and that is weighed.

The suite knows best: its manifest's order stands. Where no order is known, one rule for all pages:
metrics that say which way is better, amounts before counts, what the suite declares before what
the agent measures of any program, and then elapsed time, rates, processor time, sizes.
"""

from collections.abc import Iterable, Sequence

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
PROCESSOR_TIMES = ("cpu", "user_time", "system_time", "task_clock")
MIDDLES = ("p50", "median", "mean", "wall_time")
"""Words in the name of a time that is the usual one, not a tail of it."""


def ordered_metrics(metrics: Iterable[Quantity], manifest: Sequence[str] = ()) -> list[str]:
    """Sort the metrics of a benchmark, the one that tells most first."""
    places = {name: place for place, name in enumerate(manifest)}
    known = {one.metric: one for one in metrics}
    return sorted(known, key=lambda name: (places.get(name, len(places)), metric_rank(known[name])))


def metric_rank(one: Quantity) -> tuple[bool, bool, bool, int, bool, str]:
    """Return the place of a metric whose suite names no order; smaller ones tell more."""
    has_direction = one.direction in ("lower", "higher")
    is_middle = any(word in one.metric for word in MIDDLES)
    return (
        not has_direction,
        one.unit == COUNT,
        one.metric in BUILT_IN,
        _kind(one),
        not is_middle,
        one.metric,
    )


def _kind(one: Quantity) -> int:
    """Return the place of a kind: somebody waits for elapsed time, and gets a rate."""
    if one.unit in ("s", "s/op"):
        return 2 if any(word in one.metric for word in PROCESSOR_TIMES) else 0
    if one.unit.endswith("/s"):
        return 1
    return 3 if one.unit == "B" else 4
