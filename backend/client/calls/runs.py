"""Calls: runs. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    ResultSamples,
    RunDetail,
    RunPage,
    RunResultPage,
    TailList,
    TimeCourseList,
    VariantPairs,
)


def runs(
    project: str,
    *,
    kind: Literal["suites", "controls", "all"] | None = None,
    cursor: str | None = None,
    limit: int | None = None,
    format: Literal["json", "csv"] | None = None,
    suite: list[str] | None = None,
    testbed: list[str] | None = None,
    branch: list[str] | None = None,
    text: str | None = None,
) -> ApiCall[RunPage]:
    """List runs, the newest first; filters by suite, testbed, branch and text count."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/runs",
        RunPage,
        query={
            "kind": kind,
            "cursor": cursor,
            "limit": limit,
            "format": format,
            "suite": suite,
            "testbed": testbed,
            "branch": branch,
            "text": text,
        },
    )


def run(project: str, run_id: int) -> ApiCall[RunDetail]:
    """Give one run with its first 2,000 results, its failures, and what it ran in."""
    return ApiCall("GET", f"/projects/{quoted(project)}/runs/{quoted(run_id)}", RunDetail)


def benchfmt(project: str, run_id: int) -> ApiCall[bytes]:
    """Give the samples of a run as Go's benchmarks are written, for benchstat."""
    return ApiCall("GET", f"/projects/{quoted(project)}/runs/{quoted(run_id)}/benchfmt", bytes)


def courses(project: str, run_id: int, *, course: list[int]) -> ApiCall[TimeCourseList]:
    """Give how quantities went within processes of the run, over their time."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/runs/{quoted(run_id)}/courses",
        TimeCourseList,
        query={
            "course": course,
        },
    )


def sent_file(project: str, run_id: int, place: int) -> ApiCall[bytes]:
    """Give a file that the run was read from, byte for byte as it was sent."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/runs/{quoted(run_id)}/files/{quoted(place)}", bytes
    )


def results(
    project: str,
    run_id: int,
    *,
    cursor: str | None = None,
    format: Literal["json", "csv"] | None = None,
) -> ApiCall[RunResultPage]:
    """List the results of a run, 2,000 at a time, in the order of its page."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/runs/{quoted(run_id)}/results",
        RunResultPage,
        query={
            "cursor": cursor,
            "format": format,
        },
    )


def samples(project: str, run_id: int, series_id: int) -> ApiCall[ResultSamples]:
    """Give the samples of one result in measuring order."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/runs/{quoted(run_id)}/results/{quoted(series_id)}",
        ResultSamples,
    )


def tails(project: str, run_id: int, *, series: list[int]) -> ApiCall[TailList]:
    """Give percentile curves of some results, as far as their recordings reach."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/runs/{quoted(run_id)}/tails",
        TailList,
        query={
            "series": series,
        },
    )


def variants(project: str, run_id: int, *, pair: list[str]) -> ApiCall[VariantPairs]:
    """Hold results of a run against each other; `pair`: series of baseline and of contender."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/runs/{quoted(run_id)}/variants",
        VariantPairs,
        query={
            "pair": pair,
        },
    )
