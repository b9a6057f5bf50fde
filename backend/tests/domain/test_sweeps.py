import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from backend.domain.labels import SeriesLabel
from backend.domain.number_words import in_unit, plain
from backend.domain.parameters import Scalar
from backend.domain.sweep_crossovers import SweepCrossover, crossovers_of
from backend.domain.sweep_moves import move_since
from backend.domain.sweep_places import MachineFact, facts_for, marks_for, place_of, standing_of
from backend.domain.sweep_results import SweepResult, axis_value
from backend.domain.sweeps import SweepCurve, SweepReading, group_curves, judge_curve


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


def judged(results: Sequence[SweepResult], facts: Sequence[MachineFact] = ()) -> SweepCurve:
    (curve,) = group_curves(results, "threads", in_rounds=True)
    return judge_curve(curve, SweepReading("threads", facts=facts))


def sentence(*results: SweepResult) -> str:
    return judged(results).sentence


def test_the_best_alone_is_held_against_the_next() -> None:
    said = sentence(a_result(1, 0.4), a_result(8, 0.2), a_result(16, 0.3))
    assert said.startswith("threads 8 is fastest: 200 ms [196, 204]. The next, 16, is worse by ")
    assert said.endswith(" %.")
    assert ", at most " in said


def test_what_lies_far_behind_is_said_as_a_multiple() -> None:
    said = sentence(a_result(1, 0.4), a_result(8, 0.1), a_result(16, 0.5))
    assert re.search(r"The next, 1, is (3\.9|4\.0)\d\u00d7 the best\.$", said)


def test_values_that_count_the_same_are_said_to_be_the_same() -> None:
    said = sentence(*(a_result(n, 1_100.0, sd=0.0) for n in (10, 50, 100)))
    assert said.startswith(
        "threads does not matter here: every value from 10 to 100 gives the same, "
    )


def test_neighbours_that_cannot_be_told_apart_are_a_range() -> None:
    said = sentence(a_result(1, 0.4), a_result(4, 0.2001), a_result(8, 0.2), a_result(12, 0.2002))
    assert "4 to 12 cannot be told apart; " in said


def test_where_nothing_differs_no_value_is_preferred() -> None:
    said = sentence(*(a_result(n, 0.2, sd=0.1) for n in (1, 2, 4)))
    assert " is fastest as measured: " in said
    assert said.startswith("No value of threads can be told from the others yet; ")


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
    curve = judged(results)
    assert curve.best_x == 4
    assert [point.excess for point in curve.points] == [pytest.approx(x) for x in (0.75, 0.5, 0)]


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


def test_cores_are_marked_on_axes_that_count_what_runs_side_by_side() -> None:
    facts = facts_for("blocking_max_threads", {"cores": 8})
    (mark,) = marks_for([1, 500], facts)
    assert (mark.x, mark.label) == (8, "cores = 8")
    assert marks_for([16, 500], facts) == []
    assert facts_for("object_size", {"cores": 8}) == []
    assert facts_for("threads", {}) == []


def test_physical_cores_are_told_from_the_threads_they_run() -> None:
    facts = facts_for("workers", {"cores": 16, "threads_per_core": 2})
    assert [mark.label for mark in marks_for([1, 64], facts)] == [
        "cores = 16",
        "physical cores = 8",
    ]


def test_caches_are_marked_on_axes_that_name_their_unit() -> None:
    caches: Mapping[str, Scalar] = {"cache_l1d_bytes": 49_152, "cache_l2_bytes": 2**21}
    assert [fact.x for fact in facts_for("buffer_kib", caches)] == [48, 2048]
    assert [fact.name for fact in facts_for("size in bytes", caches)] == [
        "size of the L1 data cache",
        "size of the L2 cache",
    ]
    assert facts_for("length", caches) == []


CORES = [MachineFact(10, "core count", "cores")]


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (10, "the core count"),
        (20, "2\u202f\u00d7\u202fthe core count"),
        (15, ""),
        (5, ""),
        (500, ""),
    ],
)
def test_a_value_is_named_by_the_fact_it_equals(x: float, words: str) -> None:
    assert place_of(x, CORES) == words
    assert place_of(x, []) == ""


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (10, 10, "the core count"),
        (8, 12, "around the core count of 10"),
        (1, 8, "below the core count of 10"),
        (12, 500, "above the core count of 10"),
    ],
)
def test_a_range_stands_to_the_fact(low: float, high: float, words: str) -> None:
    assert standing_of(low, high, CORES) == words


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
        "threads 10, the core count, is fastest: 214 ms. "
        "The scatter of the values is unknown, so others may be as good."
    )
    excess = {point.x: point.excess for point in curve.points}
    assert excess[12] == pytest.approx(0.0145, abs=1e-4)
    assert [point.x for point in curve.points if point.is_equal] == [10, 12]
    assert all(point.behind is None for point in curve.points)
    assert "By its mean alone, 12 is within 1.4 % of the best." in curve.remarks
    assert "1 and 4 are far behind: up to 6.17 times the best." in curve.remarks
    assert "10 is 7.8 % faster than the largest value, 500." in curve.remarks
    (knee,) = [remark for remark in curve.remarks if "stops paying" in remark]
    assert knee.startswith("By the means alone, raising threads stops paying at ")


def a_curve(truth: Mapping[float, float], seed: int = 1, **changes: Any) -> list[SweepResult]:
    """Return results of thirty rounds with 1 % noise of their own and 5 % that rounds share."""
    generator = np.random.default_rng(seed)
    shared = generator.normal(1.0, 0.05, 30)
    found = []
    for x, centre in truth.items():
        samples = (centre * shared * generator.normal(1.0, 0.01, 30)).tolist()
        found.append(replace(a_result(x, centre, **changes), samples=samples, n=30))
    return found


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
    assert re.match(r"time rises by (49|50)\.\d % \[4\d\.\d, 5\d\.\d\]", said)


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
    return judge_curve(curve, SweepReading("threads", margin, facts))


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
    assert said == "It would take more than 1\u202f000 rounds to settle what is open."
    assert "No value is shown to be within 2.0 % of the best yet." in curve.remarks


def test_without_a_margin_nothing_is_said_of_equally_good() -> None:
    results = [a_result(1, 0.4), a_result(4, 0.2, sd=0.1), a_result(8, 0.21, sd=0.1)]
    remarks = with_margin(results, 0.0).remarks
    assert re.fullmatch(
        r"(About \S+ more rounds would|It would take more than \S+ rounds to) "
        r"tell which value is best\.",
        remarks[-1],
    )
    assert not any("within" in one for one in remarks)


def test_values_apart_from_each_other_are_not_around_a_fact() -> None:
    truth = {1.0: 1.0, 2.0: 1.2, 4.0: 1.0, 8.0: 1.3, 16.0: 1.4}
    remarks = with_margin(a_curve(truth), 0.05, [MachineFact(2, "core count", "cores")]).remarks
    assert remarks[0] == "Either of 1 and 4 will do: each is within 5.0 % of the best."


def test_a_range_of_most_values_says_nothing_of_the_machine() -> None:
    truth = {1.0: 1.0, 2.0: 1.0, 4.0: 1.0, 8.0: 1.3, 16.0: 1.4}
    remarks = with_margin(a_curve(truth), 0.05, [MachineFact(2, "core count", "cores")]).remarks
    assert remarks[0] == "Any of 1 to 4 will do: each is within 5.0 % of the best."


def facets(**curves: Mapping[float, float]) -> list[SweepResult]:
    found = []
    for name, truth in curves.items():
        for one in a_curve(truth, seed=7):
            label = replace(one.series, parameters={**one.series.parameters, "engine": name})
            found.append(replace(one, series=label))
    return found


def crossed(**curves: Mapping[float, float]) -> list[SweepCrossover]:
    return crossovers_of(
        group_curves(facets(**curves), "threads", in_rounds=True), "threads", in_rounds=True
    )


RISING = {1.0: 0.1, 2.0: 0.14, 4.0: 0.2, 8.0: 0.28}
LEVEL = dict.fromkeys(RISING, 0.17)


def test_a_crossing_of_two_curves_is_said_with_its_range() -> None:
    (found,) = crossed(a=RISING, b=LEVEL)
    assert found.claimed
    assert [(one.low, one.high) for one in found.crossings] == [(2, 4)]
    assert re.fullmatch(
        r"engine=a is faster up to threads 2, engine=b from 4; they cross near 2\.\d+\.",
        found.sentence,
    )


def test_curves_that_do_not_cross_are_ranked_or_left_open() -> None:
    (found,) = crossed(a=LEVEL, b=dict.fromkeys(LEVEL, 0.2))
    assert found.crossings == []
    assert found.sentence.startswith("engine=a is faster than engine=b everywhere, by 1")
    (found,) = crossed(a=dict.fromkeys(LEVEL, 1.7), b=LEVEL)
    assert re.search(r"engine=b is faster .* everywhere, by \S+ to \S+\u00d7\.$", found.sentence)
    (found,) = crossed(a=LEVEL, b=LEVEL)
    assert found.sentence == "engine=a and engine=b cannot be told apart at any value of threads."


def test_of_many_curves_those_are_compared_that_take_turns_as_the_best() -> None:
    never = dict.fromkeys(LEVEL, 1.0)
    (found,) = crossed(a=RISING, b=never, c=LEVEL)
    assert (found.first, found.second) == ({"engine": "a"}, {"engine": "c"})


def test_several_crossings_are_listed() -> None:
    (found,) = crossed(a={1.0: 0.2, 2.0: 0.14, 4.0: 0.14, 8.0: 0.2}, b=LEVEL)
    assert found.sentence.startswith("engine=a and engine=b change places 2 times over threads: ")


OLD = {1.0: 0.3, 4.0: 0.2, 8.0: 0.24, 16.0: 0.26}
NEW = {1.0: 0.3, 4.0: 0.24, 8.0: 0.2, 16.0: 0.26}


def moved(earlier: list[SweepResult], now: list[SweepResult]) -> str:
    (before,), (after,) = (
        group_curves(results, "threads", in_rounds=True) for results in (earlier, now)
    )
    return move_since(before, after, "threads")


def test_an_optimum_that_moved_is_said_with_what_moving_gains() -> None:
    said = moved(a_curve(OLD), a_curve(NEW, seed=2))
    assert re.fullmatch(
        r"The optimum moved from threads 4 to 8 since the run before; "
        r"moving gains (19|20|21)\.\d % \[1\d\.\d, 2\d\.\d\]\.",
        said,
    )


def test_one_that_stayed_or_cannot_be_told_is_not_said_to_have_moved() -> None:
    assert moved(a_curve(OLD), a_curve(OLD, seed=2)) == ""
    close = a_curve(OLD | {8.0: 0.2002}), a_curve(OLD | {8.0: 0.1999, 4.0: 0.2001})
    assert moved(*close) == ""
    open_before = a_curve(OLD | {8.0: 0.2002}), a_curve(NEW, seed=2)
    assert moved(*open_before) == (
        "In the run before, 4 was best; whether the optimum moved cannot be told."
    )
    alone = moved(a_curve({4.0: 1.0}), a_curve(NEW))
    assert alone == ""


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (0.2345, "s", ("234", "ms")),
        (0.0000021, "s/op", ("2.10", "µs/op")),
        (3.0, "s", ("3.00", "s")),
        (5 * 2**20, "B", ("5.00", "MiB")),
        (1_234_567.0, "op/s", ("1\u202f234\u202f567", "op/s")),
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
