"""What is said of noise: where it comes from, what it hides, and how long an answer takes."""

import math

from backend.domain.number_words import percent
from backend.stats.false_alarms import FalseAlarms
from backend.stats.noise_budget import Advice, NoiseBudget, NoiseOfTestbed
from backend.stats.sequential import Decision, Outcome

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
    known = {name: share for name, share in sources.items() if not math.isnan(share) and share > 0}
    if not known:
        return "No scatter was seen: all samples are alike."
    name, share = max(known.items(), key=lambda source: source[1])
    head = f"{'Most' if share >= MOST else 'The largest part'} of the scatter is {name}"
    return f"{head} ({100 * share:.0f} %). {_of_runs(budget)}"


def _of_runs(budget: NoiseBudget) -> str:
    if math.isnan(budget.of_a_run):
        return "How runs differ on one machine is unknown."
    now = f"A run of {f'{budget.samples:g}'} samples is known to {_share(budget.of_a_run)} %"
    if _share(budget.of_a_run) == _share(budget.at_best):
        return f"{now}; more samples would hardly help."
    return f"{now}; more samples would not bring that below {_share(budget.at_best)} %."


def advice_sentence(advice: Advice) -> str:
    """Say how many samples a run is best given, and what that saves."""
    best = f"{advice.samples_per_run} {'sample' if advice.samples_per_run == 1 else 'samples'}"
    if advice.buys_more == "neither":
        return f"Samples per run are well chosen; {best} would be best."
    takes = "takes" if advice.samples_per_run == 1 else "take"
    saving = f"{best} per run {takes} {100 * advice.saving:.0f} % less time for the same precision"
    more = "More samples per run pay" if advice.buys_more == "samples" else "More runs pay"
    return f"{more} better: {saving}."


def sentence_of_testbed(noise: NoiseOfTestbed) -> str:
    """Say how much the series of a testbed scatter from run to run."""
    if math.isnan(noise.median):
        return "No series has enough runs to tell its noise."
    if noise.series == 1:
        return f"The series scatters by {percent(noise.median)} % from run to run."
    ends = f"{percent(noise.lower_quartile)} to {percent(noise.upper_quartile)} %"
    return f"The middle half of {noise.series} series scatters by {ends} from run to run."


def reach_sentence(middle: float, worst: float) -> str:
    """Say which changes show within five runs; empty where nothing is known."""
    if math.isnan(middle):
        return ""
    if percent(middle) == percent(worst):
        return f"Within five runs a change of {percent(middle)} % shows."
    return (
        f"Within five runs half of the series show a change of {percent(middle)} %;"
        f" the noisiest needs {percent(worst)} %."
    )


def pairs_sentence(effect: float, pairs: float, limit: int) -> str:
    """Say how many pairs an effect takes; `pairs` is infinite beyond `limit`."""
    if math.isnan(pairs):
        return f"How many pairs {percent(effect)} % takes is unknown: the scatter is."
    if math.isinf(pairs):
        return (
            f"{percent(effect)} % cannot be shown at this noise: it takes more than {limit} pairs."
        )
    return f"{percent(effect)} % takes about {pairs:.0f} pairs."


def decision_sentence(decision: Decision, threshold: float) -> str:
    """Say what the pairs so far show, and what to do next."""
    if decision.outcome is Outcome.CONTINUE:
        return (
            f"Cannot tell yet after {decision.pairs} pairs: {decision.more} more to the next look."
        )
    interval = f"[{_change(decision.low)}, {_change(decision.high)}] %, {decision.pairs} pairs"
    if decision.outcome is Outcome.SAME:
        return f"The same to within {percent(threshold)} %: {interval}."
    if decision.outcome is Outcome.DIFFERENT:
        return f"Different by {_change(decision.ratio)} % {interval}."
    return f"Cannot tell with {decision.pairs} pairs: {interval}."


def false_alarm_sentence(found: FalseAlarms) -> str:
    """Say how often a testbed raised an alarm where nothing had changed."""
    if not found.comparisons:
        return "Nothing was compared with itself yet."
    head = (
        f"{found.alarms} of {found.comparisons} comparisons of a program with itself raised alarm"
    )
    interval = (
        f"{percent(found.rate)} % [{percent(found.always_low)}, {percent(found.always_high)}]"
    )
    if found.too_many:
        return f"{head}: {interval}, more than the {percent(found.claimed)} % claimed."
    if found.always_high <= found.claimed:
        return f"{head}: {interval}, no more than the {percent(found.claimed)} % claimed."
    return f"{head}: {interval}; nothing speaks against the {percent(found.claimed)} % claimed."


def _share(sd: float) -> str:
    return percent(math.expm1(min(sd, 700.0)))


def _change(ratio: float) -> str:
    """Write a ratio as a signed change in percent: 1.031 as +3.1."""
    return (
        f"{100.0 * (ratio - 1.0):+.1f}".replace("-", "\u2212")
        if math.isfinite(ratio)
        else "unknown"
    )
