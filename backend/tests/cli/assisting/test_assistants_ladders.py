"""What assistants read of what a project keeps: ladders, profiles, thresholds; and of whom."""

import httpx
from mcp import Client

from backend.client.version import installed_version
from backend.domain.people.rights import Scope
from backend.storage.engine import make_engine
from backend.testing.builders import a_report
from backend.testing.filling import fill
from backend.testing.stack import Stack
from backend.tests.api.reports.test_profiles import a_profile
from backend.tests.cli.test_assistants import call, over_http, refusal

RUNGS = [{"label": "one pool", "value": 543}, {"label": "two pools", "value": 626}]
LADDER = {
    "kind": "published", "name": "Pools", "metric": "rate", "unit": "1/s", "direction": "higher",
    "source": "pools.tsv", "rungs": RUNGS,
}  # fmt: skip


def test_an_assistant_reads_ladders_profiles_and_thresholds(server: Stack) -> None:
    project, engine = server.project("kept"), make_engine(server.database_url, 1)
    fill(engine, project, a_report(profiles=[a_profile()]))
    engine.dispose()
    headers = {"Authorization": f"Bearer {server.key('kept', Scope.ADMIN)}"}
    address = f"{server.url}/api/v1/projects/kept/ladders"
    assert httpx.post(address, json=LADDER, headers=headers).is_success

    async def talk(client: Client) -> None:
        assert client.server_info is not None
        assert client.server_info.version == installed_version()
        (listed,) = (await call(client, "list_ladders", project="kept"))["ladders"]
        assert (listed["name"], listed["rungs"]) == ("⟦Pools⟧", 1)
        ladder = await call(client, "read_ladder", project="kept", ladder=listed["ladder"])
        assert [one["value"] for one in ladder["rungs"]] == [543, 626]
        (run,) = (await call(client, "list_runs", project="kept"))["runs"]
        (one,) = (await call(client, "read_run", project="kept", run_id=run["run"]))["profiles"]
        profile = await call(client, "read_profile", project="kept", profile=one["profile"])
        assert 0 < profile["functions"][0]["own_share"] <= 1
        judged = await call(client, "read_thresholds", project="kept")
        assert judged["standard"]["series"] == 1
        assert judged["standard"]["sensitivity"]
        assert "999" in await refusal(client, "read_profile", project="kept", profile=999)

    over_http(server, server.key("kept", Scope.READ), talk)
