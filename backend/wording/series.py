"""What is said of a series: its noise, its bounds, and what a line derived from several lacks."""

import math
from collections.abc import Sequence

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.commits.names import short_commit
from backend.domain.series.derived_points import DerivedPoints
from backend.domain.series.noise import (
    EFFECTS,
    SET_UP,
    EffectCost,
    NewestLevel,
    RunAdvice,
    ScatterSource,
    SeriesNoise,
)
from backend.domain.thresholds.bounds import Budget, BudgetState, Reference, limit_in
from backend.stats.noise.budget import NoiseBudget, advise, noise_budget
from backend.stats.noise.variance_components import ScatterComponent
from backend.stats.power import MOST_PAIRS, pairs_needed
from backend.wording.effects import counted
from backend.wording.machines import advice_sentence, budget_sentence, pairs_sentence
from backend.wording.numbers import goal, in_unit, with_unit

_STATES = {
    BudgetState.KEPT: "",
    BudgetState.BROKEN: "broken: ",
    BudgetState.UNSURE: "undecided: ",
}


def notes_of(results: Sequence[DerivedPoints]) -> list[str]:
    """Say what is left out, over all lines together."""
    points = sum(len(result.points.value) for result in results)
    without_partner = sum(result.without_partner for result in results)
    without_logarithm = sum(result.without_logarithm for result in results)
    without_interval = sum(result.without_interval for result in results)
    notes = []
    if without_partner:
        notes.append(
            f"{counted(without_partner, 'commit')} left out: not every series has a result there."
        )
    if without_logarithm:
        notes.append(
            f"{counted(without_logarithm, 'commit')} left out: a result there is not above zero,"
            " or its series has none that is."
        )
    if without_interval:
        notes.append(
            f"{without_interval} of {counted(points, 'point')} without an interval:"
            " a result there has none."
        )
    return notes


def noise_of_series(
    series: SeriesLabel, level: NewestLevel, smallest_change: float, set_up: float = SET_UP
) -> SeriesNoise:
    """Return the noise of the newest level of a series, or why it is not known."""
    problem = _problem(series, level)
    if problem:
        return SeriesNoise(
            series, len(level.runs), None, problem, [], None, None, None, [], None, []
        )
    one_machine = len(set(level.machines)) == 1
    budget = noise_budget(level.runs, None if one_machine else level.machines)
    return SeriesNoise(
        series=series,
        runs=budget.runs,
        samples=budget.samples,
        sentence=budget_sentence(budget),
        sources=_sources(budget),
        of_a_run=_share(budget.of_a_run),
        at_best=_share(budget.at_best),
        smallest_change=_known(smallest_change),
        effects=_effects(budget.of_a_run),
        advice=_advice(budget, set_up),
        warnings=budget.warnings,
    )


def _problem(series: SeriesLabel, level: NewestLevel) -> str:
    if series.noise == "exact":
        return "The metric is exact: one sample is the whole truth."
    if len(level.runs) < 2:  # noqa: PLR2004 - two runs have a difference
        return "One run at this level says nothing of how runs differ: measure it again."
    if not all((run > 0.0).all() and np.isfinite(run).all() for run in level.runs):
        return "Not all samples are positive: their scatter cannot be given as a share."
    return ""


def _sources(budget: NoiseBudget) -> list[ScatterSource]:
    named = {
        "between samples of a run": budget.within,
        "new in each run": budget.fresh,
        "shared by neighbouring runs": budget.shared,
        "between machines": budget.machine,
    }
    return [_source(name, one) for name, one in named.items() if not math.isnan(one.sd)]


def _source(name: str, one: ScatterComponent) -> ScatterSource:
    return ScatterSource(name, _share(one.sd), _share(one.low), _share(one.high), _known(one.share))


def _effects(scatter: float) -> list[EffectCost]:
    needed = pairs_needed(np.array(EFFECTS), scatter).tolist()
    return [
        EffectCost(
            effect=effect,
            pairs=int(pairs) if math.isfinite(pairs) else None,
            is_hopeless=math.isinf(pairs),
            sentence=pairs_sentence(effect, pairs, MOST_PAIRS),
        )
        for effect, pairs in zip(EFFECTS, needed, strict=True)
    ]


def _advice(budget: NoiseBudget, set_up: float) -> RunAdvice | None:
    if math.isnan(budget.between.sd) or math.isnan(budget.within.sd):
        return None
    advice = advise(budget, set_up, 1.0)
    return RunAdvice(
        set_up, advice.samples_per_run, advice.buys_more, advice.saving, advice_sentence(advice)
    )


def _share(sd: float) -> float | None:
    return None if math.isnan(sd) else _known(math.expm1(min(sd, 700.0)))


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None


def reference_words(reference: Reference) -> str:
    """Say which commit it is: "the newest commit tagged v1.*"."""
    if reference.tag:
        return f"the newest commit tagged {reference.tag}"
    return f"commit {short_commit(reference.commit)}"


def bound_words(budget: Budget, unit: str = "") -> str:
    """Say what a budget allows, in the unit of a series where one is given."""
    said = [
        f"{word} {_amount(amount.value if limit is None else limit, unit or amount.unit)}"
        for word, amount in (("at most", budget.at_most), ("at least", budget.at_least))
        if amount
        for limit in (limit_in(amount, unit) if unit else None,)
    ]
    if budget.worse_by is not None:
        said.append(f"at most {goal(budget.worse_by)}\u202f% worse than {budget.against}")
    return ", ".join(said)


def held_words(state: BudgetState, found: Sequence[str], bound: str) -> str:
    """Say how a budget stands: "broken: 6.10 ms, at most 5 ms"."""
    return f"{_STATES[state]}{', '.join(found)}; allowed is {bound}"


def level_words(value: float, unit: str) -> str:
    return _amount(value, unit)


def _amount(value: float, unit: str) -> str:
    (number,), name = in_unit([value], unit)
    return with_unit(number, name)
