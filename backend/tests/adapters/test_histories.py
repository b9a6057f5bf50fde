"""Histories of other trackers: recognised by content, in the order of commits, nothing guessed."""

import json
import random
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from backend.adapters.histories.registry import TRACKERS
from backend.adapters.histories.sqlite_files import opened
from backend.adapters.history import ImportedHistory, ImportOptions
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.registry import ADAPTERS, recognise
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.reports.checks import faults_of
from backend.domain.reports.format import Report, Result
from backend.settings import UploadLimits
from backend.testing.databases import ROOT
from backend.tests.adapters import tracker_samples as samples
from backend.tests.adapters.tracker_samples import HASHES

LOWER, HIGHER = BetterDirection.LOWER, BetterDirection.HIGHER
SHARED = ROOT.parent / "shared" / "data"
"""Real files of others, where they lie beside the repository."""


def read(document: bytes | object, **options: Any) -> tuple[ImportedHistory, list[Report]]:
    """Read an export by what it is recognised as; every report must be one that is taken."""
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    adapter, sign = recognise(content)
    assert sign
    history = adapter.read(content, ImportOptions(**{"testbed": "", **options}))
    reports = [msgspec.convert(one, Report) for one in history.reports]
    limits = UploadLimits()
    assert [faults_of(one, limits) for one in reports] == [[] for _ in reports]
    assert history.rows == history.taken + sum(one.rows for one in history.rejected)
    assert [len(one) for one in history.places] == [len(one.results) for one in reports]
    return history, reports


def commits(reports: list[Report]) -> list[str]:
    return [one.commit.id for one in reports]


def number(result: Result) -> Any:
    """Return the value or the samples, without the last digits that scaling leaves."""
    rounded = [float(f"{one:.9g}") for one in result.samples or []]
    return float(f"{result.summary.value:.9g}") if result.summary else rounded


def numbers(reports: list[Report]) -> list[Any]:
    return [number(result) for report in reports for result in report.results]


def test_asv_keeps_parameters_versions_environments_and_what_failed() -> None:
    history, (older, newer) = read(samples.ASV, directions={"*|hits": HIGHER})
    assert commits([older, newer]) == list(HASHES[:2])
    assert (newer.suite.name, newer.testbed, newer.branch) == ("demo", "box", "main")
    first, failed, last, tracked = newer.results
    fixed = {"python": "3.12", "numpy": "1.26"}
    assert first.parameters == fixed | {"size": 10, "kind": "a"}
    assert first.summary is not None
    assert (first.summary.low, first.summary.high, first.summary.n) == (9e-4, 2e-3, 10)
    assert first.summary.spread == "99 % interval"
    assert failed.failure is not None
    assert failed.parameters == fixed | {"size": 10, "kind": "b"}
    assert last.parameters == fixed | {"size": 20, "kind": "b"}
    assert (tracked.metric, number(tracked)) == ("hits", 7)
    assert older.results[0].parameters["version"] == "old"
    assert older.results[0].samples == [2e-3, 2.5e-3]
    assert [one.reason for one in history.rejected] == ["the benchmark skipped itself (NaN)"]
    assert any("earlier versions" in note for note in history.notes)


def test_a_direction_is_asked_once_for_all_suites_and_never_guessed() -> None:
    history, reports = read(samples.ASV)
    assert [one.key for one in history.questions] == ["*|hits"]
    assert reports == []


def test_older_files_of_asv_are_read_too() -> None:
    older = {
        "version": 1, "commit_hash": HASHES[0], "date": 1_700_000_000_000, "python": "2.7",
        "params": {"machine": "box"}, "benchmark_version": {"a.time_x": "1"}, "requirements": {},
        "results": {
            "a.time_x": 0.5,
            "a.peakmem_y": {"result": [10.0, None], "params": [["1", "2"]],
                            "stats": [{"ci_99": [9.0, 11.0], "repeat": 3}, None]},
        },
    }  # fmt: skip
    _, (report,) = read(older)
    assert [number(one) for one in report.results[:2]] == [0.5, 10.0]
    assert report.metrics["memory"].unit == "B"
    assert report.results[1].parameters == {"python": "2.7", "param1": 1}
    assert report.results[2].failure is not None


def test_a_published_site_of_asv_gives_what_its_graphs_hold() -> None:
    for folder in ("", "./", "html/"):
        site = {f"{folder}{name}": said for name, said in samples.ASV_SITE.items()}
        history, reports = read(samples.archive(site))
        older, newer, other = reports
        assert commits(reports) == [HASHES[0], HASHES[1], HASHES[1]]
        assert numbers([older]) == [1e-3, 3e-3, 4e-3]
        assert older.commit.time is not None
        assert older.commit.url == f"https://github.com/o/demo/commit/{HASHES[0]}"
        assert (older.suite.name, older.testbed, older.branch) == ("demo", "box", "main")
        assert newer.results[1].parameters == {
            "python": "3.12", "numpy": "1.26", "size": 10, "kind": "b",
        }  # fmt: skip
        assert other.results[0].benchmark == "t.peakmem_all/x"
        assert other.results[0].parameters == {"python": "3.12", "OMP": "4"}
        assert [one.reason for one in history.rejected] == [
            "the index names no commit of revision 11"
        ]
        assert any(note.startswith("Without a number, so left out: 1") for note in history.notes)


def test_an_index_without_its_graphs_says_what_to_send() -> None:
    history, reports = read(samples.ASV_INDEX)
    assert reports == []
    assert [one.remedy for one in history.rejected] == [
        "Send the whole folder: tar czf site.tgz html."
    ]


def test_bencher_gives_the_same_by_its_database_its_reports_and_its_queries(tmp_path: Path) -> None:
    stored = samples.database(tmp_path, samples.BENCHER_SCHEMA, samples.BENCHER_ROWS)
    history, reports = read(stored, directions={"my_hits": HIGHER})
    assert [(one.suite.name, one.testbed, one.branch) for one in reports] == [
        ("demo", "ci-box", "trunk")
    ] * 2
    assert commits(reports) == [HASHES[0], "trunk 1"]
    assert numbers(reports) == [[1e-7, 1.02e-7], 1.5e-7, 8]
    assert all(one.commit.time is None and one.run.started_at for one in reports)
    assert any("git-log.txt" in note for note in history.notes)
    pages = [samples.bencher_report(HASHES[2], 2, 7.0), samples.bencher_report(HASHES[1], 1, 6.0)]
    _, paged = read(pages)
    assert (commits(paged), numbers(paged)) == ([HASHES[1], HASHES[2]], [6e-9, 7e-9])
    _, asked = read(samples.BENCHER_PERF)
    assert (commits(asked), numbers(asked)) == ([HASHES[1], HASHES[2]], [1.01e-7, 1.02e-7])


def test_a_branch_of_the_file_goes_where_the_sender_says_where_it_holds_one() -> None:
    page = [samples.bencher_report(HASHES[0], 1, 7.0)]
    _, (kept,) = read(page)
    _, (renamed,) = read(page, branch="main", is_branch_given=True)
    assert (kept.branch, renamed.branch) == ("trunk", "main")


def test_conbench_knows_commits_and_says_what_has_none() -> None:
    history, (failed, read_well) = read(samples.CONBENCH)
    assert failed.results[0].failure is not None
    assert read_well.commit.subject == "Mend it"
    assert read_well.commit.parents == ["f" * 40]
    assert (read_well.testbed, read_well.branch) == ("m5", "main")
    assert read_well.results[0].parameters == {"rows": 10}
    assert [one.pointer for one in history.rejected] == ["/data/2"]
    other = samples.conbench_result(HASHES[0], 1)
    other["commit"]["fork_point_sha"] = HASHES[1]
    assert read({"data": [other]})[1][0].branch == "org:main"


def test_lnt_gives_the_same_by_its_api_and_its_database(tmp_path: Path) -> None:
    _, reports = read(samples.LNT)
    assert commits(reports) == ["r100", "r200"]
    assert [one.testbed for one in reports] == ["arm-box", "arm-box"]
    assert {one.metric: number(one) for one in reports[0].results} == {
        "compile_time": 0.5, "execution_time": 3.5,
    }  # fmt: skip
    stored = samples.database(tmp_path, samples.LNT_SCHEMA, samples.LNT_ROWS)
    _, (first, second) = read(stored)
    assert {one.metric: number(one) for one in first.results} == {
        "compile_time": [0.5, 0.6], "execution_time": [2.5, 2.6],
    }  # fmt: skip
    assert [(one.metric, number(one)) for one in second.results] == [("execution_time", 3.5)]


def test_codespeed_is_read_by_its_timeline_and_by_a_dump() -> None:
    _, reports = read(samples.CODESPEED, testbed="ci")
    assert commits(reports) == ["0123abcdef", "abcdef0123"]
    assert [one.branch for one in reports] == ["default", "default"]
    assert reports[1].results[0].parameters == {"executable": "1"}
    _, (dumped,) = read(samples.CODESPEED_DUMP)
    assert (dumped.suite.name, dumped.testbed, dumped.branch) == ("PyPy", "tannit", "trunk")
    assert dumped.metrics["points"].direction is HIGHER
    assert dumped.results[0].summary is not None
    assert dumped.results[0].summary.spread == "quartiles"


def test_perfherder_is_read_by_summaries_and_by_data_beside_signatures() -> None:
    _, reports = read(samples.PERFHERDER)
    assert commits(reports) == [HASHES[1], HASHES[2]]
    assert numbers(reports) == [0.301, 0.302]
    assert reports[0].results[0].parameters == {"application": "firefox", "options": "opt e10s"}
    assert (reports[0].testbed, reports[0].branch) == ("linux64", "autoland")
    _, (scored,) = read(samples.PERFHERDER_DATA)
    assert scored.metrics["score"].direction is HIGHER
    alone = {"1646": [{"signature_id": 1, "push_timestamp": 1_767_225_600, "value": 12.5}]}
    history, _ = read(alone)
    assert "signature" in history.rejected[0].reason


def test_skia_perf_gets_times_and_parents_from_a_log_of_git_beside_it() -> None:
    _, reports = read(samples.SKIA)
    assert commits(reports) == [HASHES[0], HASHES[1], HASHES[2]]
    assert reports[1].commit.parents == [HASHES[0]]
    assert reports[0].results[0].parameters == {"arch": "x"}
    assert (reports[0].suite.name, reports[0].testbed) == ("codec", "x86")
    assert reports[2].pull_request is not None
    assert (reports[2].branch, reports[2].pull_request.number) == ("pull/327697", 327697)


def test_rustc_perf_puts_try_builds_to_their_pull_requests(tmp_path: Path) -> None:
    stored = samples.database(tmp_path, samples.RUSTC_SCHEMA, samples.RUSTC_ROWS)
    history, reports = read(stored, testbed="collector")
    by_suite = {(one.suite.name, one.branch, one.commit.id): one for one in reports}
    master = by_suite["rustc", "main", HASHES[0]]
    assert {one.metric: number(one) for one in master.results} == {
        "instructions:u": 5e9, "task-clock": 1.5,
    }  # fmt: skip
    assert by_suite["rustc", "pull/4242", HASHES[1]].pull_request is not None
    assert ("rustc", "releases", "1.85.0") in by_suite
    of_programs = [one for one in reports if one.suite.name == "runtime"]
    assert sorted(numbers(of_programs)) == [0.002, 0.0021]
    assert any("try builds" in note for note in history.notes)


def test_nyrkio_names_tests_by_their_files() -> None:
    _, reports = read(samples.NYRKIO, testbed="ci")
    assert commits(reports) == list(HASHES[:2])
    (result,) = reports[0].results
    assert (result.benchmark, result.metric) == ("latency", "p50")
    assert reports[0].commit.url == f"https://github.com/o/r/commit/{HASHES[0]}"


def test_rebench_takes_iterations_as_samples_and_names_bad_lines() -> None:
    history, (report,) = read(samples.REBENCH)
    assert (report.suite.name, report.testbed, report.branch) == ("micro", "yuria", "main")
    assert numbers([report]) == [[0.0125, 0.01275], 100]
    fixed = {"executor": "SOM", "cores": 1, "inputSize": 20}
    assert [one.parameters for one in report.results] == [fixed, fixed]
    assert [one.pointer for one in history.rejected] == ["line 9"]
    unknown = samples.REBENCH.replace(f'"{HASHES[0]}"'.encode(), b"null")
    assert {one.reason for one in read(unknown)[0].rejected} >= {"the run names no commit"}


def test_the_storage_of_pytest_benchmark_says_what_was_measured_on_changed_sources() -> None:
    history, reports = read(samples.PYTEST)
    assert commits(reports) == list(HASHES[:2])
    assert {one.testbed for one in reports} == {"Linux-CPython-3.12-64bit"}
    assert {one.testbed for one in read(samples.PYTEST, testbed="ci")[1]} == {"ci"}
    assert any("changed sources" in note and note.endswith("1.") for note in history.notes)


def test_a_table_gives_a_result_for_each_line() -> None:
    history, (first, second) = read(samples.CSV)
    assert commits([first, second]) == ["aaa", "bbb"]
    assert {one.metric: number(one) for one in first.results} == {"time": 0.0115, "score": 9}
    assert first.metrics["score"].direction is HIGHER
    assert first.results[0].parameters == {"size": 10}
    assert [one.pointer for one in history.rejected] == ["line 4"]


def test_an_archive_says_the_same_as_a_folder_packed_otherwise() -> None:
    files = {"a.json": samples.skia_file(HASHES[0], 1.0)}
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("a.json", json.dumps(files["a.json"]))
    _, by_zip = read(stream.getvalue())
    _, by_tar = read(samples.archive(files))
    assert by_zip == by_tar


def test_a_file_of_no_tracker_is_refused_with_all_that_are_read() -> None:
    for document in (b"{}", b"[1, 2]", b"hello", b"PK\x03\x04broken", b"", b"SQLite format 3\x00"):
        with pytest.raises(UnreadableError) as refused:
            recognise(document)
        assert refused.value.remedy
    history = ADAPTERS["asv"].read(samples.CSV, ImportOptions("ci"))
    assert history.rejected[0].reason == "the file is not of airspeed velocity (asv)"


def test_a_hostile_database_runs_nothing_and_ends(tmp_path: Path) -> None:
    endless = """
    create table pstat_series (id);
    create view artifact as with recursive n(x) as (select 1 union all select x + 1 from n)
      select x as id, x as name, x as date, 'try' as type from n;
    create table evil (a, b generated always as (hex(zeroblob(100000000))));
    """
    content = samples.database(tmp_path, endless, {})
    with pytest.raises(UnreadableError):
        recognise(content)
    with opened(content) as base:
        assert "artifact" not in base.tables
        for query in ("select hex(1)", "attach ':memory:' as other", "pragma user_version",
                      "create table x (a)", "select * from pragma_table_info('evil')",
                      "insert into pstat_series values (1)"):  # fmt: skip
            with pytest.raises(UnreadableError):
                list(base.rows(query))


def test_a_database_kept_with_a_journal_is_read_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    stored = samples.database(
        tmp_path, "pragma journal_mode = wal;" + samples.LNT_SCHEMA, samples.LNT_ROWS
    )
    assert stored[18:20] == b"\x02\x02"
    assert len(read(stored)[1]) == 2
    chance = random.Random(24)  # noqa: S311  the same damage each time
    for _ in range(200):
        damaged = bytearray(stored)
        for _ in range(chance.randint(1, 40)):
            damaged[chance.randrange(100, len(damaged))] = chance.randrange(256)
        ADAPTERS["lnt"].read(bytes(damaged), ImportOptions("ci"))


ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, float("nan"), float("inf"), 2**70, [], {}, [[]], [None], ["a"]),
    *("", " ", "x" * 3_000, "\x00", "\ud800", "2026-13-45", {"": None}, {"name": []}),
    *({"value": {}}, [{}], [1, "2"]),
)
VALID: dict[str, Any] = {
    "asv": samples.asv_file(HASHES[0], 1, {"t.time_a": [[1.0], [], "v"]}),
    "asv-html": samples.ASV_INDEX,
    "bencher": samples.bencher_report(HASHES[0], 1, 7.0),
    "bencher-perf": samples.BENCHER_PERF,
    "conbench": {"data": [samples.conbench_result(HASHES[0], 1)]},
    "lnt": samples.lnt_run(1, "r1"),
    "codespeed": samples.CODESPEED,
    "codespeed-dump": samples.CODESPEED_DUMP,
    "perfherder": samples.PERFHERDER,
    "skia-perf": samples.skia_file(HASHES[0], 1.0),
    "nyrkio": [{"timestamp": 1, "metrics": [{"name": "a", "value": 1}], "attributes": {}}],
    "pytest-benchmark": samples.pytest_file(HASHES[0], 1),
}


def bent(node: Any, chance: random.Random, other: Any) -> Any:
    """Put something else in place of one part of a document."""
    if not isinstance(node, dict | list) or not node or chance.random() < 0.2:
        return other
    key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
    copy = dict(node) if isinstance(node, dict) else list(node)
    copy[key] = bent(node[key], chance, other)
    return copy


def test_whatever_stands_in_a_field_is_taken_or_named() -> None:
    chance = random.Random(24)  # noqa: S311  the same faults each time
    for name in sorted(VALID) * 40:
        content = json.dumps(bent(VALID[name], chance, chance.choice(ODD))).encode()
        for tracker in TRACKERS:
            history = ADAPTERS[tracker.name].read(content, ImportOptions("ci"))
            assert history.rows == history.taken + sum(one.rows for one in history.rejected)
            for report in history.reports:
                msgspec.convert(report, Report)


def test_a_real_tree_of_asv_is_read_whole() -> None:
    place = SHARED / "asv" / "blas-benchmarks"
    if not place.is_dir():
        return
    files = {str(one.relative_to(place)): one.read_bytes() for one in place.rglob("*.json")}
    history, reports = read(samples.archive(files))
    assert (len(reports), history.taken, len(history.rejected)) == (184, 25_044, 0)
    assert {one.testbed for one in reports} == {"gha-aws-skylake", "gha-aws-graviton"}
    times = [one.commit.time for one in reports if one.commit.time]
    assert times == sorted(times)
