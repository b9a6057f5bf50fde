"""Conbench, by `/api`: benchmark-results, history, compare; one result a request."""

import statistics
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx
import psycopg

from backend.bench.peers.questions import (
    COMPARISON,
    HISTORY,
    QUESTIONS,
    PeerQuestion,
    lacks_points,
    lacks_rows,
)
from backend.bench.peers.reports import MACHINE, SUITE, UNIT, PeerReport, PeerWork

REPOSITORY = "https://github.com/tidemark-bench/peers"
BRANCH = "tidemark-bench:main"
COMMIT = """
insert into commit (id, sha, branch, fork_point_sha, parent, repository, message, author_name,
                    timestamp)
values (%(id)s, %(sha)s, %(branch)s, %(sha)s, %(parent)s, %(repository)s, '', 'bench', %(at)s)
on conflict do nothing
"""
"""What Conbench itself writes once GitHub has told it of a commit of the default branch."""


@dataclass
class ConbenchServer:
    """A Conbench server; without its database, results have no commits and so no history.

    Conbench asks GitHub for every commit that it does not know. These commits are not on GitHub,
    so they are written into its database first.
    """

    client: httpx.Client
    database: str = ""
    """Address of its database, `postgresql://…`."""
    name: str = "Conbench"
    results: dict[str, str] = field(default_factory=dict)
    """The id of the newest result of each benchmark."""

    def version(self) -> str:
        said = self.client.get("/api/ping/").raise_for_status().json()
        return str(said["commit"])[:9]

    def prepare(self, work: PeerWork) -> None:
        if not self.database:
            return
        known = [*work.first, *work.later]
        with psycopg.connect(self.database) as connection:
            for place, report in enumerate(known):
                connection.execute(COMMIT, {
                    "id": uuid.uuid4().hex, "sha": report.commit, "branch": BRANCH,
                    "parent": known[place - 1].commit if place else None,
                    "repository": REPOSITORY, "at": report.at.replace(tzinfo=None),
                })  # fmt: skip

    def send(self, report: PeerReport) -> httpx.Response:
        answer = httpx.Response(204)
        commit = {"commit": report.commit} if self.database else {}
        for name, samples in report.results.items():
            answer = self.client.post("/api/benchmark-results/", json={
                "run_id": report.commit, "batch_id": report.commit, "run_reason": "commit",
                "timestamp": report.at.isoformat(), "context": {"suite": SUITE}, "info": {},
                "tags": {"name": name}, "machine_info": _machine(),
                "github": {"repository": REPOSITORY, **commit},
                "stats": {
                    "data": list(samples), "unit": UNIT, "times": [], "time_unit": UNIT,
                    "iterations": len(samples),
                },
            }).raise_for_status()  # fmt: skip
            self.results[name] = str(answer.json()["id"])
        return answer

    def questions(self, work: PeerWork) -> Mapping[str, PeerQuestion | None]:
        before, after = work.sides
        pair = f"{before.commit}...{after.commit}"
        found: dict[str, PeerQuestion | None] = dict.fromkeys(QUESTIONS)
        found[COMPARISON] = PeerQuestion(
            lambda: self.client.get(f"/api/compare/runs/{pair}/", params={"page_size": 1000}),
            lambda answer: lacks_rows(
                (
                    one["contender"]["tags"]["name"]
                    for one in answer.json()["data"]
                    if one["analysis"]["pairwise"]
                ),
                work,
            ),
        )
        if self.database:
            found[HISTORY] = PeerQuestion(
                lambda: self.client.get(f"/api/history/{self.results[work.benchmark]}/"),
                lambda answer: lacks_points(
                    (one["mean"] for one in answer.json()["data"]),
                    work,
                    lambda samples: [statistics.fmean(samples)],
                ),
            )
        return found


def _machine() -> dict[str, str | list[str]]:
    names = (
        "architecture_name", "cpu_l1d_cache_bytes", "cpu_l1i_cache_bytes", "cpu_l2_cache_bytes",
        "cpu_l3_cache_bytes", "cpu_core_count", "cpu_frequency_max_hz", "cpu_model_name",
        "cpu_thread_count", "gpu_count", "kernel_name", "memory_bytes", "os_name", "os_version",
    )  # fmt: skip
    return {**dict.fromkeys(names, "0"), "name": MACHINE, "gpu_product_names": []}
