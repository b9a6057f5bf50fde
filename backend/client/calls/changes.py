"""Calls: changes. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    ChangeDetail,
    ChangeJudgement,
    ChangeNote,
    ChangePoint,
    ChangePointPage,
    Judgements,
    NewJudgements,
    NewNote,
)


def changes(
    project: str,
    *,
    state: Literal[
        "open",
        "acknowledged",
        "all",
        "suspected",
        "confirmed",
        "refuted",
        "cleared",
        "fixed",
        "withdrawn",
    ]
    | None = None,
    verdict: Literal["", "regression", "improvement", "change"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
    format: Literal["json", "csv"] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[ChangePointPage]:
    """List change points, the newest commits first; `open` ones are confirmed, not suspected."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/changes",
        ChangePointPage,
        query={
            "state": state,
            "verdict": verdict,
            "cursor": cursor,
            "limit": limit,
            "format": format,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def judge_several(project: str, *, body: NewJudgements) -> ApiCall[Judgements]:
    """Say one thing of several change points; those it does not apply to are named."""
    return ApiCall("POST", f"/projects/{quoted(project)}/changes/judgements", Judgements, body=body)


def change(project: str, change_id: int) -> ApiCall[ChangeDetail]:
    """Give one change point with all that is known around it."""
    return ApiCall("GET", f"/projects/{quoted(project)}/changes/{quoted(change_id)}", ChangeDetail)


def judge(project: str, change_id: int, *, body: ChangeJudgement) -> ApiCall[ChangePoint]:
    """Say that a change point is none, which stays so whatever is found; or take that back."""
    return ApiCall(
        "PUT",
        f"/projects/{quoted(project)}/changes/{quoted(change_id)}/judgement",
        ChangePoint,
        body=body,
    )


def add_note(project: str, change_id: int, *, body: NewNote) -> ApiCall[ChangeNote]:
    """Write a note under a change point."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/changes/{quoted(change_id)}/notes",
        ChangeNote,
        body=body,
    )


def delete_note(project: str, change_id: int, note_id: int) -> ApiCall[None]:
    """Take a note back."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}/changes/{quoted(change_id)}/notes/{quoted(note_id)}",
        None,
    )


def bring_note_back(project: str, change_id: int, note_id: int) -> ApiCall[ChangeNote]:
    """Undo the removal of a note within a day: it is as it was, with its author and time."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/changes/{quoted(change_id)}/notes/{quoted(note_id)}/restore",
        ChangeNote,
    )
