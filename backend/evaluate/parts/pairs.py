"""Two versions measured in turns: false claims, power, intervals, and when to stop."""

import numpy as np

from backend.evaluate.measurements import CV, KINDS, deviations, pairs
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_least, at_most, said
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.comparison.paired import estimate_pairs, paired_p
from backend.stats.multiplicity import adjust
from backend.stats.power import PowerGoal, pairs_needed
from backend.stats.sequential import Outcome, SequentialRule, decide, expect

TITLE = "Pairs of two versions"
ALPHA = 0.01
EFFECT = 0.03
SIZES = (3, 5, 6, 8, 10, 15, 16, 20, 40)
_SHOWN = (5, 10, 20, 40)
_GRID = tuple((cv, effect) for cv in (0.01, 0.03, 0.05) for effect in (0.01, 0.03, 0.05, 0.10))
_MOST = 400
"""Pairs up to which the number said to be needed is checked by simulation."""
_SUITE, _SLOWER, _FASTER = 100, 5, 3


def evaluate(setting: EvaluationSetting) -> Section:
    """Draw pairs without and with a difference, and ask for verdicts."""
    section = Section(TITLE)
    generator = np.random.default_rng([setting.seed, 8])
    with setting.step("level and power"):
        section.rows += _levels(setting, generator, section)
    with setting.step("intervals"):
        section.rows += _intervals(setting, generator)
    with setting.step("pairs needed"):
        section.rows += _needed(setting, generator, section)
    with setting.step("suites"):
        section.rows += _suites(setting, generator)
    with setting.step("rounds with looks"):
        section.rows += _sequential(setting, generator, section)
    section.notes.append(f"noise of one run {CV:.0%}, level {ALPHA:.0%} unless said otherwise")
    return section


def rejected(baseline: Floats, contender: Floats, alpha: float = ALPHA) -> float:
    """Return the share of histories in which a difference is claimed."""
    return float(np.mean(paired_p(baseline, contender) <= alpha))


def _levels(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    count = setting.size(20_000, 2_000)
    false: dict[tuple[int, str], float] = {}
    power: dict[tuple[int, str], float] = {}
    for k in SIZES:
        for kind in KINDS:
            baseline, contender = pairs(generator, kind, (count, k))
            false[k, kind] = rejected(baseline, contender)
            power[k, kind] = rejected(baseline, contender * (1 + EFFECT))
    worst = max(false, key=false.__getitem__)
    what = f"false claims at 1 %, worst of {len(false)} ({worst[0]} pairs, {worst[1]})"
    lines = [
        [str(k), kind, f"{false[k, kind]:.2%}", f"{power[k, kind]:.0%}"]
        for k in SIZES
        for kind in KINDS
        if k in _SHOWN
    ]
    head = ["pairs", "noise", "false claims", f"power at {EFFECT:+.0%}"]
    section.figures.append(Figures("Level and power", head, lines))
    return [
        at_most(what, 1.5, 100 * false[worst], ".2f", " %"),
        *_order(setting, generator),
        said("power with spikes, 20 pairs", f"{power[20, 'spikes']:.0%}"),
    ]


def _order(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    """Show what it costs to measure all of one version first, where the machine drifts."""
    both = deviations(generator, "ar", (setting.size(20_000, 2_000), 20))
    turns = rejected(both[:, 0::2], both[:, 1::2])
    blocks = rejected(both[:, :10], both[:, 10:])
    now = f"{turns:.1%} in turns, {blocks:.1%} one version after the other"
    return [said("false claims, correlated noise, 10 pairs", now)]


def _intervals(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    """Return the least coverage of the 99 % interval of a ratio."""
    held = {}
    for k in (5, 10, 20):
        for kind in KINDS:
            sides = pairs(generator, kind, (setting.size(20_000, 2_000), k))
            found = estimate_pairs(*sides)
            low, high = found.interval(np.full(len(sides[0]), 1 - ALPHA))
            held[k, kind] = float(np.mean((low <= 0) & (high >= 0)))
    least = min(held, key=held.__getitem__)
    what = f"99 % interval holds the ratio, worst ({least[0]} pairs, {least[1]})"
    return [at_least(what, 98.5, 100 * held[least], ".2f", " %")]


def _needed(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    """Measure as many pairs as are said to be needed, and see how often the effect is shown."""
    reached = {}
    lines = []
    for cv, effect in _GRID:
        needs = [
            float(pairs_needed(effect, cv, PowerGoal(alpha=one))) for one in (0.05, 0.01, 0.001)
        ]
        k = needs[1]
        if k <= _MOST:
            sides = pairs(generator, "gauss", (setting.size(4_000, 400), int(k)), cv)
            reached[cv, effect] = rejected(sides[0], sides[1] * (1 + effect))
        shown = f"{reached[cv, effect]:.2f}" if (cv, effect) in reached else "-"
        said_needs = " / ".join(f"{need:.0f}" for need in needs)
        lines.append([f"{cv:.0%}", f"{effect:+.0%}", said_needs, shown])
    head = ["noise of one run", "effect", "pairs at 5 / 1 / 0.1 %", "power found at 1 %"]
    section.figures.append(Figures("Pairs needed for power 0.8", head, lines))
    low, high = min(reached.values()), max(reached.values())
    name = "power at the number of pairs said to be needed (0.8 asked)"
    # few pairs are whole steps of power, so more than was asked is common
    return [EvaluationRow(name, "≥ 0.77", f"{low:.2f} to {high:.2f}", low >= 0.77)]  # noqa: PLR2004


def _suites(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    """Judge suites of 100, 8 of them changed by 5 %, half with spikes."""
    rows = []
    for k in (10, 20):
        false, power = [], []
        for _ in range(setting.size(300, 30)):
            factor = np.ones(_SUITE)
            changed = generator.permutation(_SUITE)[: _SLOWER + _FASTER]
            factor[changed[:_SLOWER]], factor[changed[_SLOWER:]] = 1.05, 1 / 1.05
            halves = [pairs(generator, kind, (_SUITE // 2, k)) for kind in ("gauss", "spikes")]
            baseline, contender = (np.vstack(sides) for sides in zip(*halves, strict=True))
            found = adjust(paired_p(baseline, contender * factor[:, None])) <= 0.05  # noqa: PLR2004
            hits = int(found[changed].sum())
            false.append((int(found.sum()) - hits) / max(1, int(found.sum())))
            power.append(hits / changed.size)
        what = f"suite of 100, {k} pairs: false among the claimed (power {np.mean(power):.0%})"
        rows.append(at_most(what, 5.5, 100 * float(np.mean(false)), ".1f", " %"))
    return rows


def _sequential(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    """Look after every five pairs; without a difference, any claim at any look is false."""
    rule = SequentialRule()
    wrong = {}
    for kind in ("gauss", "spikes", "lognormal"):
        count = setting.size(2_000, 150)
        sides = pairs(generator, kind, (count, rule.most_pairs))
        claims = [
            decide(rule, one, other).outcome is Outcome.DIFFERENT
            for one, other in zip(*sides, strict=True)
        ]
        wrong[kind] = float(np.mean(claims))
    worst = max(wrong, key=wrong.__getitem__)
    expected = expect(rule, (0.0, 0.02, 0.03, 0.05, 0.10), CV, setting.size(4_000, 500))
    lines = [
        [f"{one.effect:.0%}", f"{one.different:.1%}", f"{one.mean_pairs:.0f}"] for one in expected
    ]
    head = ["true effect", "claimed", "pairs on average"]
    section.figures.append(Figures("Rounds of 5 pairs, at most 40", head, lines))
    what = f"looks after every 5 pairs, 40 at most: false claims, worst ({worst})"
    return [at_most(what, 1.5, 100 * wrong[worst], ".2f", " %")]
