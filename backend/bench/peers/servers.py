"""How each server is sent a report and asked the three questions, by its documented API.

Each question is the request that its own page makes: the history of one benchmark, two commits
held against each other, the list of what got worse. None: this server has no such question.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol

import httpx

from backend.bench.peers.reports import BRANCH, MACHINE, SUITE, UNIT, PeerReport

Ask = Callable[[], httpx.Response]
NANOSECONDS = 1e9


class PeerServer(Protocol):
    """What is measured of a server."""

    name: str

    def send(self, report: PeerReport) -> httpx.Response: ...

    def questions(self, benchmark: str) -> Mapping[str, Ask | None]: ...


@dataclass
class TidemarkServer:
    client: httpx.Client
    """Its base is a project of the API."""
    name: str = "Tidemark"

    def send(self, report: PeerReport) -> httpx.Response:
        return self.client.post("/reports", json={
            "version": 1, "idempotency_key": report.commit, "suite": {"name": SUITE},
            "commit": {"id": report.commit, "time": report.at.isoformat()},
            "branch": BRANCH, "testbed": MACHINE,
            "metrics": {"time": {"unit": UNIT, "direction": "lower"}},
            "results": [
                {"benchmark": name, "metric": "time", "samples": list(samples)}
                for name, samples in report.results.items()
            ],
        })  # fmt: skip

    def questions(self, benchmark: str) -> Mapping[str, Ask | None]:
        found = self.client.get("/series", params={"benchmark": benchmark}).json()["rows"]
        series = found[0]["series"]["id"]
        runs = self.client.get("/runs").raise_for_status().json()["rows"]
        sides = {"baseline": f"run:{runs[1]['id']}", "contender": f"run:{runs[0]['id']}"}
        return {
            "history of one series": lambda: self.client.get("/history", params={"series": series}),
            "comparison": lambda: self.client.get("/comparison", params=sides),
            "list of alerts": lambda: self.client.get("/alert-groups"),
        }


@dataclass
class BencherServer:
    """`/v0/projects/{project}`: reports, perf, alerts (bencher.dev/docs/api)."""

    client: httpx.Client
    name: str = "Bencher"

    def send(self, report: PeerReport) -> httpx.Response:
        metrics = {
            name: {"latency": {
                "value": _mean(samples) * NANOSECONDS,
                "lower_value": min(samples) * NANOSECONDS,
                "upper_value": max(samples) * NANOSECONDS,
            }}
            for name, samples in report.results.items()
        }  # fmt: skip
        return self.client.post("/reports", json={
            "branch": BRANCH, "testbed": MACHINE, "hash": report.commit,
            "start_time": report.at.isoformat(),
            "end_time": (report.at + timedelta(seconds=1)).isoformat(),
            "results": [json.dumps(metrics)], "settings": {"adapter": "json"},
        })  # fmt: skip

    def questions(self, benchmark: str) -> Mapping[str, Ask | None]:
        asked = {
            "branches": self._uuid("branches", BRANCH),
            "testbeds": self._uuid("testbeds", MACHINE),
            "benchmarks": self._uuid("benchmarks", benchmark),
            "measures": self._uuid("measures", "latency"),
        }
        return {
            "history of one series": lambda: self.client.get("/perf", params=asked),
            "comparison": None,
            "list of alerts": lambda: self.client.get("/alerts", params={"per_page": 64}),
        }

    def _uuid(self, kind: str, name: str) -> str:
        field_name = "slug" if kind == "measures" else "name"
        found = self.client.get(f"/{kind}", params={"name": name} if kind != "measures" else {})
        rows = found.raise_for_status().json()
        return next(str(one["uuid"]) for one in rows if one[field_name] == name)


@dataclass
class ConbenchServer:
    """`/api`: benchmark-results, history, compare; one result a request."""

    client: httpx.Client
    name: str = "Conbench"
    results: dict[str, list[str]] = field(default_factory=dict)
    """Ids by benchmark, in the order in which they were sent."""

    def send(self, report: PeerReport) -> httpx.Response:
        answer = httpx.Response(204)
        for name, samples in report.results.items():
            answer = self.client.post("/api/benchmark-results/", json={
                "run_id": report.commit, "batch_id": report.commit, "run_reason": "commit",
                "timestamp": report.at.isoformat(), "context": {"suite": SUITE}, "info": {},
                "tags": {"name": name}, "machine_info": _machine(),
                "github": {"repository": "https://github.com/org/repo", "commit": report.commit},
                "stats": {
                    "data": list(samples), "unit": UNIT, "times": [], "time_unit": UNIT,
                    "iterations": len(samples),
                },
            }).raise_for_status()  # fmt: skip
            self.results.setdefault(name, []).append(str(answer.json()["id"]))
        return answer

    def questions(self, benchmark: str) -> Mapping[str, Ask | None]:
        *_, older, newer = self.results[benchmark]
        pair = f"{older}...{newer}"
        history = partial(self.client.get, f"/api/history/{newer}/")
        # commits of which its forge told it nothing have no place in a history
        has_history = bool(history().raise_for_status().json()["data"])
        return {
            "history of one series": history if has_history else None,
            "comparison": lambda: self.client.get(f"/api/compare/benchmark-results/{pair}/"),
            "list of alerts": None,
        }


@dataclass
class LntServer:
    """`/api/db_default/v4/nts` and the pages of runs, which have no form but HTML."""

    client: httpx.Client
    name: str = "LNT"
    runs: list[str] = field(default_factory=list)

    def send(self, report: PeerReport) -> httpx.Response:
        answer = self.client.post("/api/db_default/v4/nts/runs", json={
            "format_version": "2", "machine": {"name": MACHINE},
            "run": {
                "start_time": report.at.strftime("%Y-%m-%dT%H:%M:%S"),
                "end_time": report.at.strftime("%Y-%m-%dT%H:%M:%S"),
                "llvm_project_revision": str(report.number),
            },
            "tests": [
                {"name": f"{SUITE}/{name}", "execution_time": list(samples)}
                for name, samples in report.results.items()
            ],
        })  # fmt: skip
        if not answer.is_error:
            self.runs.append(str(answer.json()["run_id"]))
        return answer

    def questions(self, benchmark: str) -> Mapping[str, Ask | None]:  # noqa: ARG002  samples come by run
        *_, older, newer = self.runs
        every = {"runid": self.runs}
        pages = "/db_default/v4/nts"
        return {
            "history of one series": lambda: self.client.get(
                "/api/db_default/v4/nts/samples", params=every
            ),
            "comparison": lambda: self.client.get(
                f"{pages}/{newer}", params={"compare_to": older}
            ),
            "list of alerts": lambda: self.client.get(f"{pages}/regressions/"),
        }  # fmt: skip


def _mean(samples: tuple[float, ...]) -> float:
    return sum(samples) / len(samples)


def _machine() -> dict[str, str | list[str]]:
    names = (
        "architecture_name", "cpu_l1d_cache_bytes", "cpu_l1i_cache_bytes", "cpu_l2_cache_bytes",
        "cpu_l3_cache_bytes", "cpu_core_count", "cpu_frequency_max_hz", "cpu_model_name",
        "cpu_thread_count", "gpu_count", "kernel_name", "memory_bytes", "os_name", "os_version",
    )  # fmt: skip
    return {**dict.fromkeys(names, "0"), "name": MACHINE, "gpu_product_names": []}


def today() -> datetime:
    return datetime.now(UTC)
