"""What is said of noise: where it comes from, what it hides, and how long an answer takes."""

import math
from collections.abc import Sequence

from backend.domain.machines.self_comparisons import (
    CLAIMED,
    AlarmRate,
    SelfComparison,
    SelfComparisonTally,
)
from backend.domain.machines.testbed_noise import (
    FEWEST_POINTS,
    GroupColumns,
    Ranked,
    shortest_wait,
)
from backend.domain.quantities import Quantity
from backend.domain.reports.run_pages import CONTROL_SUITE
from backend.stats.changes import FEWEST_RUNS
from backend.stats.noise.budget import Advice, NoiseBudget, NoiseOfTestbed
from backend.stats.noise.false_alarms import FalseAlarms, false_alarms
from backend.stats.sequential import Outcome, SequentialDecision
from backend.wording.effects import counted, ratio_words
from backend.wording.numbers import FACTOR, counted_in, factor, goal, per_cent

MOST = 0.6
"""Share of the variance from which on one source is said to be most of it."""


def budget_sentence(budget: NoiseBudget) -> str:
    """Say where the scatter of a benchmark comes from, and what remains of it."""
    sources = {
        "between the samples of a run": budget.within.share,
        "new in each run": budget.fresh.share,
        "shared by neighbouring runs": budget.shared.share,
        "between machines": budget.machine.share,
    }
    if math.isnan(budget.between.sd):
        return f"{_apart(budget)} How runs differ on one machine is unknown."
    if math.isnan(budget.within.sd):
        return f"{_of_runs(budget)} Runs of one sample do not show what of it is within a run."
    name, share = max(
        ((name, share) for name, share in sources.items() if not math.isnan(share)),
        key=lambda source: source[1],
    )
    if not share > 0.0:
        return "No scatter was seen: all samples are alike."
    head = f"{'Most' if share >= MOST else 'The largest part'} of the scatter is {name}"
    return f"{head} ({100 * share:.0f}\u202f%). {_of_runs(budget)}"


def _apart(budget: NoiseBudget) -> str:
    """Say what is known where every machine ran once."""
    if math.isnan(budget.within.sd):
        return "One sample per machine does not tell one source of scatter from another."
    return f"Samples of a run scatter by {_share(budget.within.sd)}."


def _of_runs(budget: NoiseBudget) -> str:
    samples = "1 sample" if budget.samples == 1.0 else f"{budget.samples:g} samples"
    now = f"One run ({samples}) has an uncertainty of {_share(budget.of_a_run)}"
    if math.isnan(budget.at_best):
        return f"{now}."
    if _share(budget.of_a_run) == _share(budget.at_best):
        return f"{now}; more samples would hardly help."
    return f"{now}; more samples per run cannot get below {_share(budget.at_best)}."


def advice_sentence(advice: Advice) -> str:
    """Say how many samples a run is best given, and what that saves."""
    best = f"{advice.samples_per_run} {'sample' if advice.samples_per_run == 1 else 'samples'}"
    if advice.buys_more == "neither":
        return f"Samples per run are well chosen; {best} would be best."
    takes = "takes" if advice.samples_per_run == 1 else "take"
    less = f"{100 * advice.saving:.0f}\u202f% less time"
    saving = f"{best} per run {takes} {less} for the same precision"
    more = "More samples per run pay" if advice.buys_more == "samples" else "More runs pay"
    return f"{more} better: {saving}."


def sentence_of_testbed(noise: NoiseOfTestbed) -> str:
    """Say how much the series of a testbed scatter from run to run."""
    if math.isnan(noise.median):
        return "No series has enough runs to estimate its noise."
    if noise.known == 1:
        one = (
            "The series" if noise.series == 1 else f"1 of {noise.series} series has enough runs: it"
        )
        return f"{one} scatters by {_size(noise.median)} from run to run."
    ends = _sizes(noise.lower_quartile, noise.upper_quartile)
    enough = "" if noise.known == noise.series else " with enough runs"
    median = _size(noise.median)
    return f"Run-to-run noise: median {median} (IQR {ends}), {noise.known} series{enough}."


def reach_sentence(middle: float, worst: float) -> str:
    """Say which changes would show within five runs; empty where nothing is known."""
    if math.isnan(middle):
        return ""
    if per_cent(middle) == per_cent(worst):
        return f"Smallest change detectable in 5 runs: {_size(middle)}."
    return (
        f"Smallest change detectable in 5 runs: {_size(middle)} (median series),"
        f" {_size(worst)} (noisiest)."
    )


def pairs_sentence(effect: float, pairs: float, limit: int) -> str:
    """Say how many pairs an effect takes; `pairs` is infinite beyond `limit`."""
    size = f"{per_cent(effect)}\u202f%"
    if math.isnan(pairs):
        return f"How many pairs {size} takes is unknown: the scatter is."
    if math.isinf(pairs):
        most = counted_in(limit)
        return f"{size} cannot be shown at this noise: it takes more than {most} pairs."
    return f"{size} takes about {counted_in(pairs)} {_pairs(pairs)}."


def decision_sentence(decision: SequentialDecision, threshold: float, quantity: Quantity) -> str:
    """Say what the pairs so far show, and what to do next."""
    pairs = counted(decision.pairs, "pair")
    if decision.outcome is Outcome.CONTINUE:
        if not decision.pairs:
            return f"No look yet: {decision.more} more {_pairs(decision.more)} to the first."
        return f"Inconclusive after {pairs}; {decision.more} more until the next look."
    effect = ratio_words((decision.ratio, decision.low, decision.high), quantity)
    if decision.outcome is Outcome.SAME:
        return f"The same within {goal(threshold)}\u202f%: {effect}, {pairs}."
    if decision.outcome is Outcome.DIFFERENT:
        return f"{effect[0].upper()}{effect[1:]}, {pairs}."
    return f"Inconclusive after {pairs}: {effect}."


def _pairs(count: float) -> str:
    return "pair" if count == 1 else "pairs"


def false_alarm_sentence(found: FalseAlarms) -> str:
    """Say how often a testbed raised an alarm where nothing had changed."""
    if not found.comparisons:
        return "Nothing was compared with itself yet."
    compared = f"{found.comparisons} comparisons of a program with itself"
    head = f"{found.alarms} of {compared} raised an alarm"
    interval = (
        f"{per_cent(found.rate)}\u202f%"
        f" [{per_cent(found.always_low)}, {per_cent(found.always_high)}]"
    )
    if found.too_many:
        return f"{head}: {interval}, more than the {per_cent(found.claimed)}\u202f% claimed."
    if found.always_high <= found.claimed:
        return f"{head}: {interval}, no more than the {per_cent(found.claimed)}\u202f% claimed."
    return (
        f"{head}: {interval}; nothing speaks against the {per_cent(found.claimed)}\u202f% claimed."
    )


def _share(sd: float) -> str:
    return _size(math.expm1(min(sd, 700.0)))


def _size(share: float) -> str:
    """Write a scatter or a change: 33.6 %; beyond twice as much nobody thinks in per cent."""
    ratio = 1.0 + share
    return f"a factor of {factor(ratio)}" if ratio > FACTOR else f"{per_cent(share)}\u202f%"


def _sizes(low: float, high: float) -> str:
    if 1.0 + high > FACTOR:
        return f"{_size(low)} to {_size(high)}"
    return f"{per_cent(low)} to {per_cent(high)}\u202f%"


def rate_of(tally: SelfComparisonTally, newest_alarms: Sequence[SelfComparison]) -> AlarmRate:
    """Return the rate of false alarms of a testbed with what it says of the claimed one."""
    found = false_alarms(tally.alarms, tally.comparisons, CLAIMED)
    return AlarmRate(
        comparisons=found.comparisons,
        alarms=found.alarms,
        rate=found.rate if found.comparisons else None,
        low=found.always_low,
        high=found.always_high,
        claimed=found.claimed,
        too_many=found.too_many,
        sentence=false_alarm_sentence(found),
        unjudged=tally.unjudged,
        results=tally.results,
        alarmed_results=tally.alarmed_results,
        newest_at=tally.newest_at,
        newest_alarms=newest_alarms,
    )


def self_check_sentence(compared: int, alarms: int, *, is_vetoed: bool) -> str:
    """Say what an A/A job found of a machine."""
    if not compared:
        return "Not measured: no result could be held against itself."
    results = counted(compared, "result")
    if alarms:
        return f"The same code differed from itself in {alarms} of {results}, measured in turns."
    vetoed = "; the control benchmark vetoed a run of it all the same" if is_vetoed else ""
    return f"The same code, measured in turns, differed from itself in none of {results}{vetoed}."


def ranked_sentence(ranked: Ranked) -> str:
    """Say how much the series of a testbed scatter, and which changes would show."""
    reach = reach_sentence(ranked.middle, ranked.worst)
    return f"{sentence_of_testbed(ranked.found)} {reach}".rstrip()


def why_unknown(groups: Sequence[GroupColumns]) -> str:
    """Say why no series of a testbed has a known noise, and what shows it soonest."""
    if not any(group.runs.size for group in groups):
        return "No series scatters here: no sampled metric was measured."
    waits = [wait for group in groups if (wait := shortest_wait(group)) is not None]
    if not waits:
        return "The noise is not known: no series holds values above zero alone, or none is judged."
    wait = min(
        waits, key=lambda one: (one.suite == CONTROL_SUITE, not one.is_of_change, one.missing)
    )
    more = "once" if wait.missing == 1 else f"{wait.missing} times"
    remedy = f"Measure {wait.suite} {more} more."
    if wait.is_of_change:
        ago = "1 run" if wait.runs == 1 else f"{wait.runs} runs"
        return (
            f"The noise is not known since the environment changed {ago} of {wait.suite} ago:"
            f" it takes {FEWEST_RUNS} under one fingerprint. {remedy}"
        )
    return (
        f"No series has enough runs to estimate its noise: the longest of {wait.suite} has"
        f" {wait.runs}, and it takes {FEWEST_POINTS}. {remedy}"
    )
