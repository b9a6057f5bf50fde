"""Calls: comparisons. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import ComparedDetail, Comparison, SideOffers


def comparison(
    project: str,
    *,
    baseline: str,
    contender: str,
    threshold: float | None = None,
    q: float | None = None,
    across_testbeds: bool | None = None,
    verdict: list[Literal["regression", "improvement", "change", "same", "unknown"]] | None = None,
    limit: int | None = None,
    columns: bool | None = None,
    rows: Literal["all", "changed"] | None = None,
    format: Literal["json", "csv"] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[Comparison]:
    """Compare `run:<id>`, `commit:<name>` or `branch:<name>` (its newest commit) with another."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/comparison",
        Comparison,
        query={
            "baseline": baseline,
            "contender": contender,
            "threshold": threshold,
            "q": q,
            "across_testbeds": across_testbeds,
            "verdict": verdict,
            "limit": limit,
            "columns": columns,
            "rows": rows,
            "format": format,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def compared_row(
    project: str,
    *,
    baseline: str,
    contender: str,
    series: int,
    threshold: float | None = None,
    q: float | None = None,
    across_testbeds: bool | None = None,
    verdict: list[Literal["regression", "improvement", "change", "same", "unknown"]] | None = None,
    limit: int | None = None,
    columns: bool | None = None,
    rows: Literal["all", "changed"] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[ComparedDetail]:
    """Give one row of a comparison in full, by the series of its contender."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/comparison/row",
        ComparedDetail,
        query={
            "baseline": baseline,
            "contender": contender,
            "threshold": threshold,
            "q": q,
            "across_testbeds": across_testbeds,
            "verdict": verdict,
            "limit": limit,
            "columns": columns,
            "rows": rows,
            "series": series,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def sides(
    project: str, *, text: str | None = None, beside: int | None = None
) -> ApiCall[SideOffers]:
    """Offer runs, commits, branches, pull requests, tags and testbeds to compare, newest first."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/comparison/sides",
        SideOffers,
        query={
            "text": text,
            "beside": beside,
        },
    )
