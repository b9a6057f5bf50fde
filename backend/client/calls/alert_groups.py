"""Calls: alert groups. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import Call, quoted
from backend.client.models_gen import (
    AlertGroupDetail,
    AlertGroupPage,
    Assignee,
    Deed,
    DetailsBefore,
    GroupEdit,
    GroupJudgements,
    Moved,
    MuteList,
    NewGroupJudgement,
    NewMove,
    NewMute,
    NewNote,
    TriageReport,
)


def alert_groups(
    project: str,
    *,
    cursor: str | None = None,
    limit: int | None = None,
    state: Literal[
        "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected", "all"
    ]
    | None = None,
    verdict: Literal["", "regression", "improvement", "change"] | None = None,
    min_effect: float | None = None,
    order: Literal["newest", "largest"] | None = None,
    way: Literal["", "worse", "better", "change"] | None = None,
    assignee: str | None = None,
    tag: str | None = None,
    due: Literal["", "overdue"] | None = None,
    muted: Literal["", "only", "none"] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> Call[AlertGroupPage]:
    """List what changed, one row per cause; `min_effect` is a share, 0.05 for 5 %."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/alert-groups",
        AlertGroupPage,
        query={
            "cursor": cursor,
            "limit": limit,
            "state": state,
            "verdict": verdict,
            "min_effect": min_effect,
            "order": order,
            "way": way,
            "assignee": assignee,
            "tag": tag,
            "due": due,
            "muted": muted,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def edit(project: str, *, body: GroupEdit) -> Call[list[DetailsBefore]]:
    """Say who takes care of groups, until when, their tags, issue and culprit commit."""
    return Call(
        "PATCH", f"/projects/{quoted(project)}/alert-groups", list[DetailsBefore], body=body
    )


def assignees(project: str) -> Call[list[Assignee]]:
    """List who can take care of groups."""
    return Call("GET", f"/projects/{quoted(project)}/alert-groups/assignees", list[Assignee])


def judge(project: str, *, body: NewGroupJudgement) -> Call[GroupJudgements]:
    """Bring groups into a state; those it does not apply to are named."""
    return Call(
        "POST", f"/projects/{quoted(project)}/alert-groups/judgements", GroupJudgements, body=body
    )


def move(project: str, *, body: NewMove) -> Call[Moved]:
    """Put changes, or all of some groups, into another group or a new one."""
    return Call("POST", f"/projects/{quoted(project)}/alert-groups/moves", Moved, body=body)


def alert_group(project: str, group_number: int) -> Call[AlertGroupDetail]:
    """Give one alert group with its story and what is near it."""
    return Call(
        "GET", f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}", AlertGroupDetail
    )


def add_note(project: str, group_number: int, *, body: NewNote) -> Call[Deed]:
    """Write a note under a group, in Markdown."""
    return Call(
        "POST",
        f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}/notes",
        Deed,
        body=body,
    )


def delete_note(project: str, group_number: int, deed_id: int) -> Call[None]:
    """Take a note back."""
    return Call(
        "DELETE",
        f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}/notes/{quoted(deed_id)}",
        None,
    )


def bring_note_back(project: str, group_number: int, deed_id: int) -> Call[Deed]:
    """Undo the removal of a note within a day: it is as it was, with its author and time."""
    return Call(
        "POST",
        f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}/notes/{quoted(deed_id)}/restore",
        Deed,
    )


def mutes(project: str) -> Call[MuteList]:
    """List the mutes that hold now."""
    return Call("GET", f"/projects/{quoted(project)}/alert-mutes", MuteList)


def mute(project: str, *, body: NewMute) -> Call[MuteList]:
    """Mute series; where a name is that of several suites, each gets its own."""
    return Call("POST", f"/projects/{quoted(project)}/alert-mutes", MuteList, body=body)


def lift(project: str, mute_id: int) -> Call[None]:
    """End a mute."""
    return Call("DELETE", f"/projects/{quoted(project)}/alert-mutes/{quoted(mute_id)}", None)


def restore(project: str, mute_id: int) -> Call[None]:
    """Let a mute hold again that was ended."""
    return Call("POST", f"/projects/{quoted(project)}/alert-mutes/{quoted(mute_id)}/restore", None)


def triage_report(project: str, *, week: str | None = None) -> Call[TriageReport]:
    """Give what was new, fixed and still open in a week (2026-W47; empty: this one)."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/triage-report",
        TriageReport,
        query={
            "week": week,
        },
    )
