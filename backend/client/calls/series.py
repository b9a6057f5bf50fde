"""Calls: series. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    DerivedHistory,
    Facets,
    History,
    PivotTable,
    PointList,
    SeriesListingPage,
)


def badge(
    project: str, *, series: int, since: str | None = None, label: str | None = None
) -> ApiCall[bytes]:
    """Draw the newest result of a series, or its newest confirmed change since a commit."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/badge.svg",
        bytes,
        query={
            "series": series,
            "since": since,
            "label": label,
        },
    )


def facets(
    project: str,
    *,
    facet: str | None = None,
    contains: str | None = None,
    most: int | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[Facets]:
    """Count the series that remain when a value is chosen, for values of every dimension."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/facets",
        Facets,
        query={
            "facet": facet,
            "contains": contains,
            "most": most,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def formula(
    project: str,
    *,
    formula: str,
    budget: int | None = None,
    from_: int | None = None,
    to: int | None = None,
) -> ApiCall[DerivedHistory]:
    """Evaluate a formula over series at each commit where all of them have a result."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/formula",
        DerivedHistory,
        query={
            "formula": formula,
            "budget": budget,
            "from": from_,
            "to": to,
        },
    )


def history(
    project: str,
    *,
    series: list[int],
    budget: int | None = None,
    from_: int | None = None,
    to: int | None = None,
    percentile: list[float] | None = None,
) -> ApiCall[History]:
    """Give series as columns, thinned to about `budget` marks; all points shown are real ones."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/history",
        History,
        query={
            "series": series,
            "budget": budget,
            "from": from_,
            "to": to,
            "percentile": percentile,
        },
    )


def pivot(
    project: str,
    *,
    rows: str,
    columns: str,
    against: str | None = None,
    series: list[int] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[PivotTable]:
    """Line up the newest results by two facets: values, or ratios to the column `against`."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/pivot",
        PivotTable,
        query={
            "rows": rows,
            "columns": columns,
            "against": against,
            "series": series,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )


def points(
    project: str,
    *,
    series: list[int],
    since: str | None = None,
    until: str | None = None,
    format: Literal["json", "csv"] | None = None,
) -> ApiCall[PointList]:
    """Give the points of series as rows, oldest first: for Grafana, sheets and scripts."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/points",
        PointList,
        query={
            "series": series,
            "since": since,
            "until": until,
            "format": format,
        },
    )


def series(
    project: str,
    *,
    cursor: str | None = None,
    limit: int | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
    benchmark: list[str] | None = None,
    metric: list[str] | None = None,
) -> ApiCall[SeriesListingPage]:
    """List series with their newest point and open changes."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/series",
        SeriesListingPage,
        query={
            "cursor": cursor,
            "limit": limit,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
            "benchmark": benchmark,
            "metric": metric,
        },
    )
