"""Input that comparisons, sweeps, splits and ladders should not be handed."""

import math

import numpy as np

from backend.evaluate.handed import Handed
from backend.stats.compare import compare_pairs, compare_samples, compare_summaries
from backend.stats.comparison.from_summaries import Reported
from backend.stats.ladders import judge_ladder
from backend.stats.machine_offsets import remove_offsets
from backend.stats.multiplicity import adjust, simes
from backend.stats.online import judge_reruns
from backend.stats.power import pairs_needed
from backend.stats.sequential import SequentialRule, decide
from backend.stats.splits.contrasts import from_rounds
from backend.stats.splits.net_effects import Members
from backend.stats.splits.verdict import judge_split, split_p
from backend.stats.sweeps.answers import judge_sweep
from backend.stats.sweeps.best_set import best_set
from backend.stats.sweeps.response import response_from_rounds

_NINE = np.arange(1.0, 10.0)
_MILLION = np.ones(10**6)


def comparisons() -> list[Handed]:
    """Pairs, samples and summaries."""
    return [
        Handed("pairs of unequal number", lambda: compare_pairs([1.0, 2.0], [1.0]), None),
        Handed("no pairs", lambda: compare_pairs([], []), None),
        Handed("one pair", lambda: compare_pairs([1.0], [2.0]).verdict, "unknown"),
        Handed("pairs with NaN", lambda: compare_pairs([1.0, np.nan], [1.0, 1.0]), None),
        Handed("pairs with infinity", lambda: compare_pairs([1.0, np.inf], [1.0, 1.0]), None),
        Handed("equal pairs", lambda: compare_pairs(_NINE, _NINE).verdict, "same"),
        Handed("pairs all zero", lambda: compare_pairs([0.0] * 5, [0.0] * 5).verdict, "same"),
        Handed("negative pairs", lambda: compare_pairs(-_NINE, -2 * _NINE).verdict, ""),
        Handed("pairs at 1e300", lambda: compare_pairs(1e300 * _NINE, 1e300 * _NINE).ratio, "1"),
        Handed("pairs at 1e-300", lambda: compare_pairs(1e-300 * _NINE, 3e-300 * _NINE).ratio, "3"),
        Handed("1e-300 against 1e300", lambda: compare_pairs([1e-300] * 9, [1e300] * 9).verdict,
               "regression"),
        Handed("samples of one", lambda: compare_samples([1.0], [2.0]).verdict, "unknown"),
        Handed("samples, empty", lambda: compare_samples([], [2.0]), None),
        Handed("ties only", lambda: compare_samples([1.0, 2.0] * 9, [2.0, 1.0] * 9).verdict, ""),
        Handed("values alone", lambda: compare_summaries(Reported(1.0), Reported(2.0)).verdict,
               "unknown"),
        Handed("negative deviation",
               lambda: compare_summaries(Reported(1.0, sd=-1.0, n=5), Reported(2.0)), None),
        Handed("1,000,000 pairs", lambda: compare_pairs(_MILLION, _MILLION).verdict, "same"),
        Handed("p-values above 1", lambda: adjust([0.5, 1.5]), None),
        Handed("no p-values", lambda: simes([]), "unknown"),
        Handed("effect of -100 %", lambda: pairs_needed(-1.0, 0.03), None),
        Handed("no scatter", lambda: float(pairs_needed(0.01, 0.0)), ""),
        Handed("looks at zeros", lambda: decide(SequentialRule(), [0.0] * 5, [1.0] * 5), None),
        Handed("re-runs of unequal number", lambda: judge_reruns([1.0] * 3, [1.0] * 2, 0.1), None),
        Handed("re-runs with sigma 0", lambda: judge_reruns([1.0] * 3, [2.0] * 3, 0.0), None),
        Handed("no re-runs", lambda: judge_reruns([], [], 0.1).answer, "undecided"),
    ]  # fmt: skip


def tables() -> list[Handed]:
    """Sweeps, splits, ladders and machines."""
    return [
        Handed("sweep of one value", lambda: best_set(np.ones((1, 5)), "lower"), None),
        Handed("sweep without rounds", lambda: best_set(np.ones((3, 0)), "lower"), None),
        Handed("sweep with infinity", lambda: best_set(_with(np.inf), "lower"), None),
        Handed("sweep, a value failed everywhere", lambda: best_set(_row(np.nan), "lower"), None),
        Handed("sweep, a value failed once", lambda: _members(_with(np.nan)), ""),
        Handed("sweep, one round", lambda: best_set(np.ones((3, 1)), "lower").has_claim, "False"),
        Handed("sweep, all equal", lambda: _members(np.ones((4, 6))), "4 of 4"),
        Handed("sweep with zeros and negatives", lambda: _members(_with(-1.0)), ""),
        Handed("sweep at 1e300", lambda: _members(1e300 * _with(1.0)), "3 of 3"),
        Handed("axis that descends", lambda: judge_sweep(
            response_from_rounds(_with(1.0), "lower"), np.array([3.0, 2.0, 1.0])), None),
        Handed("split of nothing", lambda: split_p([]), None),
        Handed("split, NaN deviate", lambda: split_p([np.nan, 3.0, -3.0]), ""),
        Handed("split, cost NaN", lambda: judge_split(_split(np.nan, 0.1)), None),
        Handed("split, negative error", lambda: judge_split(_split(0.1, -0.1)), None),
        Handed("split without scatter", lambda: judge_split(_split(0.1, np.nan)).claimed, "False"),
        Handed("ladder, baseline failed", lambda: judge_ladder(
            from_rounds(_row(np.nan)[::-1], ["lower"]), ["rung", "rung"]), None),
        Handed("ladder with zeros", lambda: from_rounds(_with(0.0), ["lower"]), None),
        Handed("machines, too few names", lambda: remove_offsets([1.0, 2.0], [1]), None),
        Handed("machines, NaN", lambda: remove_offsets([1.0, np.nan], [1, 1]), None),
        Handed("machines, no runs", lambda: remove_offsets([], []).machines, "none"),
    ]  # fmt: skip


def _with(bad: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    table = np.ones((3, 5))
    table[1, 2] = bad
    return table


def _row(bad: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    table = np.ones((3, 5))
    table[-1] = bad
    return table


def _members(table: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> str:
    members = best_set(table, "lower").members
    return f"{int(members.sum())} of {members.size}"


def _split(cost: float, error: float) -> Members:
    return Members(np.array([cost, -0.1]), np.array([error, error]), np.full(2, math.inf))
