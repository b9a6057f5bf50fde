"""Short texts in the formats of tools, written by hand after their descriptions."""

# ruff: noqa: E501  lines of tables are as wide as tools print them

from collections.abc import Mapping
from dataclasses import dataclass, field

from backend.adapters.tools.system.hdr_histogram import encode
from backend.domain.catalogue.parameters import Scalar
from backend.tests.adapters import printed_samples


@dataclass(frozen=True, slots=True)
class Sample:
    """A text, and what its first result is: benchmark, metric, base unit and value."""

    format: str
    text: str
    benchmark: str
    metric: str
    unit: str
    value: float | None
    """None: a failure or a histogram."""
    count: int = 1
    """Results of the whole text."""
    parameters: Mapping[str, Scalar] = field(default_factory=dict)


_HDR = encode([(1_000, 90), (2_000, 10)])

SAMPLES: tuple[Sample, ...] = (
    Sample(
        "criterion",
        "Benchmarking walk\nwalk                    time:   [1.0000 µs 1.1000 µs 1.2000 µs]\n"
        "                        thrpt:  [10.00 MiB/s 11.00 MiB/s 12.00 MiB/s]\n",
        "walk", "time_per_op", "s/op", 1.1e-6, 2,
    ),
    Sample(
        "cargo-criterion",
        '{"reason": "benchmark-complete", "id": "walk/5", "unit": "ns", '
        '"iteration_count": [10, 20], "measured_values": [100.0, 220.0], '
        '"typical": {"estimate": 10.5, "unit": "ns"}}\n{"reason": "group-complete"}\n',
        "walk/5", "time_per_op", "s/op", 10.5e-9,
    ),
    Sample(
        "criterion-sample",
        '{"sampling_mode": "Flat", "iters": [10.0, 10.0], "times": [100.0, 120.0]}',
        "benchmark", "time_per_op", "s/op", 11e-9,
    ),
    Sample(
        "criterion-estimates",
        '{"mean": {"point_estimate": 12.0, "confidence_interval": {"lower_bound": 11.0, '
        '"upper_bound": 13.0}}, "std_dev": {"point_estimate": 1.0}, "slope": null}',
        "benchmark", "time_per_op", "s/op", 12e-9,
    ),
    Sample(
        "criterion-raw",
        "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,"
        "iteration_count\nparse,fast,8,,,100.0,ns,10\nparse,fast,8,,,140.0,ns,10\n",
        "parse/fast/8", "time_per_op", "s/op", 12e-9,
    ),
    Sample(
        "libtest",
        "running 2 tests\ntest tests::a ... bench:       3,161 ns/iter (+/- 975) = 12 MB/s\n"
        "test tests::b ... FAILED\n",
        "tests::a", "time_per_op", "s/op", 3.161e-6, 3,
    ),
    Sample(
        "divan",
        "Timer precision: 20 ns\n"
        "sums           fastest       │ slowest       │ median        │ mean          │ samples │ iters\n"
        "├─ add         1.2 ns        │ 2.5 ns        │ 1.4 ns        │ 1.5 ns        │ 100     │ 100\n"
        "╰─ fib                       │               │               │               │         │\n"
        "   ╰─ 10       12 ns         │ 25 ns         │ 14 ns         │ 15 ns         │ 100     │ 100\n",
        "add", "time", "s", 1.4e-9, 2,
    ),
    Sample(
        "gungraun",
        "bench::group::fib short:10\n  Instructions:                1734|1700            (+2.0%)\n"
        "  L1 Hits:                     2359|N/A             (*********)\n",
        "bench::group::fib short:10", "instructions", "1", 1734, 2,
    ),
    Sample(
        "gungraun-json",
        '{"module_path": "m::g::fib", "id": "x", "profiles": [{"tool": "Callgrind", "summaries": '
        '{"total": {"summary": {"Callgrind": {"Ir": {"metrics": {"Left": {"Int": 6}}}}}}}}]}\n',
        "m::g::fib x", "ir", "1", 6,
    ),
    Sample(
        "nanobench",
        "|               ns/op |                op/s |    err% |     total | benchmark\n"
        "|--------------------:|--------------------:|--------:|----------:|:----------\n"
        "|            1,234.50 |          810,044.55 |    0.1% |      0.11 | `fib 10`\n",
        "fib 10", "time_per_op", "s/op", 1234.5e-9,
    ),
    Sample(
        "picobench",
        " Name (* = baseline)      |   Dim   |  Total ms |  ns/op  |Baseline| Ops/second\n"
        "--------------------------|--------:|----------:|--------:|-------:|----------:\n"
        " fill *                   |      64 |     0.001 |      17 |      - | 58823529.4\n",
        "fill", "time_per_op", "s/op", 17e-9, 1, {"dim": 64},
    ),
    Sample(
        "nonius",
        "benchmarking fill\ncollecting 100 samples, 23 iterations each, in estimated 2.2 ms\n"
        "mean: 1016.5 ns, lb 991.5 ns, ub 1041.5 ns, ci 0.95\n",
        "fill", "time", "s", 1016.5e-9,
    ),
    Sample(
        "celero",
        "Group,Experiment,Problem Space,Samples,Iterations,Baseline,us/Iteration,Iterations/sec\n"
        "Sort,Quick,512,10,100,1.0,2.5,400000\n",
        "Sort/Quick", "time_per_op", "s/op", 2.5e-6, 1, {"problem_space": "512"},
    ),
    Sample(
        "jmh",
        '[{"benchmark": "a.B.c", "mode": "thrpt", "threads": 2, "params": {"size": "10"}, '
        '"primaryMetric": {"score": 2.0, "scoreUnit": "ops/ms", "rawData": [[1.0, 3.0]]}}]',
        "a.B.c", "throughput", "op/s", 2000.0, 1, {"size": 10, "threads": 2},
    ),
    Sample(
        "jmh-text",
        "Benchmark         (size)   Mode  Cnt   Score    Error  Units\n"
        "B.c                   10  thrpt   25  11.618 ±  0.449  ops/s\n",
        "B.c", "throughput", "op/s", 11.618, 1, {"size": 10},
    ),
    Sample(
        "jmh-csv",
        '"Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit","Param: n"\n'
        '"B.c","avgt",1,5,12.5,0.5,"us/op",3\n',
        "B.c", "time_per_op", "s/op", 12.5e-6, 1, {"n": 3},
    ),
    Sample(
        "benchmarkdotnet",
        '{"HostEnvironmentInfo": {}, "Benchmarks": [{"Namespace": "N", "Type": "T", "Method": "M", '
        '"Parameters": "Size=10", "Statistics": {"OriginalValues": [100.0, 200.0]}, '
        '"Memory": {"BytesAllocatedPerOperation": 64}}]}',
        "N.T.M", "time", "s", 150e-9, 2, {"Size": 10},
    ),
    Sample(
        "benchmarkdotnet-csv",
        "Method,Job,Size,Mean,Error,StdDev\nFill,DefaultJob,10,1.5 us,0.1 us,0.2 us\n",
        "Fill", "time", "s", 1.5e-6, 1, {"Size": 10},
    ),
    Sample(
        "benchmarkdotnet-markdown",
        "| Method | Size |     Mean |   Error | Allocated |\n|------- |----- |---------:|--------:|----------:|\n"
        "| Fill   | 10   | 1,014.5 ns | 5.8 ns |      64 B |\n",
        "Fill", "time", "s", 1014.5e-9, 2, {"Size": 10},
    ),
    Sample(
        "asv",
        "[ 50.00%] ·· Benchmarking virtualenv-py3.6\n"
        "[ 75.00%] ··· suite.time_keys                        11.2±0.01μs\n"
        "[100.00%] ··· suite.mem_list                              2.42k\n",
        "suite.time_keys", "time", "s", 11.2e-6, 2, {"environment": "virtualenv-py3.6"},
    ),
    Sample(
        "vitest",
        '{"files": [{"filepath": "m.bench.ts", "groups": [{"fullName": "m > math", "benchmarks": '
        '[{"name": "add", "mean": 1.5, "sd": 0.25, "sampleCount": 99, "samples": []}]}]}]}',
        "m > math > add", "time", "s", 1.5e-3,
    ),
    Sample(
        "julia",
        '[{"Julia": "1.9", "BenchmarkTools": "1.3"}, [["BenchmarkGroup", {"data": {"fib": '
        '["TrialEstimate", {"time": 31.0, "memory": 16, "allocs": 1}]}}]]]',
        "fib", "time", "s", 31e-9, 3,
    ),
    Sample(
        "ruby-benchmark",
        "            user     system      total        real\n"
        "sort!   1.460000   0.000000   1.460000 (  1.460465)\n",
        "sort!", "time", "s", 1.460465, 2,
    ),
    Sample(
        "benchmark-ips",
        "Calculating -------------------------------------\n"
        "            addition     36.209M (± 2.8%) i/s   (27.62 ns/i) -    182.253M in   5.037433s\n",
        "addition", "throughput", "op/s", 36.209e6,
    ),
    Sample("dart", "Template(RunTime): 1.5 us.\n", "Template", "time", "s", 1.5e-6),
    Sample(
        "rebar",
        "name,model,rebar_version,engine,engine_version,err,haystack_len,iters,total,median,mad\n"
        "curated/lit,count,0.0.1,rust/regex,1.7,,8992,112,4.57s,26.88us,0.00ns\n",
        "curated/lit", "time", "s", 26.88e-6, 1, {"engine": "rust/regex"},
    ),
    Sample(
        "oha",
        '{"summary": {"requestsPerSec": 13.9, "average": 0.1, "successRate": 1.0}, "rps": {}, '
        '"latencyPercentiles": {"p50": 0.03, "p99.9": 0.45}}',
        "requests", "throughput", "op/s", 13.9, 5,
    ),
    Sample(
        "oha-text",
        "Summary:\n  Slowest:\t0.0148 secs\n  Fastest:\t0.0006 secs\n  Requests/sec:\t3364.7592\n\n"
        "  99.00% in 0.0020 secs\n",
        "requests", "latency_max", "s", 0.0148, 4,
    ),
    Sample(
        "junit",
        '<?xml version="1.0" encoding="utf-8"?>\n<testsuites><testsuite name="pytest" tests="2">'
        '<testcase classname="t.A" name="x" time="0.125"/><testcase classname="t.A" name="y" '
        'time="1,234.5"><failure message="no">a\nb</failure></testcase></testsuite></testsuites>',
        "t.A.x", "time", "s", 0.125, 2,
    ),
    Sample(
        "vegeta",
        '{"latencies": {"mean": 2371194, "99th": 3530000}, "bytes_in": {}, "throughput": 101.5, '
        '"success": 1}',
        "requests", "latency_mean", "s", 2.371194e-3, 4,
    ),
    Sample(
        "vegeta-text",
        "Requests      [total, rate, throughput]         100, 100.10, 99.50\n"
        "Latencies     [min, mean, 50, 99, max]  1ms, 2.5ms, 2ms, 9ms, 12ms\n",
        "requests", "throughput", "op/s", 99.5, 6,
    ),
    Sample(
        "k6",
        '{"metrics": {"http_req_duration": {"type": "trend", "contains": "time", '
        '"values": {"avg": 12.5, "p(95)": 30.0}}, "http_reqs": {"type": "counter", '
        '"contains": "default", "values": {"count": 10, "rate": 5.5}}}}',
        "requests", "http_req_duration_avg", "s", 12.5e-3, 3,
    ),
    Sample(
        "k6-stream",
        '{"type": "Metric", "metric": "http_req_duration", "data": {"contains": "time"}}\n'
        '{"type": "Point", "metric": "http_req_duration", "data": {"value": 12.0}}\n'
        '{"type": "Point", "metric": "http_req_duration", "data": {"value": 14.0}}\n',
        "requests", "http_req_duration", "s", 13e-3,
    ),
    Sample(
        "locust",
        "Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,"
        "Max Response Time,Requests/s,50%,99%\nGET,/,100,0,10,12.5,90,55.5,10,80\n",
        "GET /", "throughput", "op/s", 55.5, 6,
    ),
    Sample(
        "pgbench",
        "transaction type: <builtin: TPC-B (sort of)>\nnumber of clients: 4\n"
        "latency average = 1.234 ms\ntps = 812.5 (without initial connection time)\n",
        "builtin: TPC-B (sort of)", "latency_mean", "s", 1.234e-3, 2, {"clients": 4},
    ),
    Sample(
        "unixbench",
        "8 CPUs in system; running 2 parallel copies of tests\n\n"
        "Execl Throughput                               4419.4 lps   (29.5 s, 2 samples)\n"
        "System Benchmarks Index Score                                        1579.9\n",
        "Execl Throughput", "loops_s", "loops/s", 4419.4, 2, {"copies": 2},
    ),
    Sample(
        "hdrhistogram-log",
        f'#[Histogram log format version 1.2]\n"StartTimestamp","Interval_Length"\n0.1,1.0,2.0,{_HDR}\n',
        "latency", "latency", "s", None,
    ),
    Sample(
        "hgrm",
        "       Value   Percentile   TotalCount 1/(1-Percentile)\n\n"
        "       0.189     0.000000            1         1.00\n"
        "       2.845     0.900000           90        10.00\n"
        "       5.000     1.000000          100          inf\n",
        "latency", "latency", "s", None,
    ),
    Sample(
        "perf-stat",
        " Performance counter stats for './a':\n\n          1,234,567      instructions              #\n"
        "            12.50 msec task-clock                #    0.9 CPUs utilized\n\n"
        "       0.013 seconds time elapsed\n",
        "./a", "instructions", "1", 1_234_567, 3,
    ),
    Sample(
        "perf-stat-csv",
        "1234567,,instructions,1000,100.00,,\n<not supported>,,cache-misses,0,100.00,,\n",
        "perf stat", "instructions", "1", 1_234_567, 2,
    ),
    Sample(
        "perf-stat-json",
        '{"counter-value" : "1234567.000000", "unit" : "", "event" : "instructions"}\n',
        "perf stat", "instructions", "1", 1_234_567,
    ),
    Sample(
        "lighthouse",
        '{"lighthouseVersion": "11", "finalUrl": "https://tide.example/", "audits": '
        '{"speed-index": {"numericValue": 1200.5, "numericUnit": "millisecond"}}, '
        '"categories": {"performance": {"score": 0.5}}}',
        "https://tide.example/", "speed_index", "s", 1.2005, 2,
    ),
    Sample(
        "bencher-bmf",
        '{"tests::a": {"latency": {"value": 3247.0, "lower_value": 1.0}}}',
        "tests::a", "latency", "s", 3247e-9,
    ),
    Sample(
        "openmetrics",
        '# TYPE run_time_seconds gauge\nrun_time_seconds{size="10"} 1.5\n# EOF\n',
        "run_time", "run_time", "s", 1.5, 1, {"size": "10"},
    ),
    Sample(
        "skia-perf",
        '{"version": 1, "git_hash": "cd5", "results": [{"key": {"test": "draw", "units": "ms"}, '
        '"measurement": 2.5}]}',
        "draw", "time", "s", 2.5e-3,
    ),
    Sample(
        "perfherder",
        'PERFHERDER_DATA: {"framework": {"name": "x"}, "suites": [{"name": "tp5o", "value": 120.5, '
        '"unit": "ms", "subtests": [{"name": "a", "value": 1, "replicates": [1.0, 3.0]}]}]}\n',
        "tp5o", "time", "s", 0.1205, 2,
    ),
    Sample(
        "lnt",
        '{"format_version": "2", "machine": {"name": "m"}, "run": {}, "tests": '
        '[{"name": "b1", "execution_time": [0.1, 0.3], "hash": "49333a87"}]}',
        "b1", "execution_time", "s", 0.2,
    ),
    Sample(
        "conbench",
        '{"data": [{"run_id": "r", "batch_id": "b", "tags": {"name": "read", "size": 10}, '
        '"stats": {"data": [1.0, 3.0], "unit": "s", "times": []}}]}',
        "read", "time", "s", 2.0, 1, {"size": 10},
    ),
    Sample(
        "custom-json", '[{"name": "walk", "value": 12.5, "unit": "ms"}]', "walk", "time", "s", 0.0125
    ),
    Sample("k6-text", printed_samples.K6_NEW, "requests", "checks_succeeded_rate", "1", 1.0, 17),
    Sample("k6-csv", printed_samples.K6_CSV, "requests", "http_reqs_rate", "op/s", 0.2, 3),
    Sample("gatling", printed_samples.GATLING_STATS, "All Requests", "latency_mean", "s", 0.058, 6),
    Sample("gatling-log", printed_samples.GATLING_LOG, "front", "latency", "s", 0.5, 4),
    Sample(
        "gatling-text", printed_samples.GATLING_OLD, "All Requests", "failed_responses", "1", 50, 5
    ),
    Sample("libtest-json", printed_samples.LIBTEST_JSON, "a::b", "time_per_op", "s/op", 325.5e-9, 4),
    Sample("julia-text", printed_samples.JULIA_OLD, "benchmark", "time", "s", 4.15e-6, 3),
)  # fmt: skip
