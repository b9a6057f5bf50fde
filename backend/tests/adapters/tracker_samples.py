"""An export of each tracker, as small as it can be, after what the tracker's own sources write."""

import io
import json
import sqlite3
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

DAY_MS = 86_400_000
HASHES = tuple(f"{number:x}" * 40 for number in range(10, 13))


def archive(files: Mapping[str, bytes | object]) -> bytes:
    """Return a compressed tar of files; what is not bytes is written as JSON."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as packed:
        for name, content in files.items():
            plain = content if isinstance(content, bytes) else json.dumps(content).encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(plain)
            packed.addfile(entry, io.BytesIO(plain))
    return stream.getvalue()


def database(folder: Path, script: str, rows: Mapping[str, Iterable[tuple[Any, ...]]]) -> bytes:
    """Return an SQLite file made by a script and rows by table."""
    place = folder / "tracker.db"
    place.unlink(missing_ok=True)
    with sqlite3.connect(place) as connection:
        connection.executescript(script)
        for table, lines in rows.items():
            for line in lines:
                marks = ", ".join("?" * len(line))
                connection.execute(f"insert into {table} values ({marks})", line)
    connection.close()
    return place.read_bytes()


def asv_file(commit: str, day: int, results: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {
        "commit_hash": commit, "env_name": "venv-py3.12", "date": 1_700_000_000_000 + day * DAY_MS,
        "params": {"machine": "box", "arch": "x86_64", "python": "3.12"}, "python": "3.12",
        "requirements": {"numpy": "1.26"}, "env_vars": {}, "results": results, "version": 2,
        "result_columns": [
            "result", "params", "version", "started_at", "duration", "stats_ci_99_a",
            "stats_ci_99_b", "stats_q_25", "stats_q_75", "stats_number", "stats_repeat", "samples",
        ],
        **other,
    }  # fmt: skip


ASV = archive({
    "asv.conf.json": b'{\n  // a comment\n  "project": "demo",\n}',
    "results/benchmarks.json": {
        "t.time_sort": {"param_names": ["size", "kind"], "unit": "seconds", "version": "new",
                        "type": "time"},
        "t.track_hits": {"param_names": [], "unit": "hits", "version": "v1", "type": "track"},
        "version": 2,
    },
    "results/box/machine.json": {"machine": "box", "version": 1},
    "results/box/b.json": asv_file(HASHES[1], 2, {
        "t.time_sort": [[1e-3, None, float("nan"), 4e-3], [["10", "20"], ["'a'", "'b'"]], "new",
                        1_700_200_000_000, 2.5, [9e-4, None, None, 3e-3],
                        [2e-3, None, None, 5e-3], [], [], [], [10, None, None, 12], None],
        "t.track_hits": [[7.0], [], "v1"],
    }),
    "results/box/a.json": asv_file(HASHES[0], 1, {
        "t.time_sort": [[2e-3], [["10"], ["'a'"]], "old", 1_700_100_000_000, 1, None, None, None,
                        None, None, None, [[2e-3, 2.5e-3]]],
    }),
})  # fmt: skip

ASV_INDEX = {
    "project": "demo", "show_commit_url": "https://github.com/o/demo/commit/", "hash_length": 8,
    "revision_to_hash": {"7": HASHES[0], "9": HASHES[1]},
    "revision_to_date": {"7": 1_700_000_000_000, "9": 1_700_000_000_000 + DAY_MS},
    "params": {"branch": ["main"], "machine": ["box"], "numpy": ["1.26", ""], "python": ["3.12"]},
    "graph_param_list": [
        {"branch": "main", "machine": "box", "arch": "x86_64", "numpy": "1.26", "python": "3.12",
         "env-OMP": None},
        {"branch": "main", "machine": "box", "arch": "x86_64", "numpy": "", "python": "3.12",
         "env-OMP": "4"},
    ],
    "benchmarks": {
        "t.time_sort": {"param_names": ["size", "kind"], "params": [["10", "20"], ["'a'", "'b'"]],
                        "unit": "seconds", "type": "time", "version": "v1"},
        "t.peakmem_all/x": {"param_names": [], "params": [], "unit": "bytes", "type": "peakmemory"},
    },
    "machines": {"box": {"machine": "box", "arch": "x86_64", "version": 1}}, "tags": {},
}  # fmt: skip
ASV_GRAPHS: dict[str, Any] = {
    "graphs/arch-x86_64/branch-main/env-OMP-null/machine-box/numpy-1.26/python-3.12/"
    "t.time_sort.json": [[7, [1e-3, None, 3e-3, 4e-3]], [9, [2e-3, 2e-3, 3e-3, 4e-3]]],
    "graphs/arch-x86_64/branch-main/env-OMP-4/machine-box/numpy/python-3.12/t.peakmem_all_x.json": [
        [9, 1000.0],
        [11, 1.0],
    ],
}
ASV_SITE = {"index.json": ASV_INDEX, "info.json": {"asv-version": "0.6.6"}, **ASV_GRAPHS,
            "graphs/summary/t.time_sort.json": [[7, 1.0]]}  # fmt: skip

BENCHER_SCHEMA = """
create table project (id, uuid, organization_id, name, slug);
create table branch (id, uuid, project_id, name, slug, head_id);
create table head (id, uuid, branch_id, start_point_id, created, replaced);
create table version (id, uuid, project_id, number, hash);
create table testbed (id, uuid, project_id, name, slug);
create table benchmark (id, uuid, project_id, name, slug);
create table measure (id, uuid, project_id, name, slug, units);
create table report (id, uuid, user_id, project_id, head_id, version_id, testbed_id, adapter,
  start_time, end_time, created);
create table report_benchmark (id, uuid, report_id, iteration, benchmark_id);
create table metric (id, uuid, report_benchmark_id, measure_id, value, lower_value, upper_value);
"""
BENCHER_ROWS: dict[str, list[tuple[Any, ...]]] = {
    "project": [(1, "p", 1, "Demo", "demo")],
    "branch": [(1, "b", 1, "trunk", "trunk", 2)],
    "head": [(1, "h1", 1, None, 0, 5), (2, "h2", 1, None, 5, None)],
    "version": [(1, "v1", 1, 0, HASHES[0]), (2, "v2", 1, 1, None)],
    "testbed": [(1, "t", 1, "ci-box", "ci-box")],
    "benchmark": [(1, "x", 1, "parse", "parse")],
    "measure": [
        (1, "m", 1, "Latency", "latency", "nanoseconds (ns)"),
        (2, "n", 1, "Hits", "my-hits", "hits"),
    ],
    "report": [
        (1, "r1", None, 1, 1, 1, 1, 0, 1_700_000_000, 1_700_000_001, 0),
        (2, "r2", None, 1, 2, 2, 1, 0, 1_700_100_000, 1_700_100_001, 0),
    ],
    "report_benchmark": [(1, "a", 1, 0, 1), (2, "b", 1, 1, 1), (3, "c", 2, 0, 1)],
    "metric": [
        (1, "1", 1, 1, 100.0, 90.0, 120.0), (2, "2", 2, 1, 102.0, None, None),
        (3, "3", 3, 1, 150.0, None, None), (4, "4", 3, 2, 8.0, None, None),
    ],
}  # fmt: skip


def bencher_report(commit: str, day: int, value: float) -> dict[str, Any]:
    return {
        "uuid": f"r{day}", "adapter": "json", "start_time": f"2026-01-0{day}T00:00:00Z",
        "project": {"slug": "demo"}, "testbed": {"name": "ci-box"},
        "branch": {"name": "trunk", "head": {"version": {"number": day, "hash": commit}}},
        "results": [[{
            "iteration": 0, "benchmark": {"name": "parse"},
            "measures": [{"measure": {"slug": "latency", "units": "nanoseconds (ns)"},
                          "metric": {"value": value, "lower_value": None, "upper_value": None}}],
        }]],
    }  # fmt: skip


BENCHER_PERF = {
    "project": {"slug": "demo"},
    "results": [{
        "branch": {"name": "trunk"}, "testbed": {"name": "ci-box"}, "benchmark": {"name": "parse"},
        "measure": {"slug": "latency", "units": "nanoseconds (ns)"},
        "metrics": [
            {"report": f"r{day}", "iteration": 0, "start_time": f"2026-01-0{day}T00:00:00Z",
             "version": {"number": day, "hash": HASHES[day]}, "metric": {"value": 100.0 + day}}
            for day in (2, 1)
        ],
    }],
}  # fmt: skip


def conbench_result(sha: str, day: int, **other: Any) -> dict[str, Any]:
    return {
        "id": f"x{day}", "run_id": f"run{day}", "batch_id": "b", "error": None,
        "timestamp": f"2026-01-0{day}T09:00:00Z", "tags": {"name": "read", "rows": 10},
        "stats": {"data": [1.5, 1.6], "times": [], "unit": "s", "time_unit": "s", "iterations": 2},
        "hardware": {"name": "m5", "info": {"cpu_core_count": "4"}},
        "commit": {
            "sha": sha, "fork_point_sha": sha, "parent_sha": "f" * 40,
            "branch": "org:main", "timestamp": f"2026-01-0{day}T08:00:00+00:00",
            "message": "Mend it", "author_name": "A", "url": f"https://github.com/o/r/commit/{sha}",
        },
        **other,
    }  # fmt: skip


CONBENCH = {
    "data": [
        conbench_result(HASHES[1], 2),
        conbench_result(HASHES[0], 1, error={"stack": "boom"}, stats=None),
        conbench_result(HASHES[2], 3, commit=None),
    ],
    "metadata": {"next_page_cursor": None},
}


def lnt_run(number: int, revision: str) -> dict[str, Any]:
    return {
        "generated_by": "LNT Server v0.4.2",
        "run": {"id": number, "start_time": f"2026-01-0{number}T00:00:00", "order_id": number,
                "llvm_project_revision": revision, "order_by": "llvm_project_revision"},
        "machine": {"id": 1, "name": "arm-box"},
        "tests": [{"id": number, "run_id": number, "name": "SingleSource/sieve",
                   "compile_time": 0.5, "execution_time": 2.5 + number, "hash": None}],
    }  # fmt: skip


LNT = archive({"1.json": lnt_run(2, "r200"), "2.json": lnt_run(1, "r100")})
LNT_SCHEMA = """
create table NT_Machine ("ID", "Name");
create table NT_Order ("ID", llvm_project_revision);
create table NT_Run ("ID", "MachineID", "OrderID", "StartTime");
create table NT_Test ("ID", "Name");
create table NT_Sample ("ID", "RunID", "TestID", compile_time, execution_time, profile_id);
"""
LNT_ROWS: dict[str, list[tuple[Any, ...]]] = {
    "NT_Machine": [(1, "arm-box")],
    "NT_Order": [(1, "r100"), (2, "r200")],
    "NT_Run": [(1, 1, 1, "2026-01-01 00:00:00"), (2, 1, 2, "2026-01-02 00:00:00")],
    "NT_Test": [(1, "sieve")],
    "NT_Sample": [(1, 1, 1, 0.5, 2.5, None), (2, 1, 1, 0.6, 2.6, None), (3, 2, 1, None, 3.5, 9)],
}

CODESPEED = {
    "timelines": [{
        "benchmark": "float", "units": "seconds", "lessisbetter": " (less is better)",
        "branches": {"default": {"1": [
            ["2026/01/02 10:00:00 +0000", 2.5, 0.1, "abcdef0123", "", "default"],
            ["2026/01/01 10:00:00 +0000", 2.0, "", "0123abcdef", "", "default"],
        ]}},
    }],
    "first": True, "nextBenchmarks": False, "error": "None",
}  # fmt: skip
CODESPEED_DUMP = [
    {"pk": 1, "model": "codespeed.project", "fields": {"name": "PyPy"}},
    {"pk": 1, "model": "codespeed.branch", "fields": {"name": "trunk", "project": 1}},
    {"pk": 1, "model": "codespeed.revision",
     "fields": {"commitid": HASHES[0], "date": "2026-01-01T10:00:00Z", "branch": 1}},
    {"pk": 1, "model": "codespeed.executable", "fields": {"name": "jit", "project": 1}},
    {"pk": 1, "model": "codespeed.benchmark",
     "fields": {"name": "score", "units": "points", "lessisbetter": False}},
    {"pk": 1, "model": "codespeed.environment", "fields": {"name": "tannit"}},
    {"pk": 1, "model": "codespeed.result",
     "fields": {"value": 12.5, "q1": 12.0, "q3": 13.0, "revision": 1, "executable": 1,
                "benchmark": 1, "environment": 1, "date": "2026-01-01T11:00:00Z"}},
]  # fmt: skip

PERFHERDER = [{
    "signature_id": 1, "suite": "tp5o", "test": "", "platform": "linux64", "name": "tp5o opt e10s",
    "lower_is_better": True, "measurement_unit": "ms", "repository_name": "autoland",
    "application": "firefox",
    "data": [{"revision": HASHES[day], "push_timestamp": f"2026-01-0{day}T00:00:00",
              "job_id": day, "value": 300.0 + day} for day in (2, 1)],
}]  # fmt: skip
PERFHERDER_DATA = archive({
    "data.json": {"1646": [{"signature_id": 1646, "revision": HASHES[0], "push_id": 7,
                            "push_timestamp": 1_767_225_600, "value": 12.5}]},
    "signatures.json": {"1646": {"id": 1646, "suite": "speedometer", "test": "score",
                                 "lower_is_better": False, "machine_platform": "android",
                                 "measurement_unit": "score"}},
})  # fmt: skip


def skia_file(commit: str, value: float, **other: Any) -> dict[str, Any]:
    return {
        "version": 1, "git_hash": commit, "key": {"bot": "x86", "benchmark": "codec", "arch": "x"},
        "results": [{"key": {"units": "ms", "improvement_direction": "down"},
                     "measurements": {"test": [{"value": "encode", "measurement": value}]}}],
        **other,
    }  # fmt: skip


SKIA = archive(
    {
        "1.json": skia_file(HASHES[1], 52.5),
        "2.json": skia_file(HASHES[0], 50.5),
        "3.json": skia_file(HASHES[2], 60.5, issue="327697"),
        "git-log.txt": f"{HASHES[1]} 1767312000 {HASHES[0]}\n{HASHES[0]} 1767225600\n".encode(),
    }
)

RUSTC_SCHEMA = """
create table artifact (id, name, date, type);
create table collection (id);
create table pstat_series (id, crate, profile, scenario, backend, metric);
create table pstat (series, aid, cid, value);
create table runtime_pstat_series (id, benchmark, metric);
create table runtime_pstat (series, aid, cid, value);
create table pull_request_build (bors_sha, pr);
"""
RUSTC_ROWS: dict[str, list[tuple[Any, ...]]] = {
    "artifact": [
        (1, HASHES[0], 1_767_225_600, "master"), (2, HASHES[1], 1_767_312_000, "try"),
        (3, HASHES[2], 1_767_312_000, "try"), (4, "1.85.0", None, "release"),
    ],
    "collection": [(1,), (2,)],
    "pstat_series": [(1, "serde", "opt", "full", "llvm", "instructions:u"),
                     (2, "serde", "opt", "full", "llvm", "task-clock")],
    "pstat": [(1, 1, 1, 5e9), (2, 1, 1, 1500.0), (1, 2, 1, 6e9), (1, 3, 1, 6e9), (1, 4, 1, 4e9)],
    "runtime_pstat_series": [(1, "nbody", "wall-time")],
    "runtime_pstat": [(1, 1, 1, 2_000_000.0), (1, 1, 2, 2_100_000.0)],
    "pull_request_build": [(HASHES[1], 4242)],
}  # fmt: skip

NYRKIO = archive({
    "latency.json": [{
        "timestamp": 1_767_225_600 + day * 86_400,
        "metrics": [{"name": "p50", "unit": "us", "value": 56 + day,
                     "direction": "lower_is_better"}],
        "attributes": {"git_repo": "https://github.com/o/r", "branch": "main",
                       "git_commit": HASHES[day]},
    } for day in (1, 0)],
})  # fmt: skip

REBENCH_HEAD = (
    "invocation\titeration\tvalue\tunit\tcriterion\tbenchmark\texecutor\tsuite\textraArgs\tcores"
    "\tinputSize\tvarValue\ttag\tmachine\trunId"
)
REBENCH = "\n".join([
    "#!/usr/bin/rebench rebench.conf",
    "# Execution Start: 2026-01-02T10:00:00.000+00:00",
    '# Environment: {"hostName":"yuria"}',
    f'# Source: {{"commitId":"{HASHES[0]}","branchOrTag":"HEAD -> main, origin/main"}}',
    REBENCH_HEAD,
    '# benchmark: 0={"name":"Bounce"}',
    *(f"1\t{at}\t{value}\tms\ttotal\tBounce\tSOM\tmicro\t\t1\t20\t\t\t\t0"
      for at, value in ((1, 12.5), (2, 12.75))),
    "1\t1\tfast\tms\ttotal\tBounce\tSOM\tmicro\t\t1\t20\t\t\t\t0",
    "2\t1\t100\tbyte\tmemory\tBounce\tSOM\tmicro\t\t1\t20\t\t\t\t0",
    "",
]).encode()  # fmt: skip


def pytest_file(commit: str, day: int, **other: Any) -> dict[str, Any]:
    return {
        "machine_info": {"node": "laptop", "python_version": "3.12.3"},
        "commit_info": {"id": commit, "time": f"2026-01-0{day}T08:00:00+00:00", "dirty": day == 1,
                        "branch": "main", "project": "demo"},
        "datetime": f"2026-01-0{day}T09:00:00.123456", "version": "5.1.0",
        "benchmarks": [{"fullname": "tests/test_a.py::test_sort", "name": "test_sort",
                        "params": None, "stats": {"mean": 0.5, "stddev": 0.1, "rounds": 5}}],
        **other,
    }  # fmt: skip


PYTEST = archive(
    {
        ".benchmarks/Linux-CPython-3.12-64bit/0002_b.json": pytest_file(HASHES[1], 2),
        ".benchmarks/Linux-CPython-3.12-64bit/0001_a.json": pytest_file(HASHES[0], 1),
    }
)

CSV = b"""commit,commit_time,benchmark,metric,value,unit,direction,testbed,size
bbb,2026-01-02T00:00:00Z,sort,time,12.5,ms,,box,10
aaa,2026-01-01T00:00:00Z,sort,time,11.5,ms,,box,10
aaa,2026-01-01T00:00:00Z,sort,score,nan,points,higher_is_better,box,10
aaa,2026-01-01T00:00:00Z,sort,score,9,points,higher_is_better,box,10
"""
