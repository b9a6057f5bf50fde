"""Suites and benchmarks: what is measured, and what came of it."""

from typing import Any

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.schemas.views.catalogue import BenchmarkDetail, SuiteDetail
from backend.api.shared_calls import Call
from backend.services.views.read_benchmark import read_benchmark
from backend.services.views.read_suite import read_suite

router = APIRouter(prefix="/projects/{project}", tags=["catalogue"], route_class=Call)


@router.get("/suites/{suite_id}", response_model=SuiteDetail)
def suite(db: Db, project: ReadableProject, suite_id: Id) -> Any:  # noqa: ANN401
    """Give one suite: its metrics, its benchmarks with a series each, its newest runs."""
    return read_suite(db, project.id, suite_id)


@router.get("/benchmarks/{benchmark_id}", response_model=BenchmarkDetail)
def benchmark(db: Db, project: ReadableProject, benchmark_id: Id) -> Any:  # noqa: ANN401
    """Give one benchmark: its series, its definitions, its changes and failures."""
    return read_benchmark(db, project.id, benchmark_id)
