"""An assistant that has a diff and no checkout: it is measured against its base."""

import asyncio
import time
from base64 import b64decode
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from mcp import Client

from backend.domain.people.rights import Scope
from backend.testing.builders import a_report, a_result
from backend.testing.stack import Stack
from backend.tests.api.jobs.fleet import MAIN, FleetAgent
from backend.tests.cli.ingesting import ingesting
from backend.tests.cli.shell import Shell
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


def measure(
    agent: FleetAgent,
    lease: Any,
    times: Sequence[float],
    *,
    units: Sequence[str] = ("s", "s"),
    unsent: Sequence[str] = (),
) -> None:
    """Report one run of base and patch each, of which every sample takes so many times as long.

    Reports in other units are of a metric that nobody has reported yet.
    """
    keys = [*unsent]
    metric = "time" if set(units) == {"s"} else f"metric of {lease['id']}"
    for arm, (told, factor) in enumerate(zip(lease["arms"], times, strict=False)):
        key = f"report-job-{lease['id']}-{arm}"
        report = a_report(
            idempotency_key=key, branch=told["branch"], testbed=agent.testbed,
            commit={"id": told["commit"], "time": "2026-01-01T00:00:00Z"},
            machine={"name": agent.name, "fingerprint": {}},
            results=[a_result(metric=metric, samples=[factor * one for one in STEADY])],
            metrics={metric: {"unit": units[arm], "direction": "lower"}},
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
        assert "Its results are being read: look again" in reads["answer"]
        with ingesting(server):
            read = await answered(client, asked["job"])
        assert (read["outcome"], read["not_compared_total"]) == (outcome, 0)
        (row,) = read["rows"]
        assert row["verdict"] == ("regression" if factor > 1.0 else "improvement")
        assert "/compare?baseline=run" in read["link"]

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), talk)


@pytest.fixture
def judge(server: Stack) -> Iterator[FleetAgent]:
    headers = {"Authorization": f"Bearer {server.key('main', Scope.AGENT, Scope.REPORT)}"}
    with httpx2.Client(base_url=server.url, timeout=90.0) as api:
        yield FleetAgent(api, headers, "judge", labels=("patches", "diffs")).register()


def read(server: Stack, job: int) -> str:
    """Return what an assistant reads of a job that was tried."""
    said = []

    async def talk(client: Client) -> None:
        said.append((await call(client, "read_try", project="main", job=job))["answer"])

    over_http(server, server.key("main", Scope.READ), talk)
    return str(said[0])


def test_where_a_result_cannot_be_read_the_command_ends_and_assistants_are_told_why(
    server: Stack, judge: FleetAgent, shell: Shell
) -> None:
    """Base and patch say another unit of one metric: the report of the patch fails."""
    shell.git("init", "-q", "-b", "main")
    (shell.home / "walk.c").write_text("slow\n")
    shell.git("add", "walk.c")
    shell.git("commit", "-q", "-m", "Walk")
    (shell.home / "walk.c").write_text("fast\n")
    with ThreadPoolExecutor(1) as pool:
        trying = pool.submit(shell.run, "try", "runtime", "--minutes", "8")
        lease = None
        while lease is None:
            assert not trying.done(), trying.result()
            lease = judge.seek(10)
        measure(judge, lease, [1.0, 1.0], units=["s", "B"])
        with ingesting(server):
            said = trying.result(timeout=500)
    fault = "1 of its 2 reports could not be read: "
    remedy = "have it read again on the page of failed reports, or ask for the job once more."
    plain = " ".join(said.err.split())
    assert (said.code, fault in plain, remedy in plain) == (3, True, True), said
    told = read(server, lease["id"])
    assert (fault in told, remedy in told) == (True, True), told
    shown = shell.run("jobs", "show", str(lease["id"]))
    assert fault in " ".join(shown.out.split()), shown


def test_a_try_without_a_run_of_the_patch_says_what_is_missing(
    server: Stack, judge: FleetAgent
) -> None:
    lost = tried(server)
    lease = judge.seek(50)
    measure(judge, lease, [1.0], unsent=["a-report-under-way"])
    with ingesting(server):
        assert await_words(server, lost, "1 of its 2 reports has not come yet. Its agent sends")
    never = tried(server)
    lease = judge.seek(50)
    measure(judge, lease, [1.0])
    with ingesting(server):
        assert await_words(server, never, "It has runs of 1 of 2 commits: the rest was not")


def tried(server: Stack) -> int:
    jobs = []

    async def talk(client: Client) -> None:
        jobs.append((await call(client, "try_patch", **ASKED))["job"])

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), talk)
    return int(jobs[0])


def await_words(server: Stack, job: int, words: str) -> str:
    """Read a job until its reports are taken in and the words are there."""
    said = ""
    for _ in range(300):
        said = read(server, job)
        if words in said:
            return said
        time.sleep(0.2)
    pytest.fail(f"it never said so: {said}")


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
