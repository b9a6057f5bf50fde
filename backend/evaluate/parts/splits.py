"""Splits and ladders: how often one is claimed that is not there, and how often one that is."""

from collections.abc import Iterable

import numpy as np

from backend.evaluate.measurements import CV, pairs
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_least, at_most
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.comparison.paired import estimate_pairs
from backend.stats.ladders import judge_ladder
from backend.stats.multiplicity import adjust
from backend.stats.splits.contrasts import from_rounds
from backend.stats.splits.net_effects import Members
from backend.stats.splits.verdict import judge_split, split_p

TITLE = "Splits and ladders"
MEMBERS, PAIRS = 50, 10
_RUNGS, _ROUNDS = 5, 12
TRUTHS = (
    ("nothing changed", 0, 0, 0.0),
    ("5 slower by 5 %", 5, 0, 0.05),
    ("20 slower by 5 %", 20, 0, 0.05),
    ("5 slower, 3 faster by 5 %", 5, 3, 0.05),
    ("3 slower, 1 faster by 8 %", 3, 1, 0.08),
    ("10 slower, 10 faster by 3 %", 10, 10, 0.03),
)
"""What happened, how many got slower, how many faster, by how much."""


def evaluate(setting: EvaluationSetting) -> Section:
    """Draw changes that split a suite and changes that do not; then ladders."""
    section = Section(TITLE)
    generator = np.random.default_rng([setting.seed, 9])
    with setting.step("splits"):
        section.rows += _splits(setting, generator, section)
    with setting.step("ladders"):
        section.rows += _ladders(setting, generator)
    section.notes.append(
        f"{MEMBERS} members, {PAIRS} pairs each, noise {CV:.0%}; ladders of {_RUNGS} rungs in"
        f" {_ROUNDS} rounds"
    )
    return section


def _splits(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    lines, false, missed = [], {}, []
    for name, slower, faster, effect in TRUTHS:
        count = setting.size(1_000 if faster else 5_000, 100)
        truth = np.zeros(MEMBERS)
        truth[:slower], truth[slower : slower + faster] = np.log1p(effect), -np.log1p(effect)
        judged = np.array([_one(generator, truth) for _ in range(count)])
        claimed, plain, naive, misses = judged.mean(axis=0)
        lines.append([name, f"{claimed:.1%}", f"{plain:.1%}", f"{naive:.1%}", f"{misses:.1%}"])
        missed.append(misses)
        if not faster:
            false[name] = claimed
    head = ["truth", "claimed at 5 %", "the same from z", "any gain and any loss", "named missed"]
    section.figures.append(Figures("Splits claimed", head, lines))
    worst = max(false, key=false.__getitem__)
    return [
        at_most(f"false splits at 5 %, worst ({worst})", 5.5, 100 * false[worst], ".1f", " %"),
        at_most("intervals of named members that miss, worst", 5.5, 100 * max(missed), ".1f", " %"),
    ]


def _one(generator: np.random.Generator, truth: Floats) -> tuple[float, float, float, float]:
    """Return whether a split is claimed, twice; by the naive rule; and the share missed."""
    baseline, contender = pairs(generator, "gauss", (MEMBERS, PAIRS))
    found = estimate_pairs(baseline, contender * np.exp(truth)[:, None])
    judged = judge_split(Members(found.shift, found.error, found.degrees))
    named = judged.members.gains | judged.members.losses
    misses = (judged.members.low > truth) | (judged.members.high < truth)
    discovered = adjust(found.p()) <= 0.05  # noqa: PLR2004
    up, down = discovered & (found.shift > 0), discovered & (found.shift < 0)
    return (
        float(judged.verdict == "split" and judged.claimed),
        float(split_p(found.z()) <= 0.05),  # noqa: PLR2004
        float(up.any() and down.any()),
        float((misses & named).sum() / max(1, named.sum())),
    )


def _ladders(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    """Climb ladders without any gain, and ladders of which the second rung gains 5 %."""
    count = setting.size(2_000, 100)
    kept = [_best_sets_hold(generator, 0.0) for _ in range(count)]
    gained = [_best_sets_hold(generator, 0.05) for _ in range(count)]
    return [
        at_most(
            "ladder without gain: any rung kept", 5.5, 100 * _share(map(any, kept)),
            ".1f", " %",
        ),
        at_least(
            "ladder whose second rung gains 5 %: it is kept", 60.0,
            100 * _share(one[1] for one in gained), ".0f", " %",
        ),
    ]  # fmt: skip


def _share(answers: Iterable[bool]) -> float:
    return float(np.mean(list(answers)))


def _best_sets_hold(generator: np.random.Generator, gain: float) -> list[bool]:
    shared = 1.0 + CV * generator.standard_normal(_ROUNDS)
    own = 1.0 + CV * generator.standard_normal((_RUNGS + 1, _ROUNDS))
    level = np.ones(_RUNGS + 1)
    level[2:] /= 1.0 + gain
    ladder = judge_ladder(from_rounds(level[:, None] * own * shared, ["lower"]), ["rung"] * _RUNGS)
    return [rung.verdict == "kept" for rung in ladder.rungs]
