"""Calls: splits. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    GivenWeights,
    NewSplit,
    PublishedTable,
    SavedSplit,
    SplitDecision,
    SplitDetail,
    SplitNote,
    SplitPage,
)


def splits(
    project: str,
    *,
    state: list[Literal["open", "accepted", "rejected"]] | None = None,
    origin: list[Literal["proposed", "person", "suite"]] | None = None,
    kind: list[Literal["measured", "published"]] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    text: str | None = None,
    cursor: str | None = None,
    limit: int | None = None,
) -> ApiCall[SplitPage]:
    """List splits, the newest first."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/splits",
        SplitPage,
        query={
            "state": state,
            "origin": origin,
            "kind": kind,
            "suite": suite,
            "testbed": testbed,
            "text": text,
            "cursor": cursor,
            "limit": limit,
        },
    )


def save(project: str, *, body: NewSplit) -> ApiCall[SavedSplit]:
    """Keep two sides as a split; the same sides again give the same split."""
    return ApiCall("POST", f"/projects/{quoted(project)}/splits", SavedSplit, body=body)


def preview(
    project: str,
    *,
    baseline: str,
    contender: str,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    metric: list[str] | None = None,
    weight: list[str] | None = None,
    tag_weight: list[str] | None = None,
    group: str | None = None,
    x: str | None = None,
    y: str | None = None,
) -> ApiCall[SplitDetail]:
    """Judge two sides as a split without keeping it; sides and filters as of a comparison."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/splits/preview",
        SplitDetail,
        query={
            "baseline": baseline,
            "contender": contender,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "metric": metric,
            "weight": weight,
            "tag_weight": tag_weight,
            "group": group,
            "x": x,
            "y": y,
        },
    )


def publish(
    project: str,
    *,
    body: bytes,
    name: str | None = None,
    source: str | None = None,
    baseline: int | None = None,
    contender: int | None = None,
) -> ApiCall[SavedSplit]:
    """Keep a table of published figures as a split."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/splits/published",
        SavedSplit,
        query={
            "name": name,
            "source": source,
            "baseline": baseline,
            "contender": contender,
        },
        body=body,
    )


def look_at_table(project: str) -> ApiCall[PublishedTable]:
    """Read a table of published figures (TSV, CSV or JSON) and say what it seems to hold."""
    return ApiCall("POST", f"/projects/{quoted(project)}/splits/tables", PublishedTable)


def split(
    project: str,
    split_id: int,
    *,
    format: Literal["json", "csv"] | None = None,
    weight: list[str] | None = None,
    tag_weight: list[str] | None = None,
    group: str | None = None,
    x: str | None = None,
    y: str | None = None,
) -> ApiCall[SplitDetail]:
    """Judge a split from what is stored now, by its saved weights or by those of the address."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/splits/{quoted(split_id)}",
        SplitDetail,
        query={
            "format": format,
            "weight": weight,
            "tag_weight": tag_weight,
            "group": group,
            "x": x,
            "y": y,
        },
    )


def note(project: str, split_id: int, *, body: SplitNote) -> ApiCall[SplitDetail]:
    """Replace the note of a split."""
    return ApiCall(
        "PUT", f"/projects/{quoted(project)}/splits/{quoted(split_id)}/note", SplitDetail, body=body
    )


def decide(project: str, split_id: int, *, body: SplitDecision) -> ApiCall[SplitDetail]:
    """Accept or reject a split, or open it again."""
    return ApiCall(
        "PUT",
        f"/projects/{quoted(project)}/splits/{quoted(split_id)}/state",
        SplitDetail,
        body=body,
    )


def weigh(project: str, split_id: int, *, body: GivenWeights) -> ApiCall[SplitDetail]:
    """Save the weights by which a split is judged; none: all members count alike."""
    return ApiCall(
        "PUT",
        f"/projects/{quoted(project)}/splits/{quoted(split_id)}/weights",
        SplitDetail,
        body=body,
    )
