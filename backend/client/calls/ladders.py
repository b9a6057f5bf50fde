"""Calls: ladders. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import (
    CandidateList,
    LadderChange,
    LadderDetail,
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


def ladders(project: str) -> Call[LadderList]:
    """List the hundred ladders changed last, each with its headline, and how many there are."""
    return Call("GET", f"/projects/{quoted(project)}/ladders", LadderList)


def make(
    project: str, *, body: PublishedLadder | ParameterLadder | ResultLadder
) -> Call[LadderDetail]:
    """Make a ladder of published figures, of the values of a parameter, or of one result."""
    return Call("POST", f"/projects/{quoted(project)}/ladders", LadderDetail, body=body)


def sources(project: str, *, run: int | None = None) -> Call[SourceList]:
    """List the parameters whose values would make rungs, each with its newest run."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/ladders/sources",
        SourceList,
        query={
            "run": run,
        },
    )


def ladder(project: str, ladder_id: int) -> Call[LadderDetail]:
    """Give one ladder with every rung judged."""
    return Call("GET", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}", LadderDetail)


def change(project: str, ladder_id: int, *, body: LadderChange) -> Call[LadderDetail]:
    """Change name, note or the smallest gain worth keeping."""
    return Call(
        "PATCH", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}", LadderDetail, body=body
    )


def remove(project: str, ladder_id: int) -> Call[None]:
    """Remove a ladder; `restore` brings it back."""
    return Call("DELETE", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}", None)


def candidates(
    project: str, ladder_id: int, *, text: str | None = None, run: int | None = None
) -> Call[CandidateList]:
    """List results of the same quantity that could become rungs, the likeliest in front."""
    return Call(
        "GET",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/candidates",
        CandidateList,
        query={
            "text": text,
            "run": run,
        },
    )


def order(project: str, ladder_id: int, *, body: RungOrder) -> Call[LadderDetail]:
    """Put the rungs into another order."""
    return Call(
        "PUT",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/order",
        LadderDetail,
        body=body,
    )


def restore(project: str, ladder_id: int) -> Call[LadderDetail]:
    """Bring a removed ladder back."""
    return Call(
        "POST", f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/restore", LadderDetail
    )


def add_rung(project: str, ladder_id: int, *, body: NewRung) -> Call[LadderDetail]:
    """Add a result of a run or commit, or published figures, behind the last rung."""
    return Call(
        "POST",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs",
        LadderDetail,
        body=body,
    )


def add_rungs(project: str, ladder_id: int, *, body: NewRungs) -> Call[LadderDetail]:
    """Add several behind the last rung, in this order; none of them where one does not fit."""
    return Call(
        "POST",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/several",
        LadderDetail,
        body=body,
    )


def change_rung(
    project: str, ladder_id: int, rung_id: int, *, body: RungChange
) -> Call[LadderDetail]:
    """Change the label, note or role of a rung, or decide about it."""
    return Call(
        "PATCH",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/{quoted(rung_id)}",
        LadderDetail,
        body=body,
    )


def remove_rung(project: str, ladder_id: int, rung_id: int) -> Call[LadderDetail]:
    """Remove a rung; `restore` brings it back to its place."""
    return Call(
        "DELETE",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/{quoted(rung_id)}",
        LadderDetail,
    )


def restore_rung(project: str, ladder_id: int, rung_id: int) -> Call[LadderDetail]:
    """Bring a removed rung back to its place."""
    return Call(
        "POST",
        f"/projects/{quoted(project)}/ladders/{quoted(ladder_id)}/rungs/{quoted(rung_id)}/restore",
        LadderDetail,
    )
