import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from backend.adapters.history import ImportedHistory, ImportOptions
from backend.adapters.registry import ADAPTERS
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.reports.checks import faults_of
from backend.domain.reports.format import Report
from backend.settings import UploadLimits

GOLDEN = Path(__file__).parent / "golden" / "github-action-benchmark"
CASES = sorted(path.stem for path in GOLDEN.glob("*.in"))


def read(document: bytes, **options: Any) -> ImportedHistory:
    chosen = ImportOptions(**{"testbed": "ci", **options})
    return ADAPTERS["github-action-benchmark"].read(document, chosen)


def keys(history: ImportedHistory) -> list[object]:
    return [report["idempotency_key"] for report in history.reports]


def real_files() -> list[Path]:
    """Files of other projects, where they lie beside the repository; none of them is in it."""
    beside = Path(__file__).parents[4] / "shared" / "data"
    folder = Path(os.environ.get("TIDEMARK_SHARED_DATA", beside)) / "gab"  # noqa: TID251
    return sorted(folder.glob("*.js"))


def every_file() -> list[Path]:
    return [GOLDEN / f"{case}.in" for case in CASES] + real_files()


def answered(document: bytes) -> ImportedHistory:
    first = read(document)
    if not first.questions:
        return first
    return read(document, directions={q.key: BetterDirection.UNKNOWN for q in first.questions})


@pytest.fixture(scope="module")
def histories() -> dict[Path, ImportedHistory]:
    return {path: answered(path.read_bytes()) for path in every_file()}


@pytest.mark.parametrize("case", CASES)
def test_a_file_is_read_as_written_down_beside_it(case: str) -> None:
    expected = json.loads((GOLDEN / f"{case}.expected.json").read_text())
    history = read((GOLDEN / f"{case}.in").read_bytes(), **expected["options"])
    assert json.loads(json.dumps(asdict(history))) == expected["history"]


def test_every_row_is_in_a_report_or_among_the_rejected(
    histories: dict[Path, ImportedHistory],
) -> None:
    for path, history in histories.items():
        assert history.rows > 0, path.name
        assert history.taken + sum(fault.rows for fault in history.rejected) == history.rows
        numbers = sum(
            len(result.get("samples", [0])) for report in history.reports for result in of(report)
        )
        assert numbers >= history.taken, path.name


def of(report: dict[str, Any]) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = report["results"]
    return results


def test_every_report_is_one_that_the_server_accepts(
    histories: dict[Path, ImportedHistory],
) -> None:
    for path, history in histories.items():
        for report in history.reports:
            document = msgspec.convert(report, type=Report)
            assert faults_of(document, UploadLimits()) == [], path.name


def test_the_same_file_again_gives_the_same_keys_and_no_key_twice(
    histories: dict[Path, ImportedHistory],
) -> None:
    for path, first in histories.items():
        assert keys(answered(path.read_bytes())) == keys(first)
        assert len(set(keys(first))) == len(first.reports)


def test_a_longer_version_of_a_file_keeps_the_keys_of_the_shorter_one(
    histories: dict[Path, ImportedHistory],
) -> None:
    for path, whole in histories.items():
        text = path.read_text(encoding="utf-8")
        document = json.loads(text.split("=", 1)[1].strip().rstrip(";"))
        lists = {name: raw for name, raw in document["entries"].items() if isinstance(raw, list)}
        halves = {name: raw[: len(raw) // 2] for name, raw in lists.items()}
        half = answered(json.dumps({"entries": halves}).encode())
        assert set(keys(half)) <= set(keys(whole)), path.name


def test_reports_come_in_the_order_of_their_dates(histories: dict[Path, ImportedHistory]) -> None:
    for path, history in histories.items():
        documents = [msgspec.convert(report, type=Report) for report in history.reports]
        moments = [document.run.started_at or document.commit.time for document in documents]
        assert moments == sorted(filter(None, moments)), path.name


def test_plain_json_gives_what_the_script_file_gives() -> None:
    script = (GOLDEN / "every_tool.in").read_bytes()
    plain = script.split(b"=", 1)[1]
    assert read(plain) == read(script)
    assert read(b"\xef\xbb\xbf" + script.rstrip() + b";\n") == read(script)
    assert read(script.decode().encode("utf-16")) == read(script)


def test_another_testbed_or_branch_is_another_history() -> None:
    document = (GOLDEN / "every_tool.in").read_bytes()
    chosen = [read(document), read(document, testbed="lab"), read(document, branch="next")]
    assert len({key for history in chosen for key in keys(history)}) == 3 * len(chosen[0].reports)


def test_only_the_suites_asked_for_are_taken() -> None:
    document = (GOLDEN / "every_tool.in").read_bytes()
    history = read(document, suites=frozenset({"go", "rust"}))
    assert [report["suite"] for report in history.reports] == [{"name": "go"}]
    assert (history.rows, history.taken) == (4, 4)
    assert "The file has no suite 'rust'." in history.notes


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b"", "the file is empty"),
        (b'window.BENCHMARK_DATA = {"entries": {"s": [', "the file ends too early: line 1, column"),
        (b"<!DOCTYPE html>\n<html>", "this is no JSON: line 1, column 1"),
        (b'window.BENCHMARK_DATA =\n{"entries":\n {"s" 1}}', "this is no JSON: line 3, column 7"),
        (b'{"entries": "\xff"}', "byte 13 is not UTF-8"),
        (b"[1, 2]", "the file has no object “entries”"),
        (b'{"entries": []}', "the file has no object “entries”"),
        (b"[" * 200_000, "the file is not readable as JSON"),
    ],
)
def test_a_file_that_is_no_history_is_refused_as_a_whole(document: bytes, reason: str) -> None:
    history = read(document)
    assert [(fault.pointer, fault.rows) for fault in history.rejected] == [("", 0)]
    assert history.rejected[0].reason.startswith(reason)
    assert history.rejected[0].remedy
    assert history.reports == ()


def test_nothing_is_imported_while_a_direction_is_open() -> None:
    document = (GOLDEN / "questions.in").read_bytes()
    half_answered = read(document, directions={"js|MB": BetterDirection.LOWER})
    assert half_answered.reports == ()
    assert "js|MB" not in [question.key for question in half_answered.questions]
    assert answered(document).questions == ()
    assert len(answered(document).reports) == 5


def nasty_fields() -> list[object]:
    deep: object = 1
    for _ in range(800):
        deep = [deep]
    return [
        *(None, True, -1, 0, 1e308, float("nan"), float("-inf"), 10**400),
        *("", "\x00", "\ud800", "x" * 9000, "±", "± 1e400", "1970-01-01", "null"),
        *([], {}, [{}], {"": {"": None}}, deep),
    ]


def damaged(node: Any, generator: np.random.Generator) -> Iterator[Any]:
    """Yield copies of a document, each with one field replaced, removed or doubled."""
    if not isinstance(node, dict | list) or not node:
        return
    places = list(node) if isinstance(node, dict) else list(range(len(node)))
    place = places[int(generator.integers(len(places)))]
    fields = nasty_fields()
    copy = node.copy()
    copy[place] = fields[int(generator.integers(len(fields)))]
    yield copy
    for inner in damaged(node[place], generator):
        copy = node.copy()
        copy[place] = inner
        yield copy


MORE_DAMAGE = pytest.mark.nightly(
    shorter=[
        "adapters/test_github_action_benchmark.py::test_no_damage_to_a_field_raises_or_loses_a_row",
    ]
)


@pytest.mark.parametrize("rounds", [60, pytest.param(600, marks=MORE_DAMAGE)])
def test_no_damage_to_a_field_raises_or_loses_a_row(rounds: int) -> None:
    generator = np.random.default_rng(7)
    texts = [(GOLDEN / f"{case}.in").read_text() for case in ("every_tool", "units", "questions")]
    documents = [json.loads(text.split("=", 1)[1]) for text in texts]
    for round_number in range(rounds):
        for document in damaged(documents[round_number % len(documents)], generator):
            history = answered(json.dumps(document).encode())
            lost = history.rows - history.taken - sum(fault.rows for fault in history.rejected)
            assert lost == 0
            assert history.questions == ()
            json.dumps(asdict(history), ensure_ascii=False).encode()
            for report in history.reports:
                assert faults_of(msgspec.convert(report, type=Report), UploadLimits()) == []
