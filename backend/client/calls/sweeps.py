"""Calls: sweeps. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    GridDetail,
    JobDetail,
    JobList,
    RefinementAsked,
    SweepBests,
    SweepDetail,
    SweepList,
    SweepOptima,
)


def bests(project: str) -> ApiCall[SweepBests]:
    """Give the best value of each sweep by its newest run, and all not distinguishable from it."""
    return ApiCall("GET", f"/projects/{quoted(project)}/sweep-bests", SweepBests)


def grid(
    project: str,
    benchmark_id: int,
    *,
    first: str,
    second: str,
    metric: str | None = None,
    testbed: str | None = None,
    branch: str | None = None,
    run: int | None = None,
    margin: float | None = None,
    also: list[str] | None = None,
) -> ApiCall[GridDetail]:
    """Give a run over two parameters at once: every cell, and those that may be the best."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/sweep-grids/{quoted(benchmark_id)}",
        GridDetail,
        query={
            "first": first,
            "second": second,
            "metric": metric,
            "testbed": testbed,
            "branch": branch,
            "run": run,
            "margin": margin,
            "also": also,
        },
    )


def jobs_of_sweep(
    project: str,
    benchmark_id: int,
    *,
    axis: str,
    metric: str | None = None,
    testbed: str | None = None,
    branch: str | None = None,
    run: int | None = None,
    margin: float | None = None,
    also: list[str] | None = None,
) -> ApiCall[JobList]:
    """List the jobs that refined a sweep at a commit, newest first, and what another would cost."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/sweep-jobs/{quoted(benchmark_id)}",
        JobList,
        query={
            "axis": axis,
            "metric": metric,
            "testbed": testbed,
            "branch": branch,
            "run": run,
            "margin": margin,
            "also": also,
        },
    )


def refine(project: str, benchmark_id: int, *, body: RefinementAsked) -> ApiCall[JobDetail]:
    """Have an agent measure a sweep until the best value of each curve is known."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/sweep-jobs/{quoted(benchmark_id)}",
        JobDetail,
        body=body,
    )


def optima(
    project: str,
    benchmark_id: int,
    *,
    axis: str,
    metric: str | None = None,
    testbed: str | None = None,
    branch: str | None = None,
    run: int | None = None,
    margin: float | None = None,
    also: list[str] | None = None,
) -> ApiCall[SweepOptima]:
    """Give the best values at the newest commits, and where they moved."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/sweep-optima/{quoted(benchmark_id)}",
        SweepOptima,
        query={
            "axis": axis,
            "metric": metric,
            "testbed": testbed,
            "branch": branch,
            "run": run,
            "margin": margin,
            "also": also,
        },
    )


def sweeps(project: str) -> ApiCall[SweepList]:
    """List the benchmarks that were measured over the values of a parameter."""
    return ApiCall("GET", f"/projects/{quoted(project)}/sweeps", SweepList)


def sweep(
    project: str,
    benchmark_id: int,
    axis: str,
    *,
    format: Literal["json", "csv"] | None = None,
    metric: str | None = None,
    testbed: str | None = None,
    branch: str | None = None,
    run: int | None = None,
    margin: float | None = None,
    also: list[str] | None = None,
) -> ApiCall[SweepDetail]:
    """Give the curves of one run with the set of best values."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/sweeps/{quoted(benchmark_id)}/{quoted(axis)}",
        SweepDetail,
        query={
            "format": format,
            "metric": metric,
            "testbed": testbed,
            "branch": branch,
            "run": run,
            "margin": margin,
            "also": also,
        },
    )
