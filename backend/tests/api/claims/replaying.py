"""Quick runs of the suites that hold the claims of the checkout, made of their manifests."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any
from zlib import crc32

import numpy as np

from backend.domain.claims.files import read_claims, suites_of
from backend.testing.builders import Document, a_report, a_result
from backend.testing.databases import ROOT

AGENTS = ROOT / "bench-agents"
CLAIMS = (AGENTS / "claims.toml").read_text()
BUILT_IN = {
    "wall_time": ("s", "lower"),
    "cpu_time": ("s", "lower"),
    "user_time": ("s", "lower"),
    "system_time": ("s", "lower"),
    "peak_rss": ("B", "lower"),
}
"""Metrics that the agent measures of every process, as far as claims are about them."""
ROUNDS, CORES = 8, 2
DAY = "2026-01-02T00:00:00Z"


Levels = Callable[[str, str, Mapping[str, Any]], float | None]
"""Level of a benchmark, a metric and parameters; none where any will do."""


def any_level(benchmark: str, metric: str, parameters: Mapping[str, Any]) -> None:
    """Leave every level to chance."""


def quick_reports(testbed: str, level: Levels = any_level) -> Iterator[Document]:
    """Return a report of each suite; levels by chance hang on the variant and on the machine."""
    suites = {suite for claim in read_claims(CLAIMS) for suite in suites_of(claim)}
    for suite in sorted(suites):
        manifest = tomllib.loads((AGENTS / "suites" / suite / "suite.toml").read_text())
        yield _report(suite, manifest, testbed, level)


def _report(suite: str, manifest: Mapping[str, Any], testbed: str, level: Levels) -> Document:
    own = {
        name: (one["unit"], one["direction"])
        for name, one in manifest["metrics"].items()
        if name != "latency"
    }
    known = BUILT_IN | own
    results = [
        result
        for benchmark in manifest["benchmark"]
        if "quick" in benchmark.get("modes", ["quick"])
        for parameters in _variants(benchmark["parameters"], manifest["modes"]["quick"]["only"])
        for metric in benchmark["metrics"]
        if metric in known
        for told in [level(benchmark["name"], metric, parameters)]
        for result in [_result(benchmark["name"], metric, parameters, testbed, told)]
    ]
    return a_report(
        suite={"name": suite},
        commit={"id": "c1", "time": DAY},
        testbed=testbed,
        machine={"name": testbed, "fingerprint": {"cores": CORES, "cpu_model": "a processor"}},
        metrics={name: {"unit": unit, "direction": way} for name, (unit, way) in known.items()},
        run={"agent": "tidemark-agent", "started_at": DAY, "mode": "quick"},
        results=results,
    )


def _variants(parameters: Mapping[str, Any], only: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    axes = {
        name: [
            CORES if value == "cores" else value
            for value in values
            if value in only.get(name, values)
        ]
        for name, values in parameters.items()
    }
    # a machine with as many cores as a listed value measures that once
    axes = {name: list(dict.fromkeys(values)) for name, values in axes.items()}
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _result(
    benchmark: str, metric: str, parameters: Mapping[str, Any], testbed: str, told: float | None
) -> Document:
    seed = crc32(repr((benchmark, metric, sorted(parameters.items()), testbed)).encode())
    chance = np.random.default_rng(seed)
    level = 0.01 * chance.uniform(1.0, 2.0) if told is None else told
    samples = (level * chance.normal(1.0, 0.01, ROUNDS)).tolist()
    return a_result(
        benchmark=benchmark, metric=metric, parameters=dict(parameters), samples=samples
    )
