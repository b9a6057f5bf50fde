"""What tools write in other versions, other languages, and among what other programs print."""

import pytest

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.assembly import assemble
from backend.adapters.tools.readings import ToolText
from backend.adapters.tools.registry import recognise
from backend.adapters.tools.unpacking import texts_of
from backend.tests.adapters import printed_samples
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
    "an old summary of k6": (printed_samples.K6_OLD, "k6-text", "requests", 0.9982),
    "a new summary of k6": (printed_samples.K6_SUMMARY, "k6", "requests", 0.1403),
    "a new summary of Gatling": (printed_samples.GATLING_NEW, "gatling-text", "All Requests", 10),
    "an old log of Gatling": (printed_samples.GATLING_LOG_OLD, "gatling-log", "front", 0.5),
    "tables of autocannon 1": (
        printed_samples.AUTOCANNON_OLD, "autocannon-text", "http://localhost:3000", 2e-5,
    ),
    "a trial of Julia": (
        printed_samples.JULIA, "julia-text", "sort(data) setup=(data=rand(10))", 83.85e-9,
    ),
    "a group of Julia": (printed_samples.JULIA_GROUP, "julia-text", "utf8/replace", 202.3e-6),
    "mitata in Markdown": (printed_samples.MITATA_MARKDOWN, "mitata-text", "fib(10)", 4.95e-6),
    "mitata 0.1": (printed_samples.MITATA_OLD, "mitata-text", "fib(10)", 6.447e-6),
    "nested groups of vitest": (
        printed_samples.VITEST_NESTED, "vitest-text", "test/a.bench.ts > sort > normal", 0.0005,
    ),
    "tinybench 2": (
        printed_samples.TINYBENCH_OLD, "tinybench-table", "faster task", 227.83002068698516e-9,
    ),
    "hyperfine 1.10": (printed_samples.HYPERFINE_OLD, "hyperfine-text", "sleep 0.01", 0.0106),
    "hyperfine in AsciiDoc": (
        printed_samples.HYPERFINE_ASCIIDOC, "hyperfine-table", "sleep 0.01", 0.0233,
    ),
    "pytest-benchmark beside an older run": (
        printed_samples.PYTEST_COMPARED, "pytest-benchmark-text", "test_sort", 0.0012417721,
    ),
    "pyperf stats": (printed_samples.PYPERF_STATS, "pyperf-text", "sorted list", 583e-9),
    "requests of vegeta": (printed_samples.VEGETA_LINES, "vegeta-results", "requests", 0.2515),
    "a table of asv": (printed_samples.ASV_ONE, "asv", "bench.time_n", 0.0015),
    "counters of Google Benchmark": (
        printed_samples.GOOGLE_COUNTERS, "google-benchmark-console", "BM_A/8", 1.234e-6,
    ),
    "nanobench of bytes": (printed_samples.NANOBENCH_BYTES, "nanobench", "memcpy", 1.00402e-12),
    "iai beside an older run": (printed_samples.IAI, "gungraun", "bench_fibonacci_short", 1735),
    "perf by processor": (printed_samples.PERF_CPUS, "perf-stat-csv", "perf stat", 0.04637),
    "perf by interval": (printed_samples.PERF_INTERVALS, "perf-stat-csv", "perf stat", 0.00045),
    "files of sysbench": (printed_samples.SYSBENCH_FILES, "sysbench", "fileio", 2345.67),
    "three units of Catch2": (printed_samples.CATCH2, "catch2", "fib 20", 20.1234e-6),
    "an old table of Locust": (printed_samples.LOCUST_OLD, "locust-text", "GET /", 10),
    "percentiles of wrk2": (printed_samples.WRK2, "wrk", "http://127.0.0.1:80/", 0.00646),
    "units of Skia": (printed_samples.SKIA_UNITS, "skia-perf", "a.skp", 0.0225),
    "a log of gh": (
        f"bench\tRun\t2026-05-01T10:00:00.1234567Z {LIBTEST}", "libtest", "walk", 3.25e-7,
    ),
    "a log of GitLab": (f"2026-05-01T10:00:00.123456Z 01O {LIBTEST}", "libtest", "walk", 3.25e-7),
    "a log of Jenkins": (f"[2026-05-01T10:00:00.123Z] {LIBTEST}", "libtest", "walk", 3.25e-7),
    "words around JSON": (f"> a@1.0 bench\n\n{FIO}\nDone in 3s.\n", "fio", "rw", 10.5),
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


JMH_ROWS = """Benchmark  Mode  Cnt  Score   Error  Units

A.run      avgt    5  2.000 ± 0.500  ms/op

B.run      avgt    5  3.000 ± 0.500  ms/op

Benchmark result is saved to out.json
"""
REBAR = """name,model,rebar_version,engine,err,iters,median,mad,mean,stddev,min,max
sherlock,count,0.0.1,rust/regex,,9,26.88us,0.00ns,26.69us,591.00ns,24.69us,40.15us
"""
CELERO = """Group,Experiment,Samples,Iterations,Failure,us/Iteration,Min (us),Max (us)
Sort,Bubble,30,100,0,1.5,150,240
"""


@pytest.mark.parametrize(
    ("text", "low", "high", "spread"),
    [
        (JMH_ROWS, 1.5e-3, 2.5e-3, "99.9 % interval"),
        (REBAR, 24.69e-6, 40.15e-6, "range"),
        (CELERO, 1.5e-6, 2.4e-6, "range"),
        (LIBTEST, 320e-9, 330e-9, "range or standard deviation"),
    ],
)
def test_what_a_tool_says_of_a_spread_is_stored_under_its_name(
    text: str, low: float, high: float, spread: str
) -> None:
    assert read(text)[2] == []
    summary = results(text).results[0]["summary"]
    assert isinstance(summary, dict)
    assert (summary["low"], summary["high"]) == pytest.approx((low, high))
    assert summary["spread"] == spread


def test_empty_lines_end_no_table_of_jmh() -> None:
    assert [one.benchmark for one in read(JMH_ROWS)[1]] == ["A.run", "B.run"]


def test_one_number_that_is_none_costs_one_row() -> None:
    rows = ", ".join(
        f'{{"name": "{name}", "real_time": {time}, "cpu_time": 1}}'
        for name, time in (("a", "NaN"), ("b", "2"))
    )
    found, readings, rejected = read(f'{{"benchmarks": [{rows}]}}')
    assert (found, rejected) == ("google-benchmark", [])
    taken = assemble("suite", (("out.json", one) for one in readings), {}).results
    assert [(one["benchmark"], one["metric"], "failure" in one) for one in taken] == [
        ("a", "time", True), ("a", "cpu_time", False),
        ("b", "time", False), ("b", "cpu_time", False),
    ]  # fmt: skip
    assert taken[0]["failure"] == {
        "kind": "crash", "message": "the tool gives no finite number (out.json, /benchmarks/0)",
    }  # fmt: skip


def test_a_text_in_the_code_page_of_windows_is_read() -> None:
    line = "walk                    time:   [1.0 µs 1.1 µs 1.2 µs]\r\n"
    (opened,) = texts_of("a.txt", line.encode("cp1252"), MOST)
    assert middle(results(opened.text).results[0]) == pytest.approx(1.1e-6)


def test_a_margin_of_tinybench_is_an_interval_and_a_range_of_mitata_is_none() -> None:
    summary = results(printed_samples.TINYBENCH_OLD).results[0]["summary"]
    assert summary == pytest.approx(
        {"value": 227.83e-9, "low": 225.55e-9, "high": 230.11e-9, "n": 219462}, rel=1e-4
    )
    of_mitata = results(printed_samples.MITATA_OLD).results[0]["summary"]
    assert isinstance(of_mitata, dict)
    assert of_mitata["spread"] == "range"


def test_a_table_of_asv_has_its_parameters_in_rows_and_columns() -> None:
    shown = [
        (one["parameters"], one.get("summary", one.get("failure")))
        for one in results(printed_samples.ASV_TABLE).results
        if one["benchmark"] == "bench.time_params"
    ]
    assert [parameters for parameters, _ in shown] == [
        {"n1": 1, "n2": 10}, {"n1": 1, "n2": 100}, {"n1": 2, "n2": 10}, {"n1": 2, "n2": 100},
    ]  # fmt: skip
    assert shown[1][1] == {"value": pytest.approx(0.0123)}
    assert "n/a" in str(shown[2][1])


def test_counters_and_failures_that_are_printed_are_kept() -> None:
    taken = results(printed_samples.GOOGLE_COUNTERS)
    assert {one.get("metric", "") for one in taken.results} == {
        "time", "cpu_time", "bandwidth", "Foo", "",
    }  # fmt: skip
    assert [one.key for one in taken.questions] == ["Foo"]
    (ignored,) = results(printed_samples.DIVAN_IGNORED).results
    assert ignored["failure"]["message"] == "divan ignored it"  # type: ignore[index]
    of_catch2 = results(printed_samples.CATCH2).results[0]["summary"]
    assert of_catch2["sd"] == pytest.approx(812.345e-9)  # type: ignore[index]


def test_settings_of_a_job_are_no_parameters_and_labels_keep_their_quotes() -> None:
    (of_dotnet,) = results(printed_samples.DOTNET_CSV).results
    assert of_dotnet["parameters"] == {"N": 1000}
    (of_metrics,) = results(printed_samples.METRICS).results
    assert of_metrics["parameters"] == {"name": 'a "b" }'}
    slowest = [one for one in results(printed_samples.WRK2).results if "max" in str(one["metric"])]
    assert [one["summary"] for one in slowest] == [{"value": pytest.approx(0.01234)}]


@pytest.mark.parametrize("text", [printed_samples.LNT_FAILED, printed_samples.VITEST_FAILED])
def test_a_benchmark_without_a_number_is_a_failure(text: str) -> None:
    (failed,) = results(text).results
    assert "failure" in failed


def test_tags_and_groups_of_k6_are_parameters() -> None:
    shown = [
        one["parameters"]
        for one in results(printed_samples.K6_NEW).results
        if one["metric"] == "http_req_duration_avg"
    ]
    assert shown == [{}, {"expected_response": "true"}, {"group": "front page"}]


@pytest.mark.parametrize(
    ("text", "send"),
    [
        ("Bucket         #   %\n[0s,    1ms]   95  95.00%\n", "report -type json"),
        ("Timestamp,User Count,Type,Name,Requests/s\n", "its stats.csv"),
        ("<p>\n This is ApacheBench, Version 2.3\n", "without -w"),
    ],
)
def test_a_form_without_results_says_which_to_send(text: str, send: str) -> None:
    with pytest.raises(UnreadableError, match=send):
        recognise(ToolText(text))


def test_failures_of_go_are_those_of_parts_and_many_slashes_cost_little() -> None:
    def failures(text: str) -> list[str]:
        _, found, _ = read(f"BenchmarkFib-8 \t 1000\t 325 ns/op\n{text}")
        return [one.benchmark for one in found if one.failure]

    parts = "--- FAIL: BenchmarkFoo\n    --- FAIL: BenchmarkFoo/size=10\n"
    assert failures(parts) == ["Foo"], "the part, whose parameter is no part of the name"
    skipped = "--- SKIP: BenchmarkBar/a\n--- FAIL: BenchmarkBar\n"
    assert sorted(failures(skipped)) == ["Bar", "Bar/a"]
    assert len(failures("--- FAIL: BenchmarkF" + "/a" * 20_000 + "\n")) == 1


def test_a_rate_that_another_tool_prints_is_none_of_redis() -> None:
    for other in (
        "Throughput summary: 11110 requests per second\n",
        "Throughput: 512.25 requests per second\n",
        "Average rate: 512 requests per second\n",
    ):
        with pytest.raises(UnreadableError, match="no format fits"):
            read(other)
    assert read("SET: 512.25 requests per second\n")[0] == "redis-benchmark"
