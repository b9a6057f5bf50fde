"""Tools that read what changed, by cause."""

from typing import Literal

from backend.client.calls import alert_groups
from backend.client.group_states import asked_pulls, asked_state, state_of
from backend.mcp.answers import Answer, answer, change_of, group_of, quoted
from backend.mcp.reach import Few, Project, ServerReach, Words
from backend.wording.effects import counted

GroupState = Literal[
    "open", "history", "acknowledged", "fixed", "accepted", "invalid", "suspected", "all"
]


async def list_alert_groups(
    reach: ServerReach,
    project: Project,
    state: GroupState = "open",
    text: Words = None,
    limit: Few = 10,
    pulls: Literal["left out", "only"] = "left out",
) -> Answer:
    """List alert groups, one for each cause, the newest first; open ones wait for somebody.

    Those of `history` were old when their results were imported. `pulls`: on branches of pull
    requests; the state `all` lists those too.
    """
    asked, history = asked_state(state)
    on_pulls = asked_pulls(state, is_branch_named=False, on_pulls=pulls == "only")
    call = alert_groups.alert_groups(
        project, state=asked, history=history, pulls=on_pulls, text=text, limit=limit
    )
    page = await reach.ask(call)
    rows = [group_of(one, members=1) for one in page.rows]
    said = f"{counted(page.total, 'alert group')} {state}, {len(rows)} shown"
    if page.in_pulls and on_pulls == "none":
        said += f"; {page.in_pulls} on pull requests"
    return answer(said, reach.page(project, "/changes"), groups=rows)


async def read_alert_group(reach: ServerReach, project: Project, number: int) -> Answer:
    """Read one alert group: effect, suspects, every change in short, and what people said."""
    found = await reach.ask(alert_groups.alert_group(project, number))
    story = [
        {"at": one.created_at, "who": quoted(one.author or "Tidemark", 80),
         "did": one.kind, "said": quoted(one.text)}
        for one in found.story[-20:]
    ]  # fmt: skip
    group = found.group
    said = f"group {number} is {state_of(group)}: {change_of(group.lead)['effect']}"
    link = reach.page(project, f"/alert-groups/{number}")
    near = [one.number for one in found.near if one.number]
    return answer(said, link, group=group_of(group, members=12), story=story, near_groups=near)
