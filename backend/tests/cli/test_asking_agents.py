"""Jobs from a shell and by an assistant: asked for, followed to the verdict, ended."""

import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from mcp import Client
from sqlalchemy import text

from backend.domain.people.rights import Scope
from backend.storage.engine import make_engine
from backend.testing.builders import a_report, a_result
from backend.testing.draining import do_what_waits
from backend.testing.filling import fill
from backend.testing.stack import Stack
from backend.tests.api.jobs.fleet import COMMITS, FleetAgent
from backend.tests.api.releasing import HASHES, a_release_history
from backend.tests.cli.shell import Said, Shell
from backend.tests.cli.test_assistants import call, over_http, refusal

PAIRS = [1.0 + step / 1000.0 for step in (0, 3, -2, 1, -1, 2, 0, -3, 1, 2, -2, 0)]


@pytest.fixture
def agent(server: Stack) -> Iterator[FleetAgent]:
    """Give an agent that takes jobs on the testbed of the history."""
    headers = {"Authorization": f"Bearer {server.key('main', Scope.AGENT)}"}
    with httpx2.Client(base_url=server.url, timeout=90.0) as api:
        yield FleetAgent(api, headers).register()


@pytest.fixture
def change(server: Stack) -> str:
    """Return the number of the change of `smol`, whatever was said of it before."""
    with server.client("main", Scope.READ) as api:
        rows = api.get("/changes", params={"state": "all"}).json()["rows"]
    found = {one["series"]["parameters"]["engine"]: one["id"] for one in rows}
    return str(found["smol"])


def measure(server: Stack, agent: FleetAgent, lease: Any, levels: Sequence[float]) -> None:
    """Bring a run of each commit, in pairs, and end the job."""
    history, keys = a_release_history(), []
    for arm, level in enumerate(levels):
        report = history[HASHES.index(lease["arms"][arm]["commit"])]
        keys.append(str(uuid.uuid4()))
        report["idempotency_key"] = keys[-1]
        report["run"] = {"job": {"id": lease["id"], "lease": lease["lease"], "arm": arm}}
        for one in report["results"]:
            one["samples"] = [level * pair for pair in PAIRS]
        engine = make_engine(server.database_url, 1)
        fill(engine, server.project(), report)
        engine.dispose()
    assert agent.end(lease, reports=keys).is_success
    engine = make_engine(server.database_url, 1)
    do_what_waits(engine)
    engine.dispose()


def confirmed(
    server: Stack, agent: FleetAgent, shell: Shell, change: str, levels: Sequence[float]
) -> Said:
    """Ask from a shell, wait there and follow the log, while an agent measures."""
    with ThreadPoolExecutor(2) as pool:
        waiting = pool.submit(shell.run, "confirm", change, "--wait", "--minutes", "4")
        lease = agent.seek(50) or agent.seek(50)
        following = pool.submit(shell.run, "jobs", "log", str(lease["id"]), "--follow")
        assert agent.beat(lease, lines=["building c1", "round 1"], done=1, total=12).is_success
        measure(server, agent, lease, levels)
        assert following.result(timeout=300).out == "building c1\nround 1\n"
        return waiting.result(timeout=300)


def test_a_confirmation_is_followed_to_what_it_ends_with(
    server: Stack, agent: FleetAgent, shell: Shell, change: str
) -> None:
    upheld = confirmed(server, agent, shell, change, (1.0, 1.2))
    assert (upheld.code, "Confirmed: measured in turns" in upheld.out) == (0, True), upheld
    job = upheld.out.split(":")[0].removeprefix("job ")
    shown = shell.run("jobs", "show", job)
    assert ("Confirmed: measured" in shown.out, " finished: " in shown.out) == (True, True), shown
    assert shown.out.count("\nrun ") == 2
    assert f"{server.url}/p/main/jobs/{job}\n" in shown.out
    assert shell.run("jobs", "log", job).out == "building c1\nround 1\n"
    assert shell.run("jobs", "log", job, "--first", "1").out == "round 1\n"
    assert job in shell.run("jobs").out.split()

    refuted = confirmed(server, agent, shell, change, (1.0, 0.999))
    assert (refuted.code, "Refuted: less than half" in refuted.out) == (1, True), refuted
    unclear = confirmed(server, agent, shell, change, (1.0,))
    assert (unclear.code, "No samples of this series" in unclear.out) == (3, True), unclear


def test_a_job_that_nobody_will_judge_is_not_followed_for_ever(server: Stack, shell: Shell) -> None:
    with server.client("main", Scope.ADMIN) as api:
        body = {"kind": "aa", "suite": "runtime", "commits": [COMMITS[0]], "why": "x"}
        job = api.post("/jobs", json=body).json()["job"]["id"]
    engine = make_engine(server.database_url, 1)
    with engine.begin() as connection:
        over = "state = 'finished', ended_at = now() - interval '1 hour', verdict = null"
        connection.execute(text(f"update job set {over} where id = {job}"))
    engine.dispose()
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(shell.run, "jobs", "log", str(job), "--follow")
        assert following.result(timeout=60).code == 0


def test_a_comparison_that_cannot_tell_is_measured_again_from_a_shell(shell: Shell) -> None:
    sides = [f"commit:{HASHES[0]}", f"commit:{HASHES[1]}"]
    said = shell.run("compare", *sides, "--gate", "none", "--measure")
    assert "It takes " in " ".join(said.out.split()), said
    job = said.out.split("\njob ")[1].partition(":")[0]
    assert "compare of" in shell.run("jobs", "show", job).out
    assert shell.run("jobs", "cancel", job).code == 0
    assert "\njob " not in shell.run("compare", *sides, "--gate", "none").out


def test_a_sweep_is_refined_from_a_shell(server: Stack, shell: Shell) -> None:
    results = [
        a_result(benchmark="blocking", parameters={"threads": threads}, samples=[1.0, 1.1, 0.9])
        for threads in (1, 2, 4)
    ]
    engine = make_engine(server.database_url, 1)
    sweep = {"blocking": {"sweep": ["threads"]}}
    fill(engine, server.project(), a_report(benchmarks=sweep, results=results))
    engine.dispose()
    said = shell.run("sweep", "blocking", "threads", "--measure")
    assert "It takes " in " ".join(said.out.split()), said
    job = said.out.split("\njob ")[1].partition(":")[0]
    assert "sweep of" in shell.run("jobs", "show", job).out
    assert shell.run("jobs", "cancel", job).code == 0


def test_the_commit_of_a_change_is_found_from_a_shell(
    server: Stack, agent: FleetAgent, shell: Shell, change: str
) -> None:
    asked = shell.run("bisect", change, "--json")
    job = str(asked.json["job"]["id"])
    assert asked.json["job"]["kind"] == "bisect"
    assert f"job {job}: " in shell.run("bisect", change).out, "an open job is not asked for twice"
    bad = HASHES.index(asked.json["job"]["target"]["commits"][1]["commit"])
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(shell.run, "bisect", change, "--wait", "--minutes", "4")
        while not waiting.done():
            if lease := agent.seek(5):
                places = [HASHES.index(one["commit"]) for one in lease["arms"]]
                measure(server, agent, lease, [1.0, 1.4 if places[1] >= bad else 1.0])
        found = waiting.result()
    assert (found.code, "made the change" in " ".join(found.out.split())) == (0, True), found
    shown = shell.run("jobs", "show", job)
    assert " %" in shown.out
    assert "made the change" in " ".join(shown.out.split()), shown


def test_a_job_waits_is_moved_and_cancelled_from_a_shell(shell: Shell, change: str) -> None:
    asked = shell.run("confirm", change)
    assert (asked.code, "It takes " in " ".join(asked.out.split())) == (0, True), asked
    job = str(shell.run("confirm", change, "--json").json["job"]["id"])
    assert f"job {job}: " in asked.out, "an open job is not asked for twice"
    late = shell.run("confirm", change, "--wait", "--minutes", "0")
    assert (late.code, f"tidemark jobs show {job}" in late.err) == (5, True), late
    assert shell.run("jobs", "priority", job, "5").code == 0
    assert shell.run("jobs", "--json").json["waiting"][0]["priority"] == 5
    assert "queued" in shell.run("jobs").out
    assert shell.run("jobs", "cancel", job).code == 0
    assert "cancelled by" in shell.run("jobs", "show", job).out
    again = shell.run("jobs", "cancel", job)
    assert (again.code, "cancelled already" in again.err) == (2, True), again
    assert shell.run("jobs", "show", "999").code == 4
    assert shell.run("confirm", "999").code == 4


def test_an_assistant_has_a_change_confirmed_and_reads_the_job(server: Stack, change: str) -> None:
    async def talk(client: Client) -> None:
        asked = await call(client, "confirm_change", project="main", change=int(change))
        assert (asked["state"], asked["change"]) == ("queued", int(change))
        assert asked["link"] == f"{server.url}/p/main/jobs/{asked['job']}"
        listed = await call(client, "list_jobs", project="main")
        assert asked["job"] in [one["job"] for one in listed["jobs"]]
        read = await call(client, "read_job", project="main", job=asked["job"])
        assert (read["commits"], read["steps"][0]["state"]) == (asked["commits"], "queued")
        assert "999" in await refusal(client, "read_job", project="main", job=999)
        log = await call(client, "read_job_log", project="main", job=asked["job"])
        assert (log["answer"], "lines" in log) == ("none", False)

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), talk)

    async def look(client: Client) -> None:
        assert await refusal(client, "confirm_change", project="main", change=int(change))

    over_http(server, server.key("main", Scope.READ), look)


def test_machine_minutes_are_set_and_shown(server: Stack, agent: FleetAgent, shell: Shell) -> None:
    with server.client("main", Scope.ADMIN) as api:
        body = {"kind": "run", "suite": "runtime", "commits": COMMITS[:1], "why": "x"}
        assert api.post("/jobs", json=body | {"testbed": agent.testbed}).is_success
    lease = agent.seek()
    said = shell.run("jobs", "quotas", "--person", "30", "--whole", "600")
    assert "30 machine minutes for each person or key" in said.out
    assert "600 machine minutes for all jobs together" in said.out
    assert "all jobs" in said.out
    assert agent.end(lease).is_success
    assert shell.run("jobs", "quotas", "--person", "soon").code == 2
    said = shell.run("jobs", "quotas", "--person", "none", "--whole", "none")
    assert "any number of machine minutes for each person or key" in said.out
