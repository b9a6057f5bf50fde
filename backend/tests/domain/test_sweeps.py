from collections.abc import Mapping

import numpy as np
import pytest

from backend.domain.labels import SeriesLabel
from backend.domain.number_words import in_unit, plain
from backend.domain.parameters import Scalar
from backend.domain.sweeps import SweepResult, axis_value, curves_of, marks_for


def a_result(
    threads: float,
    centre: float,
    *,
    sd: float = 0.01,
    unit: str = "s",
    direction: str = "lower",
    metric: str = "time",
) -> SweepResult:
    """Return a result with fifteen samples around the centre."""
    label = SeriesLabel(
        int(threads), "s", "b", {"threads": threads}, metric, unit, direction, "sampled", "box",
        "main",
    )  # fmt: skip
    samples = np.random.default_rng(int(threads)).normal(centre, sd * centre, 15).tolist()
    return SweepResult(label, centre, centre * 0.98, centre * 1.02, sd * centre, 15, samples)


def sentence(*results: SweepResult) -> str:
    (curve,) = curves_of(results, "threads", in_rounds=True)
    return curve.sentence


def test_the_best_alone_is_held_against_the_next() -> None:
    said = sentence(a_result(1, 0.4), a_result(8, 0.2), a_result(16, 0.3))
    assert said.startswith("threads 8 is fastest: 200 ms [196, 204]. The next, 16, is worse by ")
    assert said.endswith(" %.")
    assert ", at most " in said


def test_neighbours_that_cannot_be_told_apart_are_a_range() -> None:
    said = sentence(a_result(1, 0.4), a_result(4, 0.2001), a_result(8, 0.2), a_result(12, 0.2002))
    assert "4 to 12 cannot be told from it." in said


def test_where_nothing_differs_no_value_is_preferred() -> None:
    said = sentence(a_result(1, 0.2), a_result(2, 0.2001), a_result(4, 0.2002))
    assert said.endswith("No value can be told from it yet.")


@pytest.mark.parametrize(
    ("unit", "direction", "metric", "words"),
    [
        ("op/s", "higher", "rate", "has the highest throughput: "),
        ("B", "lower", "peak_rss", "takes the least memory: "),
        ("1", "lower", "faults", "has the lowest faults: "),
        ("s/op", "lower", "time", "is fastest: "),
    ],
)
def test_the_words_fit_the_metric(unit: str, direction: str, metric: str, words: str) -> None:
    results = [
        a_result(n, 100.0 / n if direction == "lower" else 100.0 * n, unit=unit,
                 direction=direction, metric=metric)
        for n in (1, 2, 4)
    ]  # fmt: skip
    assert words in sentence(*results)


def test_higher_is_better_where_the_metric_says_so() -> None:
    results = [a_result(n, 100.0 * n, unit="op/s", direction="higher") for n in (1, 2, 4)]
    (curve,) = curves_of(results, "threads", in_rounds=True)
    assert curve.best_x == 4
    assert [point.excess for point in curve.points] == [pytest.approx(x) for x in (0.75, 0.5, 0)]


def test_one_value_has_nothing_to_be_compared_with() -> None:
    (curve,) = curves_of([a_result(4, 0.2)], "threads", in_rounds=True)
    assert (curve.claim, curve.best_x) == ("none", None)
    assert curve.sentence.startswith("Only threads 4 gave a result")


def test_unequal_samples_are_compared_by_their_scatter() -> None:
    short = a_result(8, 0.2)
    results = [
        a_result(1, 0.4),
        SweepResult(short.series, 0.2, None, None, 0.002, 7, (short.samples or [])[:7]),
    ]
    (curve,) = curves_of(results, "threads", in_rounds=True)
    assert (curve.claim, curve.best_set) == ("interval", [8])


def test_texts_and_truth_values_are_no_places_on_an_axis() -> None:
    assert axis_value({"threads": 4}, "threads") == 4
    assert axis_value({"threads": "4"}, "threads") is None
    assert axis_value({"threads": True}, "threads") is None
    assert axis_value({}, "threads") is None


def test_cores_are_marked_on_axes_that_count_what_runs_side_by_side() -> None:
    cores: Mapping[str, Scalar] = {"cores": 8}
    (mark,) = marks_for("blocking_max_threads", [1, 500], cores)
    assert (mark.x, mark.label) == (8, "cores = 8")
    assert marks_for("object_size", [1, 500], cores) == []
    assert marks_for("threads", [16, 500], cores) == []
    assert marks_for("threads", [1, 500], {}) == []


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (0.2345, "s", ("234", "ms")),
        (0.0000021, "s/op", ("2.10", "µs/op")),
        (3.0, "s", ("3.00", "s")),
        (5 * 2**20, "B", ("5.00", "MiB")),
        (1_234_567.0, "op/s", ("1\u2009234\u2009567", "op/s")),
        (0.0, "1", ("0", "")),
    ],
)
def test_numbers_are_written_with_three_digits_in_a_fitting_scale(
    value: float, unit: str, expected: tuple[str, str]
) -> None:
    (text,), name = in_unit([value], unit)
    assert (text, name) == expected


def test_numbers_that_stand_together_share_the_scale_of_the_first() -> None:
    assert in_unit([1.0, 0.95], "s") == (["1.00", "0.950"], "s")
    assert plain(12.34) == "12.3"
