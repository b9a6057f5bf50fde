"""A comparison in words: the effect, its interval, what it rests on, and what is missing."""

import math
from collections.abc import Sequence

from backend.domain.quantities import Quantity
from backend.stats.comparison.comparisons import Comparison
from backend.stats.comparison.geometric_mean import GeometricMean
from backend.stats.comparison.shapes import Modes, Tails
from backend.stats.comparison.verdicts import STANDARD
from backend.stats.power import MOST_PAIRS
from backend.stats.suites.compare import FALSE_DISCOVERIES, SAME_BINARY, SuiteComparison
from backend.wording.effects import SPREAD, no_difference, ratio_words, width_words, words_of
from backend.wording.numbers import (
    FACTOR,
    MINUS,
    PHRASES,
    counted_in,
    factor,
    goal,
    in_unit,
    per_cent,
    percent,
    with_unit,
)

VERDICTS = (
    ("regression", "regressions"),
    ("improvement", "improvements"),
    ("change", "changes of unknown direction"),
    (SAME_BINARY, "differ with the same binary"),
    ("same", "unchanged"),
    ("unknown", "inconclusive"),
)
ALONE = {
    "change": "change of unknown direction",
    SAME_BINARY: "differs with the same binary",
    "same": "unchanged",
    "unknown": "inconclusive",
}
"""How one of them is called, where that is not the verdict itself."""
NOUNS: dict[str, tuple[str, str]] = PHRASES["units"]
WITHIN_RUN: dict[str, tuple[str, str]] = PHRASES["units_within"]
WORTH_SAYING = 0.05
"""Least share by which both ratios differ before that is said, unless the threshold is larger."""
ESTIMATORS = {
    "shift of samples": ("typical shift between samples", "the sides have different shapes"),
    "shift of pairs": (
        "typical shift within pairs",
        "the sides drifted meanwhile or have different shapes",
    ),
    "mean of runs": ("mean shift of the runs", "some runs are outliers among their side"),
}


MOST_REACH = 10.0
"""From here on the half width of an interval says no more than that nothing is known."""
NOT_MEASURABLE = ("unavailable", "needs")
"""Kinds of failure that are of the machine: a counter or a dependency is missing."""


def effect_of(comparison: Comparison, quantity: Quantity, remark: str = "") -> str:
    """Write the effect and its interval: "4.8 % slower [3.1, 6.4]"; a remark stands between."""
    if comparison.basis == "exact" and not comparison.is_ratio:
        ends = (comparison.baseline, comparison.contender)
        (_, before, after), unit = in_unit([max(ends, key=abs), *ends], quantity.unit)
        return f"{before} to {with_unit(after, unit)}"
    centre = comparison.ratio if comparison.is_ratio else comparison.difference
    if not math.isfinite(centre) or (comparison.is_ratio and comparison.ratio == 0.0):
        return "a difference beyond what numbers hold"
    if comparison.is_ratio:
        return ratio_words((centre, comparison.low, comparison.high), quantity, remark)
    return _gap(comparison, quantity.unit, remark)


def sentence_of(
    comparison: Comparison,
    quantity: Quantity,
    threshold: float = STANDARD.threshold,
    adjusted: float | None = None,
    false_discoveries: float = FALSE_DISCOVERIES,
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
        is_chance = adjusted is not None and adjusted > false_discoveries
        head = f"inconclusive: {effect}; {_missing(comparison, threshold, is_chance=is_chance)}"
    return f"{head}; same binary on both sides: not the code" if comparison.same_binary else head


def aspect_sentence(
    aspect: Comparison, centre: Comparison, quantity: Quantity, threshold: float
) -> str:
    """Say how an aspect differs, and what its centre does: "p99 3.05 times slower [2.4, 3.9]"."""
    is_width = aspect.aspect == SPREAD
    ends = aspect.ratio, aspect.low, aspect.high
    effect = width_words(ends) if is_width else effect_of(aspect, quantity)
    said = f"{aspect.aspect} {effect}, {_basis(aspect)}"
    if centre.verdict == "same":
        beside = f"the same within {goal(threshold)}\u202f%"
    elif centre.verdict == "unknown":
        beside = "inconclusive"
    else:
        beside = effect_of(centre, quantity)
    said = f"{said}; centre {beside}"
    return f"{said}; same binary on both sides: not the code" if aspect.same_binary else said


def suite_sentence(suite: SuiteComparison) -> str:
    """Give the verdict on a suite, its counts, and what could not be compared."""
    absent = sum(text.startswith(NOT_MEASURABLE) for _, text in suite.failed)
    left = (
        (len(suite.only_baseline), "only in the baseline"),
        (len(suite.only_contender), "only in the contender"),
        (len(suite.failed) - absent, "failed"),
        (absent, "not measurable here"),
    )
    apart = [f"{counted_in(count)} {where}" for count, where in left if count]
    head = _verdict(suite) if suite.keys else "Nothing to compare"
    return f"{head}. Not compared: {', '.join(apart)}." if apart else f"{head}."


def _verdict(suite: SuiteComparison) -> str:
    """Say first whether anything got worse, or that this cannot be judged yet.

    The same binary on both sides is no change of code.
    """
    counts = suite.counts
    found = ", ".join(
        f"{counted_in(counts[one])} {ALONE.get(one, one) if counts[one] == 1 else many}"
        for one, many in VERDICTS
        if counts[one]
    )
    if counts["regression"]:
        return found
    # "nothing found" is an answer where most rows have one
    is_open = 2 * counts["unknown"] > len(suite.keys)
    return f"{'Cannot be judged yet' if is_open else 'No regression found'}: {found}"


def precision_sentence(suite: SuiteComparison) -> str:
    """Say how wide the intervals are, and how many measurements what is inconclusive needs."""
    reach, unknown = suite.noise.reach, suite.comparisons.verdict == "unknown"
    level = goal(1.0 - STANDARD.alpha)
    most = min(reach, MOST_REACH)
    width = f"{'beyond ' if reach > MOST_REACH else ''}\u00b1{per_cent(most)}\u202f%"
    said = "" if math.isnan(reach) else f"Median {level}\u202f% CI: {width}."
    needs = unknown_words(suite.comparisons.pairs_needed[unknown].tolist(), int(unknown.sum()))
    return f"{said} {needs}".strip()


def unknown_words(needs: Sequence[float], unknown: int) -> str:
    """Say how many are inconclusive and how many more pairs most of them need."""
    if not unknown:
        return ""
    finite = sorted(one for one in needs if math.isfinite(one) and one > 0.0)
    hopeless = sum(math.isinf(one) for one in needs)
    said = f"{counted_in(unknown)} inconclusive"
    if finite:
        middle = finite[len(finite) // 2]
        of = "" if len(finite) == unknown else f" for {counted_in(len(finite))} of them"
        said += f": about {counted_in(math.ceil(middle))} more pairs or runs{of} (median)"
    if hopeless:
        said += f"; {counted_in(hopeless)} would need more than a thousand"
    blind = sum(math.isnan(one) for one in needs)
    if blind:
        more = "more runs per side show it"
        said += f"; of {counted_in(blind)} the scatter between runs is not known: {more}"
    return f"{said}."


def mean_sentence(mean: GeometricMean, quantity: Quantity) -> str:
    """Say the geometric mean of a suite, its interval, and how much further ones may differ."""
    if not mean.n:
        return "No ratios to average."
    said = ratio_words((mean.ratio, mean.low, mean.high), quantity)
    ends = ", no interval" if math.isnan(mean.low) else ""
    if mean.n == 1:
        return f"{said}, one ratio{ends}"
    return f"{said} on average of these {counted_in(mean.n)}{ends}"


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
            "the centre does not differ significantly, but the tail does"
            if still
            else "the tail moved as well"
        )
        shares = f"{percent(tails.contender.share)}\u202f% of its samples in the upper tail"
        was = f"{percent(tails.baseline.share)}\u202f% in the baseline"
        word = "heavier" if is_heavier else "lighter"
        said.append(f"{head}: {word}, {shares}, {was}")
    return "; ".join(said)


def _modes(modes: Modes, unit: str) -> str:
    if modes.count == 1:
        return "one mode"
    places = [mode.centre for mode in modes.modes]
    (_, *centres), name = in_unit([max(places, key=abs), *places], unit)
    parts = [
        f"{centre} ({percent(mode.share)}\u202f%)"
        for centre, mode in zip(centres, modes.modes, strict=True)
    ]
    return f"{modes.count} modes at {with_unit(_listed(parts), name)}"


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _gap(comparison: Comparison, unit: str, remark: str) -> str:
    """Write a difference in its unit, all ends in the scale of the largest."""
    centre, ends = comparison.difference, [comparison.low, comparison.high]
    more, less = words_of(Quantity("", ""))
    largest = max((abs(end) for end in (centre, *ends) if math.isfinite(end)), default=0.0)

    def write(end: float, *, is_alone: bool = True) -> str:
        (_, text), name = in_unit([largest, end], unit)
        text = f"{MINUS if end < 0.0 else ''}no limit" if math.isinf(end) else text
        return with_unit(text, name) if is_alone else text

    if centre == 0.0:
        return no_difference(ends, (more, less), write, f" {remark}".rstrip())
    sign = math.copysign(1.0, centre)
    head = f"{write(abs(centre))} {more if sign > 0.0 else less}"
    if math.isnan(sum(ends)):
        return head
    low, high = (write(end, is_alone=False) for end in sorted(sign * end for end in ends))
    return f"{f'{head} {remark}'.rstrip()} [{low}, {high}]"


def _noun(count: float, comparison: Comparison) -> str:
    """Name the units that a comparison counts: runs, or what was measured within one run."""
    of_one_run = comparison.n > 1 and comparison.basis in WITHIN_RUN
    if comparison.basis == "histogram":  # several runs hold more recordings than there are runs
        of_one_run = comparison.n == min(comparison.n_baseline, comparison.n_contender)
    one, many = WITHIN_RUN[comparison.basis] if of_one_run else NOUNS[comparison.basis]
    return one if count == 1 else many


def _counted(count: float, comparison: Comparison) -> str:
    return f"{counted_in(count)} {_noun(count, comparison)}"


def _basis(comparison: Comparison) -> str:
    if comparison.basis == "exact":
        return "exact"
    counted = _counted(comparison.n, comparison)
    return f"{counted}, summary only" if comparison.basis == "summary only" else counted


def _same(comparison: Comparison, effect: str, threshold: float) -> str:
    if comparison.basis == "exact":
        return "the same, exact"
    return f"the same within {goal(threshold)}\u202f%: {effect}, {_basis(comparison)}"


def _without_interval(comparison: Comparison, effect: str) -> str:
    if comparison.basis == "summary only":
        return f"summary only: {effect}, no interval"
    return f"inconclusive: {effect}, no interval: {_basis(comparison)} does not show scatter"


def _missing(comparison: Comparison, threshold: float, *, is_chance: bool) -> str:
    """Say what would turn "unknown" into a verdict."""
    if not comparison.covers_runs:
        return "the scatter between runs is not known"
    if comparison.is_contradicted and _is_apart(comparison):
        return "the medians of the sides differ the other way"
    to_see = _to_see(comparison, threshold)
    if math.isinf(comparison.pairs_needed):
        return f"more than {_counted(MOST_PAIRS, comparison)} would be needed {to_see}"
    if comparison.pairs_needed > 0.0:
        more = comparison.pairs_needed
        return f"needs about {counted_in(more)} more {_noun(more, comparison)} {to_see}"
    if is_chance:
        return "not beyond chance among all comparisons of the suite"
    return f"it may or may not reach {goal(threshold)}\u202f%"


def _is_apart(comparison: Comparison) -> bool:
    none = 1.0 if comparison.is_ratio else 0.0
    return comparison.low > none or comparison.high < none


def _to_see(comparison: Comparison, threshold: float) -> str:
    """Write the effect to be seen on the scale and in the direction of the effect itself."""
    effect = comparison.effect_to_see
    if not math.isfinite(effect):
        return "to see this difference"
    if not comparison.is_ratio or math.isclose(effect, threshold):
        return f"to see {goal(effect)}\u202f%"
    if effect > FACTOR - 1.0:
        return f"to see a factor of {factor(1.0 + effect)}"
    return f"to see {goal(effect / (1.0 + effect) if comparison.ratio < 1.0 else effect)}\u202f%"


def estimator_warnings(comparison: Comparison, threshold: float) -> tuple[str, ...]:
    """Say where the ratio and that of the medians are on different sides of 1, or far apart."""
    if comparison.estimator not in ESTIMATORS or not _differs(comparison, threshold):
        return ()
    estimated, why = ESTIMATORS[comparison.estimator]
    if not comparison.is_ratio:
        return (f"The {estimated} and that of the medians have opposite signs: {why}.",)
    medians = comparison.contender / comparison.baseline
    shifts = f"is {_signed(comparison.ratio)}, that of the medians {_signed(medians)}"
    return (f"The {estimated} {shifts}: {why}.",)


def _differs(comparison: Comparison, threshold: float) -> bool:
    if comparison.is_contradicted or not comparison.is_ratio:
        return comparison.is_contradicted
    ratio, ends = comparison.ratio, (comparison.baseline, comparison.contender)
    if not (0.0 < ratio < math.inf and min(ends) > 0.0):
        return False
    apart = math.log(ratio) - (math.log(ends[1]) - math.log(ends[0]))
    return abs(apart) > math.log1p(max(WORTH_SAYING, threshold))


def _signed(ratio: float) -> str:
    if not 1.0 / FACTOR <= ratio <= FACTOR:
        return f"a factor of {factor(ratio)}"
    sign = "+" if ratio > 1.0 else MINUS if ratio < 1.0 else ""
    return f"{sign}{per_cent(abs(ratio - 1.0))}\u202f%"
