"""One project with all that a person may ask of it: the demo, imports, and the live suites."""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import accumulate
from operator import itemgetter, mul
from pathlib import Path
from typing import Any, cast

import httpx
import numpy as np
from tidemark_demo.catalogue import Package, load
from tidemark_demo.origins import Origin
from tidemark_demo.profiles import Profile
from tidemark_demo.reports import Measured, Session, benchmark_names, document
from tidemark_demo.rounds import Outcome

from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_history, dated
from backend.testing.databases import ROOT
from backend.testing.stack import Stack, wait_until
from backend.tests.api.claims.replaying import CLAIMS, quick_reports
from backend.tests.api.splits.splitting import LEVELS as RINGS
from backend.tests.services.pulls.pulling import main_history, pull_report

PATIENCE_S = 300.0
WHOLE = "whole project"
"""What marks the modules that one worker runs one after the other, on one server."""
MACHINE = "bench-1"
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)
GOLDEN = ROOT / "backend" / "tests" / "adapters" / "golden" / "github-action-benchmark"
STEPS = {
    ("packaging", "20.4"): {"parse_specifiers": 3.4},
    ("packaging", "20.5"): {"sort_versions": 0.53},
    ("packaging", "22.0"): {"parse_requirements": 0.1, "import": 0.59},
    ("packaging", "26.0"): {"parse_versions": 0.52},
    ("wcwidth", "0.2.9"): {"ascii_lines": 1.4},
    ("wcwidth", "0.3.0"): {"ascii_lines": 0.02, "import": 8.3},
    ("wcwidth", "0.5.0"): {"import": 2.5},
}
"""The changes that `make demo` finds, as its README lists them."""
ELAPSED = {1: 0.30, 2: 0.21, 4: 0.19, 8: 0.18, 10: 0.19, 12: 0.19, 16: 0.2, 20: 0.21, 500: 0.25}
"""Seconds by the limit of blocking threads; one thread takes least of the processor."""
STRATEGIES = {
    "run-1-checked": 543.0, "run-1": 517.0, "ruc-1": 447.0, "ruc-140": 380.0, "nb-serial": 626.0,
    "nb": 4_100.0, "bridge-eager": 13_000.0, "sync": 15_000.0,
}  # fmt: skip
"""Requests per second by how a server calls its handlers: the published figures, then ours."""


def demo_reports(testbed: str) -> Iterator[Document]:
    """Return what the demo sends of every release, with made samples."""
    weather = np.random.default_rng(11)
    session = Session(testbed, testbed, 7, 7, datetime.now(UTC), datetime.now(UTC))
    for package in load():
        for release, levels in zip(package.releases, _demo_levels(package), strict=True):
            samples = {
                name: {
                    metric: (level * share * weather.normal(1.0, 0.004, session.rounds)).tolist()
                    for metric, share in (("cpu_time", 0.95), ("wall_time", 1.0))
                }
                for name, level in levels.items()
            }
            stack = f"workload.run;{package.name}.{release.version}"
            profiles = {name: Profile({stack: 200, "workload.run": 20}, 9, 0.1) for name in levels}
            measured = Measured(Outcome(samples=samples), profiles, Origin("Ada"))
            yield cast("Document", document(package, release, measured, session))


def _demo_levels(package: Package) -> list[dict[str, float]]:
    """Return benchmark to seconds, release by release."""
    names = benchmark_names(package)
    steps = [STEPS.get((package.name, one.version), {}) for one in package.releases]
    lines = [
        list(accumulate([step.get(name, 1.0) for step in steps], mul, initial=0.001))
        for name in names
    ]
    return [dict(zip(names, levels, strict=True)) for levels in zip(*lines, strict=True)][1:]


def live_reports(testbed: str) -> Iterator[Document]:
    """Return a quick run of the suites of this repository, with the pages that they declare."""
    for report in quick_reports(testbed, _live_level):
        folder = ROOT / "bench-agents" / "suites" / report["suite"]["name"]
        manifest = tomllib.loads((folder / "suite.toml").read_text())
        pages = {f"{kind}s": manifest.get(kind, []) for kind in ("ladder", "split", "sweep")}
        yield report | {
            "suite": report["suite"] | {"summary": manifest["summary"]} | pages,
            "benchmarks": dict(_facts(manifest)),
            "run": report["run"] | {"conditions": _conditions()},
        }


def _facts(manifest: Mapping[str, Any]) -> Iterator[tuple[str, Document]]:
    for benchmark in manifest["benchmark"]:
        facts = ("summary", "sweep", "metrics", "tags")
        yield benchmark["name"], {name: benchmark[name] for name in facts if name in benchmark}


def _live_level(benchmark: str, metric: str, parameters: Mapping[str, Any]) -> float | None:
    if benchmark == "blocking_threads":
        threads = int(parameters["blocking_max_threads"])
        by_metric = dict.fromkeys(("wall_time", "search_time"), ELAPSED[threads])
        return (by_metric | {"cpu_time": 0.3 + 0.01 * min(threads, 20)}).get(metric)
    if metric == "ops_per_second" and benchmark in RINGS:
        return RINGS[benchmark][parameters["rings"]]
    if metric == "requests_per_second" and benchmark in {"ladder", "no_await"}:
        return STRATEGIES[parameters["strategy"]]
    return None


def _conditions() -> Document:
    work = {"work": "integer", "before_s": 0.01, "after_s": 0.01, "ratio": 1.0, "low": 0.98,
            "high": 1.02, "limit": 0.1}  # fmt: skip
    return {
        "noise": {"score": 82.0, "low": 78.0, "high": 85.0, "sentence": "Quiet."},
        "control": {"verdict": "steady", "works": [work]},
        "preflight": {"checks": [{"name": "swap", "state": "ok", "found": "none"}]},
        "sandbox": "namespaces",
    }


def new_history() -> Iterator[Document]:
    """Return a pull request that slows its benchmark, and a branch that got slower this week."""
    yield from main_history()
    yield pull_report(search=1.4)
    slower = [(1.0 if i < 20 else 1.3) * (1 + NOISE[i % 7]) for i in range(40)]
    yield from dated(a_history(slower, suite={"name": "engine"}), datetime.now(UTC))


def fill_whole_project(stack: Stack, slug: str) -> None:
    """Upload everything, and wait until every page that the server makes is there."""
    with stack.client(slug, Scope.ADMIN) as client:
        client.post("/claims/imports", json={"text": CLAIMS}).raise_for_status()
    with stack.client(slug) as client:
        for report in (*demo_reports(MACHINE), *live_reports(MACHINE), *new_history()):
            assert client.post("/reports", json=report).status_code == 201
        for name in ("every_tool", "reruns_and_repeats"):
            _import(client, GOLDEN / f"{name}.in")
        for path in ("/splits", "/sweeps", "/ladders", "/alert-groups?suite=engine"):
            wait_until(lambda: client.get(path).json()["rows"], path, PATIENCE_S)  # noqa: B023


def _import(client: httpx.Client, file: Path) -> None:
    asked = {"testbed": "ci", "branch": file.stem}
    client.post(
        "/imports/github-action-benchmark", content=file.read_bytes(), params=asked
    ).raise_for_status()


def addresses_of(stack: Stack, slug: str) -> dict[str, str]:
    """Return what stands for the parameters of addresses in a whole project."""
    with stack.client(slug, Scope.TRIAGE, Scope.READ) as client:

        def rows(path: str, **asked: str) -> list[dict[str, Any]]:
            return list(client.get(path, params=asked).json()["rows"])

        change = rows("/changes", suite="engine")[0]
        sweep = next(one for one in rows("/sweeps") if one["benchmark"] == "blocking_threads")
        runs = [one for one in rows("/runs", suite="engine") if one["branch"] == "main"]
        demo = client.get(f"/runs/{rows('/runs', suite='packaging')[0]['id']}").json()
        asked = client.post("/jobs/confirmations", json={"change": change["id"]})
        found = {
            "change": change["id"],
            "group": rows("/alert-groups", suite="engine")[0]["number"],
            "several": max(rows("/alert-groups", state="all"), key=itemgetter("changes"))["number"],
            "split": next(one["id"] for one in rows("/splits") if one["origin"] == "suite"),
            "ladder": rows("/ladders")[0]["id"],
            "claim": rows("/claims")[0]["id"],
            "run": runs[0]["id"],
            "first": runs[1]["id"],
            "suite": next(one["id"] for one in client.get("/overview").json()["suites"]
                          if one["name"] == "runtime-rust"),
            "benchmark": sweep["benchmark_id"],
            "job": asked.json()["job"]["id"],
            "series": change["series"]["id"],
            "machine": rows("/machines")[0]["id"],
            "profile": demo["profiles"][0]["id"],
        }  # fmt: skip
    texts = {name: str(value) for name, value in found.items()}
    return texts | {"project": slug, "document": "glossary", "axis": sweep["axis"]}
