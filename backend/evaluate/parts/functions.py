"""Functions in profiles: small changes found, cost that only moved passed over."""

import numpy as np

from backend.evaluate.rows import Figures, Section, at_least, at_most
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.functions.counts import CallTree, FunctionCounts
from backend.stats.functions.judging import FunctionChange, judge_functions

TITLE = "Functions in profiles"
FUNCTIONS = 100
SHARE = 0.02
LUCK = 0.01
BEFORE, AFTER = 40, 20
SAMPLES = (2_000, 30_000, 60_000, 120_000)
ENOUGH = SAMPLES[-1]
MOVED = ("renamed", "split", "merged")


def evaluate(setting: EvaluationSetting) -> Section:
    """Draw profiles of made programs; the last function has a share of 2 %."""
    section = Section(TITLE)
    section.notes.append(
        f"{FUNCTIONS} functions, {BEFORE} commits before and {AFTER} after, each function's cost "
        f"scatters by {LUCK:.0%} from commit to commit"
    )
    runs, false, lines = 0, 0, []
    for samples in SAMPLES:
        with setting.step(f"functions, {samples} samples a commit"):
            repeated = range(setting.size(60, 8))
            found = [_made(setting, samples, number, "slower") for number in repeated]
            hits = np.mean([any(_is_found(one) for one in each) for each in found])
            flat = [_made(setting, samples, number, "same") for number in repeated]
        runs += len(flat) * (BEFORE + AFTER)
        false += sum(len(each) for each in flat)
        lines.append([f"{samples:,}", f"{hits:.0%}", str(sum(map(len, flat)))])
        if samples == ENOUGH:
            what = f"+5 % in a function of 2 %, {ENOUGH:,} samples a commit: found in 20 runs"
            section.rows.append(at_least(what, 0.9, float(hits)))
    section.rows.append(at_most("flat: false per 1,000 runs", 0.5, 1000 * false / runs, ".2f"))
    for form in MOVED:
        with setting.step(f"functions, {form}"):
            told = [_made(setting, ENOUGH, one, form) for one in range(setting.size(40, 6))]
        rate = float(np.mean([bool(each) for each in told]))
        section.rows.append(at_most(f"a function {form}: histories with a change", 0.05, rate))
    head = ["samples a commit", "+5 % found in 20 runs", "false, flat"]
    section.figures.append(Figures("Samples that it takes", head, lines))
    return section


def _is_found(change: FunctionChange) -> bool:
    return change.function == FUNCTIONS - 1 and change.ratio > 1.0


def _made(setting: EvaluationSetting, samples: int, number: int, form: str) -> list[FunctionChange]:
    """Judge one made history; its last column is what a form brings in."""
    generator = np.random.default_rng((setting.seed, 25, number, samples))
    weights = generator.pareto(1.2, FUNCTIONS - 1) + 0.2
    shares = np.append((1.0 - SHARE) * weights / weights.sum(), (SHARE, 0.0))
    parents = [0, *(int(generator.integers(0, one)) for one in range(1, FUNCTIONS))]
    callers = [{parent} if one else set() for one, parent in enumerate(parents)]
    callers.append({parents[-1], FUNCTIONS - 1})
    after = _after(shares, form, parents[-1])
    rows = [
        generator.multinomial(samples, _scattered(generator, after if one >= BEFORE else shares))
        for one in range(BEFORE + AFTER)
    ]
    own = np.array(rows, np.float64)
    total = own.copy()
    for one in range(FUNCTIONS, 0, -1):
        total[:, parents[one] if one < FUNCTIONS else parents[-1]] += total[:, one]
    counts = FunctionCounts(own, total, own.sum(axis=1), np.full(own.shape[0], np.nan))
    return judge_functions(counts, CallTree(callers, [""] * len(callers)))


def _after(shares: Floats, form: str, caller: int) -> Floats:
    after = shares.copy()
    kept = {"slower": 1.05, "same": 1.0, "renamed": 0.0, "split": 0.4, "merged": 0.0}[form]
    after[-2] *= kept
    if form in MOVED:
        after[caller if form == "merged" else -1] += shares[-2] * (1.0 - kept)
    return after


def _scattered(generator: np.random.Generator, shares: Floats) -> Floats:
    drawn = shares * np.exp(LUCK * generator.standard_normal(shares.size))
    return np.asarray(drawn / drawn.sum())
