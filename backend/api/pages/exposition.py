"""Measurements as Prometheus reads them, written by its own client."""

from collections.abc import Iterator
from itertools import accumulate

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from backend.domain.operation import BOUNDS_S, FAMILIES, Durations, Family, FamilyKind
from backend.services.read_operation import OperationNow

KIND = CONTENT_TYPE_PLAIN_0_0_4
BOUNDS = [*map(str, BOUNDS_S), "+Inf"]


def written(now: OperationNow) -> bytes:
    """Return the text of all families; one without a measurement is named all the same."""
    return generate_latest(_Collected(now))


class _Collected(Collector):
    """What the client asks for its families."""

    def __init__(self, now: OperationNow) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        for family in FAMILIES:
            if family.kind is FamilyKind.HISTOGRAM:
                yield _histogram(family, self._now.durations.get(family.name, []))
            else:
                yield self._gauge(family)

    def _gauge(self, family: Family) -> Metric:
        made = GaugeMetricFamily(family.name, family.help, labels=family.labels)
        for one in self._now.gauges:
            if one.family is family:
                made.add_metric(one.labels, one.value)
        return made


def _histogram(family: Family, found: list[Durations]) -> Metric:
    made = HistogramMetricFamily(family.name, family.help, labels=family.labels)
    for one in found:
        buckets = list(zip(BOUNDS, accumulate(one.counts), strict=True))
        made.add_metric(one.labels, buckets, one.sum_s)
    return made
