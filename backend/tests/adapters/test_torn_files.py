"""Some thousand torn files, as `make fuzz` reads a million; and files made to be too much."""

import gzip
import json
import tracemalloc

import pytest

from backend.adapters.history import ImportOptions
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.registry import ADAPTERS
from backend.adapters.tools.readings import Reading, ToolText
from backend.adapters.tools.registry import FORMATS, recognise
from backend.adapters.tools.unpacking import texts_of
from backend.fuzz.readers import known_files, read_torn

MEGABYTE = 1_000_000
MANY = 100_000


def test_a_torn_file_is_read_or_refused_by_the_named_error() -> None:
    account = read_torn(known_files(), count=4_000, seed=20_261_126)
    assert not account.faults, account.inputs
    assert account.read > 500
    assert account.refused > 500


@pytest.mark.parametrize(
    "text", ["[" * MEGABYTE, '{"a":' * MEGABYTE, '{"benchmarks": ' + "[" * 5000]
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="no format fits"):
        recognise(ToolText(text))


@pytest.mark.parametrize(
    "text",
    [
        "|" + "s/a |" * 20_000 + "-err% |x" * 10_000,
        "Latencies  [" + "mean" * 40_000,
        "test x" + " ... bench: " * 15_000,
        "Name (* = baseline) |" * 20_000,
    ],
)
def test_a_line_that_never_ends_is_refused_soon(text: str) -> None:
    """Looked through three times over, the first would take hours."""
    with pytest.raises(UnreadableError, match="no format fits"):
        recognise(ToolText(text))


CATCH = """
benchmark name                       samples       iterations    estimated
                                     mean          low mean      high mean
                                     std dev       low std dev   high std dev
-------------------------------------------------------------------------------
fib 10                                          10           161    3.45506 ms
               1e30874.82 ns    164.446 ns    434.154 ns
               1.1 ns    1.0 ns    1.2 ns
"""
MITATA = """clk: ~1.77 GHz
| benchmark |              avg |         min |         p75 |         p99 |         max |
| ------- | ---------------- | ----------- | ----------- | ----------- | ----------- |
| fib(10) | `  4.95 µs/iter` | `  3.86 µs` | `  5.55 µs` | `  6.45 µs` | `  6.93 µs` |
| `388.44 ns/iter`
"""
DOTNET = 'Method,Job,Mean,Error\n"Sha256",DefaultJob,6.1 ns,1 ns\n"\n'


@pytest.mark.parametrize(("name", "text"), [
    ("catch2", CATCH), ("mitata-text", MITATA), ("benchmarkdotnet-csv", DOTNET),
])  # fmt: skip
def test_a_row_that_a_tear_spoiled_costs_no_other(name: str, text: str) -> None:
    items = list(FORMATS[name].read(ToolText(text)))
    assert any(isinstance(one, Reading) for one in items), items


def test_a_fork_point_that_is_no_text_is_of_no_default_branch() -> None:
    commit = {"sha": "a" * 40, "fork_point_sha": [[]], "branch": "org:topic"}
    row = {"id": "x", "run_id": "r", "tags": {"name": "read"}, "commit": commit,
           "stats": {"data": [1.5], "unit": "s"}, "timestamp": "2026-01-02T09:00:00Z"}  # fmt: skip
    found = ADAPTERS["conbench"].read(
        json.dumps({"data": [row]}).encode(), ImportOptions(testbed="box")
    )
    assert [one["branch"] for one in found.reports] == ["org:topic"]


def test_a_file_of_many_rows_is_read() -> None:
    lines = "".join(
        f"test a{number % 1000} ... bench: {number} ns/iter\n" for number in range(MANY)
    )
    chosen, _ = recognise(ToolText(lines))
    assert sum(1 for _ in chosen.read(ToolText(lines))) == MANY


def test_a_table_in_the_middle_of_a_long_log_is_found() -> None:
    noise = "2024-01-01 building a thing, nothing of interest here\n" * 20_000
    table = "goos: linux\nBenchmarkA-8   \t     100\t      1234 ns/op\n"
    text = ToolText(noise + table + noise)
    chosen, sign = recognise(text)
    assert (chosen.name, "BenchmarkA-8" in sign) == ("go", True)
    assert [one.samples for one in chosen.read(text) if isinstance(one, Reading)] == [(1234.0,)]
    with pytest.raises(UnreadableError, match="no format fits"):
        recognise(ToolText(noise * 3))


def test_a_bomb_takes_no_more_memory_than_its_limit() -> None:
    bomb = gzip.compress(b"0" * 200 * MEGABYTE)
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableError, match="larger than the limit"):
            list(texts_of("a.gz", bomb, 5 * MEGABYTE))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20 * MEGABYTE
