"""Which metric a page opens on."""

from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.quantities import Quantity

ORDERS = [
    Quantity("achieved_rate", "op/s", "higher"),
    Quantity("connections_opened", "1", "lower"),
    Quantity("cpu_per_order", "s/op", "lower"),
    Quantity("foreign_cpu", "1"),
    Quantity("latency", "s", "lower"),
    Quantity("latency_max", "s", "lower"),
    Quantity("latency_p50", "s", "lower"),
]
OF_ANY_PROGRAM = [
    Quantity("cpu_time", "s", "lower"),
    Quantity("page_faults_minor", "1", "lower"),
    Quantity("peak_rss", "B", "lower"),
    Quantity("wall_time", "s", "lower"),
]


def test_the_order_of_the_suite_stands() -> None:
    manifest = ["cpu_per_order", "connections_opened"]
    assert ordered_metrics(ORDERS, manifest)[:3] == [*manifest, "latency_p50"]


def test_without_it_times_and_rates_come_before_counts() -> None:
    assert ordered_metrics(ORDERS) == [
        "latency_p50", "latency", "latency_max", "achieved_rate", "cpu_per_order",
        "connections_opened", "foreign_cpu",
    ]  # fmt: skip
    assert ordered_metrics(OF_ANY_PROGRAM) == [
        "wall_time", "cpu_time", "peak_rss", "page_faults_minor",
    ]  # fmt: skip


def test_what_a_suite_declares_comes_before_what_is_measured_of_any_program() -> None:
    own = [Quantity("ops_per_second", "op/s", "higher"), Quantity("lock_operations", "1", "lower")]
    found = ordered_metrics([*OF_ANY_PROGRAM, *own])
    assert found[:2] == ["ops_per_second", "wall_time"]
    assert found[-2:] == ["lock_operations", "page_faults_minor"]
