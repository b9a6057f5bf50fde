"""A comparison in words: the effect, its interval, what it rests on, and what is missing."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backend.domain.number_words import in_unit, percent
from backend.stats.compare_suites import SuiteComparison
from backend.stats.comparisons import Comparison
from backend.stats.geometric_mean import GeometricMean
from backend.stats.power import MOST_PAIRS
from backend.stats.shapes import Modes, Tails
from backend.stats.verdicts import STANDARD

FACTOR = 2.0
"""From this ratio on an effect is said as a factor instead of per cent."""
FEWEST_DIGITS = 0.001
"""Shares below this are written with two significant digits instead of one decimal."""
TIMES = "\u00d7"
NOT_MEMORY = frozenset(
    {"size", "disk", "file", "binary", "transfer", "sent", "received", "written", "read"}
)
NOUNS = {
    "pairs": ("pair", "pairs"),
    "samples": ("sample a side", "samples a side"),
    "runs": ("run a side", "runs a side"),
    "summary only": ("run a side", "runs a side"),
    "histogram": ("run a side", "runs a side"),
}


@dataclass(frozen=True, slots=True)
class Quantity:
    """What is compared, as far as words depend on it."""

    metric: str
    unit: str


@dataclass(frozen=True, slots=True)
class _Effect:
    """A ratio or difference with its interval, and how to write one end of it."""

    ends: tuple[float, float, float]
    word: str
    write: Callable[[float], str]
    shape: str


def words_of(quantity: Quantity) -> tuple[str, str]:
    """Return what more and what less of a quantity is called."""
    numerator, _, denominator = quantity.unit.partition("/")
    if numerator == "s":
        return "slower", "faster"
    if denominator == "s":
        return "higher throughput", "lower throughput"
    if numerator == "B" and NOT_MEMORY.intersection(re.split(r"[\W_]+", quantity.metric)):
        return "larger", "smaller"
    named = {"B": "memory", "J": "energy", "W": "power"}.get(numerator)
    return (f"more {named}", f"less {named}") if named else ("higher", "lower")


def effect_of(comparison: Comparison, quantity: Quantity, remark: str = "") -> str:
    """Write the effect and its interval: "4.8 % slower [3.1, 6.4]"; a remark stands between."""
    if comparison.basis == "exact" and not comparison.is_ratio:
        ends = (comparison.baseline, comparison.contender)
        (_, before, after), unit = in_unit([max(ends, key=abs), *ends], quantity.unit)
        return f"{before} to {after} {unit}".rstrip()
    effect = _ratio(comparison, quantity) if comparison.is_ratio else _gap(comparison, quantity)
    centre, low, high = effect.ends
    if not math.isfinite(centre) or (comparison.is_ratio and comparison.ratio == 0.0):
        return "a difference beyond what numbers hold"
    text = effect.shape.format(effect.write(centre), effect.word)
    if math.isnan(low) or math.isnan(high):
        return text
    text = f"{text} {remark}".rstrip()
    return f"{text} [{effect.write(min(low, high))}, {effect.write(max(low, high))}]"


def sentence_of(
    comparison: Comparison,
    quantity: Quantity,
    threshold: float = STANDARD.threshold,
    adjusted: float | None = None,
) -> str:
    """Say what a comparison found. `adjusted` is its p-value over the suite, if it is in one."""
    within = "" if comparison.covers_runs else "within these runs"
    effect = effect_of(comparison, quantity, within)
    if comparison.verdict == "same":
        head = _same(comparison, effect, threshold)
    elif comparison.verdict != "unknown":
        head = f"{effect}, {_basis(comparison)}"
    elif math.isnan(comparison.low):
        head = _without_interval(comparison, effect)
    else:
        head = f"unknown: {effect}; {_missing(comparison, threshold, adjusted)}"
    return f"{head}; same binary on both sides: not the code" if comparison.same_binary else head


def suite_sentence(suite: SuiteComparison) -> str:
    """Count the verdicts, and what could not be compared."""
    total = len(suite.keys)
    named = (
        ("regression", "regressions"),
        ("improvement", "improvements"),
        ("change", "changes of unknown direction"),
    )
    found = [
        f"{suite.counts[one]} {one if suite.counts[one] == 1 else many}"
        for one, many in named
        if suite.counts[one]
    ]
    rest = [f"{suite.counts['same']} the same", f"{suite.counts['unknown']} unknown"]
    left = (
        (len(suite.only_baseline), "only in the baseline"),
        (len(suite.only_contender), "only in the contender"),
        (len(suite.failed), "failed"),
    )
    apart = [f"{count} {where}" for count, where in left if count]
    head = f"{total} compared: {', '.join([*(found or ['no change']), *rest])}"
    return f"{head}. Not compared: {', '.join(apart)}." if apart else f"{head}."


def mean_sentence(mean: GeometricMean, quantity: Quantity) -> str:
    """Say the geometric mean of a suite, its interval, and how much further ones may differ."""
    if not mean.n:
        return "No ratios to average."
    own = _ratio_effect((mean.ratio, mean.low, mean.high), quantity)
    centre, low, high = own.ends
    text = own.shape.format(own.write(centre), own.word)
    if math.isnan(low):
        return f"{text} on average of {mean.n}, no interval"
    ends = f"[{own.write(min(low, high))}, {own.write(max(low, high))}]"
    return f"{text} {ends} on average of these {mean.n}"


def shape_sentence(
    comparison: Comparison, tails: Tails, modes: tuple[Modes, Modes], unit: str
) -> str:
    """Say what the centre does not show, a heavier tail or more modes; empty if nothing."""
    said = []
    if modes[0].count != modes[1].count:
        said.append(f"{_modes(modes[1], unit)}; the baseline has {_modes(modes[0], unit)}")
    if tails.p <= STANDARD.alpha:
        is_heavier = tails.contender.share > tails.baseline.share
        still = comparison.verdict in ("same", "unknown")
        head = (
            "the centre is not told apart, but the tail is" if still else "the tail moved as well"
        )
        shares = f"{percent(tails.contender.share)} % of its samples in the upper tail"
        was = f"{percent(tails.baseline.share)} % in the baseline"
        word = "heavier" if is_heavier else "lighter"
        said.append(f"{head}: {word}, {shares}, {was}")
    return "; ".join(said)


def _modes(modes: Modes, unit: str) -> str:
    if modes.count == 1:
        return "one mode"
    places = [mode.centre for mode in modes.modes]
    (_, *centres), name = in_unit([max(places, key=abs), *places], unit)
    parts = [
        f"{centre} ({percent(mode.share)} %)"
        for centre, mode in zip(centres, modes.modes, strict=True)
    ]
    return f"{modes.count} modes at {_listed(parts)} {name}".rstrip()


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _ratio(comparison: Comparison, quantity: Quantity) -> _Effect:
    return _ratio_effect((comparison.ratio, comparison.low, comparison.high), quantity)


def _ratio_effect(ends: tuple[float, float, float], quantity: Quantity) -> _Effect:
    more, less = words_of(quantity)
    ratio = ends[0]
    rises = ratio >= 1.0
    word = more if rises else less
    if 1.0 / FACTOR <= ratio <= FACTOR:
        first, low, high = ((end - 1.0) if rises else (1.0 - end) for end in ends)
        return _Effect((first, low, high), word, _share, "{} % {}")
    first, low, high = (end if rises else _inverse(end) for end in ends)
    return _Effect((first, low, high), word, _factor, f"{{}}{TIMES} {{}}")


def _gap(comparison: Comparison, quantity: Quantity) -> _Effect:
    """Write a difference in its unit, all ends in the scale of the largest."""
    sign = 1.0 if comparison.difference >= 0.0 else -1.0
    ends = [sign * end for end in (comparison.difference, comparison.low, comparison.high)]
    more, less = words_of(Quantity("", ""))
    largest = max((abs(end) for end in ends if math.isfinite(end)), default=0.0)
    _, unit = in_unit([largest], quantity.unit)

    def write(end: float) -> str:
        scaled, _ = in_unit([largest, end], quantity.unit)
        return scaled[1]

    shape = "{} " + f"{unit} {{}}" if unit else "{} {}"
    return _Effect((ends[0], ends[1], ends[2]), more if sign > 0.0 else less, write, shape)


def _inverse(ratio: float) -> float:
    return math.inf if ratio == 0.0 else 1.0 / ratio


def _share(share: float) -> str:
    if share != 0.0 and abs(share) < FEWEST_DIGITS:
        return f"{100.0 * share:.2g}" if abs(share) >= 1e-6 else "0.0"  # noqa: PLR2004 - 0.0001 %
    return percent(share)


def _goal(share: float) -> str:
    """Write a threshold: as short as it can be said."""
    return f"{100.0 * share:.2g}" if share < FACTOR - 1.0 else f"{100.0 * share:.0f}"


def _factor(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 9.95 else f"{ratio:.0f}"  # noqa: PLR2004 - three digits


def _noun(count: float, comparison: Comparison) -> str:
    """Name the units that a comparison counts; several of a summary are samples of one run."""
    is_sampled = comparison.basis == "summary only" and comparison.n > 1
    one, many = NOUNS["samples" if is_sampled else comparison.basis]
    return one if count == 1 else many


def _counted(count: float, comparison: Comparison) -> str:
    return f"{count:,.0f} {_noun(count, comparison)}".replace(",", "\u2009")


def _basis(comparison: Comparison) -> str:
    if comparison.basis == "exact":
        return "exact"
    counted = _counted(comparison.n, comparison)
    return f"{counted}, summary only" if comparison.basis == "summary only" else counted


def _same(comparison: Comparison, effect: str, threshold: float) -> str:
    if comparison.basis == "exact":
        return "the same, exact"
    return f"the same within {_goal(threshold)} %: {effect}, {_basis(comparison)}"


def _without_interval(comparison: Comparison, effect: str) -> str:
    if comparison.basis == "summary only":
        return f"summary only: {effect}, no interval"
    return f"unknown: {effect}, no interval: {_basis(comparison)} does not show scatter"


def _missing(comparison: Comparison, threshold: float, adjusted: float | None) -> str:
    """Say what would turn "unknown" into a verdict."""
    if not comparison.covers_runs:
        return "the scatter between runs is not known"
    goal = f"to see {_goal(comparison.effect_to_see)} %"
    if math.isinf(comparison.pairs_needed):
        return f"more than {_counted(MOST_PAIRS, comparison)} would be needed {goal}"
    if comparison.pairs_needed > 0.0:
        more = comparison.pairs_needed
        return f"needs about {more:.0f} more {_noun(more, comparison)} {goal}"
    if adjusted is not None and comparison.p < adjusted:
        return "not beyond chance among all comparisons of the suite"
    return f"it may or may not reach {_goal(threshold)} %"
