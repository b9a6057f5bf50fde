"""Labels are read as their owners meant them, and a missed one is explained or not."""

import json
from pathlib import Path

import numpy as np
import pytest

from backend.evaluate.labelled import chromium, mozilla, nab, sap
from backend.evaluate.labelled.explain import explanation
from backend.evaluate.parts import labelled, real, turing
from backend.evaluate.setting import EvaluationSetting
from backend.evaluate.unlabelled import histories


def quiet(n: int, seed: int = 1) -> np.ndarray:
    return np.asarray(100.0 * np.exp(np.random.default_rng(seed).normal(0.0, 0.02, n)))


def sap_folder(root: Path, kind: str, change: int, values: np.ndarray) -> Path:
    for name in ("metadata", "data"):
        (root / name).mkdir(parents=True, exist_ok=True)
    labels = f"Type;Dataset;Change Point\n{kind};0001.csv;{change}\n"
    (root / "metadata" / "anything.csv").write_text(labels)
    rows = [f"{index + 1},{500 + index // 3},{value}" for index, value in enumerate(values)]
    (root / "data" / "0001.csv").write_text("\n".join(["Index,GHC,Measurement", *rows]))
    return root


def test_sap_counts_from_one_and_names_the_last_run_before(tmp_path: Path) -> None:
    (one,) = sap.read(sap_folder(tmp_path, "regression", 54, quiet(100)))
    assert [label.index for label in one.labels] == [54]
    assert one.builds[:4] == ("500", "500", "500", "501")


def test_sap_other_kinds_have_no_change(tmp_path: Path) -> None:
    (one,) = sap.read(sap_folder(tmp_path, "High deviation ", 0, quiet(100)))
    assert (one.kind, one.labels) == ("high deviation", ())


def test_mozilla_orders_runs_by_push_and_finds_the_label_by_time(tmp_path: Path) -> None:
    runs = [[9 - place, [], 100 + place, 5.0 + place] for place in (2, 0, 1)]
    (tmp_path / "runs7.json").write_text(json.dumps({"test_runs": runs}))
    expected = {"expected_push_timestamps": {"runs7.json": [101], "missing.json": [5]}}
    (tmp_path / "expected.json").write_text(json.dumps(expected))
    (one,) = mozilla.read(tmp_path)
    assert one.values.tolist() == [5.0, 6.0, 7.0]
    assert [label.index for label in one.labels] == [1]


def test_chromium_looks_between_start_and_end_revision(tmp_path: Path) -> None:
    rows = [[1000 + 10 * place, 5.0] for place in range(20)]
    case = {"rows": rows, "asserts": [["start_revision", 1101], ["a end_revision", 1110]]}
    (tmp_path / "series.json").write_text(json.dumps({"cases": {"one": case}}))
    (one,) = chromium.read(tmp_path)
    assert [(label.index, label.first, label.last) for label in one.labels] == [(11, 10, 12)]


def test_nab_takes_windows_of_time(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "labels").mkdir()
    rows = [f"2014-02-14 14:{minute:02}:00,{minute}" for minute in range(0, 60, 5)]
    (tmp_path / "real" / "a.csv").write_text("\n".join(["timestamp,value", *rows]))
    windows = {"real/a.csv": [["2014-02-14 14:10:00", "2014-02-14 14:31:00"]]}
    (tmp_path / "labels" / "combined_windows.json").write_text(json.dumps(windows))
    (one,) = nab.read(tmp_path)
    assert [(label.first, label.last) for label in one.labels] == [(2, 6)]


def test_turing_series_are_filled_and_need_annotations(tmp_path: Path) -> None:
    for name, raw in (("nile", [1.0, None, 3.0]), ("other", [1.0, 2.0])):
        series = {"name": name, "series": [{"raw": raw}]}
        (tmp_path / f"{name}.json").write_text(json.dumps(series))
    (tmp_path / "annotations.json").write_text(json.dumps({"nile": {"6": [], "7": [2]}}))
    (one,) = turing.read(tmp_path)
    assert one.values.tolist() == [1.0, 1.0, 3.0]


def test_why_a_label_is_not_reported() -> None:
    series = quiet(200)
    assert "needed" in (explanation(series, 100, 95, 105) or "")
    short = series.copy()
    short[198:] *= 2
    assert explanation(short, 198, 193, 203) == "2 runs on one side, 3 are needed"
    stepped = series.copy()
    stepped[100:] *= 1.5
    assert explanation(stepped, 100, 95, 105) is None


def test_a_regression_that_is_there_is_met_and_an_alert_elsewhere_is_not(tmp_path: Path) -> None:
    stepped = quiet(120)
    stepped[60:] *= 1.3
    sap_folder(tmp_path / "one", "regression", 60, stepped)
    sap_folder(tmp_path / "two", "Stable", 0, stepped)
    section = labelled.evaluate(EvaluationSetting(1, is_quick=True, data=tmp_path, is_silent=True))
    verdicts = {row.what: row.is_met for row in section.rows}
    assert verdicts["SAP HANA small, regression (1 series)"] is True
    assert verdicts["SAP HANA small, stable (1 series)"] is False
    told = [line[3] for line in section.figures[0].lines]
    assert told[0].startswith("met: run 60")
    assert "not the code" not in told[1]


@pytest.mark.parametrize(("after", "beyond"), [(5, "0"), (6, "1")])
def test_a_change_that_is_too_new_for_its_labels_does_not_count_against_them(
    tmp_path: Path, after: int, beyond: str
) -> None:
    values = quiet(60)
    values[-after:] *= 1.3
    rows = [[place, value] for place, value in enumerate(values.tolist())]
    case = {"rows": rows, "asserts": [["len(new_anomalies)", 0]]}
    folder = tmp_path / "changepoints" / "chromium-dashboard"
    folder.mkdir(parents=True)
    (folder / "cases.json").write_text(json.dumps({"cases": {"late": case}}))
    section = labelled.evaluate(EvaluationSetting(1, is_quick=True, data=tmp_path, is_silent=True))
    told = {row.what: row.now for row in section.rows}
    assert told["Chromium dashboard, reported beyond the labels"] == beyond
    (line,) = [one[3] for one in section.figures[0].lines]
    assert ("needs 6 runs" in line) is (beyond == "0")


GARBAGE = {
    "a.json": "{",
    "b.json": '{"expected_push_timestamps": {"c.json": [1]}, "cases": [1, 2]}',
    "c.json": '{"test_runs": [[1], null]}',
    "windows.json": '{"x.csv": [["yesterday"]]}',
    "annotations.json": '{"nile": {"6": "none"}}',
    "d.csv": "Type;Dataset;Change Point\nregression;e.csv;7\n",
    "e.csv": "Index,GHC,Measurement\n1,2,fast\n",
    "f.js": "window.BENCHMARK_DATA = {",
    "g.js": 'window.BENCHMARK_DATA = {"entries": {"s": [{"benches": [1, {"value": "x"}]}, null]}}',
}


def test_files_of_another_shape_do_not_end_the_evaluation(tmp_path: Path) -> None:
    for name, text in GARBAGE.items():
        (tmp_path / name).write_text(text)
    stepped = quiet(120)
    stepped[60:] *= 1.3
    sap_folder(tmp_path / "one", "regression", 60, stepped)
    setting = EvaluationSetting(1, is_quick=True, data=tmp_path, is_silent=True)
    for part in (labelled, turing, real):
        assert part.evaluate(setting).rows
    section = labelled.evaluate(setting)
    assert any("reading ended" in line[3] for line in section.figures[0].lines)


def test_histories_are_read_in_order_and_short_ones_left_out(tmp_path: Path) -> None:
    benches = [
        [{"name": "a", "value": place}, {"name": "b", "value": -1}] for place in range(1, 71)
    ]
    runs = [{"benches": bench} for bench in benches]
    text = json.dumps({"entries": {"suite": runs, "short": runs[:20]}})
    (tmp_path / "data.js").write_text(f"window.BENCHMARK_DATA = {text};")
    (one,) = histories(tmp_path, 5, 1)
    assert one.tolist() == list(range(1, 71))
