"""What assistants read of pull requests: the verdict, its levels, and what is inconclusive."""

import json

from mcp import Client

from backend.domain.people.rights import Scope
from backend.storage.engine import make_engine
from backend.testing.builders import a_report, a_result
from backend.testing.filling import fill
from backend.testing.stack import Stack
from backend.tests.cli.test_assistants import call, over_http, refusal
from backend.tests.services.conftest import connected
from backend.tests.services.pulls.pulling import Desk, pull_report, tick


def test_an_assistant_reads_what_the_check_of_a_pull_request_says(server: Stack) -> None:
    project, engine = server.project("pulled"), make_engine(server.database_url, 2)
    connected(engine, project)
    fill(engine, project, pull_report(search=1.2))
    assert tick(engine, Desk()) == 1
    engine.dispose()

    async def talk(client: Client) -> None:
        (one,) = (await call(client, "list_pull_requests", project="pulled"))["pull_requests"]
        assert (one["number"], one["state"], one["title"]) == (7, "failed", "⟦Try it⟧")
        assert one["verdict"].startswith("1 regression: search engine=smol time ")
        read = await call(
            client, "read_pull_request", project="pulled", pull_request=one["pull_request"]
        )
        worst = read["results"][0]
        assert (worst["result"], worst["fails_the_gate"]) == ("search engine=smol time", True)
        assert (" → " in worst["levels"], "% slower [" in worst["change"]) == (True, True)
        absent = await refusal(client, "read_pull_request", project="pulled", pull_request=999)
        assert "999" in absent or "pull request" in absent

    over_http(server, server.key("pulled", Scope.READ), talk)


def test_series_are_found_in_few_words_by_default(server: Stack) -> None:
    async def talk(client: Client) -> None:
        answered = await client.call_tool("find_series", {"project": "wide"})
        text = answered.content[0].text  # type: ignore[union-attr]  # it is text
        assert len(text.encode()) <= 4_000
        assert json.loads(text) == answered.structured_content
        said = json.loads(text)
        assert said["answer"] == f"12 series found, {len(said['series'])} shown"
        whole = await call(client, "find_series", project="wide", limit=12)
        assert 0 < len(said["series"]) < len(whole["series"]) == 12
        eight = await call(client, "find_series", project="wide", limit=8)
        assert len(said["series"]) < len(eight["series"]) == 8

    project, engine = server.project("wide"), make_engine(server.database_url, 1)
    results = [a_result(benchmark=f"{'a long name ' * 16}{number}") for number in range(12)]
    fill(engine, project, a_report(results=results))
    engine.dispose()
    over_http(server, server.key("wide", Scope.READ), talk)
