"""Which metric a page opens on."""

import tomllib
from pathlib import Path

import pytest

from backend.domain.catalogue.metric_order import ordered_metrics
from backend.domain.quantities import Quantity
from backend.testing.databases import ROOT

MANIFESTS = sorted((ROOT / "bench-agents" / "suites").glob("*/suite.toml"))

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


def test_elapsed_time_and_rates_come_first_whatever_the_suite_names_first() -> None:
    manifest = [
        "connections_opened",
        "cpu_per_order",
        "latency_max",
        "achieved_rate",
        "foreign_cpu",
    ]
    assert ordered_metrics(ORDERS, manifest) == [
        "latency_max", "achieved_rate", "latency_p50", "latency", "cpu_per_order",
        "connections_opened", "foreign_cpu",
    ]  # fmt: skip
    search = ["cpu_time", "wall_time", "peak_rss", "page_faults_minor"]
    assert ordered_metrics(OF_ANY_PROGRAM, search)[:2] == ["wall_time", "cpu_time"]


def test_a_rate_per_second_of_processor_time_is_processor_time() -> None:
    rates = [
        Quantity("ops_per_cpu_second", "op/s", "higher"),
        Quantity("ops_per_second", "op/s", "higher"),
    ]
    manifest = ["ops_per_cpu_second", "ops_per_second"]
    assert ordered_metrics(rates, manifest) == ["ops_per_second", "ops_per_cpu_second"]


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda path: path.parent.name)
def test_the_suites_of_this_repository_open_on_what_pages_open_on(manifest: Path) -> None:
    suite = tomllib.loads(manifest.read_text(encoding="utf-8"))
    known = {one.metric: one for one in OF_ANY_PROGRAM} | {
        name: Quantity(name, facts["unit"], facts["direction"])
        for name, facts in suite["metrics"].items()
    }
    for benchmark in suite["benchmark"]:
        named = benchmark["metrics"]
        ordered = ordered_metrics([known[name] for name in named if name in known], named)
        assert named[0] == ordered[0], benchmark["name"]


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
