"""An assistant that has a diff and no checkout: it is measured against its base."""

import asyncio
from base64 import b64decode
from collections.abc import Sequence
from typing import Any

import httpx2
import pytest
from mcp import Client

from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.stack import Stack
from backend.tests.api.jobs.fleet import MAIN, FleetAgent
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.test_assistants import call, over_http, refusal

DIFF = "diff --git a/engine/walk.c b/engine/walk.c\n--- a/engine/walk.c\n+++ b/engine/walk.c"
ASKED = {
    "project": "main", "suite": "runtime", "base": "c1", "base_branch": "main", "diff": DIFF,
    "subject": "Walk faster",
}  # fmt: skip
STEADY = [1.0, 1.001, 0.999, 1.0, 1.001, 1.0, 0.999, 1.0, 1.002, 1.0, 0.999, 1.001]


async def answered(client: Client, job: int) -> dict[str, Any]:
    """Ask until the runs of a job are taken in."""
    read: dict[str, Any] = {}
    for _ in range(600):
        read = await call(client, "read_try", project="main", job=job)
        if "outcome" in read:
            return read
        await asyncio.sleep(0.2)
    pytest.fail(f"no answer: {read}")


def measure(agent: FleetAgent, lease: Any, times: Sequence[float]) -> None:
    """Report one run of base and patch each, of which every sample takes so many times as long."""
    keys = []
    for arm, (told, factor) in enumerate(zip(lease["arms"], times, strict=True)):
        key = f"report-job-{lease['id']}-{arm}"
        report = a_report(
            idempotency_key=key, branch=told["branch"], testbed=agent.testbed,
            commit={"id": told["commit"], "time": "2026-01-01T00:00:00Z"},
            machine={"name": agent.name, "fingerprint": {}},
            results=[a_result(samples=[factor * one for one in STEADY])],
            run={"agent": "x", "job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}},
        )  # fmt: skip
        sent = agent.api.post(f"{MAIN}/reports", json=report, headers=agent.headers)
        assert sent.is_success, sent.text
        keys.append(key)
    ended = agent.end(lease, reports=keys)
    assert ended.is_success, ended.text


@pytest.mark.parametrize(
    ("factor", "outcome"), [(1.2, "something is worse"), (0.8, "nothing is worse")]
)
def test_a_diff_is_measured_beside_its_base_and_answered_in_the_words_of_the_command(
    server: Stack, factor: float, outcome: str
) -> None:
    headers = {"Authorization": f"Bearer {server.key('main', Scope.AGENT, Scope.REPORT)}"}

    async def talk(client: Client) -> None:
        asked = await call(client, "try_patch", **ASKED)
        assert (asked["kind"], asked["state"]) == ("compare", "queued")
        waits = await call(client, "read_try", project="main", job=asked["job"])
        assert waits["answer"].endswith("is queued: there is no answer yet")
        with httpx2.Client(base_url=server.url, timeout=90.0) as api:
            agent = FleetAgent(api, headers, "judge", labels=("patches", "diffs")).register()
            lease = agent.seek()
            assert lease["id"] == asked["job"]
            assert lease["arms"][0]["commit"] == "c1"
            assert b64decode(lease["patch"]["diff"]) == DIFF.encode() + b"\n"
            measure(agent, lease, [1.0, factor])
        reads = await call(client, "read_try", project="main", job=asked["job"])
        assert reads["answer"].endswith("is measured: its results are being read, ask again")
        with ingesting(server):
            read = await answered(client, asked["job"])
        assert (read["outcome"], read["not_compared_total"]) == (outcome, 0)
        (row,) = read["rows"]
        assert row["verdict"] == ("regression" if factor > 1.0 else "improvement")
        assert "/compare?baseline=run" in read["link"]

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), talk)


def test_a_waiting_try_is_cancelled_and_a_key_that_only_reads_tries_nothing(server: Stack) -> None:
    async def end(client: Client) -> None:
        asked = await call(client, "try_patch", **ASKED)
        ended = await call(client, "cancel_job", project="main", job=asked["job"])
        assert ended["answer"] == f"job {asked['job']} is cancelled"
        read = await call(client, "read_try", project="main", job=asked["job"])
        assert read["answer"] == f"job {asked['job']} ended cancelled, without an answer"

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), end)

    headers = {"Authorization": f"Bearer {server.key('main', Scope.AGENT, Scope.REPORT)}"}

    async def end_held(client: Client) -> None:
        asked = await call(client, "try_patch", **ASKED)
        with httpx2.Client(base_url=server.url, timeout=90.0) as api:
            agent = FleetAgent(api, headers, "holder", labels=("patches", "diffs")).register()
            lease = agent.seek()
            assert lease["id"] == asked["job"]
            ended = await call(client, "cancel_job", project="main", job=asked["job"])
            assert ended["answer"] == f"job {asked['job']} ends within its round"
            assert agent.end(lease, "cancelled", why="as asked").is_success

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), end_held)

    async def look(client: Client) -> None:
        assert await refusal(client, "try_patch", **ASKED)

    over_http(server, server.key("main", Scope.READ), look)
