"""Every format of a benchmark tool that can be read, and which of them a file is."""

from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.load import (
    artillery,
    autocannon,
    bombardier,
    fortio,
    gatling,
    ghz,
    h2load,
    iperf3,
    jmeter,
    k6,
    locust,
    oha,
    request_tables,
    vegeta,
    wrk,
)
from backend.adapters.tools.managed import benchmark_dotnet, go_bench, java_suites, jmh
from backend.adapters.tools.mapped.outlines import outline_of
from backend.adapters.tools.native import catch2, google_benchmark, nanobench, nonius, zbench
from backend.adapters.tools.readings import (
    HEAD,
    ToolFormat,
    ToolText,
    json_documents,
    of_object,
)
from backend.adapters.tools.rust import criterion, divan, libtest, valgrind_counts
from backend.adapters.tools.scripts import (
    asv_results,
    elixir,
    haskell,
    hyperfine,
    hyperfine_printed,
    javascript,
    javascript_printed,
    julia_printed,
    julia_reports,
    junit,
    others,
    php,
    python_harnesses,
    python_printed,
    ruby_memory,
    timeit,
    web_pages,
)
from backend.adapters.tools.system import (
    counters,
    databases,
    disks,
    hdr_histogram,
    kafka,
    language_models,
    netperf,
    phoronix,
    processors,
    redis_clients,
    stress_ng,
    ycsb,
)
from backend.adapters.tools.trackers import plain, reports

FAMILIES: Mapping[str, tuple[ToolFormat, ...]] = MappingProxyType(
    {
        "Command line": (
            hyperfine.HYPERFINE,
            hyperfine_printed.HYPERFINE_TEXT,
            hyperfine_printed.HYPERFINE_CSV,
            hyperfine_printed.HYPERFINE_TABLE,
        ),
        "Rust": (
            criterion.CRITERION,
            criterion.CRITERION_MESSAGES,
            criterion.CRITERION_SAMPLE,
            criterion.CRITERION_ESTIMATES,
            criterion.CRITERION_RAW,
            libtest.LIBTEST,
            libtest.LIBTEST_JSON,
            divan.DIVAN,
            valgrind_counts.VALGRIND_COUNTS,
            valgrind_counts.GUNGRAUN_JSON,
        ),
        "C and C++": (
            google_benchmark.GOOGLE_BENCHMARK,
            google_benchmark.GOOGLE_BENCHMARK_CSV,
            google_benchmark.GOOGLE_BENCHMARK_CONSOLE,
            catch2.CATCH2,
            catch2.CATCH2_XML,
            nanobench.NANOBENCH,
            nanobench.NANOBENCH_JSON,
            nanobench.NANOBENCH_CSV,
            nanobench.PICOBENCH,
            nonius.NONIUS,
            nonius.CELERO,
        ),
        "Go, Java and .NET": (
            go_bench.GO_BENCH,
            jmh.JMH,
            jmh.JMH_TEXT,
            jmh.JMH_CSV,
            java_suites.RENAISSANCE,
            java_suites.DACAPO,
            benchmark_dotnet.BENCHMARK_DOTNET,
            benchmark_dotnet.BENCHMARK_DOTNET_CSV,
            benchmark_dotnet.BENCHMARK_DOTNET_TABLE,
        ),
        "Python": (
            python_harnesses.PYTEST_BENCHMARK,
            python_harnesses.PYPERF,
            python_printed.PYTEST_TABLE,
            python_printed.PYTEST_CSV,
            python_printed.PYPERF_TEXT,
            timeit.TIMEIT,
            python_harnesses.ASV_STDOUT,
            asv_results.ASV_RESULTS,
        ),
        "JavaScript and web pages": (
            javascript.BENCHMARK_JS,
            javascript.BENCHMARK_JS_JSON,
            javascript.VITEST,
            javascript.TINYBENCH,
            javascript.MITATA,
            javascript_printed.VITEST_TEXT,
            javascript_printed.TINYBENCH_TABLE,
            javascript_printed.MITATA_TEXT,
            javascript.CONSOLE_TIME,
            counters.LIGHTHOUSE,
            web_pages.LIGHTHOUSE_CI,
            web_pages.TACHOMETER,
        ),
        "Other languages": (
            others.JULIA,
            julia_printed.JULIA_TEXT,
            julia_reports.PKG_BENCHMARK,
            julia_reports.PKG_BENCHMARK_TABLE,
            others.RUBY_BENCHMARK,
            others.BENCHMARK_IPS,
            others.BENCHMARK_IPS_JSON,
            ruby_memory.BENCHMARK_MEMORY,
            others.DART,
            others.REBAR,
            junit.JUNIT,
            elixir.BENCHEE,
            elixir.BENCHEE_JSON,
            haskell.HASKELL_TEXT,
            haskell.HASKELL_CSV,
            haskell.TASTY_BENCH,
            haskell.TASTY_BENCH_CSV,
            php.PHPBENCH,
            php.PHPBENCH_TEXT,
            zbench.ZBENCH,
        ),
        "Language models": (
            language_models.LLAMA_BENCH,
            language_models.LLAMA_BENCH_TABLE,
            language_models.SERVING,
            language_models.SERVING_TEXT,
        ),
        "Load tests of an address": (
            wrk.WRK,
            oha.OHA,
            oha.OHA_TEXT,
            oha.APACHE_BENCH,
            request_tables.AB_PERCENTILES,
            request_tables.AB_TIMES,
            request_tables.HEY_CSV,
            vegeta.VEGETA,
            vegeta.VEGETA_TEXT,
            vegeta.VEGETA_RESULTS,
            autocannon.AUTOCANNON,
            autocannon.AUTOCANNON_TEXT,
            bombardier.BOMBARDIER,
            bombardier.BOMBARDIER_TEXT,
            ghz.GHZ,
            ghz.GHZ_TEXT,
            h2load.H2LOAD,
            fortio.FORTIO,
            fortio.SIEGE,
        ),
        "Load tests of scenarios": (
            k6.K6,
            k6.K6_TEXT,
            k6.K6_STREAM,
            k6.K6_CSV,
            gatling.GATLING,
            gatling.GATLING_LOG,
            gatling.GATLING_TEXT,
            locust.LOCUST,
            locust.LOCUST_JSON,
            locust.LOCUST_TEXT,
            jmeter.JMETER,
            artillery.ARTILLERY,
        ),
        "System, network, disks and databases": (
            disks.FIO,
            disks.FIO_TEXT,
            iperf3.IPERF3,
            iperf3.IPERF3_TEXT,
            databases.SYSBENCH,
            databases.PGBENCH,
            redis_clients.REDIS_BENCHMARK,
            redis_clients.REDIS_BENCHMARK_CSV,
            redis_clients.MEMTIER,
            redis_clients.MEMTIER_JSON,
            ycsb.YCSB,
            ycsb.GO_YCSB,
            kafka.KAFKA_PRODUCER,
            databases.UNIXBENCH,
            stress_ng.STRESS_NG,
            stress_ng.STRESS_NG_TEXT,
            phoronix.PHORONIX,
            phoronix.PHORONIX_JSON,
            processors.STREAM,
            processors.COREMARK,
            netperf.NETPERF,
            hdr_histogram.HDR_LOG,
            hdr_histogram.HGRM,
            counters.PERF_STAT,
            counters.PERF_STAT_CSV,
            counters.PERF_STAT_JSON,
            counters.GNU_TIME,
        ),
        "Trackers and plain lists": (
            plain.BMF,
            plain.OPEN_METRICS,
            reports.SKIA,
            reports.PERFHERDER,
            reports.LNT,
            reports.CONBENCH,
            plain.CUSTOM_JSON,
        ),
    }
)
"""Formats by the kind of tool, as a person looks for them."""
_ALL: tuple[ToolFormat, ...] = tuple(chain.from_iterable(FAMILIES.values()))

_OVERLAP = 20_000
MOST_LOOKED_THROUGH = 10_000_000
"""Characters of a log whose table is neither near its begin nor near its end."""
FORMATS: Mapping[str, ToolFormat] = MappingProxyType({one.name: one for one in _ALL})


def recognise(file: ToolText, mapped: Sequence[ToolFormat] = ()) -> tuple[ToolFormat, str]:
    """Return the format of a file and by what it was recognised.

    What a project mapped itself is tried where no tool's format fits. Raises UnreadableError
    where none fits, or where more than one does.
    """
    fitting = _fitting(_ALL, file) or _fitting(mapped, file) or _in_the_middle(file)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " or ".join(one.name for one, _ in fitting)
        raise UnreadableError(
            f"the file may be {' or '.join(f'{one.title} ({sign})' for one, sign in fitting)}",
            f"Say which: --format {names}.",
        )
    raise UnreadableError(*_unknown(file))


def _fitting(formats: Sequence[ToolFormat], file: ToolText) -> list[tuple[ToolFormat, str]]:
    return [(one, sign) for one in formats if (sign := one.sign(file))]


def _in_the_middle(file: ToolText) -> list[tuple[ToolFormat, str]]:
    """Look into a long log part by part: its table may begin far from both of its ends."""
    last = min(len(file.text) - HEAD, MOST_LOOKED_THROUGH)
    for begin in range(HEAD // 2, last, HEAD - _OVERLAP) if file.json is None else ():
        line = file.text.find("\n", begin, begin + HEAD) + 1
        part = ToolText(file.text[line : begin + HEAD], file.name) if line else None
        if part and (found := _fitting(_ALL, part)):
            return found
    return []


def _unknown(file: ToolText) -> tuple[str, str]:
    """Say why no format fits, and what to do."""
    if plain := _empty_list(file) or _several_documents(file):
        return plain
    near, table = _nearest(file), outline_of(file)
    if near in _VAGUE and table is not None:
        what = "table" if table.kind == "table" else "JSON file"
        names = ", ".join(column.source for column in table.columns[:8])
        return (
            f"no format fits the file: it is a {what} of {table.count} rows with {names}",
            "Say what they mean: page Add results, or tidemark mappings suggest FILE.",
        )
    return (
        f"no format fits the file{near}",
        "Send the tool's whole output, or name its format: --format NAME.",
    )


def _empty_list(file: ToolText) -> tuple[str, str] | None:
    fields = of_object(file.json)
    key = next(
        (one for one in ("benchmarks", "results", "Benchmarks") if fields.get(one) == []), ""
    )
    reason = f"the file has no results: its list “{key}” is empty"
    return (reason, "Look whether a filter left out every benchmark.") if key else None


def _several_documents(file: ToolText) -> tuple[str, str] | None:
    """Explain a file of JSON documents of one format, one after another."""
    found = json_documents(file)
    if len(found) <= 1:
        return None
    is_by_line = len(found) == sum(1 for _, line in file.numbered() if line.strip())
    what = f"{len(found)} JSON documents{', one per line' if is_by_line else ''}"
    for text, remedy in (
        (found[0], "Send each as a file of its own: several files go in one call."),
        (f"[{','.join(found)}]", "Make one list of them: jq -s . FILE > out.json"),
    ):
        if fitting := _fitting(_ALL, ToolText(text)):
            return f"no format fits the file: it holds {what}, of {fitting[0][0].title}", remedy
    return None


def named(name: str) -> ToolFormat:
    """Return the format of this name; UnreadableError where there is none."""
    if name in FORMATS:
        return FORMATS[name]
    near = [one for one in FORMATS if name.lower()[:4] in one] or list(FORMATS)
    raise UnreadableError(f"there is no format “{name[:40]}”", f"There are: {', '.join(near)}.")


_HINTS: tuple[tuple[str, str], ...] = (
    ("running 0 tests", "cargo ran no benchmark: “running 0 tests”"),
    ("pct_change", "it is a comparison of Conbench: export benchmark-results"),
    ('"has_errors"', "it is a list of Conbench's runs: export benchmark-results"),
    ("time,commit", "it is a history for Otava: tidemark import --format otava-csv"),
    ("time,metric", "it is a history for Otava: tidemark import --format otava-csv"),
    ('"group_id"', "it is a description of Criterion: send its sample.json"),
    ('{"mean":{"confidence_interval"', "it is a comparison of Criterion: send new/estimates.json"),
    ("architecture_name", "it is the run of Conbench: export benchmark-results"),
    ("regression_indicated", "it is a comparison of Conbench: export benchmark-results"),
    ("http_interactions", "it is a recording of calls: send the answer of Perfherder alone"),
    ('"$schema"', "it is a description of a format, not a file of it"),
    ("<plist", "it is LNT's old property list: send the report as JSON"),
    ("tukey", "it is not the estimates of Criterion"),
    ("machine_info", "it looks like pytest-benchmark, but has no “benchmarks”"),
    ("HostEnvironmentInfo", "it looks like BenchmarkDotNet, but has no “Benchmarks”"),
    ("jmhVersion", "it looks like JMH, but is not its list of results"),
    ("lighthouseVersion", "it looks like Lighthouse, but has no “audits”"),
    ("fio version", "it looks like fio, but has no “jobs”"),
    ("time_unit", "it looks like Google Benchmark, but has no “benchmarks” with real_time"),
    ("Bucket         #", "a histogram of vegeta has no latencies: send vegeta report -type json"),
    ("Use pyperf stats", "a histogram of pyperf has no mean: send the JSON, or pyperf show"),
    ("Timestamp,User Count,Type,Name", "it is the course of a run of Locust: send its stats.csv"),
    ("This is ApacheBench", "ab printed HTML: run it without -w"),
    ("Running unittests", "it looks like cargo bench, but no line has a result"),
    ("goos:", "it looks like go test, but no line begins with Benchmark"),
    ("sysbench", "it looks like sysbench, but no run has begun"),
    ("window.BENCHMARK_DATA", "it is a history of github-action-benchmark: use tidemark import"),
)


_NO_SHAPE = ": it is JSON, and has the shape of no tool that is known"
_NO_LINE = ": no line of it looks like a result"
_VAGUE = (_NO_SHAPE, _NO_LINE)


def _nearest(file: ToolText) -> str:
    hint = next((text for sign, text in _HINTS if sign in file.head), "")
    if hint:
        return f": {hint}"
    begins_json = file.text.lstrip()[:1] in ("{", "[")
    if begins_json and file.json is None and not file.json_lines:
        return ": it begins like JSON and is not complete"
    if isinstance(file.json, list) and file.json and isinstance(file.json[0], list):
        return ": it is a list of points, and says neither what they measure nor of which commit"
    if begins_json:
        return _NO_SHAPE
    return _NO_LINE if file.text.strip() else ": it is empty"
