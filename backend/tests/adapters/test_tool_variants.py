"""What tools write in other versions, other languages, and among what other programs print."""

import pytest

from backend.adapters.tools.assembly import assemble
from backend.adapters.tools.unpacking import texts_of
from backend.tests.adapters.test_tools import MOST, middle, read, results

LIBTEST = "test walk ... bench:         325 ns/iter (+/- 5)\n"
FIO = (
    '{"fio version": "fio-3.36", "jobs": [{"jobname": "rw", "error": 0, "read": {"total_ios": 10,'
    ' "iops": 10.5, "bw_bytes": 1000}}]}'
)
GO_EVENTS = "".join(
    f'{{"Action":"output","Package":"a/b","Output":"{said}"}}\n'
    for said in ("pkg: a/b\\n", "BenchmarkFib\\n", "BenchmarkFib-8 \\t", " 1000\\t 325 ns/op\\n")
)
AGGREGATES = """{"benchmarks": [
 {"run_name": "A", "run_type": "aggregate", "aggregate_name": "mean", "repetitions": 3,
  "real_time": 12.5, "cpu_time": 12.0, "time_unit": "us"},
 {"run_name": "A", "run_type": "aggregate", "aggregate_name": "stddev", "real_time": 0.5,
  "cpu_time": 0.1, "time_unit": "us"}]}"""
PERF = """ Performance counter stats for './a' (5 runs):

            1.234,56 msec task-clock      #    0,999 CPUs utilized     ( +-  0,15% )
       3.456.789.012      cycles          #    2,800 GHz               ( +-  0,10% )

             1,23567 +- 0,00123 seconds time elapsed  ( +-  0,10% )
"""
VARIANTS: dict[str, tuple[str, str, str, float]] = {
    "colours": (f"\x1b[32mRunning\x1b[0m\n{LIBTEST.replace('bench', chr(27) + '[36mbench', 1)}",
                "libtest", "walk", 3.25e-7),
    "times of a CI system": (f"2026-05-01T10:00:00.0000000Z {LIBTEST}", "libtest", "walk", 3.25e-7),
    "a warning before JSON": (f"fio: no shared mutexes\n{FIO}\n", "fio", "rw", 10.5),
    "percents of a build before JSON": (f"[ 50%] Building\n{FIO}\n", "fio", "rw", 10.5),
    "events of go test": (GO_EVENTS, "go", "Fib", 3.25e-7),
    "aggregates only": (AGGREGATES, "google-benchmark", "A", 12.5e-6),
    "a decimal comma of perf": (PERF, "perf-stat", "./a", 1.23456),
    "a decimal comma of JMH": (
        "Benchmark Mode Cnt Score Error Units\nMy.test  thrpt  5  12,345 ±  0,500  ops/s\n",
        "jmh-text", "My.test", 12.345,
    ),
    "a decimal comma of BenchmarkDotNet": (
        'Method;Job;N;Mean;StdDev\nSha256;DefaultJob;1000;"6,024 us";"0,11 us"\n',
        "benchmarkdotnet-csv", "Sha256", 6.024e-6,
    ),
    "bold rows of BenchmarkDotNet": (
        "| Method | N | Mean |\n|---|---|---:|\n| **Md5** | **10** | **3.5 ns** |\n",
        "benchmarkdotnet-markdown", "Md5", 3.5e-9,
    ),
    "a timer of minutes": ("big: 1:02.345 (m:ss.mmm)\n", "console-time", "big", 62.345),
}  # fmt: skip
"""What tools write in other versions, languages and surroundings."""


@pytest.mark.parametrize("name", VARIANTS)
def test_versions_languages_and_noise_are_read(name: str) -> None:
    text, format_name, benchmark, value = VARIANTS[name]
    (opened,) = texts_of("a.txt", text.replace("\n", "\r\n").encode(), MOST)
    found, readings, rejected = read(opened.text)
    first = assemble("suite", (("", one) for one in readings), {}).results[0]
    assert (found, first["benchmark"], rejected) == (format_name, benchmark, [])
    assert middle(first) == pytest.approx(value)


def test_ranges_are_stored_under_their_own_name() -> None:
    divan = (
        "a       fastest       │ slowest       │ median        │ mean     │ samples │ iters\n"
        "╰─ fib  900 ns        │ 2.7 µs        │ 1.55 µs       │ 1.56 µs  │ 100     │ 8192\n"
    )
    summary = results(divan).results[0]["summary"]
    assert summary == {
        "value": pytest.approx(1.55e-6), "low": pytest.approx(9e-7), "high": pytest.approx(2.7e-6),
        "spread": "range", "n": 100,
    }  # fmt: skip


def test_what_other_programs_print_is_no_setting_of_go_and_changes_are_no_results() -> None:
    text = "go: downloading a/b v1\nmake[1]: Entering\npkg: a/b\nBenchmarkFib-8 \t 10\t 3 ns/op\n"
    assert results(text).results[0]["parameters"] == {"pkg": "a/b", "procs": 8}
    criterion = "walk   time:   [1 ns 2 ns 3 ns]\n   change:\n   thrpt:  [-1.0% +0.1% +1.2%]\n"
    assert read(criterion)[2] == []
