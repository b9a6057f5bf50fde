"""Calls: catalogue. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import BenchmarkDetail, SuiteDetail


def benchmark(project: str, benchmark_id: int) -> ApiCall[BenchmarkDetail]:
    """Give one benchmark: its series, its definitions, its changes and failures."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/benchmarks/{quoted(benchmark_id)}", BenchmarkDetail
    )


def suite(project: str, suite_id: int) -> ApiCall[SuiteDetail]:
    """Give one suite: its metrics, its benchmarks with a series each, its newest runs."""
    return ApiCall("GET", f"/projects/{quoted(project)}/suites/{quoted(suite_id)}", SuiteDetail)
