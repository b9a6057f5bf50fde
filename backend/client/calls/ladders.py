"""Calls: ladders. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    CandidateList,
    JobDetail,
    LadderChange,
    LadderDetail,
    LadderJobs,
    LadderList,
    NewRung,
    NewRungs,
    ParameterLadder,
    PublishedLadder,
    ResultLadder,
    RungChange,
    RungOrder,
    SourceList,
)


def ladders(project: str) -> ApiCall[LadderList]:
    """List the hundred ladders changed last, each with its headline, and how many there are."""
    return ApiCall("GET", f"/projects/{quoted(project)}/ladders", LadderList)


def make(
    project: str, *, body: PublishedLadder | ParameterLadder | ResultLadder
) -> ApiCall[LadderDetail]:
    """Make a ladder of published figures, of the values of a parameter, or of one result."""
    return ApiCall("POST", f"/projects/{quoted(project)}/ladders", LadderDetail, body=body)


def sources(project: str, *, run: int | None = None) -> ApiCall[SourceList]:
    """List the parameters whose values would make rungs, each with its newest run."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/ladders/sources",
        SourceList,
        query={
            "run": run,
        },
    )


def ladder(
    project: str, ladder_id: int, *, format: Literal["json", "csv"] | None = None
) -> ApiCall[LadderDetail]:
    """Give one ladder with every rung judged."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}",
        LadderDetail,
        query={
            "format": format,
        },
    )


def change(project: str, ladder_id: int, *, body: LadderChange) -> ApiCall[LadderDetail]:
    """Change name, note or the smallest gain worth keeping."""
    return ApiCall(
        "PATCH", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}", LadderDetail, body=body
    )


def remove(project: str, ladder_id: int) -> ApiCall[None]:
    """Remove a ladder; `restore` brings it back."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}", None)


def candidates(
    project: str, ladder_id: int, *, text: str | None = None, run: int | None = None
) -> ApiCall[CandidateList]:
    """List results of the same quantity that could become rungs, the likeliest first."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/candidates",
        CandidateList,
        query={
            "text": text,
            "run": run,
        },
    )


def jobs_of_ladder(project: str, ladder_id: int) -> ApiCall[LadderJobs]:
    """List the jobs that measured all rungs again, newest first, and what the newest one found."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/jobs", LadderJobs
    )


def measure_rungs(project: str, ladder_id: int) -> ApiCall[JobDetail]:
    """Have an agent measure all rungs again, in turns."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/jobs", JobDetail
    )


def order(project: str, ladder_id: int, *, body: RungOrder) -> ApiCall[LadderDetail]:
    """Put the rungs into another order."""
    return ApiCall(
        "PUT",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/order",
        LadderDetail,
        body=body,
    )


def restore(project: str, ladder_id: int) -> ApiCall[LadderDetail]:
    """Bring a removed ladder back."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/restore", LadderDetail
    )


def add_rung(project: str, ladder_id: int, *, body: NewRung) -> ApiCall[LadderDetail]:
    """Add a result of a run or commit, or published figures, behind the last rung."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs",
        LadderDetail,
        body=body,
    )


def add_rungs(project: str, ladder_id: int, *, body: NewRungs) -> ApiCall[LadderDetail]:
    """Add several behind the last rung, in this order; none of them where one does not fit."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/several",
        LadderDetail,
        body=body,
    )


def change_rung(
    project: str, ladder_id: int, rung_id: int, *, body: RungChange
) -> ApiCall[LadderDetail]:
    """Change the label, note or role of a rung, or decide about it."""
    return ApiCall(
        "PATCH",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/{quoted(rung_id)}",
        LadderDetail,
        body=body,
    )


def remove_rung(project: str, ladder_id: int, rung_id: int) -> ApiCall[LadderDetail]:
    """Remove a rung; `restore` brings it back to its place."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/{quoted(rung_id)}",
        LadderDetail,
    )


def restore_rung(project: str, ladder_id: int, rung_id: int) -> ApiCall[LadderDetail]:
    """Bring a removed rung back to its place."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/{quoted(rung_id)}/restore",
        LadderDetail,
    )
