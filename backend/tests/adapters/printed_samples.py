"""Texts that load generators and Julia print, written by hand after what their versions print."""

# ruff: noqa: E501, RUF001  lines of tables are as wide and as Greek as tools print them

K6_NEW = """  █ THRESHOLDS

    http_req_duration
    ✓ 'p(95)<1500' p(95)=148.21ms

  █ TOTAL RESULTS

    checks_succeeded...................: 100.00% 90 out of 90
    ✓ page is up

    HTTP
    http_req_duration..................: avg=140.36ms min=119.08ms med=140.96ms max=1m2.5s   p(90)=146.88ms p(95)=148.21ms
      { expected_response:true }.......: avg=140.36ms min=119.08ms med=140.96ms max=154.63ms p(90)=146.88ms p(95)=148.21ms
    http_req_failed....................: 0.00%  0 out of 45
    http_reqs..........................: 45     6.56109/s

    EXECUTION
    vus................................: 1      min=1       max=1

    NETWORK
    data_received......................: 519 kB 76 kB/s

  █ GROUP: front page

    http_req_duration..................: avg=2s
"""
K6_OLD = """     ✗ status is 200
      ↳  99% — ✓ 12990 / ✗ 23

     checks.........................: 99.82% ✓ 12990      ✗ 23
     data_received..................: 148 MB 2.5 MB/s
   ✓ http_req_duration..............: avg=143.14ms min=112.87ms med=136.03ms max=1.18s    p(90)=164.2ms  p(95)=177.75ms
       { expected_response:true }...: avg=143.14ms
     http_reqs......................: 13013  216.881846/s
     vus_max........................: 100    min=100      max=100
"""
K6_SUMMARY = """{"state": {"testRunDurationMs": 6908.3}, "metrics": {
 "http_req_duration{expected_response:true}": {"type": "trend", "contains": "time", "values": {"avg": 140.3}},
 "http_req_failed": {"type": "rate", "contains": "default", "values": {"rate": 0.5, "passes": 1, "fails": 1}},
 "http_reqs": {"type": "counter", "contains": "default", "values": {"count": 45, "rate": 6.5}}}}"""
K6_CSV = """metric_name,timestamp,metric_value,check,error
http_reqs,1595325560,1.000000,,
http_reqs,1595325570,1.000000,,
http_req_duration,1595325560,221.899000,,
http_req_failed,1595325560,0.000000,,
"""
GATLING_OLD = """---- Global Information --------------------------------------------------------
> request count                                      1,300 (OK=1,250   KO=50    )
> min response time                                     29 (OK=29     KO=-     )
> mean response time                                    58 (OK=58     KO=-     )
> std deviation                                         45 (OK=45     KO=-     )
> response time 95th percentile                        179 (OK=179    KO=-     )
> mean requests/sec                                  0.591 (OK=0.591  KO=-     )
---- Response Time Distribution ------------------------------------------------
> t < 800 ms                                            13 (100%)
"""
GATLING_NEW = """---- Global Information -----------------------------------------------------
                                            |  Total  |     OK  |     KO  |
-----------------------------------------------------------------------------
> request count                             |     300 |     290 |      10 |
> mean response time (ms)                   |   1,058 |   1,058 |       - |
> mean throughput (rps)                     |   10.71 |   10.36 |    0.36 |
---- Response Time Distribution ---------------------------------------------
> OK: t < 800 ms                                                   13 (100%)
"""
GATLING_LOG = (
    "RUN\tdb.BasicSimulation\tbasicsimulation\t1587393120\t \t3.9.5\n"
    "USER\tscn\tSTART\t1587393123\n"
    "REQUEST\t\tfront\t1587393123000\t1587393123500\tOK\t \n"
    "REQUEST\tgrp,inner\tback\t1587393124000\t1587393124100\tKO\tfound 404\n"
    "REQUEST\tgrp,inner\tback\t1587393124000\t1587393124300\tOK\t \n"
)
GATLING_LOG_OLD = (
    "RUN\tdb.S\tsid\t1587393120\t \t3.0.0\n"
    "REQUEST\tScn\t1\t\tfront\t1587393123000\t1587393123500\tOK\t \n"
)
GATLING_STATS = """{"type": "GROUP", "name": "All Requests", "path": "", "stats": {
  "name": "All Requests", "numberOfRequests": {"total": "13", "ok": "12", "ko": "1"},
  "meanResponseTime": {"total": "58", "ok": "58", "ko": "-"}, "percentiles3": {"total": "179"},
  "meanNumberOfRequestsPerSecond": {"total": "0.591"}},
 "contents": {"req_front": {"type": "REQUEST", "name": "front", "path": "front", "stats": {
  "name": "front", "numberOfRequests": {"total": 2, "ok": 2, "ko": 0},
  "meanResponseTime": {"total": 100}}}}}"""
AUTOCANNON_OLD = """Running 10s test @ http://localhost:3000
10 connections with 10 pipelining factor

Stat         Avg      Stdev   Max
Latency (ms) 0.02     0.41    43
Req/Sec      32435.2  1229.9  33183
Bytes/Sec    6.41 MB  234 kB  6.57 MB

324k requests in 10s, 64.2 MB read
3 errors (2 timeouts)
"""
JULIA = """julia> @benchmark sort(data) setup=(data=rand(10))
BenchmarkTools.Trial: 10000 samples with 972 evaluations.
 Range (min … max):  69.399 ns …  1.066 μs  ┊ GC (min … max): 0.00% … 0.00%
 Time  (median):     83.850 ns              ┊ GC (median):    0.00%
 Time  (mean ± σ):   89.471 ns ± 53.666 ns  ┊ GC (mean ± σ):  3.25% ± 5.16%

  69.4 ns         Histogram: frequency by time         145 ns (top 1%)

 Memory estimate: 160 bytes, allocs estimate: 1.

julia> @benchmark sleep(6)
BenchmarkTools.Trial: 1 sample with 1 evaluation per sample.
 Single result which took 6.002 s (0.00% GC) to evaluate,
"""
JULIA_OLD = """BenchmarkTools.Trial:
  memory estimate:  4.61 KiB
  allocs estimate:  33
  --------------
  minimum time:     3.500 μs (0.00% GC)
  median time:      4.150 μs (0.00% GC)
  mean time:        4.500 μs (3.00% GC)
  maximum time:     1.1 ms (98.00% GC)
  --------------
  samples:          10000
"""
JULIA_GROUP = """2-element BenchmarkTools.BenchmarkGroup:
  tags: []
  "utf8" => 1-element BenchmarkTools.BenchmarkGroup:
      tags: ["string"]
      "replace" => Trial(202.3 μs)
  "trig" => 1-element BenchmarkTools.BenchmarkGroup:
      tags: []
      ("sin", 0.0) => Trial(5.0 ns)
"""
MITATA_MARKDOWN = """clk: ~1.77 GHz
| benchmark |              avg |         min |         p75 |         p99 |         max |
| ------- | ---------------- | ----------- | ----------- | ----------- | ----------- |
| fib(10) | `  4.95 µs/iter` | `  3.86 µs` | `  5.55 µs` | `  6.45 µs` | `  6.93 µs` |

| • grp |              avg |         min |         p75 |         p99 |         max |
| ----- | ---------------- | ----------- | ----------- | ----------- | ----------- |
| aaa   | `388.44 ns/iter` | ` 91.93 ns` | `128.93 ns` | `  5.02 µs` | `  6.96 µs` |
| err   | error: boom |
"""
MITATA_OLD = """cpu: AMD EPYC
benchmark      time (avg)             (min … max)       p75       p99      p999
------------------------------------------------- -----------------------------
fib(10)     6'447 ns/iter  (1'119 ns … 14'857 ns)  9'052 ns 14'857 ns 14'857 ns
"""
VITEST_NESTED = """ ✓ test/a.bench.ts (2) 3062ms
   ✓ sort (2) 3060ms
     name          hz     min     max    mean     p75     p99    p995    p999     rme  samples
   · normal  2,000.00  0.4000  0.9000  0.5000  0.5000  0.6000  0.7000  0.8000  ±1.00%     1000   fastest
   · reverse     2.00  400.00  600.00  500.00  500.00  600.00  600.00  600.00  ±2.00%       10
"""
TINYBENCH_OLD = """┌─────────┬───────────────┬─────────────┬────────────────────┬──────────┬─────────┐
│ (index) │ Task Name     │ ops/sec     │ Average Time (ns)  │ Margin   │ Samples │
├─────────┼───────────────┼─────────────┼────────────────────┼──────────┼─────────┤
│ 0       │ 'faster task' │ '4,389,237' │ 227.83002068698516 │ '±1.00%' │ 219462  │
└─────────┴───────────────┴─────────────┴────────────────────┴──────────┴─────────┘
"""
HYPERFINE_OLD = """Benchmark #1: sleep 0.01
  Time (mean ± σ):      10.6 ms ±   0.2 ms    [User: 0.7 ms, System: 0.5 ms]
  Range (min … max):    10.2 ms …  11.1 ms    50 runs

Benchmark #2: false
Error: Command terminated with non-zero exit code: 1. Use the '-i' option if you want to ignore this.
"""
HYPERFINE_ASCIIDOC = """[cols="<,>,>,>,>"]
|===
| Command
| Mean [ms]
| Min [ms]
| Max [ms]
| Relative

| `sleep 0.01`
| 23.3 ± 8.6
| 16.2
| 37.9
| 1.00
|===
"""
PYTEST_COMPARED = """----------------- benchmark: 2 tests -----------------
Name (time in us)               Min                  Mean            StdDev            Rounds
----------------------------------------------------------------------------------------------
test_sort (0001_unversi)     1.2531 (1.0)         6.9392 (1.0)      16.2325 (1.0)        9789
test_sort (NOW)              1.2687 (1.01)    1,241.7721 (1.79)     25.1709 (1.55)       9925
----------------------------------------------------------------------------------------------
"""
PYPERF_STATS = """sorted list
-----------

Total number of values: 80
Minimum:         114 ns
Median +- MAD:   540 ns +- 142 ns
Mean +- std dev: 583 ns +- 232 ns
Maximum:         1.17 us
"""
VEGETA_LINES = (
    '{"attack":"","seq":0,"code":200,"timestamp":"2026-05-01T10:00:00.5Z","latency":3000000}\n'
    '{"attack":"","seq":1,"code":500,"timestamp":"2026-05-01T10:00:01Z","latency":500000000}\n'
)
ASV_TABLE = """[ 62.50%] ··· bench.time_fail                                                failed
[ 75.00%] ··· bench.time_params                                                  ok
[ 75.00%] ··· ======= ============ ============
              --             n2
              ------- -------------------------
                 n1        10          100
              ======= ============ ============
                 1     1.2±0.01ms   12.3±0.1ms
                 2      n/a          failed
              ======= ============ ============
[100.00%] ··· bench.timeraw_x                                               12.3±1ms
"""
ASV_ONE = """[ 75.00%] ··· bench.time_n                                  ok
[ 75.00%] ··· ======= ==========
                n
              ------- ----------
                 10    1.5±0.1ms
              ======= ==========
"""
GOOGLE_COUNTERS = """Benchmark                 Time             CPU   Iterations UserCounters...
BM_A/8             1234 ns         1230 ns       567890 bytes_per_second=1.5Gi/s Foo=5k
BM_S               SKIPPED: 'no data'
"""
NANOBENCH_BYTES = """|              ns/MB |                MB/s |    err% |     total | copy
|-------------------:|--------------------:|--------:|----------:|:-----
|           1,004.02 |              996.00 |    0.5% |      0.01 | `memcpy`
"""
IAI = """bench_fibonacci_short
  Instructions:                1735 (No change)
  RAM Accesses:                   1 (-50.00000%)
"""
PERF_INTERVALS = """# started on Thu Nov 26 17:28:35 2026

     0.011323414,0.85,msec,task-clock,845438,100.00,0.085,CPUs utilized
     0.021376318,0.05,msec,task-clock,52197,100.00,0.005,CPUs utilized
"""
PERF_CPUS = """CPU0,46.37,msec,cpu-clock,46370000,100.00,,
CPU1,46.07,msec,cpu-clock,46070000,100.00,,
"""
SYSBENCH_FILES = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4
Initializing random number generator from current time


Extra file open flags: (none)
128 files, 16MiB each
2GiB total file size
Threads started!


File operations:
    reads/s:                      2345.67
    writes/s:                     1563.78
    fsyncs/s:                     5012.34

Throughput:
    read, MiB/s:                  36.65
    written, MiB/s:               24.43

General statistics:
    total time:                          10.0234s
    total number of events:              89012

Latency (ms):
         min:                                    0.00
         avg:                                    0.11
         max:                                   45.67
         95th percentile:                        0.52
         sum:                                 9876.54
"""
DIVAN_IGNORED = """example  fastest  │ slowest  │ median  │ mean  │ samples │ iters
╰─ slow  (ignored) │         │         │       │         │
"""
CATCH2 = """benchmark name                       samples       iterations    est run time
                                     mean          low mean      high mean
                                     std dev       low std dev   high std dev
-------------------------------------------------------------------------------
fib 20                                         100             2      4.0234 ms
                                        20.1234 us    20.0123 us    20.3456 us
                                        812.345 ns     512.34 ns    1.23456 us
"""
LIBTEST_JSON = """{ "type": "suite", "event": "started", "test_count": 2 }
{ "type": "bench", "name": "a::b", "median": 325.5, "deviation": 5.5 }
{ "type": "bench", "name": "a::c", "median": 8.0, "deviation": 1.0, "mib_per_second": 1200 }
{ "type": "test", "event": "failed", "name": "a::d" }
{ "type": "suite", "event": "failed", "passed": 0, "failed": 1, "measured": 2 }
"""
DOTNET_CSV = """Method,Job,AnalyzeLaunchVariance,RunStrategy,LaunchCount,Runtime,N,Mean,Error,StdDev
Sha256,DefaultJob,False,Default,Default,.NET 8.0,1000,"6,024.10 ns",55.29 ns,51.71 ns
"""
LOCUST_OLD = """ Name                     # reqs      # fails  |     Avg     Min     Max  Median  |   req/s failures/s
-----------------------------------------------------------------------------------------------------
 GET /                       100     0(0.00%)  |      12       1     100      10  |   10.00    0.00
"""
WRK2 = """Running 30s test @ http://127.0.0.1:80/
  2 threads and 100 connections
    Latency     6.46ms    1.93ms  12.34ms   67.66%
 50.000%    6.67ms
100.000%   12.35ms
Requests/sec:   2000.15
"""
SKIA_UNITS = """{"version": 1, "git_hash": "abc", "results": [{"key": {"test": "a.skp"},
 "measurements": {"ms": [{"value": "min", "measurement": 22.5}]}}]}"""
LNT_FAILED = """{"format_version": "2", "machine": {"name": "m"}, "run": {},
 "tests": [{"name": "a", "execution_status": 1}]}"""
VITEST_FAILED = """{"files": [{"filepath": "/x/a.bench.ts", "groups": [
 {"fullName": "a.bench.ts", "benchmarks": [{"id": "2", "name": "bad"}]}]}]}"""
METRICS = """# TYPE run_seconds gauge
run_seconds{name="a \\"b\\" }"} 1.5
# EOF
"""
