"""Tools that read how pull requests stand."""

from typing import Literal

from backend.client.answers import one_line
from backend.client.calls import pull_requests
from backend.domain.commits.names import short_commit
from backend.mcp.answers import Answer, answer, first, quoted
from backend.mcp.reach import Project, ServerReach
from backend.wording.effects import counted

MOST = 20


async def list_pull_requests(
    reach: ServerReach, project: Project, state: Literal["open", "all"] = "open"
) -> Answer:
    """List pull requests with what their check says: the verdict on their results."""
    found = await reach.ask(pull_requests.pulls(project))
    shown, more = first([one for one in found.rows if state == "all" or one.is_open], MOST)
    rows = [
        {"pull_request": one.id, "number": one.number, "title": quoted(one.title),
         "state": one.state, "verdict": one_line(one.headline), "head": short_commit(one.head)}
        for one in shown
    ]  # fmt: skip
    said = f"{counted(len(rows), 'pull request')}, {more} not shown"
    return answer(said, reach.page(project, "/pull-requests"), pull_requests=rows)


async def read_pull_request(reach: ServerReach, project: Project, pull_request: int) -> Answer:
    """Read the verdict on a pull request: the worst results first, and what they rest on."""
    found = await reach.ask(pull_requests.pull(project, pull_request))
    judged = found.judgement
    rows = [
        {"verdict": one.verdict, "result": one_line(one.full_name or one.name),
         "levels": one.levels or "", "change": one_line(one.sentence), "testbed": one.testbed,
         "fails_the_gate": one.is_gated}
        for one in (judged.rows[:MOST] if judged else [])
    ]  # fmt: skip
    return answer(
        found.headline,
        reach.page(project, f"/pull-requests/{found.id}"),
        title=quoted(found.title),
        state=found.state,
        unknown=judged.unknown if judged else "",
        gate=judged.rule if judged else "",
        results=rows,
    )
