"""Where curves of a sweep cross, and what is said of it."""

import re
from collections.abc import Mapping
from dataclasses import replace

from backend.domain.sweeps.crossovers import SweepCrossover
from backend.domain.sweeps.curves import group_curves
from backend.domain.sweeps.results import SweepResult
from backend.tests.domain.sweeps.sweeping import a_curve
from backend.wording.sweeps.crossovers import crossovers_of


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
    assert re.fullmatch(
        r"engine=a is faster than engine=b everywhere, by 17\.6\u202f%, at least 17\.1\u202f%\.",
        found.sentence,
    )
    (found,) = crossed(a=dict.fromkeys(LEVEL, 1.7), b=LEVEL)
    assert re.search(
        r"engine=b is faster .* everywhere, by (\S+ to )?\S+\u00d7, at least 9\.\d+\u00d7\.$",
        found.sentence,
    )
    (found,) = crossed(a=LEVEL, b=LEVEL)
    assert (
        found.sentence
        == "engine=a and engine=b do not differ significantly at any value of threads."
    )


def test_of_many_curves_those_are_compared_that_take_turns_as_the_best() -> None:
    never = dict.fromkeys(LEVEL, 1.0)
    (found,) = crossed(a=RISING, b=never, c=LEVEL)
    assert (found.first, found.second) == ({"engine": "a"}, {"engine": "c"})


def test_several_crossings_are_listed() -> None:
    (found,) = crossed(a={1.0: 0.2, 2.0: 0.14, 4.0: 0.14, 8.0: 0.2}, b=LEVEL)
    assert found.sentence.startswith("engine=a and engine=b change places 2 times over threads: ")


def test_where_medians_tell_another_distance_both_are_named() -> None:
    def curve(name: str, samples: Mapping[float, list[float]]) -> list[SweepResult]:
        found = []
        for one in a_curve(dict.fromkeys(samples, 1.0), seed=7):
            parameters = {**one.series.parameters, "engine": name}
            own = samples[float(parameters["threads"])]
            label = replace(one.series, parameters=parameters)
            found.append(replace(one, series=label, samples=own, value=sorted(own)[1], n=3))
        return found

    # the machine slowed the second round of one curve only: medians see another ratio
    quick = curve("a", {1.0: [1.0, 1.1, 9.0], 2.0: [1.0, 1.1, 9.0]})
    slow = curve("b", {1.0: [4.0, 16.0, 36.0], 2.0: [4.0, 16.0, 36.0]})
    curves = group_curves([*quick, *slow], "threads", in_rounds=True)
    (found,) = crossovers_of(curves, "threads", in_rounds=True)
    assert re.search(
        r"everywhere, by 6\.\d+\u00d7, at least 2\.3\d\u00d7, round by round "
        r"\(14\.5\u00d7 by the medians drawn\)\.$",
        found.sentence,
    )
