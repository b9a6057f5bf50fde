"""Bencher, by `/v0/projects/{project}`: reports, perf, alerts (bencher.dev/docs/api)."""

import json
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

import httpx

from backend.bench.peers.questions import (
    ALERTS,
    COMPARISON,
    HISTORY,
    PeerQuestion,
    lacks_points,
    lacks_slower,
)
from backend.bench.peers.reports import BRANCH, MACHINE, PeerReport, PeerWork

NANOSECONDS = 1e9
MEASURE = "latency"
PAGE = 64
THRESHOLD = {"test": "t_test", "max_sample_size": 64, "upper_boundary": 0.99}
"""The threshold of its documentation. Without one it judges nothing."""


@dataclass
class BencherServer:
    """A project of a Bencher server. It keeps a centre and two limits, no samples."""

    client: httpx.Client
    name: str = "Bencher"

    def version(self) -> str:
        server = self.client.base_url.copy_with(path="/v0/server/version")
        return str(self.client.get(server).raise_for_status().json()["version"])

    def prepare(self, work: PeerWork) -> None:
        """Do nothing: the first report makes branch, testbed, measure and threshold."""

    def send(self, report: PeerReport) -> httpx.Response:
        metrics = {
            name: {MEASURE: {
                "value": statistics.fmean(samples) * NANOSECONDS,
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
            "thresholds": {"models": {MEASURE: THRESHOLD}},
        })  # fmt: skip

    def questions(self, work: PeerWork) -> Mapping[str, PeerQuestion | None]:
        asked = {
            "branches": self._uuid("branches", BRANCH),
            "testbeds": self._uuid("testbeds", MACHINE),
            "benchmarks": self._uuid("benchmarks", work.benchmark),
            "measures": self._uuid("measures", MEASURE),
        }
        return {
            HISTORY: PeerQuestion(
                lambda: self.client.get("/perf", params=asked),
                lambda answer: lacks_points(
                    (
                        one["metric"]["value"] / NANOSECONDS
                        for line in answer.json()["results"]
                        for one in line["metrics"]
                    ),
                    work,
                    lambda samples: [statistics.fmean(samples)],
                ),
            ),
            COMPARISON: None,
            ALERTS: PeerQuestion(
                lambda: self.client.get("/alerts", params={"per_page": PAGE}),
                lambda answer: lacks_slower(answer.text, work, 1),
            ),
        }

    def _uuid(self, kind: str, name: str) -> str:
        field_name = "slug" if kind == "measures" else "name"
        found = self.client.get(f"/{kind}", params={"name": name} if kind != "measures" else {})
        rows = found.raise_for_status().json()
        return next(str(one["uuid"]) for one in rows if one[field_name] == name)
