"""The SQLite database of rustc-perf: statistics of the compiler and of programs it compiled."""

from collections.abc import Iterator, Sequence

from backend.adapters.histories.files import TrackerFiles
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
    rejected,
)
from backend.adapters.histories.sqlite_files import Cell, TrackerDatabase, opened
from backend.adapters.loose_fields import UnreadableError, read_number, read_time
from backend.adapters.tools.readings import LOWER, Reading
from backend.domain.catalogue.parameters import Scalar

_COMPILER = ("pstat", "pstat_series", "crate", ("profile", "scenario", "cache", "backend", "target",
    "frontend_threads"))  # fmt: skip
_RUNTIME = ("runtime_pstat", "runtime_pstat_series", "benchmark", ("target",))
_UNITS = {"wall-time": "s", "cpu-clock": "ms", "task-clock": "ms", "max-rss": "KB"}
"""As `perf stat` and getrusage count; all else are plain counts."""
_QUERY = """
select artifact.name, artifact.date, artifact.type, {pull}, value.cid, series.{benchmark},
       series.{metric}, value.value, {parameters}
from {table} as value
join {series} as series on series.id = value.series
join artifact on artifact.id = value.aid
{pulls}
order by artifact.date, artifact.id, value.cid, series.id
"""


def _sign(files: TrackerFiles) -> str:
    if not files.database:
        return ""
    with opened(files.database) as database:
        is_here = database.has("artifact", "name", "date", "type") and database.has("pstat_series")
    return "tables artifact and pstat_series, rustc-perf's database" if is_here else ""


def _rows(files: TrackerFiles) -> HistoryItems:
    with opened(files.database) as database:
        yield from _table(database, "rustc", *_COMPILER)
        if database.has("runtime_pstat_series", "benchmark"):
            yield from _table(database, "runtime", *_RUNTIME)


def _table(
    database: TrackerDatabase,
    suite: str,
    table: str,
    series: str,
    benchmark: str,
    wanted: Sequence[str],
) -> HistoryItems:
    known = [name for name in wanted if database.has(series, name)]
    metric = "metric" if database.has(series, "metric") else "statistic"
    pulls, pull = _pulls(database)
    query = _QUERY.format(
        table=table, series=series, benchmark=benchmark, metric=metric, pulls=pulls, pull=pull,
        parameters=", ".join(f"series.{name}" for name in known) or "null",
    )  # fmt: skip
    skipped = 0
    for number, cells in enumerate(database.rows(query), start=1):
        artifact, date, kind, pull_request, collection, name, measured, value, *said = cells
        if kind == "try" and not isinstance(pull_request, int):
            skipped += 1
            continue
        run = TrackedRun(
            TrackedCommit(str(artifact), read_time(date)), str(collection), suite,
            branch="releases" if kind == "release" else "",
            pull_request=pull_request if kind == "try" and isinstance(pull_request, int) else None,
        )  # fmt: skip
        parameters = dict(_parameters(known, said))
        yield from _row(run, str(name), str(measured), value, parameters, f"{table} {number}")
    if skipped:
        yield f"{skipped} results of try builds that belong to no known pull request are left out."


def _pulls(database: TrackerDatabase) -> tuple[str, str]:
    tables = ("pull_request_build", "pull_request_builds")
    table = next((one for one in tables if database.has(one, "bors_sha", "pr")), "")
    if not table:
        return "", "null"
    return f"left join {table} as pull on pull.bors_sha = artifact.name", "pull.pr"


def _parameters(names: Sequence[str], said: Sequence[Cell]) -> Iterator[tuple[str, Scalar]]:
    for name, value in zip(names, said, strict=False):
        if isinstance(value, str | int) and value != "":
            yield ("scenario" if name == "cache" else name), value


def _row(
    run: TrackedRun,
    name: str,
    metric: str,
    value: Cell,
    parameters: dict[str, Scalar],
    place: str,
) -> HistoryItems:
    """Read a statistic; programs are timed in nanoseconds, the compiler in seconds."""
    unit = "B" if metric.startswith("size:") else _UNITS.get(metric, "1")
    unit = "ns" if unit == "s" and run.suite == "runtime" else unit
    try:
        number = read_number(value)
    except UnreadableError as fault:
        yield rejected(place, fault)
        return
    yield TrackedRow(
        run, Reading(name, unit, number, metric, parameters, direction=LOWER, place=place)
    )


RUSTC_PERF = TrackerFormat(
    "rustc-perf",
    "rustc-perf",
    "its SQLite file, or postgres-to-sqlite of it",
    _sign,
    _rows,
)
