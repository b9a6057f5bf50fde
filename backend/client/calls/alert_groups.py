"""Calls: alert groups. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    AlertGroupDetail,
    AlertGroupPage,
    Assignable,
    DetailsBefore,
    GroupEdit,
    GroupEvent,
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
    format: Literal["json", "csv"] | None = None,
    state: Literal[
        "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected", "all"
    ]
    | None = None,
    verdict: Literal["", "regression", "improvement", "change"] | None = None,
    min_effect: float | None = None,
    days: int | None = None,
    order: Literal["newest", "largest"] | None = None,
    way: Literal["", "worse", "better", "change"] | None = None,
    assignee: str | None = None,
    tag: str | None = None,
    due: Literal["", "overdue"] | None = None,
    muted: Literal["", "only", "none"] | None = None,
    history: Literal["", "only", "none"] | None = None,
    pulls: Literal["", "only", "none"] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[AlertGroupPage]:
    """List what changed, one row per cause; `min_effect` is a share, 0.05 for 5 %."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/alert-groups",
        AlertGroupPage,
        query={
            "cursor": cursor,
            "limit": limit,
            "format": format,
            "state": state,
            "verdict": verdict,
            "min_effect": min_effect,
            "days": days,
            "order": order,
            "way": way,
            "assignee": assignee,
            "tag": tag,
            "due": due,
            "muted": muted,
            "history": history,
            "pulls": pulls,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def edit(project: str, *, body: GroupEdit) -> ApiCall[list[DetailsBefore]]:
    """Set the assignee of groups, until when, their tags, issue and culprit commit."""
    return ApiCall(
        "PATCH", f"/projects/{quoted(project)}/alert-groups", list[DetailsBefore], body=body
    )


def assignees(project: str) -> ApiCall[list[Assignable]]:
    """List who can be assigned to groups: members, then administrators, each with a short name."""
    return ApiCall("GET", f"/projects/{quoted(project)}/alert-groups/assignees", list[Assignable])


def judge(project: str, *, body: NewGroupJudgement) -> ApiCall[GroupJudgements]:
    """Bring groups into a state; those it does not apply to are named."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/alert-groups/judgements", GroupJudgements, body=body
    )


def move(project: str, *, body: NewMove) -> ApiCall[Moved]:
    """Put changes, or all of some groups, into another group or a new one."""
    return ApiCall("POST", f"/projects/{quoted(project)}/alert-groups/moves", Moved, body=body)


def alert_group(project: str, group_number: int) -> ApiCall[AlertGroupDetail]:
    """Give one alert group with its story and what is near it."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}", AlertGroupDetail
    )


def add_note(project: str, group_number: int, *, body: NewNote) -> ApiCall[GroupEvent]:
    """Write a note under a group, in Markdown."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}/notes",
        GroupEvent,
        body=body,
    )


def delete_note(project: str, group_number: int, activity_id: int) -> ApiCall[None]:
    """Take a note back."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}/notes/{quoted(activity_id)}",
        None,
    )


def bring_note_back(project: str, group_number: int, activity_id: int) -> ApiCall[GroupEvent]:
    """Undo the removal of a note within a day: it is as it was, with its author and time."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/alert-groups/{quoted(group_number)}/notes/{quoted(activity_id)}/restore",
        GroupEvent,
    )


def mutes(project: str) -> ApiCall[MuteList]:
    """List the mutes that hold now."""
    return ApiCall("GET", f"/projects/{quoted(project)}/alert-mutes", MuteList)


def mute(project: str, *, body: NewMute) -> ApiCall[MuteList]:
    """Mute series; where a name is that of several suites, each gets its own."""
    return ApiCall("POST", f"/projects/{quoted(project)}/alert-mutes", MuteList, body=body)


def lift(project: str, mute_id: int) -> ApiCall[None]:
    """End a mute."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/alert-mutes/{quoted(mute_id)}", None)


def restore(project: str, mute_id: int) -> ApiCall[None]:
    """Let a mute hold again that was ended."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/alert-mutes/{quoted(mute_id)}/restore", None
    )


def triage_report(project: str, *, week: str | None = None) -> ApiCall[TriageReport]:
    """Give what was new, fixed and still open in a week (2026-W47; empty: this one)."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/triage-report",
        TriageReport,
        query={
            "week": week,
        },
    )
