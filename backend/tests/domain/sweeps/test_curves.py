"""What is said of a sweep: its best values, its form, and what is left open."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from backend.domain.catalogue.labels import DirectionName
from backend.domain.sweeps.curves import SweepCurve, SweepReading, group_curves
from backend.domain.sweeps.places import MachineFact
from backend.domain.sweeps.results import SweepResult, axis_value
from backend.tests.domain.sweeps.sweeping import a_curve, a_result, judged, sentence
from backend.wording.sweeps.remarks import worded_curve


def test_the_best_alone_is_held_against_the_next() -> None:
    said = sentence(a_result(1, 0.4), a_result(8, 0.2), a_result(16, 0.3))
    assert said.startswith("threads = 8 is fastest: 200\u202fms [196, 204]. threads = 16 is ")
    assert re.search("\u202f% slower than threads = 8, at most [\\d.]+\u202f%\\.$", said)


def test_what_lies_far_behind_is_said_as_a_multiple() -> None:
    said = sentence(a_result(1, 0.4), a_result(8, 0.1), a_result(16, 0.5))
    slower = r"threads = 1 is (3\.9|4\.0)\d\u00d7 slower than threads = 8, at most 4\.\d+\u00d7\.$"
    assert re.search(slower, said)


def test_values_that_count_the_same_are_said_to_be_the_same() -> None:
    said = sentence(*(a_result(n, 1_100.0, sd=0.0) for n in (10, 50, 100)))
    assert said.startswith(
        "threads does not matter here: every value from 10 to 100 gives the same, "
    )


def test_neighbours_that_cannot_be_told_apart_are_a_range() -> None:
    said = sentence(a_result(1, 0.4), a_result(4, 0.2001), a_result(8, 0.2), a_result(12, 0.2002))
    assert "4 to 12 tie; " in said


def test_where_nothing_differs_no_value_is_preferred() -> None:
    said = sentence(*(a_result(n, 0.2, sd=0.1) for n in (1, 2, 4)))
    assert " is fastest, not significantly: " in said
    assert said.startswith("No value of threads is significantly better yet; ")


@pytest.mark.parametrize(
    ("unit", "direction", "metric", "words"),
    [
        ("op/s", "higher", "rate", "has the highest throughput: "),
        ("B", "lower", "peak_rss", "takes the least memory: "),
        ("1", "lower", "faults", "has the lowest faults: "),
        ("s/op", "lower", "time", "is fastest: "),
    ],
)
def test_the_words_fit_the_metric(
    unit: str, direction: DirectionName, metric: str, words: str
) -> None:
    results = [
        a_result(n, 100.0 / n if direction == "lower" else 100.0 * n, unit=unit,
                 direction=direction, metric=metric)
        for n in (1, 2, 4)
    ]  # fmt: skip
    assert words in sentence(*results)


def test_higher_is_better_where_the_metric_says_so() -> None:
    results = [a_result(n, 100.0 * n, unit="op/s", direction="higher") for n in (1, 2, 4)]
    curve = judged(results)
    assert curve.best_x == 4
    assert [point.excess for point in curve.points] == pytest.approx([0.75, 0.5, 0], abs=1e-3)


def test_one_value_has_nothing_to_be_compared_with() -> None:
    curve = judged([a_result(4, 0.2)])
    assert (curve.claim, curve.best_x) == ("none", None)
    assert curve.sentence.startswith("Only threads 4 gave a result")


def test_unequal_samples_are_compared_by_their_scatter() -> None:
    short = a_result(8, 0.2)
    results = [
        a_result(1, 0.4),
        SweepResult(short.series, 0.2, None, None, 0.002, 7, (short.samples or [])[:7]),
    ]
    curve = judged(results)
    assert (curve.claim, curve.best_set) == ("interval", [8])


def test_texts_and_truth_values_are_no_places_on_an_axis() -> None:
    assert axis_value({"threads": 4}, "threads") == 4
    assert axis_value({"threads": "4"}, "threads") is None
    assert axis_value({"threads": True}, "threads") is None
    assert axis_value({}, "threads") is None


CORES = [MachineFact(10, "core count", "cores")]


PUBLISHED = {1: 1319, 4: 381.5, 8: 234.1, 10: 213.8, 12: 216.9, 16: 233.3, 20: 231.3, 500: 231.9}
"""Mean ms of a JSON search on the Smol runtime by BLOCKING_MAX_THREADS, on a CPU of 10 cores."""


def test_published_means_give_an_optimum_without_a_claim() -> None:
    results = [
        replace(a_result(n, mean / 1e3), samples=None, sd=None, low=None, high=None, n=1)
        for n, mean in PUBLISHED.items()
    ]
    curve = judged(results, CORES)
    assert (curve.claim, curve.best_x, curve.best_set) == ("summary only", 10, [10])
    assert curve.sentence == (
        "threads = 10, the core count, is fastest: 214\u202fms. "
        "The scatter of the values is unknown, so others may be as good."
    )
    excess = {point.x: point.excess for point in curve.points}
    assert excess[12] == pytest.approx(0.0145, abs=1e-4)
    assert [point.x for point in curve.points if point.is_equal] == [10, 12]
    assert all(point.behind is None for point in curve.points)
    assert "By its mean alone, 12 is within 1.4\u202f% of the best." in curve.remarks
    assert "1 and 4 are far behind: up to 6.17 times the best." in curve.remarks
    assert "10 is 7.8\u202f% faster than the largest value, 500." in curve.remarks
    (knee,) = [remark for remark in curve.remarks if "stops paying" in remark]
    assert knee.startswith("By the means alone, raising threads stops paying at ")


def test_where_more_stops_paying_is_said_with_its_place_on_the_machine() -> None:
    truth = {n: max(8 / n, 1.0) ** 0.6 for n in (1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 32.0)}
    curve = judged(a_curve(truth), [MachineFact(8, "core count", "cores")])
    assert curve.form.knee is not None
    assert (curve.form.knee.x, curve.form.knee.pays) == (8, "more")
    assert "Raising threads stops paying at 8, the core count." in curve.remarks
    assert curve.form.plateau is not None
    assert (curve.form.plateau.low, curve.form.plateau.high) == (8, 32)
    assert any(one.startswith("Any of 8 to 32") for one in curve.remarks)


def test_a_cliff_is_said_with_its_size_and_interval() -> None:
    truth = {n: 1.5 if n > 16 else 1.0 for n in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)}
    curve = judged(a_curve(truth))
    (cliff,) = curve.form.cliffs
    assert (cliff.low, cliff.high) == (16, 32)
    said = next(one for one in curve.remarks if "between 16 and 32" in one)
    assert re.match(r"Jump: time rises by (49|50)\.\d\u202f% \[4\d\.\d, 5\d\.\d\]", said)


def test_a_parameter_that_does_not_matter_is_said_to_not_matter() -> None:
    curve = judged(a_curve({1.0: 0.2, 2.0: 0.2, 4.0: 0.2, 8.0: 0.2}))
    assert curve.form.is_flat
    assert curve.sentence.startswith("threads does not matter here: every value from 1 to 8")
    assert curve.remarks == []


def test_a_straight_curve_is_said_by_the_doubling() -> None:
    truth = {n: n**-0.2 for n in (1.0, 2.0, 4.0, 8.0)}
    remarks = judged(a_curve(truth)).remarks
    assert any(one.startswith("Each doubling lowers time by 1") for one in remarks)


def test_rounds_to_go_are_said_while_values_are_open() -> None:
    curve = judged([a_result(1, 0.4), a_result(4, 0.2, sd=0.1), a_result(8, 0.21, sd=0.1)])
    assert curve.form.more_rounds
    assert re.match(r"About \S+ more rounds would settle what is open", curve.remarks[-1])


def with_margin(
    results: Sequence[SweepResult], margin: float, facts: Sequence[MachineFact] = ()
) -> SweepCurve:
    (curve,) = group_curves(results, "threads", in_rounds=True)
    return worded_curve(curve, SweepReading("threads", margin, facts))


def test_many_rounds_are_only_said_to_be_many() -> None:
    close = [a_result(n, 0.2 + n * 1e-4, sd=0.2) for n in (1, 4, 8)]
    samples = np.random.default_rng(3).normal(0.0, 0.04, (3, 15))
    even = samples - samples.mean(axis=1, keepdims=True)
    results = [
        replace(one, samples=(one.value + noise).tolist())
        for one, noise in zip(close, even, strict=True)
    ]
    curve = with_margin(results, 0.02)
    assert (curve.form.more_rounds or 0) > 1000
    said = curve.remarks[-1]
    assert said.startswith("It would take more than 1\u202f000 rounds to settle what is open;")
    assert said.endswith("; a job measures 40 at most.")
    assert "No value is shown to be within 2.0\u202f% of the best yet." in curve.remarks


def test_without_a_margin_nothing_is_said_of_equally_good() -> None:
    results = [a_result(1, 0.4), a_result(4, 0.2, sd=0.1), a_result(8, 0.21, sd=0.1)]
    remarks = with_margin(results, 0.0).remarks
    assert re.fullmatch(
        r"(About \S+ more rounds would|It would take more than \S+ rounds to) "
        r"tell which value is best(; a job measures 40 at most)?\.",
        remarks[-1],
    )
    assert not any("within" in one for one in remarks)


def test_values_apart_from_each_other_are_not_around_a_fact() -> None:
    truth = {1.0: 1.0, 2.0: 1.2, 4.0: 1.0, 8.0: 1.3, 16.0: 1.4}
    remarks = with_margin(a_curve(truth), 0.05, [MachineFact(2, "core count", "cores")]).remarks
    assert remarks[0] == "Either of 1 and 4 will do: each is within 5.0\u202f% of the best."


def test_a_range_of_most_values_says_nothing_of_the_machine() -> None:
    truth = {1.0: 1.0, 2.0: 1.0, 4.0: 1.0, 8.0: 1.3, 16.0: 1.4}
    remarks = with_margin(a_curve(truth), 0.05, [MachineFact(2, "core count", "cores")]).remarks
    assert remarks[0] == "Any of 1 to 4 will do: each is within 5.0\u202f% of the best."


def test_distances_are_from_the_value_that_is_called_the_best() -> None:
    """The rounds put 1 first, the medians 2; what is shown must not lie beyond the best."""
    rounds = {1: [1.0, 1.3, 2.0], 2: [1.1, 1.2, 9.0], 4: [1.2, 1.4, 8.0]}
    results = [
        replace(a_result(n, float(np.median(samples))), samples=samples, n=3)
        for n, samples in rounds.items()
    ]
    curve = judged(results, CORES)
    assert (curve.best_x, curve.rounds) == (2, 3)
    assert [point.excess for point in curve.points] == pytest.approx(
        [1.3 / 1.2 - 1, 0, 1.4 / 1.2 - 1]
    )
