"""What an operator watches: the families of measurements, as Prometheus names them."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
"""Upper bounds of the buckets of all durations; what took longer is in the last one."""
_BETWEEN = "\x1f"
_SUM = "sum"


class FamilyKind(StrEnum):
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True)
class Family:
    """Measurements of one meaning, which differ by their labels."""

    name: str
    help: str
    labels: tuple[str, ...] = ()
    kind: FamilyKind = FamilyKind.GAUGE


@dataclass(frozen=True, slots=True)
class Gauge:
    """One measurement of now."""

    family: Family
    value: float
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Durations:
    """How long things took since counting began: how many in each bucket, and all seconds."""

    labels: tuple[str, ...]
    counts: tuple[float, ...]
    """One for each bound, and one for what took longer."""
    sum_s: float


HTTP = Family(
    "tidemark_http_request_seconds",
    "From a request to the beginning of its answer, by the route's template.",
    ("method", "route", "status"),
    FamilyKind.HISTOGRAM,
)
TASK = Family(
    "tidemark_task_seconds",
    "How long background tasks took; detection.detect_changes is the detector.",
    ("task", "outcome"),
    FamilyKind.HISTOGRAM,
)
BUILD = Family("tidemark_build_info", "Always 1; the label says the version.", ("version",))
COMPONENT = Family(
    "tidemark_component_up", "1 while a part of the server does its work.", ("component",)
)
PULSE = Family("tidemark_pulse_age_seconds", "Since a loop last gave a sign of life.", ("pulse",))
DISK_FREE = Family("tidemark_disk_free_bytes", "Free on the disk with the data.")
DISK_TOTAL = Family("tidemark_disk_total_bytes", "Size of the disk with the data.")
DATABASE_SIZE = Family("tidemark_database_bytes", "Size of the database.")
WORK_WAITING = Family(
    "tidemark_work_waiting", "Requests for background work that is not done yet.", ("task",)
)
WORK_AGE = Family("tidemark_work_oldest_seconds", "Age of the oldest of these requests.", ("task",))
BROKER = Family("tidemark_broker_messages", "Messages that wait in Redis.", ("queue",))
REPORTS_WAITING = Family("tidemark_reports_waiting", "Reports accepted and not yet ingested.")
INGESTION_LAG = Family(
    "tidemark_ingestion_lag_seconds", "Age of the oldest report that is not yet ingested."
)
REPORTS_FAILED = Family("tidemark_reports_failed", "Reports that could not be ingested.")
AGENT = Family(
    "tidemark_agent_silent_seconds", "Since an agent last gave a sign of life.",
    ("project", "agent"),
)  # fmt: skip
REPLICA_SECONDS = Family(
    "tidemark_replica_behind_seconds",
    "Age of the newest transaction that the replica has; 0 where it has all.",
)
REPLICA_BYTES = Family(
    "tidemark_replica_behind_bytes", "Of the write-ahead log, not yet replayed by the replica."
)
UNREAD = Family(
    "tidemark_metrics_unread", "1 where this source did not answer this request.", ("source",)
)
FAMILIES = (
    HTTP, TASK, BUILD, COMPONENT, PULSE, DISK_FREE, DISK_TOTAL, DATABASE_SIZE, WORK_WAITING,
    WORK_AGE, BROKER, REPORTS_WAITING, INGESTION_LAG, REPORTS_FAILED, AGENT, REPLICA_SECONDS,
    REPLICA_BYTES, UNREAD,
)  # fmt: skip


def counted(family: Family, labels: tuple[str, ...], seconds: float) -> dict[str, float]:
    """Return by how much one duration raises which counters."""
    begin = _BETWEEN.join((family.name, *labels))
    bucket = bisect_left(BOUNDS_S, seconds)
    return {f"{begin}{_BETWEEN}{bucket}": 1.0, f"{begin}{_BETWEEN}{_SUM}": seconds}


def durations(counters: Mapping[str, float]) -> dict[str, list[Durations]]:
    """Return what the counters say, by the name of the family."""
    found: dict[tuple[str, ...], dict[str, float]] = {}
    for name, value in counters.items():
        *words, last = name.split(_BETWEEN)
        found.setdefault(tuple(words), {})[last] = value
    by_family: dict[str, list[Durations]] = {}
    for (name, *labels), values in sorted(found.items()):
        counts = tuple(values.get(str(place), 0.0) for place in range(len(BOUNDS_S) + 1))
        by_family.setdefault(name, []).append(
            Durations(tuple(labels), counts, values.get(_SUM, 0.0))
        )
    return by_family
