"""Suites and benchmarks: what is measured, and what came of it."""

from fastapi import APIRouter

from backend.api.dependencies import Db, ReadableProject
from backend.api.parameters.filters import Id
from backend.api.shared_calls import Call
from backend.domain.views.catalogue_pages import BenchmarkDetail, SuiteDetail
from backend.services.views.read_benchmark import read_benchmark
from backend.services.views.read_suite import read_suite

router = APIRouter(prefix="/projects/{project}", tags=["catalogue"], route_class=Call)


@router.get("/suites/{suite_id}")
def suite(db: Db, project: ReadableProject, suite_id: Id) -> SuiteDetail:
    """Give one suite: its metrics, its benchmarks with a series each, its newest runs."""
    return read_suite(db, project.id, suite_id)


@router.get("/benchmarks/{benchmark_id}")
def benchmark(db: Db, project: ReadableProject, benchmark_id: Id) -> BenchmarkDetail:
    """Give one benchmark: its series, its definitions, its changes and failures."""
    return read_benchmark(db, project.id, benchmark_id)
