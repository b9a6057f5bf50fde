"""An assistant that has a diff and no checkout: its patch is judged, and it reads the receipt."""

import hashlib
from base64 import b64decode
from collections.abc import Iterator

import httpx2
import pytest
from mcp import Client

from backend.domain.people.rights import Scope
from backend.storage.engine import make_engine
from backend.testing.draining import do_what_waits
from backend.testing.stack import Stack
from backend.tests.api.jobs.fleet import FleetAgent
from backend.tests.cli.test_assistants import call, over_http, refusal

DIFF = "diff --git a/engine/walk.c b/engine/walk.c\n--- a/engine/walk.c\n+++ b/engine/walk.c"
ASKED = {
    "project": "main", "suite": "runtime", "aim": "took", "base": "c1", "base_branch": "main",
    "diff": DIFF, "subject": "Walk faster",
}  # fmt: skip
NEWLINE = b"\n"


@pytest.fixture
def agents(server: Stack) -> Iterator[tuple[FleetAgent, FleetAgent]]:
    """Give an agent that makes commits of diffs, and an older one that asks for their hash."""
    headers = {"Authorization": f"Bearer {server.key('main', Scope.AGENT)}"}
    with httpx2.Client(base_url=server.url, timeout=90.0) as api:
        older = FleetAgent(api, headers, "older", labels=("patches", "proposals"))
        newer = FleetAgent(api, headers, "newer", labels=("patches", "proposals", "diffs"))
        yield older.register(), newer.register()


def judge_last(server: Stack) -> None:
    engine = make_engine(server.database_url, 1)
    do_what_waits(engine)
    engine.dispose()


def test_a_diff_is_judged_without_a_checkout_and_its_receipt_is_read(
    server: Stack, agents: tuple[FleetAgent, FleetAgent]
) -> None:
    older, newer = agents
    said = {"reason": "different_answer", "place": "walk n=7, round 2", "text": "'4', not '5'"}
    evidence = {"direction": "lower", "unit": "s", "variants": [], "refusals": [said]}
    sent = DIFF.encode() + b"\n"
    name = f"patch-{hashlib.sha256(b'c1' + NEWLINE + sent).hexdigest()[:16]}"

    async def talk(client: Client) -> None:
        asked = await call(client, "propose_patch", **ASKED)
        assert (asked["kind"], asked["state"]) == ("propose", "queued")
        assert asked["link"] == f"{server.url}/p/main/jobs/{asked['job']}"
        assert older.seek() is None
        lease = newer.seek()
        assert [one["commit"] for one in lease["arms"]] == ["c1", name, "c1"]
        assert lease["arms"][1]["branch"] == f"try/{name}"
        patch = lease["patch"]
        assert (patch["commit"], b64decode(patch["diff"])) == (name, sent)
        assert (patch["subject"], bool(patch["author"])) == ("Walk faster", True)
        ended = newer.end(lease, evidence=evidence)
        assert ended.is_success, ended.text
        judge_last(server)
        read = await call(client, "read_receipt", project="main", job=asked["job"])
        assert read["verdict"] == "refused"
        assert read["answer"].startswith("Refused: its answer differs")
        assert read["refusals"][0]["place"] == "⟦walk n=7, round 2⟧"

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), talk)


def test_a_diff_of_the_harness_and_a_key_that_only_reads_are_refused(server: Stack) -> None:
    async def change(client: Client) -> None:
        diff = DIFF.replace("walk.c", "suite.toml")
        refused = await refusal(client, "propose_patch", **ASKED | {"diff": diff})
        assert "the files of the harness come from the base" in refused

    over_http(server, server.key("main", Scope.READ, Scope.TRIAGE), change)

    async def look(client: Client) -> None:
        assert await refusal(client, "propose_patch", **ASKED)

    over_http(server, server.key("main", Scope.READ), look)
