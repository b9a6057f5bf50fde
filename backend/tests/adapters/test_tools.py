"""Files of benchmark tools: recognised by content, read whole, nothing guessed, nothing lost."""

import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import LONGEST_BENCHMARK, UnreadableError
from backend.adapters.tools.assembly import ToolResults, assemble
from backend.adapters.tools.readings import Reading, ToolText
from backend.adapters.tools.registry import FAMILIES, FORMATS, named, recognise
from backend.adapters.tools.system.hdr_histogram import encode
from backend.adapters.tools.unpacking import texts_of
from backend.domain.catalogue.metrics import BetterDirection
from backend.stats.histograms.recordings import decode
from backend.testing.databases import ROOT
from backend.tests.adapters.tool_samples import SAMPLES, Sample

FILES = Path(__file__).parent / "tool_files"
"""What each tool wrote when it was run; machines' names and folders removed."""
FORMS = Path(__file__).parent / "form_files"
"""What tools write in other forms, written by hand after them."""
MOST = 10_000_000


def read(text: str, name: str = "") -> tuple[str, list[Reading], list[Rejected]]:
    """Return the format of a text, its readings and its rejected rows."""
    file = ToolText(text, name)
    chosen, sign = recognise(file)
    assert sign
    items = list(chosen.read(file))
    readings = [one for one in items if isinstance(one, Reading)]
    return chosen.name, readings, [one for one in items if isinstance(one, Rejected)]


def results(text: str, **directions: BetterDirection) -> ToolResults:
    _, readings, _ = read(text)
    return assemble("suite", (("", one) for one in readings), directions)


@pytest.mark.parametrize(
    ("file", "format_name", "count", "of"),
    [
        ("ab-percentiles.csv", "ab-percentiles", 9, ("requests", "latency_p50", 0.000383)),
        ("ab-times.tsv", "ab-times", 1, ("requests", "latency", 0)),
        ("ab.txt", "ab", 13, ("/go/", "throughput", 441.25)),
        ("autocannon.json", "autocannon", 23, ("http://127.0.0.1:18081/go/", "throughput", 350.5)),
        ("autocannon.txt", "autocannon-text", 8, ("http://127.0.0.1:18099/", "throughput", 19766)),
        ("benchmarkjs.json", "benchmarkjs-json", 3, ("bad", "", None)),
        ("benchmarkjs.txt", "benchmarkjs", 2, ("RegExp#test", "throughput", 2_065_773)),
        ("catch2.xml", "catch2-xml", 2, ("fib 10", "time", 4.71354e-07)),
        ("console-time.txt", "console-time", 1, ("sum", "time", None)),
        ("fio.json", "fio", 20, ("randread", "read_iops", 5535.135135)),
        ("fio.txt", "fio-text", 20, ("randread", "read_iops", 3531)),
        ("gnu-time.txt", "gnu-time", 8, ("sleep 0.05", "user_time", 0)),
        ("go.txt", "go", 16, ("Sort", "memory_per_op", 896)),
        ("google-benchmark.csv", "google-benchmark-csv", 7, ("BM_bad", "", None)),
        ("google-benchmark.json", "google-benchmark", 7, ("BM_bad", "", None)),
        ("google-benchmark.txt", "google-benchmark-console", 7, ("BM_bad", "", None)),
        ("hey.csv", "hey-csv", 1, ("requests", "latency", None)),
        ("hey.txt", "oha-text", 11, ("requests", "throughput", 9461.2334)),
        ("hyperfine.csv", "hyperfine-csv", 6, ("sleep 0.01", "time", 0.0232845286)),
        ("hyperfine.json", "hyperfine", 6, ("sleep 0.01", "time", 0.0149677641)),
        ("hyperfine.md", "hyperfine-table", 2, ("second | pipe", "time", 0.0282)),
        ("hyperfine.txt", "hyperfine-text", 6, ("sleep 0.02", "user_time", 0.0008)),
        ("locust.csv", "locust", 42, ("GET bad page", "failed_responses", 768)),
        ("locust.json", "locust-json", 16, ("GET bad page", "latency_p99", 0.007)),
        ("locust.txt", "locust-text", 15, ("GET /", "throughput", 276.87)),
        ("mitata.json", "mitata", 2, ("fib 10", "time", 121.18640184402466e-9)),
        ("mitata.txt", "mitata-text", 11, ("grp > aaa", "time", 1.05e-6)),
        ("pyperf.json", "pyperf", 1, ("sorted", "time", None)),
        ("pyperf.txt", "pyperf-text", 2, ("func", "time", 1.27e-6)),
        ("pytest-benchmark.csv", "pytest-benchmark-csv", 4, ("test_b.py::test_p", "time", None)),
        ("pytest-benchmark.json", "pytest-benchmark", 2, ("test_b.py::test_sort", "time", None)),
        ("pytest-benchmark.txt", "pytest-benchmark-text", 4, ("test_g", "time", 394.9479e-9)),
        ("sysbench-cpu.txt", "sysbench", 6, ("cpu", "throughput", 359.23)),
        ("sysbench-memory.txt", "sysbench", 7, ("memory", "throughput", 1_037_911.75)),
        ("tinybench.json", "tinybench", 2, ("add", "time", 4.2710359911350076e-07)),
        ("tinybench.txt", "tinybench-table", 2, ("slower | task", "time", 591.61e-9)),
        ("vegeta-results.csv", "vegeta-results", 3, ("requests", "success_rate", 1)),
        ("vegeta.json", "vegeta", 9, ("requests", "latency_mean", 619449e-9)),
        ("vegeta.txt", "vegeta-text", 9, ("requests", "latency_mean", 619.449e-6)),
        ("vitest.json", "vitest", 3, ("a.bench.js > top level", "time", 1.5852887761585e-6)),
        ("vitest.txt", "vitest-text", 3, ("a.bench.js > sort > normal", "time", 1.387357843e-6)),
        ("wrk.txt", "wrk", 8, ("http://127.0.0.1:18081/go/", "throughput", 390.69)),
    ],
)
def test_what_a_tool_wrote_is_read(
    file: str, format_name: str, count: int, of: tuple[str, str, float | None]
) -> None:
    text = (FILES / file).read_text()
    found, _, rejected = read(text, file)
    taken = results(text)
    assert (found, rejected, taken.rejected, taken.questions) == (format_name, [], [], [])
    assert len(taken.results) == count
    benchmark, metric, value = of
    one = next(
        result
        for result in taken.results
        if (result["benchmark"], result.get("metric", "")) == (benchmark, metric)
    )
    if value is not None:
        assert middle(one) == pytest.approx(value, rel=1e-6)


def middle(result: dict[str, Any]) -> float:
    """Return the value of a result, or the mean of its samples."""
    samples: list[float] = result.get("samples", [])
    value: float = sum(samples) / len(samples) if samples else result["summary"]["value"]
    return value


def test_a_name_over_two_lines_of_catch2_is_one_name() -> None:
    _, readings, _ = read((FILES / "catch2.txt").read_text())
    assert [one.benchmark for one in readings] == [
        "fib 10",
        "a name that is so long that it goes over more than one line of the table fib 15",
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.format)
def test_a_format_is_read_after_its_description(sample: Sample) -> None:
    found, readings, rejected = read(sample.text)
    assert (found, rejected) == (sample.format, [])
    taken = assemble("suite", (("", one) for one in readings), {})
    first = taken.results[0]
    metric = first.get("metric", "")
    unit = taken.metrics.get(str(metric), {}).get("unit", "")
    assert (first["benchmark"], metric, unit) == (sample.benchmark, sample.metric, sample.unit)
    if sample.value is None:
        assert "failure" in first or "histogram" in first
    else:
        assert middle(first) == pytest.approx(sample.value)
    assert first["parameters"] == sample.parameters
    assert len(taken.results) == sample.count


def test_every_format_has_a_file_or_a_sample() -> None:
    shown = {sample.format for sample in SAMPLES}
    shown |= {read(path.read_text(), path.name)[0] for path in FILES.iterdir()}
    assert shown | set(form_texts()) == set(FORMATS)


def test_every_format_is_in_one_family_and_families_are_short_enough_to_look_through() -> None:
    names = [one.name for formats in FAMILIES.values() for one in formats]
    assert sorted(names) == sorted(FORMATS)
    assert max(len(formats) for formats in FAMILIES.values()) <= 30


def form_texts() -> dict[str, str]:
    """Return a text of each format that has a file among the forms."""
    opened = [
        text.text
        for path in sorted(FORMS.iterdir())
        if path.name != "read.txt"
        for text in texts_of(path.name, path.read_bytes(), MOST)
    ]
    return {read(text)[0]: text for text in reversed(opened)}


def test_samples_survive_and_a_range_is_never_an_interval() -> None:
    of_go = results((FILES / "go.txt").read_text()).results[0]
    assert of_go["parameters"] == {"pkg": "example.org/x", "n": 100}
    assert len(of_go["samples"]) == 3  # type: ignore[arg-type]
    libtest = results("test a ... bench:       3,161 ns/iter (+/- 975)\n").results[0]
    assert libtest["summary"] == {
        "value": pytest.approx(3.161e-6), "low": pytest.approx(2.186e-6),
        "high": pytest.approx(4.136e-6), "spread": "range or standard deviation",
    }  # fmt: skip
    criterion = results("walk       time:   [1.0 ms 1.1 ms 1.3 ms]\n").results[0]
    assert criterion["summary"] == {
        "value": pytest.approx(0.0011), "low": pytest.approx(0.001), "high": pytest.approx(0.0013),
    }  # fmt: skip


def test_scales_of_one_unit_are_one_metric_and_bits_are_no_bytes() -> None:
    rows = [
        {"name": "a", "value": 900, "unit": "Melem/s"},
        {"name": "a", "value": 1.1, "unit": "Gelem/s"},
        {"name": "b", "value": 3, "unit": "Megabytes"},
        {"name": "b", "value": 4, "unit": "MB"},
        {"name": "c", "value": 2, "unit": "Mb/s"},
    ]
    taken = results(str(rows).replace("'", '"'))
    assert taken.metrics["element_throughput"]["unit"] == "elem/s"
    assert [one.get("samples") for one in taken.results] == [[9e8, 1.1e9], [3e6, 4e6], None]
    assert taken.results[2]["metric"] == "bit_rate"


def test_what_neither_tool_nor_unit_says_is_asked_and_an_answer_is_taken() -> None:
    text = '[{"name": "soak", "value": 3, "unit": "points"}]'
    asked = results(text)
    assert [(one.key, one.unit) for one in asked.questions] == [("points", "points")]
    assert asked.metrics["points"]["direction"] == "unknown"
    answered = results(text, points=BetterDirection.HIGHER)
    assert (answered.questions, answered.metrics["points"]["direction"]) == ([], "higher")


def test_one_bad_row_costs_one_row() -> None:
    rows = '[{"name": "a", "value": 1, "unit": "s"}, {"name": "b", "value": null, "unit": "s"}]'
    _, readings, rejected = read(rows)
    assert ([one.benchmark for one in readings], rejected[0].pointer) == (["a"], "/1")
    huge = results('[{"name": "a", "value": 1.7e308, "unit": "GB"}]')
    assert (huge.results, "too large" in huge.rejected[0].reason) == ([], True)


def test_a_long_name_is_shortened_and_stays_unique() -> None:
    names = ["x" * 2_001, "x" * 2_002]
    taken = results(
        str([{"name": one, "value": 1, "unit": "s"} for one in names]).replace("'", '"')
    )
    stored = {str(one["benchmark"]) for one in taken.results}
    assert (len(stored), max(map(len, stored))) == (2, LONGEST_BENCHMARK)
    assert "shortened" in taken.notes[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"machine_info": {}, "x": 1}', "looks like pytest-benchmark"),
        ("nothing of a benchmark\n", "no format fits"),
        ('{"results": [', "not complete"),
        ("", "empty"),
        ("[[26610600, 0.14], [26610610, 0.21]]", "list of points"),
        ("window.BENCHMARK_DATA = {}", "tidemark import"),
        ('{"context": {}, "benchmarks": []}', "no results: its list “benchmarks” is empty"),
        (
            '{"name": "a", "value": 1}\n{"name": "b", "value": 2}\n',
            "2 JSON documents, one per line",
        ),
        (
            '{"results": [{"command": "a", "mean": 1}]}\n{"results":\n [{"command": "b"}]}',
            "2 JSON documents, of hyperfine",
        ),
    ],
)
def test_a_file_that_fits_nothing_says_what_is_near(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        recognise(ToolText(text))
    with pytest.raises(UnreadableError, match="there is no format"):
        named("hyperfien")


def test_a_file_that_fits_two_formats_is_refused_until_one_is_named() -> None:
    both = ToolText("test a ... bench: 3 ns/iter (+/- 1)\nBenchmarkFib-8  100  325 ns/op\n")
    with pytest.raises(UnreadableError, match="may be libtest") as refused:
        recognise(both)
    assert "--format" in refused.value.remedy
    assert [one.benchmark for one in readings_of("go", both)] == ["Fib"]


def readings_of(name: str, file: ToolText) -> Iterator[Reading]:
    return (one for one in FORMATS[name].read(file) if isinstance(one, Reading))


LINE = b"test a ... bench:       3,161 ns/iter (+/- 975)\r\n"


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        LINE,
        b"\xef\xbb\xbf" + LINE,
        LINE.decode().encode("utf-16"),
        gzip.compress(LINE, mtime=0),
        zipped({"a.txt": LINE}),
        tarred({"a.txt": LINE, "picture.png": b"\x89PNG\xff\xfe\xff"}),
        gzip.compress(tarred({"a.txt": LINE}), mtime=0),
    ],
    ids=["plain", "BOM", "UTF-16", "gzip", "zip", "tar", "tar.gz"],
)
def test_encodings_and_archives_are_opened(content: bytes) -> None:
    texts = list(texts_of("a.txt", content, MOST))
    assert [read(text.text)[1][0].value for text in texts] == [3161.0]


@pytest.mark.parametrize("pack", [gzip.compress, lambda plain: zipped({"a": plain})])
def test_an_archive_does_not_grow_without_limit(pack: Any) -> None:
    with pytest.raises(UnreadableError, match="larger than the limit"):
        list(texts_of("bomb", pack(b"0" * (MOST + 1)), MOST))
    with pytest.raises(UnreadableError, match=r"damaged|not complete"):
        list(texts_of("torn", pack(LINE * 100)[:-40], MOST))


def test_an_archive_of_target_criterion_is_read_once() -> None:
    sample = b'{"sampling_mode": "Linear", "iters": [1.0, 2.0], "times": [5.0, 12.0]}'
    folder = "target/criterion/parse/big"
    archive = zipped({
        f"{folder}/new/sample.json": sample, f"{folder}/base/sample.json": sample,
        f"{folder}/new/estimates.json": b'{"mean": {"point_estimate": 1}, "std_dev": {}}',
        f"{folder}/new/benchmark.json": b"{}", "target/criterion/report/index.html": b"<p>",
    })  # fmt: skip
    (text,) = texts_of("criterion.zip", archive, MOST)
    (reading,) = readings_of("criterion-sample", text)
    assert (reading.benchmark, reading.samples) == ("parse/big", (5.0, 6.0))


def test_a_histogram_keeps_every_count() -> None:
    counts = [(1, 3), (2047, 5), (2048, 7), (1_000_000, 2), (3_600_000_000, 1)]
    found = decode(encode(counts))
    assert found.total == 18
    for (value, count), low, high, stored in zip(
        counts, found.lowest, found.highest, found.counts, strict=True
    ):
        assert low <= value <= high
        assert stored == count


def real_files() -> list[Path]:
    """Files of other projects, where they lie beside the repository; none of them is in it."""
    beside = Path(__file__).parents[4] / "shared" / "data"
    folder = Path(os.environ.get("TIDEMARK_SHARED_DATA", beside)) / "formats"  # noqa: TID251
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".tsv"]


def refusal_of(file: ToolText) -> UnreadableError | None:
    try:
        recognise(file)
    except UnreadableError as error:
        return error
    return None


REFUSED = 40
"""Of 174 real files: no results in them, or histories and descriptions of other kinds."""


def test_real_files_are_read_or_refused_with_a_reason() -> None:
    refused = []
    for path in real_files():
        for text in texts_of(path.name, path.read_bytes(), 50_000_000):
            if error := refusal_of(text):
                assert error.remedy
                assert ": " in error.reason or "may be" in error.reason, (path, error.reason)
                refused.append(path.name)
                continue
            _, readings, rejected = read(text.text, text.name)
            assert all(one.reason and one.remedy for one in rejected)
            taken = assemble("suite", (("", one) for one in readings), {})
            assert not taken.rejected, (path, taken.rejected[:3])
    assert len(refused) <= REFUSED, refused


def test_the_document_of_formats_lists_each_with_what_the_tests_read() -> None:
    document = (ROOT / "docs" / "formats.md").read_text()
    rows = [
        line.strip("| ").split(" | ") for line in document.splitlines() if line.startswith("| `")
    ]
    listed = {row[0].strip("`"): (row[1], row[-3], int(row[-2]), int(row[-1])) for row in rows}
    of_tools = {
        read(path.read_text(), path.name)[0]: path for path in sorted(FILES.iterdir(), reverse=True)
    }
    described = form_texts() | {sample.format: sample.text for sample in SAMPLES}
    for name, chosen in FORMATS.items():
        text = of_tools[name].read_text() if name in of_tools else described[name]
        source = "tool" if name in of_tools else "description"
        count = len(results(text).results)
        assert listed[name] == (chosen.title, source, count, len(read(text)[2])), name
    assert listed.keys() == FORMATS.keys()
