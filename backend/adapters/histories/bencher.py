"""Bencher: its API's reports and perf queries as JSON, and its own SQLite database."""

from collections.abc import Mapping
from typing import Any

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.histories.sqlite_files import TrackerDatabase, opened
from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.readings import LOWER, Reading, has_keys, of_list, of_object, optional
from backend.adapters.tools.readings import text_of as text

_COUNTED = frozenset({
    "instructions", "l1-hits", "l2-hits", "ll-hits", "ram-hits", "total-read-write",
    "estimated-cycles", "l1-accesses", "l2-accesses", "ram-accesses", "file-size", "build-time",
})  # fmt: skip
"""Measures that Bencher itself defines, whose units say nothing: fewer are better."""
_NO_TIMES = (
    "Bencher keeps no times of commits: they stand in the order of their reports. Put the output "
    "of git log --format='%H %ct %P' beside the export as git-log.txt for the order of git."
)
_TABLES = ("metric", "report_benchmark", "report", "version", "benchmark", "measure", "testbed")
_QUERY = """
select project.slug, branch.name, testbed.name, version.hash, version.number, report.uuid,
       report.start_time, report_benchmark.iteration, benchmark.name, measure.slug,
       {units}, metric.value, metric.lower_value, metric.upper_value
from metric
join report_benchmark on report_benchmark.id = metric.report_benchmark_id
join report on report.id = report_benchmark.report_id
join version on version.id = report.version_id
{branch}
join project on project.id = report.project_id
join testbed on testbed.id = report.testbed_id
join benchmark on benchmark.id = report_benchmark.benchmark_id
join measure on measure.id = metric.measure_id
order by report.start_time, report.id, metric.id
"""


def _sign(files: TrackerFiles) -> str:
    if files.database:
        with opened(files.database) as database:
            is_here = all(database.has(name) for name in _TABLES)
        return "tables metric, report_benchmark and measure, Bencher's database" if is_here else ""
    if any(_is_perf(one) for _, one in files.objects):
        return "results of branch, testbed, benchmark and measure, as Bencher's perf query gives"
    if any(_is_report(one) for _, one in files.objects):
        return "reports with branch, testbed and adapter, as Bencher's API gives"
    return ""


def _is_perf(document: Mapping[str, Any]) -> bool:
    return any(
        has_keys(one, "branch", "testbed", "benchmark", "measure", "metrics")
        for one in of_list(document.get("results"))[:1]
    )


def _is_report(document: Mapping[str, Any]) -> bool:
    return has_keys(document, "uuid", "branch", "testbed", "start_time", "adapter")


def _rows(files: TrackerFiles) -> HistoryItems:
    if not files.git_log:
        yield _NO_TIMES
    if files.database:
        with opened(files.database) as database:
            yield from _database(database)
        return
    for place, document in files.objects:
        if _is_perf(document):
            yield from _perf(document, place)
        elif _is_report(document):
            yield from _report(document, place)


def _database(database: TrackerDatabase) -> HistoryItems:
    """Read the tables of today, and those of before branches had heads and measures units."""
    has_heads = database.has("report", "head_id") and database.has("head", "branch_id")
    heads = "join head on head.id = report.head_id\njoin branch on branch.id = head.branch_id"
    branches = heads if has_heads else "join branch on branch.id = report.branch_id"
    units = "measure.units" if database.has("measure", "units") else "''"
    runs: dict[str, TrackedRun] = {}
    for number, cells in enumerate(database.rows(_QUERY.format(branch=branches, units=units))):
        project, branch, testbed, commit, version, report, start, _, *rest = cells
        run = runs.get(str(report))
        if run is None:
            named = str(commit or f"{branch!s} {version!s}")
            run = runs[str(report)] = TrackedRun(
                TrackedCommit(named), str(report), str(project), str(testbed),
                branch=str(branch), measured_at=read_time(start),
            )  # fmt: skip
        benchmark, measure, unit, value, low, high = rest
        bounds = {"lower_value": low, "upper_value": high}
        yield from _row(
            run, str(benchmark), {"slug": measure, "units": unit}, {"value": value, **bounds},
            f"metric {number + 1}",
        )  # fmt: skip


def _perf(document: Mapping[str, Any], place: str) -> HistoryItems:
    suite = text(of_object(document.get("project")).get("slug"))
    for index, one in enumerate(of_list(document.get("results"))):
        series, here = of_object(one), f"{place}/results/{index}/metrics"
        name = text(of_object(series.get("benchmark")).get("name"))
        for at, raw in enumerate(of_list(series.get("metrics"))):
            point = of_object(raw)
            version, report = of_object(point.get("version")), text(point.get("report"))
            run = _run(suite, series, point.get("start_time"), version, report)
            measure, metric = of_object(series.get("measure")), of_object(point.get("metric"))
            yield from _row(run, name, measure, metric, f"{here}/{at}")


def _report(document: Mapping[str, Any], place: str) -> HistoryItems:
    suite = text(of_object(document.get("project")).get("slug"))
    head = of_object(of_object(document.get("branch")).get("head"))
    version, started = of_object(head.get("version")), document.get("start_time")
    run = _run(suite, document, started, version, text(document.get("uuid")))
    if not of_list(document.get("results")):
        yield "Reports without results were listed: ask for them with ?expand=results."
    for iteration, results in enumerate(of_list(document.get("results"))):
        for index, raw in enumerate(of_list(results)):
            result, here = of_object(raw), f"{place}/results/{iteration}/{index}"
            for name, measure, metric in _measured(result):
                yield from _row(run, name, measure, metric, here)


def _measured(result: Mapping[str, Any]) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the metrics of a result; before 0.5 a result was a measure of several benchmarks."""
    measure = of_object(result.get("measure"))
    older = [
        (text(one.get("name")), measure, of_object(one.get("metric")))
        for one in map(of_object, of_list(result.get("benchmarks")))
    ]
    name = text(of_object(result.get("benchmark")).get("name"))
    return older + [
        (name, of_object(one.get("measure")), of_object(one.get("metric")))
        for one in map(of_object, of_list(result.get("measures")))
    ]


def _run(
    suite: str, series: Mapping[str, Any], started: object, version: Mapping[str, Any], report: str
) -> TrackedRun:
    branch = text(of_object(series.get("branch")).get("name"))
    return TrackedRun(
        TrackedCommit(text(version.get("hash")) or f"{branch} {version.get('number')}"),
        report, suite, text(of_object(series.get("testbed")).get("name")), branch=branch,
        measured_at=read_time(started),
    )  # fmt: skip


def _row(
    run: TrackedRun, name: str, measure: Mapping[str, Any], metric: Mapping[str, Any], place: str
) -> HistoryItems:
    slug, low, high = (
        text(measure.get("slug")),
        metric.get("lower_value"),
        metric.get("upper_value"),
    )
    bounds = (optional(low), optional(high))
    both = None not in bounds
    try:
        reading = Reading(
            name, _unit(text(measure.get("units"))), read_number(metric.get("value")),
            slug.replace("-", "_"), low=bounds[0] if both else None,
            high=bounds[1] if both else None,
            direction=LOWER if slug in _COUNTED else None, place=place,
        )  # fmt: skip
    except UnreadableError as fault:
        yield rejected(place, fault)
        return
    yield TrackedRow(run, reading, "not stated")


def _unit(units: str) -> str:
    """Return the sign of a unit: ns of “nanoseconds (ns)”."""
    _, bracket, inner = units.partition("(")
    return inner.removesuffix(")").strip() if bracket and inner.endswith(")") else units or "1"


BENCHER = TrackerFormat(
    "bencher",
    "Bencher",
    "its SQLite file, or GET /v0/projects/{project}/reports?expand=results, page by page",
    _sign,
    _rows,
)
