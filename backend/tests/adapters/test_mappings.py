"""Tables and JSON of unknown tools, read by what a person declared."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.mapped.json_paths import path_of
from backend.adapters.tools.mapped.outlines import outline_of
from backend.adapters.tools.mapped.reading import mapped_format
from backend.adapters.tools.readings import Reading, ToolText
from backend.adapters.tools.registry import recognise
from backend.api.schemas.reports.mappings import MappingFields, MetricSource
from backend.domain.reports.mappings import MappedMetric, ReportMapping, mapping_faults

TABLE = "case,threads,ms,ops\nwalk,1,12.5,80\nwalk,4,13,77\nrun,1,nan,\nrun,4,soon,1\n,1,2,3\n"
COLUMNS = {
    "benchmark": ["case"],
    "parameters": {"threads": "threads", "build": "=release"},
    "metrics": [
        {"value": "ms", "metric": "=latency", "unit": "=ms"},
        {"value": "ops", "unit": "=op/s"},
    ],
}


def read(mapping: dict[str, Any], text: str) -> tuple[list[Reading], list[Rejected]]:
    items = list(mapped_format("m", msgspec.convert(mapping, ReportMapping)).read(ToolText(text)))
    readings = [one for one in items if isinstance(one, Reading)]
    return readings, [one for one in items if isinstance(one, Rejected)]


def values(readings: list[Reading]) -> list[tuple[Any, ...]]:
    return [
        (one.benchmark, one.metric, one.unit, one.samples or one.value or one.failure)
        for one in readings
    ]


def test_a_table_gives_a_result_for_each_number_and_bad_rows_are_named() -> None:
    readings, rejected = read(COLUMNS, TABLE)
    assert values(readings) == [
        ("walk", "latency", "ms", 12.5), ("walk", "", "op/s", 80.0),
        ("walk", "latency", "ms", 13.0), ("walk", "", "op/s", 77.0),
        ("run", "latency", "ms", "nan"),
    ]  # fmt: skip
    assert readings[2].parameters == {"threads": 4, "build": "release"}
    assert [(one.pointer, one.reason[:12]) for one in rejected] == [
        ("line 5", "the value 's"),
        ("line 6", "the row has "),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# made by us\nResults of today:\n\ncase;ms\nwalk;1.234,5\n",
        "case\tms\nwalk\t1.234,5\n",
        '"ms"|"case"\n"1.234,5"|"walk"\n',
    ],
    ids=["noise before", "tabs", "other order"],
)
def test_delimiter_and_line_of_names_are_found(text: str) -> None:
    mapping = {"benchmark": ["case"], "metrics": [{"value": "ms", "unit": "=ms"}], "decimal": ","}
    assert values(read(mapping, text)[0]) == [("walk", "", "ms", 1234.5)]


def test_one_number_a_row_takes_metric_and_unit_from_columns() -> None:
    text = "test,what,number,unit\na,speed,3,MB/s\na,wait,12 ms,\n"
    long = {
        "benchmark": ["test"],
        "metrics": [{"value": "number", "metric": "what", "unit": "unit"}],
    }
    readings, rejected = read(long, text)
    assert (values(readings), rejected[0].pointer) == ([("a", "speed", "MB/s", 3.0)], "line 3")
    behind = {"benchmark": ["test"], "metrics": [{"value": "number", "metric": "what"}]}
    assert values(read(behind, text)[0])[1] == ("a", "wait", "ms", 12.0)


@pytest.mark.parametrize(
    ("samples", "text"),
    [
        (["a", "b"], "case,a,b\nwalk,1,2\n"),
        (["all"], 'case,all\nwalk,"1; 2"\n'),
        (["all"], 'case,all\nwalk,"[1, 2]"\n'),
        (["#2", "#3"], "case,x,x\nwalk,1,2\n"),
    ],
)
def test_samples_are_several_columns_or_one_cell(samples: list[str], text: str) -> None:
    mapping = {"benchmark": ["case"], "metrics": [{"samples": samples, "unit": "=s"}]}
    assert values(read(mapping, text)[0]) == [("walk", "", "s", (1.0, 2.0))]


NESTED = (
    '{"sha": "abc", "suites": [{"name": "fs", "cases": {"open": {"ns": [3, 4], "dir": {"n": 1}},'
    ' "read": {"ns": [5, 6]}}}, {"name": "net", "cases": {"send": {"ns": []}}}]}'
)


def test_json_is_read_by_paths_from_the_row_and_from_the_top() -> None:
    mapping = {
        "kind": "json",
        "rows": "$.suites[*].cases.*",
        "benchmark": ["$.suites[*].name", "~"],
        "parameters": {"n": "dir.n"},
        "metrics": [{"samples": ["ns[*]"], "unit": "=ns"}],
        "commit": "$.sha",
    }
    readings, rejected = read(mapping, NESTED)
    assert values(readings) == [
        ("fs/open", "", "ns", (3.0, 4.0)),
        ("fs/read", "", "ns", (5.0, 6.0)),
    ]
    assert (readings[0].parameters, readings[0].commit) == ({"n": 1}, "abc")
    assert [one.pointer for one in rejected] == ["row 3"]
    of_list = mapping | {"metrics": [{"value": "ns", "unit": "=ns"}]}
    assert values(read(of_list, NESTED)[0])[0] == ("fs/open", "", "ns", (3.0, 4.0))


def test_lines_of_json_are_rows() -> None:
    mapping = {"kind": "json", "benchmark": ["name"], "metrics": [{"value": "a.b", "unit": "=s"}]}
    text = 'starting\n{"name": "x", "a": {"b": 1}}\n{"name": "y", "a": {"b": 2}}\n'
    assert [one[3] for one in values(read(mapping, text)[0])] == [1.0, 2.0]


@pytest.mark.parametrize("path", ["$..a", "$[?(@.x)]", "a[", "$.a[1:2]", "." * 60])
def test_a_path_of_another_kind_is_refused(path: str) -> None:
    with pytest.raises(UnreadableError, match="no path"):
        path_of(path)


def test_rows_may_say_their_own_commit_and_time() -> None:
    mapping = COLUMNS | {"commit": "sha", "time": "date"}
    text = "case,threads,ms,ops,sha,date\nwalk,1,2,3,abc,2026-05-01\nwalk,1,2,3,abd,never\n"
    readings, rejected = read(mapping, text)
    assert (readings[0].commit, readings[0].time) == ("abc", datetime(2026, 5, 1, tzinfo=UTC))
    assert [one.pointer for one in rejected] == ["line 3"]


def test_a_missing_column_is_named_with_those_there_are() -> None:
    with pytest.raises(UnreadableError, match="“threads”") as refused:
        read(COLUMNS, "case,ms,ops,kind\na,1,2,3\nb,1,2,3\n")
    assert "“kind”" in refused.value.remedy


def test_a_mapping_is_recognised_where_no_tool_is() -> None:
    one = mapped_format("load", msgspec.convert(COLUMNS, ReportMapping))
    other = mapped_format("other", msgspec.convert(COLUMNS, ReportMapping))
    found, sign = recognise(ToolText(TABLE), [one])
    assert (found.title, "case" in sign) == ("the mapping “load”", True)
    with pytest.raises(UnreadableError, match="may be"):
        recognise(ToolText(TABLE), [one, other])
    with pytest.raises(UnreadableError, match="table of 5 rows with case, threads, ms") as refused:
        recognise(ToolText(TABLE))
    assert "mappings suggest" in refused.value.remedy
    go = ToolText("BenchmarkFib-8  100  325 ns/op\n")
    assert recognise(go, [one])[0].name == "go"


def test_an_outline_says_columns_with_examples() -> None:
    outline = outline_of(ToolText(TABLE))
    assert outline is not None
    assert (outline.kind, outline.delimiter, outline.count) == ("table", ",", 5)
    assert [(one.source, one.is_number) for one in outline.columns] == [
        ("case", False), ("threads", True), ("ms", False), ("ops", True),
    ]  # fmt: skip
    nested = outline_of(ToolText('{"at": 1, "runs": {"a": {"t": {"mean": 3}}, "b": {"t": {}}}}'))
    assert nested is not None
    assert (nested.rows, nested.count) == ("$.runs.*", 2)
    assert [one.source for one in nested.columns] == ["~", "t.mean"]
    assert outline_of(ToolText("nothing\n")) is None


def test_what_a_mapping_lacks_is_said() -> None:
    lacking = ReportMapping(metrics=[MappedMetric()], time="date")
    assert [fault.pointer for fault in mapping_faults(lacking)] == [
        "/benchmark", "/metrics/0", "/time",
    ]  # fmt: skip


def test_the_api_describes_every_field_of_a_mapping() -> None:
    assert set(MappingFields.model_fields) == set(ReportMapping.__struct_fields__)
    assert set(MetricSource.model_fields) == set(MappedMetric.__struct_fields__)
