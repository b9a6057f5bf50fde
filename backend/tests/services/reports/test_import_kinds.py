"""Kinds of rows and files that histories hold: each with what must become of it."""

import bz2
import gzip
import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, text

from backend.domain.errors import InvalidError
from backend.domain.people.projects import Actor, Project, User
from backend.services.reports.import_history import ImportAccount, ImportRequest, import_history
from backend.services.task_queue import TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay, drain

OPERATOR = Actor(User(0, "test", "", is_admin=True))
Bench = dict[str, Any]
CASES = Path(__file__).parents[5] / "shared" / "cases"
"""Small inputs that failed once, where they lie beside the repository."""


def a_file(tool: str, *entries: list[Bench], suite: str = "s", shift_s: int = 0) -> bytes:
    """Return a history of one entry a day."""
    history = [
        {
            "commit": {"id": f"{day:040x}", "timestamp": f"2026-01-{1 + day:02d}T00:00:00Z"},
            "date": 1767225600000 + day * 86_400_000 + shift_s * 1_000,
            "tool": tool,
            "benches": benches,
        }
        for day, benches in enumerate(entries)
    ]
    return b"window.BENCHMARK_DATA = " + msgspec.json.encode({"entries": {suite: history}})


def bring_in(
    engine: Engine,
    project: Project,
    document: bytes,
    directions: Mapping[str, str] | None = None,
    **asked: Any,
) -> ImportAccount:
    wanted = ImportRequest(
        "github-action-benchmark", document, "ci", "main", directions or {}, **asked
    )
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        account = import_history(session, queue, project, OPERATOR, wanted, limits())
    drain(engine, project.id)
    return account


def rows(engine: Engine, query: str) -> list[tuple[Any, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query)).all()]


SERIES = """
select benchmark.name, metric.name, metric.unit, variant.parameters, count(*)
from result
join series on series.id = result.series_id
join benchmark on benchmark.id = series.benchmark_id
join variant on variant.id = series.variant_id
join metric on metric.id = series.metric_id
group by 1, 2, 3, 4 order by 1, 2, 4::text
"""


def go_rows(name: str, ns: float, extra: str) -> list[Bench]:
    """Return what the action writes for one line of go test -bench -benchmem."""
    values = {"ns/op": ns, "B/op": 344, "allocs/op": 3}
    whole = {"name": name, "value": ns, "unit": "ns/op\t 344 B/op\t 3 allocs/op", "extra": extra}
    return [
        whole,
        *(
            {"name": f"{name} - {unit}", "value": value, "unit": unit, "extra": extra}
            for unit, value in values.items()
        ),
    ]


def test_a_line_of_go_is_one_benchmark_with_three_metrics_for_each_number_of_processors(
    engine: Engine, project: Project
) -> None:
    entry = [*go_rows("A", 1004.5, "100 times"), *go_rows("A", 260.25, "400 times\n4 procs")]
    account = bring_in(engine, project, a_file("go", entry, entry))
    assert (account.results, account.rejected) == (12, ())
    metrics = [
        ("allocations_per_op", "allocs/op"), ("memory_per_op", "B/op"), ("time_per_op", "s/op"),
    ]  # fmt: skip
    assert rows(engine, SERIES) == [
        ("A", metric, unit, {"procs": procs}, 2) for metric, unit in metrics for procs in (1, 4)
    ]


def test_lines_that_go_repeats_are_samples_of_one_result(engine: Engine, project: Project) -> None:
    entry = [row for ns in (10.0, 12.0, 11.0) for row in go_rows("A", ns, "9 times\n2 procs")]
    account = bring_in(engine, project, a_file("go", entry))
    assert account.rejected == ()
    samples = rows(engine, "select n, samples from result order by value")
    assert [count for count, _ in samples] == [3, 3, 3]
    assert samples[0][1] == pytest.approx([10e-9, 12e-9, 11e-9])


def test_a_number_too_large_to_store_costs_its_row_alone(engine: Engine, project: Project) -> None:
    good = [{"name": f"ok {i}", "value": 10 + i, "unit": "ms"} for i in range(4)]
    huge = {"name": "overflowed", "value": 1.7e308, "unit": "count"}
    account = bring_in(engine, project, a_file("customSmallerIsBetter", [*good[:2], huge, *good]))
    pointers = [one.pointer for one in account.rejected]
    assert pointers[0] == "/entries/s/0/benches/2"
    assert len(rows(engine, SERIES)) == 4


def test_a_row_that_the_report_is_refused_for_is_named_with_its_place_in_the_file(
    engine: Engine, project: Project
) -> None:
    """A name that only the checks of reports refuse: nothing in it can be seen."""
    entry = [{"name": name, "value": 1, "unit": "ms"} for name in ("a", "\u3164", "b")]
    account = bring_in(engine, project, a_file("customSmallerIsBetter", entry))
    assert [one.pointer for one in account.rejected] == ["/entries/s/0/benches/1"]
    assert [name for name, *_ in rows(engine, SERIES)] == ["a", "b"]


def test_every_spelling_of_a_unit_goes_on_with_the_series(engine: Engine, project: Project) -> None:
    spellings: list[dict[str, tuple[float, str]]] = [
        {"parse": (900, "Melem/s"), "clock": (900, "MHz"), "memory": (1900, "Megabytes"),
         "net": (80, "Mb/s"), "cpu": (50, "%"), "rate": (60, "fps")},
        {"parse": (0.9, "Gelem/s"), "clock": (0.9, "GHz"), "memory": (1.9, "GB"),
         "net": (80_000, "kbit/s"), "cpu": (50, "Percent"), "rate": (60, "FPS")},
    ]  # fmt: skip
    entries = [
        [{"name": name, "value": value, "unit": unit} for name, (value, unit) in one.items()]
        for one in spellings
    ]
    account = bring_in(engine, project, a_file("customBiggerIsBetter", *entries))
    assert account.rejected == ()
    assert [(name, unit, count) for name, _, unit, _, count in rows(engine, SERIES)] == [
        ("clock", "Hz", 2), ("cpu", "%", 2), ("memory", "B", 2), ("net", "bit/s", 2),
        ("parse", "elem/s", 2), ("rate", "fps", 2),
    ]  # fmt: skip
    values = rows(engine, "select value from result order by value")
    assert [value for (value,) in values[:2]] == [50, 50]
    assert [value for (value,) in values[4:6]] == pytest.approx([80e6, 80e6])


def test_unknown_units_are_kept_as_they_are_written(engine: Engine, project: Project) -> None:
    units = ["-", "#", "°C", "ms (p99)", "fps", "FPS"]
    entry = [
        {"name": f"{i}", "value": 7, "unit": unit} for i, unit in enumerate(units)
    ]  # fmt: skip
    account = bring_in(engine, project, a_file("customSmallerIsBetter", entry))
    assert account.rejected == ()
    assert [unit for _, _, unit, _, _ in rows(engine, SERIES)] == [
        "1", "1", "°C", "ms (p99)", "fps", "fps",
    ]  # fmt: skip


SPREADS = "select low, high, sd, spread, spread_low, spread_high from result"


def test_a_range_is_stored_as_what_it_is_and_never_as_an_interval(
    engine: Engine, project: Project
) -> None:
    row = {"name": "walk", "value": 224_728, "range": "± 9204", "unit": "ns/iter"}
    bring_in(engine, project, a_file("cargo", [row]))
    ((low, high, sd, kind, *ends),) = rows(engine, SPREADS)
    assert (low, high, sd, kind) == (None, None, None, "range or standard deviation")
    assert ends == pytest.approx([215_524e-9, 233_932e-9])


def test_a_margin_that_the_tool_calls_an_interval_is_one(engine: Engine, project: Project) -> None:
    row = {"name": "walk", "value": 200, "range": "±1.5%", "unit": "ops/sec"}
    bring_in(engine, project, a_file("benchmarkjs", [row]))
    assert rows(engine, SPREADS) == [(197.0, 203.0, None, None, None, None)]


def test_names_keep_two_thousand_characters_and_lose_their_line_breaks_aloud(
    engine: Engine, project: Project
) -> None:
    names = ["two\nlines\tand a tab", "é" * 1_000, "x" * 2_000]
    entry = [{"name": name, "value": 1, "unit": "ms"} for name in names]
    account = bring_in(engine, project, a_file("customSmallerIsBetter", entry))
    assert account.rejected == ()
    stored = {name for name, *_ in rows(engine, SERIES)}
    assert stored == {"two lines and a tab", "é" * 1_000, "x" * 2_000}
    assert any("line breaks" in note for note in account.notes)


def test_a_value_that_is_a_list_is_its_samples(engine: Engine, project: Project) -> None:
    row = {"name": "walk", "value": [3, 1, 2], "unit": "ms"}
    account = bring_in(engine, project, a_file("customSmallerIsBetter", [row]))
    assert account.rejected == ()
    assert rows(engine, "select samples, n from result") == [([0.003, 0.001, 0.002], 3)]


def test_reports_that_contradict_a_stored_direction_are_refused_and_counted_apart(
    engine: Engine, project: Project
) -> None:
    """A mistaken answer: the message names the command that corrects the metric."""

    def rates(unit: str, days: int) -> bytes:
        row = {"name": "walk", "value": 900, "unit": unit}
        return a_file("own", *[[row]] * days)

    assert bring_in(engine, project, rates("widgets", 2), {"widgets": "lower"}).accepted == 2
    both = [
        *msgspec.json.decode(rates("widgets", 3).split(b"=", 1)[1])["entries"]["s"][2:],
        *msgspec.json.decode(rates("ms", 4).split(b"=", 1)[1])["entries"]["s"][3:],
    ]
    file = msgspec.json.encode({"entries": {"s": both}})
    account = bring_in(engine, project, file, {"widgets": "higher", "ms": "lower"})
    assert (account.is_dry, account.reports, account.accepted, account.duplicates) == (
        False, 2, 1, 0,
    )  # fmt: skip
    (refused,) = account.rejected
    assert (refused.pointer, refused.rows) == ("/entries/s/0", 1)
    assert "tidemark correct metric" in refused.remedy


def test_the_second_file_of_a_matrix_is_noted_and_can_be_kept_apart(
    engine: Engine, project: Project
) -> None:
    def matrix(value: float, shift_s: int) -> bytes:
        row = {"name": "walk", "value": value, "unit": "ms"}
        return a_file("customSmallerIsBetter", [row], [row], suite="matrix", shift_s=shift_s)

    assert bring_in(engine, project, matrix(100, 0)).notes == ()
    other = matrix(150, 1)
    tried = bring_in(engine, project, other, is_dry=True)
    assert (tried.reports, tried.accepted) == (2, 0)
    assert "2 of 2 commits have other results on testbed ci already" in tried.notes[0]
    assert "--suite" in tried.notes[0]
    apart = bring_in(engine, project, other, parameters={"os": "windows"})
    assert apart.accepted == 2
    named = bring_in(engine, project, other, suite="matrix-windows")
    assert (named.accepted, named.suites, named.notes) == (2, ("matrix-windows",), ())
    assert rows(engine, "select distinct parameters from variant order by 1") == [
        ({},), ({"os": "windows"},),
    ]  # fmt: skip
    again = bring_in(engine, project, matrix(100, 0))
    assert again.duplicates == 2


def test_one_answer_serves_all_suites_that_a_question_concerns(
    engine: Engine, project: Project
) -> None:
    entry = [{"name": "cpu", "value": 7, "unit": "Percent"}]
    both = {
        name: msgspec.json.decode(a_file("own", entry, suite=name).split(b"=", 1)[1])["entries"][
            name
        ]
        for name in ("one\napplication", "other application")
    }
    document = msgspec.json.encode({"entries": both})
    (question,) = bring_in(engine, project, document).questions
    assert (question.key, question.unit) == ("*|Percent", "Percent")
    for key in ("*|Percent", "Percent"):
        answered = bring_in(engine, project, document, {key: "lower"})
        assert (answered.questions, answered.reports) == ((), 2)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b'window.BENCHMARK_DATA = {"entries": {}}', "holds no entries"),
        (b'{"entries": {"s": []}}', "holds no entries"),
        (b"three plain words", "this is no JSON"),
        (b'{"results": []}', "no object “entries”"),
        (gzip.compress(b"{}", mtime=0)[:-9], "not complete gzip"),
        (bz2.compress(b"{}"), "compressed by bzip2, which is not read"),
        (lzma.compress(b"{}"), "compressed by xz, which is not read"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_formats_that_can(
    engine: Engine, project: Project, document: bytes, reason: str
) -> None:
    with pytest.raises(InvalidError, match="nothing was stored") as refused:
        bring_in(engine, project, document)
    (fault,) = refused.value.faults
    assert reason in fault.reason
    assert "github-action-benchmark" in fault.remedy


def test_a_compressed_file_is_the_file(engine: Engine, project: Project) -> None:
    plain = a_file("cargo", [{"name": "walk", "value": 1, "unit": "ns/iter"}])
    assert bring_in(engine, project, gzip.compress(plain, mtime=0)).accepted == 1
    assert bring_in(engine, project, plain).duplicates == 1


def test_cases_of_others_lose_no_row(engine: Engine, project: Project) -> None:
    """Read in place where they lie beside the repository."""
    lost = {"one-huge.js": 1}
    for file in sorted(CASES.glob("*.js")):
        wanted = {"*|Percent": "lower", "Megabytes": "lower", "ops/sec": "higher"}
        if file.name == "empty-entries.js":
            continue
        account = bring_in(engine, project, file.read_bytes(), wanted, is_same_history=True)
        assert account.questions == (), file.name
        assert len(account.rejected) == lost.get(file.name, 0), (file.name, account.rejected)
