"""Tidemark, asked what its pages ask."""

import statistics
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from backend.bench.peers.questions import (
    ALERTS,
    COMPARISON,
    HISTORY,
    PeerQuestion,
    lacks_points,
    lacks_rows,
    lacks_slower,
)
from backend.bench.peers.reports import BRANCH, MACHINE, SUITE, UNIT, PeerReport, PeerWork


@dataclass
class TidemarkServer:
    client: httpx.Client
    """Its base is a project of the API."""
    name: str = "Tidemark"

    def version(self) -> str:
        return ""

    def prepare(self, work: PeerWork) -> None:
        """Do nothing: the project is made already."""

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

    def questions(self, work: PeerWork) -> Mapping[str, PeerQuestion | None]:
        found = self.client.get("/series", params={"benchmark": work.benchmark}).raise_for_status()
        (series,) = found.json()["rows"]
        asked = {"series": series["series"]["id"]}
        before, after = work.sides
        sides = {"baseline": f"commit:{before.commit}", "contender": f"commit:{after.commit}"}
        return {
            HISTORY: PeerQuestion(
                lambda: self.client.get("/history", params=asked),
                lambda answer: lacks_points(
                    answer.json()["series"][0]["value"],
                    work,
                    lambda samples: [statistics.median(samples)],
                ),
            ),
            COMPARISON: PeerQuestion(
                lambda: self.client.get("/comparison", params=sides),
                lambda answer: lacks_rows(
                    (one["series"]["benchmark"] for one in answer.json()["rows"]), work
                ),
            ),
            ALERTS: PeerQuestion(
                lambda: self.client.get("/alert-groups"),
                lambda answer: lacks_slower(answer.text, work, 1),
            ),
        }
