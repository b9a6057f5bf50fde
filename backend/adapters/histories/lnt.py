"""LNT: runs as its API gives them or as they were submitted, and its SQLite database."""

from collections.abc import Mapping
from typing import Any

from backend.adapters.histories.files import TrackerFiles, as_tool_text
from backend.adapters.histories.rows import (
    HistoryItems,
    TrackedCommit,
    TrackedRow,
    TrackedRun,
    TrackerFormat,
)
from backend.adapters.histories.sqlite_files import TrackerDatabase, opened
from backend.adapters.history import Rejected
from backend.adapters.loose_fields import read_time
from backend.adapters.tools.readings import Reading, has_keys, of_object
from backend.adapters.tools.trackers.reports import LNT as REPORT

_ORDERS = ("llvm_project_revision", "git_sha", "run_order", "revision", "inferred_run_order")
_NOT_MEASURED = {"id", "run_id", "test_id", "profile_id"}
_NOT_COLUMNS = {"ID", "RunID", "TestID", "ProfileID", "profile_id"}
_QUERY = """
select run."ID", machine."Name", "order".{order}, run."StartTime", test."Name", {columns}
from "{suite}_Sample" as sample
join "{suite}_Run" as run on run."ID" = sample."RunID"
join "{suite}_Machine" as machine on machine."ID" = run."MachineID"
join "{suite}_Order" as "order" on "order"."ID" = run."OrderID"
join "{suite}_Test" as test on test."ID" = sample."TestID"
order by run."StartTime", run."ID", sample."ID"
"""


def _sign(files: TrackerFiles) -> str:
    if files.database:
        with opened(files.database) as database:
            suites = _suites(database)
        return f"tables {suites[0]}_Run and {suites[0]}_Sample, LNT's database" if suites else ""
    is_here = any(_is_run(one) for _, one in files.objects)
    return "runs with machine and tests, as LNT's API gives" if is_here else ""


def _is_run(document: Mapping[str, Any]) -> bool:
    return has_keys(document, "machine", "run", "tests") or has_keys(
        document, "Machine", "Run", "Tests"
    )


def _rows(files: TrackerFiles) -> HistoryItems:
    if not files.git_log:
        yield "LNT keeps no times of commits: they stand in the order of their runs."
    if files.database:
        with opened(files.database) as database:
            for suite in _suites(database):
                yield from _database(database, suite)
        return
    for place, document in files.objects:
        if _is_run(document):
            yield from _read(document, _run(document), place)


def _read(document: Mapping[str, Any], run: TrackedRun, place: str) -> HistoryItems:
    tests = document.get("tests")
    plain = {**document}
    if isinstance(tests, list):
        plain["tests"] = [
            {name: said for name, said in of_object(one).items() if name not in _NOT_MEASURED}
            for one in tests
        ]
    for item in REPORT.read(as_tool_text(plain)):
        if isinstance(item, Rejected):
            yield Rejected(f"{place}{item.pointer}", item.reason, item.remedy, item.rows)
        else:
            yield TrackedRow(run, item)


def _run(document: Mapping[str, Any]) -> TrackedRun:
    run = of_object(document.get("run") or document.get("Run"))
    machine = of_object(document.get("machine") or document.get("Machine"))
    facts = {**of_object(run.get("Info")), **run}
    names = [*str(facts.get("order_by") or "").split(","), *_ORDERS]
    commit = next((str(facts[one]) for one in names if facts.get(one)), "")
    started = run.get("start_time") or run.get("Start Time")
    return TrackedRun(
        TrackedCommit(commit.strip()),
        str(run.get("id") or started or ""),
        str(facts.get("tag") or facts.get("__report_suite") or ""),
        str(machine.get("name") or machine.get("Name") or ""),
        measured_at=read_time(started),
    )


def _suites(database: TrackerDatabase) -> list[str]:
    """Return the test suites whose tables are there: NT, compile and those of one's own."""
    found = [name.removesuffix("_Sample") for name in database.tables if name.endswith("_Sample")]
    return sorted(
        one
        for one in found
        if one.isidentifier()
        and database.has(f"{one}_Run", "ID", "MachineID", "OrderID", "StartTime")
        and database.has(f"{one}_Machine", "ID", "Name")
        and database.has(f"{one}_Test", "ID", "Name")
        and any(database.has(f"{one}_Order", name) for name in _ORDERS)
    )


def _database(database: TrackerDatabase, suite: str) -> HistoryItems:
    order = next(name for name in _ORDERS if database.has(f"{suite}_Order", name))
    columns = sorted(
        one for one in database.tables[f"{suite}_Sample"] - _NOT_COLUMNS if one.isidentifier()
    )
    quoted = ", ".join(f'sample."{one}"' for one in columns)
    runs: dict[str, TrackedRun] = {}
    query = _QUERY.format(order=order, columns=quoted, suite=suite)
    for number, (run_id, machine, commit, started, test, *values) in enumerate(
        database.rows(query), start=1
    ):
        run = runs.setdefault(
            str(run_id),
            TrackedRun(
                TrackedCommit(str(commit or "").strip()), str(run_id), suite.lower(), str(machine),
                measured_at=read_time(started),
            ),
        )  # fmt: skip
        sample = {"name": test} | {
            name: said for name, said in zip(columns, values, strict=True) if said is not None
        }
        for item in REPORT.read(as_tool_text({"tests": [sample]})):
            if isinstance(item, Reading):
                yield TrackedRow(run, item)
            else:
                yield Rejected(f"sample {number}", item.reason, item.remedy)


LNT = TrackerFormat(
    "lnt",
    "LNT",
    "its SQLite file, or GET /api/db_default/v4/nts/runs/{run}, one file for each run",
    _sign,
    _rows,
)
