"""What a ladder says: which rungs stand, by measurement or by decision, and what they come to."""

import math

from backend.domain.catalogue.parameters import Scalar
from backend.domain.effects import ratio_of
from backend.domain.ladders.rungs import GapClosed, JudgedLadder, Rung
from backend.stats.splits.as_observed import SUMMARY_ONLY
from backend.wording.effects import compared, counted, times
from backend.wording.numbers import counted_in, per_cents, setting

CHOSEN = "Interval widened for selection bias. Re-measure for an unbiased estimate."


def sentences_of(judged: JudgedLadder) -> list[str]:
    """Say what stuck, how far it goes, and what to doubt."""
    found = [headline(judged)]
    if any(not one.versus_best.known for one in judged.rungs if one.attempt.role == "rung"):
        found.append(SUMMARY_ONLY)
    elif judged.stacked.known and judged.ladder.tried:
        found.append(CHOSEN)
    found.extend(_control(judged, gap) for gap in judged.gaps)
    return found


def headline(judged: JudgedLadder) -> str:
    """Say how many rungs stand and what the best of them gains over the baseline."""
    tried = [one for one in judged.rungs if one.attempt.role != "control"]
    standing = [one for one in tried if one.judged.stands]
    decided = sum(one.judged.verdict != "kept" for one in standing)
    by = f" ({decided} by decision)" if decided else ""
    head = f"{len(standing)} of {counted(len(tried), 'rung')} kept{by}"
    if judged.best is judged.baseline:
        return f"{head}; the baseline, {judged.baseline.name}, is still the best."
    gain = compared(judged.stacked, judged.better, judged.quantity, "the baseline")
    return f"{head}; the best, {judged.best.name}: {gain}."


def rung_sentence(judged: JudgedLadder, rung: Rung) -> str:
    """Say of one rung what was measured, and what was decided where that differs."""
    if rung.judged.verdict == "failed":
        said = f"Rejected: failed ({rung.attempt.failure})"
    elif rung.judged.verdict == "control":
        return f"Control, not part of the ladder: {_against(judged, rung)}."
    else:
        said = _measured(judged, rung)
    override = rung.attempt.override
    if override is None or override.decision == rung.judged.verdict:
        return f"{said}."
    by = f" of {override.by}" if override.by else ""
    return f"{override.decision.capitalize()} by decision{by}: {override.reason}. {said}."


def _measured(judged: JudgedLadder, rung: Rung) -> str:
    is_first = rung.judged.best == 0
    against = "the baseline" if is_first else f"the best so far, {rung.best}"
    effect = compared(rung.versus_best, judged.better, judged.quantity, against)
    verdict = rung.judged.verdict
    if verdict == "no gain":
        return f"No gain that matters: {effect}"
    if verdict == "unresolved":
        return f"Unresolved: {effect}{_more(rung.judged.more_pairs)}"
    observed = "" if rung.judged.claimed else " (no significance test)"
    word = {"kept": "Kept", "rejected": "Rejected"}[verdict]
    return f"{word}{observed}: {effect}"


def _more(pairs: float) -> str:
    if math.isnan(pairs):
        return ""
    if math.isinf(pairs):
        return "; no affordable number of pairs decides"
    return f"; needs about {counted_in(pairs)} more {'pair' if pairs == 1.0 else 'pairs'}"


def _against(judged: JudgedLadder, rung: Rung) -> str:
    baseline = ratio_of(rung.versus_baseline.cost, judged.better)
    best = ratio_of(_cost_to_best(judged, rung), judged.better)
    return f"{times(baseline)} the baseline, {times(best)} the best rung"


def _cost_to_best(judged: JudgedLadder, rung: Rung) -> float:
    """Return the ln cost of an attempt against the rung that is best in the end."""
    return rung.versus_baseline.cost - judged.stacked.cost


def _control(judged: JudgedLadder, gap: GapClosed) -> str:
    rung = judged.rungs[gap.place]
    said = f"{rung.attempt.name} (control) is at {_against(judged, rung)}"
    if not math.isnan(gap.share):
        share, low, high = per_cents(gap.share, gap.low, gap.high)
        bounds = "" if math.isnan(gap.low) else f" [{low}, {high}]"
        said += f"; {share}\u202f%{bounds} of the gap closed"
    differing = [_differing(*condition) for condition in rung.other_conditions]
    return f"{said}. Measured with {'; '.join(differing)}." if differing else f"{said}."


def _differing(name: str, here: Scalar | None, there: Scalar | None) -> str:
    """Say how a condition differs from the baseline's; one side may not have set it."""
    if here is None:
        return f"{name} not set instead of {_shown(there)}"
    if there is None:
        return f"{name} {_shown(here)}, which the baseline does not set"
    return f"{name} {_shown(here)} instead of {_shown(there)}"


def _shown(value: Scalar | None) -> str:
    """Write a condition as it was set."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return setting(float(value))
