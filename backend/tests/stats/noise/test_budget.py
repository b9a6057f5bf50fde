"""Noise budgets: components of known truth, bounds that hold, advice that is the cheapest."""

import math

import numpy as np
import pytest
from scipy.stats import f_oneway

from backend.stats.noise.budget import advise, noise_budget, noise_of_testbed
from backend.stats.power import smallest_change


def made(
    seed: int,
    sizes: list[int],
    within: float = 0.03,
    between: float = 0.02,
    machine: tuple[float, list[int]] = (0.0, []),
) -> list[np.ndarray]:
    """Return runs of those sizes with known scatters, on machines with known places."""
    rng = np.random.default_rng(seed)
    apart, places = machine
    offsets = apart * rng.standard_normal(max(places, default=0) + 1)
    return [
        np.exp(
            offsets[places[run] if places else 0]
            + between * rng.standard_normal()
            + within * rng.standard_normal(size)
        )
        for run, size in enumerate(sizes)
    ]


@pytest.mark.parametrize(
    ("sizes", "between"),
    [([5] * 10, 0.01), ([2, 5, 20, 8, 3] * 4, 0.02), ([3, 9] * 5, 0.0), ([30] * 6, 0.05)],
)
def test_bounds_hold_the_components(sizes: list[int], between: float) -> None:
    held = np.zeros(2)
    variances = np.zeros(2)
    for seed in range(400):
        budget = noise_budget(made(seed, sizes, between=between))
        for place, (part, truth) in enumerate(((budget.within, 0.03), (budget.between, between))):
            held[place] += part.low <= truth <= part.high
            variances[place] += part.sd**2 / 400
    assert (held / 400 >= 0.95 - 2.5 * math.sqrt(0.05 * 0.95 / 400)).all()
    assert math.sqrt(variances[0]) == pytest.approx(0.03, rel=0.03)
    assert math.sqrt(variances[1]) == pytest.approx(between, rel=0.05, abs=0.01)


def test_machines_are_told_from_runs() -> None:
    places = [run % 6 for run in range(48)]
    held, variances = 0, np.zeros(2)
    for seed in range(200):
        runs = made(seed, [4, 9, 6] * 16, machine=(0.03, places))
        budget = noise_budget(runs, [f"machine {place}" for place in places])
        held += budget.machine.low <= 0.03 <= budget.machine.high
        variances += np.array([budget.machine.sd**2, budget.between.sd**2]) / 200
    assert held / 200 >= 0.95 - 2.5 * math.sqrt(0.05 * 0.95 / 200)
    assert np.sqrt(variances) == pytest.approx([0.03, 0.02], rel=0.07)


def test_equal_runs_give_the_textbook_mean_squares() -> None:
    rows = made(3, [6] * 9)
    budget = noise_budget(rows)
    f = float(f_oneway(*[np.log(row) for row in rows]).statistic)
    assert budget.between.sd**2 == pytest.approx((f - 1) * budget.within.sd**2 / 6)
    assert sum(
        part.share for part in (budget.within, budget.fresh, budget.shared)
    ) == pytest.approx(1)


def test_what_neighbours_share_is_told_from_what_is_fresh() -> None:
    rng = np.random.default_rng(4)
    slow = np.zeros(200)
    for run in range(1, 200):
        slow[run] = 0.9 * slow[run - 1] + 0.02 * rng.standard_normal()
    drifting = noise_budget(list(np.exp(slow[:, None] + 0.01 * rng.standard_normal((200, 4)))))
    assert drifting.rho == pytest.approx(0.9, abs=0.1)
    assert drifting.shared.sd > 2 * drifting.fresh.sd
    calm = noise_budget(made(5, [4] * 200))
    assert abs(calm.rho) < 0.2
    assert calm.shared.sd == 0.0
    assert math.isnan(noise_budget(made(6, [4] * 12)).rho)


def test_outliers_do_not_pass_for_scatter_between_runs() -> None:
    rows = made(7, [20] * 10, between=0.0)
    rows[3][5] *= 50
    budget = noise_budget(rows)
    assert budget.within.sd == pytest.approx(0.03, rel=0.2)
    assert budget.between.sd < 0.01
    assert "1 of 200 samples lay far out" in budget.warnings[-1]


@pytest.mark.parametrize(("set_up", "sample"), [(10.0, 1.0), (0.0, 1.0), (500.0, 0.1), (1.0, 3.0)])
def test_the_advice_is_the_cheapest(set_up: float, sample: float) -> None:
    budget = noise_budget(made(8, [10] * 30))
    advice = advise(budget, set_up, sample)

    def price(n: float) -> float:
        median = math.pi / 2 if n >= 3 else 1.0
        return (budget.between.sd**2 + median * budget.within.sd**2 / n) * (set_up + sample * n)

    best = min(range(1, 2000), key=price)
    assert price(advice.samples_per_run) <= price(best) * (1 + 1e-9)
    assert advice.saving == pytest.approx(1 - price(best) / price(10), abs=1e-9)
    more = "samples" if best > 10 else "runs"
    assert advice.buys_more == (more if price(10) / price(best) >= 1.1 else "neither")


def test_advice_without_scatter_on_one_side() -> None:
    constant = noise_budget([[1.0, 1.0], [1.1, 1.1], [0.9, 0.9]])
    assert constant.within.sd == 0.0
    assert advise(constant, 1.0, 1.0).samples_per_run == 1
    still = noise_budget([[5.0] * 3] * 4)
    assert (still.of_a_run, still.within.share, advise(still, 1.0, 1.0).saving) == (0.0, 0.0, 0.0)
    within_only = noise_budget([[1.0, 1.1, 0.9, 1.05]] * 20)
    assert within_only.between.sd == 0.0
    assert advise(within_only, 1.0, 1.0).samples_per_run == 10_000


def test_single_samples_and_lone_runs_say_what_they_cannot_tell() -> None:
    lone = noise_budget([[1.0], [1.1], [0.9]])
    assert math.isnan(lone.within.sd)
    assert lone.between.sd == pytest.approx(np.log([1.0, 1.1, 0.9]).std(ddof=1))
    assert "One sample a run" in lone.warnings[0]
    apart = noise_budget([[1.0, 1.1], [1.2, 1.3]], ["a", "b"])
    assert math.isnan(apart.between.sd)
    with pytest.raises(ValueError, match="unknown"):
        advise(apart, 1.0, 1.0)
    with pytest.raises(ValueError, match="two samples a run"):
        advise(lone, 1.0, 1.0)


def test_shares_of_what_cannot_be_told_are_unknown() -> None:
    rng = np.random.default_rng(9)
    machines = [
        np.exp(0.2 * rng.standard_normal() + 0.01 * rng.standard_normal(10)) for _ in range(8)
    ]
    lone = noise_budget(machines, list("abcdefgh"))
    single = noise_budget([row[:1] for row in machines])
    for budget in (lone, single):
        parts = (budget.within, budget.fresh, budget.shared, budget.between, budget.machine)
        assert all(math.isnan(part.share) for part in parts)
    assert lone.within.sd == pytest.approx(0.01, rel=0.2)
    assert math.isnan(single.at_best)
    assert noise_of_testbed([0.02, math.nan], 0.0, 50).known == 1


def test_extreme_sizes_do_not_overflow() -> None:
    budget = noise_budget([[1e-300, 1e300], [1e300, 1e-300], [1.0, 1.0]])
    assert math.isfinite(budget.within.sd)
    assert math.isfinite(budget.between.sd)


@pytest.mark.parametrize(
    ("runs", "machines", "reason"),
    [
        ([], None, "two runs"),
        ([[1.0]], None, "two runs"),
        ([[1.0], []], None, "run 1: samples"),
        ([[1.0], [0.0]], None, "run 1: samples"),
        ([[math.nan], [1.0]], None, "run 0: samples"),
        ([[1.0], [1.0]], ["a"], "machine of every run"),
    ],
)
def test_unusable_runs_are_refused(
    runs: list[list[float]], machines: list[str] | None, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        noise_budget(runs, machines)


@pytest.mark.parametrize(("set_up", "sample"), [(-1.0, 1.0), (1.0, 0.0), (math.nan, 1.0)])
def test_impossible_costs_are_refused(set_up: float, sample: float) -> None:
    with pytest.raises(ValueError, match="cost"):
        advise(noise_budget(made(9, [3] * 5)), set_up, sample)


def test_a_testbed_is_told_by_its_quartiles() -> None:
    sigma = np.array([0.01, 0.02, math.nan, 0.04, 0.03, 0.05])
    found = noise_of_testbed(sigma, 0.2, 100)
    assert found.series == 6
    expected = np.expm1(np.quantile([0.01, 0.02, 0.03, 0.04, 0.05], [0.25, 0.5, 0.75]), dtype=float)
    assert (found.lower_quartile, found.median, found.upper_quartile) == pytest.approx(
        tuple(expected), rel=0.01
    )
    assert found.smallest[1] == smallest_change(0.02, 0.2, 100)
    assert np.isnan(found.smallest[2])
    assert found.warnings == ("1 of 6 series has too few runs to tell.",)
    assert math.isnan(noise_of_testbed([math.nan], 0.0, 10).median)
