"""Surprises, suspicions and re-runs, on simulated series of known truth."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from backend.stats.arrays import Floats
from backend.stats.change_points import analyse
from backend.stats.changes import Analysis
from backend.stats.online import (
    FURTHER_RUNS,
    RerunAnswer,
    Suspicion,
    is_surprising,
    judge_reruns,
    surprise,
    suspicions,
)
from backend.stats.screening import WIDTH, tail_of

HISTORY = 100
AHEAD = 12


def gauss(generator: np.random.Generator, n: int) -> Floats:
    return generator.standard_normal(n)


def lognormal(generator: np.random.Generator, n: int) -> Floats:
    shape = 0.6
    raw = np.exp(shape * generator.standard_normal(n))
    spread = math.sqrt((math.exp(shape**2) - 1.0) * math.exp(shape**2))
    return (raw - math.exp(shape**2 / 2.0)) / spread


def heavy(generator: np.random.Generator, n: int) -> Floats:
    return generator.standard_t(3, n) / math.sqrt(3.0)


def bimodal(generator: np.random.Generator, n: int) -> Floats:
    raw = generator.standard_normal(n) + 4.0 * (generator.random(n) < 0.3)
    return (raw - 1.2) / math.sqrt(1.0 + 16.0 * 0.21)


def correlated(generator: np.random.Generator, n: int) -> Floats:
    raw = generator.standard_normal(n)
    for place in range(1, n):
        raw[place] = 0.6 * raw[place - 1] + 0.8 * raw[place]
    return raw


def spiky(generator: np.random.Generator, n: int) -> Floats:
    return generator.standard_normal(n) + 25.0 * (generator.random(n) < 0.02)


KINDS = [gauss, lognormal, heavy, bimodal, correlated, spiky]
Kind = Callable[[np.random.Generator, int], Floats]
CV = 0.02


def suspected(values: Floats, analysis: Analysis, side: float) -> Suspicion | None:
    """Return the suspicion of the newest run, if there is one to that side."""
    for one in suspicions(values, analysis):
        if one.index == values.size - 1 and (one.after - one.before) * side > 0.0:
            return one
    return None


def is_confirmed(one: Suspicion, reruns: Floats, step: float, side: float) -> bool:
    """Run pairs of the parent and the commit until there is an answer."""
    for pairs in (3, 5):
        baseline = reruns[0 : 2 * pairs : 2]
        contender = reruns[1 : 2 * pairs : 2] + step
        answer = judge_reruns(baseline, contender, one.spread, side).answer
        if answer is not RerunAnswer.UNDECIDED:
            return answer is RerunAnswer.CONFIRMED
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_of_seven_sigmas_is_confirmed_at_its_own_commit(kind: Kind) -> None:
    generator = np.random.default_rng(31)
    found, series = 0, 60
    step = 7.0 * CV
    for _ in range(series):
        noise = CV * kind(generator, HISTORY + 1 + AHEAD)
        values = np.exp(noise[: HISTORY + 1])
        values[HISTORY] *= math.exp(step)
        one = suspected(values, analyse(values), 1.0)
        found += one is not None and is_confirmed(one, noise[HISTORY + 1 :], step, 1.0)
    assert found >= 0.9 * series


@pytest.mark.parametrize("kind", KINDS)
def test_reruns_confirm_nothing_in_series_without_a_change(kind: Kind) -> None:
    generator = np.random.default_rng(32)
    confirmed = runs = suspicious = 0
    for _ in range(25):
        noise = CV * kind(generator, HISTORY + AHEAD)
        values = np.exp(noise)
        for n in range(60, HISTORY):
            analysis = analyse(values[:n])
            runs += 1
            for side in (-1.0, 1.0):
                one = suspected(values[:n], analysis, side)
                suspicious += one is not None
                if one is not None:
                    confirmed += is_confirmed(one, noise[n : n + 10], 0.0, side)
    assert confirmed == 0
    assert suspicious <= 0.03 * runs


def screened(values: Floats, analysis: Analysis, fresh: int = 1) -> float:
    """Return what the look at the tail says of the newest runs."""
    noise = np.array([[analysis.sigma, analysis.rho, analysis.slope]])
    visible = np.array([values.size - analysis.regime_start])
    return float(surprise(tail_of(np.log(values))[None], visible, np.array([fresh]), noise)[0])


@pytest.mark.parametrize("kind", KINDS)
def test_the_look_at_tails_misses_no_suspicion(kind: Kind) -> None:
    generator = np.random.default_rng(33)
    found = 0
    for _ in range(8):
        values = np.exp(CV * kind(generator, 200))
        values[120:] *= math.exp(5.0 * CV)
        for n in range(100, 140):
            before, now = analyse(values[: n - 1]), analyse(values[:n])
            if any(one.index == n - 1 for one in suspicions(values[:n], now)):
                found += 1
                # ingestion knows the noise of the last analysis only
                assert is_surprising(np.array([screened(values[:n], before)]))[0]
    assert found > 0


def test_each_of_several_new_runs_is_looked_at() -> None:
    generator = np.random.default_rng(34)
    values = np.exp(CV * generator.standard_normal(100))
    values[95] *= 1.3
    analysis = analyse(values)
    assert abs(screened(values, analysis, fresh=4)) < 4.0
    assert screened(values, analysis, fresh=5) > 6.0
    assert screened(1.0 / values, analysis, fresh=5) < -6.0


def test_series_too_short_or_never_analysed_surprise_nobody() -> None:
    tails = np.stack([tail_of(np.array([0.0, 0.0, 9.0])), np.zeros(WIDTH), np.zeros(WIDTH)])
    noise = np.array([[0.01, 0.0, 0.0], [math.nan, 0.0, 0.0], [0.01, 0.0, 0.0]])
    z = surprise(tails, np.array([3, 64, 64]), np.array([1, 1, 0]), noise)
    assert z.tolist() == [0.0, 0.0, 0.0]


def steady(n: int) -> Floats:
    pattern = np.array([0.0, 0.004, -0.003, 0.002, -0.004, 0.001])
    return 1.0 + np.resize(pattern, n)


def test_a_suspicion_tells_the_levels_and_holds_the_ratio_in_its_interval() -> None:
    values = np.append(steady(60), 1.1)
    (one,) = suspicions(values, analyse(values))
    assert (one.index, one.before_n, one.after_n) == (60, 60, 1)
    assert one.before == pytest.approx(1.0, abs=0.001)
    assert one.after == pytest.approx(1.1)
    assert one.low < 1.1 < one.high
    assert one.z > 10.0


def test_a_spike_is_suspicious_for_ten_further_runs() -> None:
    values = np.concatenate([steady(60), [1.1], steady(FURTHER_RUNS)])
    seen = [
        [one.index for one in suspicions(values[:n], analyse(values[:n]))]
        for n in range(61, values.size + 1)
    ]
    assert seen == [[60]] * FURTHER_RUNS + [[]]


@pytest.mark.parametrize(
    ("later", "runs_back", "answered_by"),
    [
        ([], 0, 64),
        ([1.0, 1.0], 2, 64),
        ([1.0, 1.0, 1.0], 3, 71),
        ([1.0, 1.0, 1.0, 1.1], 3, 71),  # what came back stays so
        ([1.0, 0.9, 1.0], 1, 66),  # not in a row
    ],
)
def test_a_suspicion_tells_when_the_level_came_back(
    later: list[float], runs_back: int, answered_by: int
) -> None:
    values = np.concatenate([steady(60), [1.1], later])
    one = suspicions(values, analyse(values))[0]
    assert (one.index, one.runs_back, one.has_returned) == (60, runs_back, runs_back == 3)
    assert one.answered_by == answered_by


def test_runs_that_stay_away_are_one_suspicion_and_a_return_ends_it() -> None:
    stays = np.concatenate([steady(60), [1.1, 1.1]])
    assert [one.index for one in suspicions(stays, analyse(stays))] == [60]
    twice = np.concatenate([steady(60), [1.1, 1.0, 1.1]])
    assert [one.index for one in suspicions(twice, analyse(twice))] == [60, 62]
    both_ways = np.concatenate([steady(60), [1.1, 0.9]])
    assert [one.index for one in suspicions(both_ways, analyse(both_ways))] == [60, 61]


def test_what_a_boundary_explains_is_no_suspicion() -> None:
    values = np.concatenate([steady(60), 1.1 * steady(4)])
    analysis = analyse(values)
    assert [change.index for change in analysis.changes] == [60]
    assert suspicions(values, analysis) == ()


@pytest.mark.parametrize("n", range(9))
def test_short_series_have_no_suspicions(n: int) -> None:
    values = np.append(np.ones(max(n - 1, 0)), 5.0)[:n]
    found = suspicions(values, analyse(values))
    assert all(one.index >= 6 for one in found)


def test_a_drifting_series_is_predicted_along_its_slope() -> None:
    generator = np.random.default_rng(35)
    values = np.exp(0.004 * np.arange(90) + 0.003 * generator.standard_normal(90))
    analysis = analyse(values)
    assert analysis.slope == pytest.approx(0.004, rel=0.1)
    assert suspicions(values, analysis) == ()


def test_levels_that_are_not_positive_have_no_ratio() -> None:
    values = np.append(np.resize([0.0, 0.5, -0.5, 0.2, -0.2], 40), 9.0)
    (one,) = suspicions(values, analyse(values))
    assert one.after == 9.0
    assert math.isnan(one.ratio) or one.before > 0.0


def test_values_must_go_with_their_analysis() -> None:
    with pytest.raises(ValueError, match="do not go with"):
        suspicions(np.ones(7), analyse(np.ones(8)))


@pytest.mark.parametrize(
    ("baseline", "contender", "side", "answer"),
    [
        ([0.0, 0.0, 0.0], [0.1, 0.1, 0.1], 1.0, RerunAnswer.CONFIRMED),
        ([0.0, 0.0, 0.0], [0.1, 0.1, 0.1], 0.0, RerunAnswer.CONFIRMED),
        ([0.0, 0.0, 0.0], [0.1, 0.1, 0.1], -1.0, RerunAnswer.REFUTED),
        ([0.1, 0.1, 0.1], [0.0, 0.0, 0.0], -1.0, RerunAnswer.CONFIRMED),
        ([0.0, 0.0, 0.0], [0.04, 0.04, 0.04], 1.0, RerunAnswer.REFUTED),  # median z 2.8
        ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 0.0, RerunAnswer.REFUTED),
        ([0.0, 0.0, 0.3], [0.1, 0.1, 0.1], 1.0, RerunAnswer.UNDECIDED),  # one spike
        ([0.0, 0.0, 0.3, 0.0, 0.0], [0.1] * 5, 1.0, RerunAnswer.CONFIRMED),
        ([0.0, 0.3, 0.3, 0.0, 0.0], [0.1] * 5, 1.0, RerunAnswer.REFUTED),
        ([0.0, 0.0], [0.1, 0.1], 1.0, RerunAnswer.UNDECIDED),
        ([], [], 0.0, RerunAnswer.UNDECIDED),
    ],
)
def test_pairs_of_reruns_answer(
    baseline: list[float], contender: list[float], side: float, answer: RerunAnswer
) -> None:
    result = judge_reruns(baseline, contender, 0.01, side)
    assert result.answer is answer
    assert (result.pairs_needed > 0) is (answer is RerunAnswer.UNDECIDED)
    assert bool(result.warnings) is (answer is RerunAnswer.UNDECIDED)


@pytest.mark.parametrize(
    ("baseline", "contender", "sigma", "words"),
    [
        ([1.0], [1.0, 2.0], 0.1, "pairs"),
        ([1.0, math.nan], [1.0, 2.0], 0.1, "finite"),
        ([1.0], [1.0], 0.0, "sigma"),
        ([1.0], [1.0], math.nan, "sigma"),
    ],
)
def test_reruns_that_cannot_be_judged_are_refused(
    baseline: list[float], contender: list[float], sigma: float, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        judge_reruns(baseline, contender, sigma)
