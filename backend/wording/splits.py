"""What a split comes to, in sentences with numbers, intervals and doubt."""

import math
import re
from collections.abc import Sequence

from backend.domain.effects import Effect
from backend.domain.splits.evidence import MemberFacts, SplitEvidence
from backend.domain.splits.verdicts import DimensionNet, MemberEffect, SplitJudgement, Weighing
from backend.stats.splits.as_observed import SUMMARY_ONLY
from backend.stats.splits.net_effects import NetVerdict
from backend.wording.effects import amount, compared, counted, listed, signed
from backend.wording.numbers import per_cent, per_cents

UNITS = {"pairs": "pair", "runs": "run"}
_INTERVAL = re.compile(r"\[[^][]*\]")


def sentences_of(split: SplitJudgement) -> list[str]:
    """Say what the change does, what it hangs on, who loses and when it is worth it."""
    found = [headline(split), _payer(split), _hinge(split), break_even_sentence(split)]
    if split.judged.members.observed.all():
        found.insert(1, SUMMARY_ONLY)
    else:
        found.extend(split.judged.warnings)
    return [sentence for sentence in found if sentence]


def headline(split: SplitJudgement) -> str:
    """Say in one sentence whether it is a split, who gains and loses, and the net effect."""
    return f"{_claim(split)}; {net_sentence(split)}."


def break_even_sentence(split: SplitJudgement) -> str:
    """Say up to which weight of the losers the change is worth it; empty if there is none."""
    turn = split.break_even
    if turn is None or not split.payers or split.judged.verdict != "split":
        return ""
    losers = [split.effects[place].member.name for place in split.payers]
    one = len(losers) == 1
    who = f"{losers[0]} is" if one else f"the {len(losers)} that lose are together"
    weight, low, high = per_cents(turn.weight, turn.low, turn.high)
    bounds = "" if math.isnan(turn.low) else f" [{low}, {high}]"
    now = f"now {per_cent(turn.current)}\u202f%"
    return f"Worth it if {who} less than {weight}\u202f%{bounds} of your load ({now})."


def _claim(split: SplitJudgement) -> str:
    judged = split.judged
    gains, losses = (_side(split, verdict) for verdict in ("gain", "loss"))
    if judged.verdict == "split":
        head = "A split" if judged.claimed else "A split (no significance test)"
        sides = (gains or _likeliest(split, 0), losses or _likeliest(split, 1))
        return f"{head}: {_joined(sides)}"
    if judged.verdict in ("gains", "losses"):
        is_gain = judged.verdict == "gains"
        side = (gains or _likeliest(split, 0)) if is_gain else (losses or _likeliest(split, 1))
        shown = "shown" if judged.claimed else "seen"
        return f"No split: {_joined((side, f'none is {shown} to {_verb(not is_gain)}'))}"
    if judged.verdict == "same":
        return "No split: no member moves by as much as matters"
    seen = [side for side in (gains, losses) if side]
    if seen:  # summaries among members that say nothing
        return f"Inconclusive: {_joined(seen)}, without a significance test"
    members = counted(len(split.effects), "member")
    return f"Inconclusive: none of {members} changed significantly"


def _joined(sides: Sequence[str]) -> str:
    """Join two sides; a comma does where neither holds one itself."""
    has_comma = any("," in _INTERVAL.sub("", side) or " as do" in side for side in sides)
    return ("; " if has_comma else ", ").join(sides)


def _verb(is_gain: bool) -> str:  # noqa: FBT001 - a switch between two words
    return "gain" if is_gain else "lose"


def _side(split: SplitJudgement, verdict: str) -> str:
    """Name one side, the largest effect first and with its size."""
    named = [effect for effect in split.effects if effect.verdict == verdict]
    if not named:
        return ""
    named.sort(key=lambda one: -abs(one.effect.cost))
    first, *others = named
    said = f"{first.member.name} {_verb(verdict == 'gain')}s {_size(first)}"
    if not others:
        return said
    do = "does" if len(others) == 1 else "do"
    return f"{said}, as {do} {listed([one.member.name for one in others])}"


def _likeliest(split: SplitJudgement, side: int) -> str:
    """Name the member that speaks most for a side on which none can be named."""
    effect = split.effects[split.judged.likeliest[side]]
    likeliest = f"likeliest {effect.member.name}, {_size(effect)}"
    return f"some {_verb(side == 0)}, which ones is inconclusive ({likeliest})"


def _size(effect: MemberEffect) -> str:
    return amount(effect.effect, effect.member.better)


def net_sentence(split: SplitJudgement) -> str:
    """Say the net effect, by which weights, and whether its sign is known."""
    weights = _weights(split)
    if split.is_apart:
        parts = [f"{one.dimension or 'no unit'} {dimension_sentence(one)}" for one in split.nets]
        return f"net {weights}, each on its own: {'; '.join(parts)}"
    net = signed(split.net, split.better)
    return f"net {net} {weights}{_doubt(split.judged.net.verdict, split.net)}"


def dimension_sentence(net: DimensionNet) -> str:
    """Say the net effect of one dimension, and whether its sign is known."""
    return f"{signed(net.effect, net.better)}{_doubt(net.verdict, net.effect)}"


def _doubt(verdict: NetVerdict, net: Effect) -> str:
    if verdict == "cancels out":
        return ": it cancels out"
    return ": gain or loss is inconclusive" if verdict == "unknown" and net.known else ""


def _weights(split: SplitJudgement) -> str:
    if not split.equal:
        return "at your weights"
    shared = f" of {split.variants} variants" if split.variants < len(split.effects) else ""
    return f"at equal weights{shared}"


def _payer(split: SplitJudgement) -> str:
    payers: Sequence[int] = split.payers
    if split.is_apart or len(payers) < 2:  # noqa: PLR2004 - one pays everything
        return ""
    first = split.effects[payers[0]]
    if first.share is None or not first.share > 0.0:
        return ""
    return (
        f"{first.member.name} takes {per_cent(first.share)}\u202f% of the loss of "
        f"{counted(len(payers), 'member')}."
    )


def _hinge(split: SplitJudgement) -> str:
    weighed = sum(effect.weight > 0.0 for effect in split.effects)
    if not split.hangs_on or weighed <= 2:  # noqa: PLR2004 - of two, each outweighs the other
        return ""
    if split.net.known and split.judged.net.verdict not in ("gain", "loss"):
        return ""  # which sign the net has is not known in the first place
    names = [split.effects[place].member.name for place in split.hangs_on]
    turned = "loss" if split.net.cost < 0.0 else "gain"
    if len(names) == 1:
        cost = float(split.judged.net.without[split.hangs_on[0]])
        left = signed(Effect(cost, math.nan, math.nan), split.better)
        return f"Without {names[0]} the net result would be a {turned}: {left}."
    return f"Without any one of {listed(names)} the net result would be a {turned}."


def change_sentence(change: str, split: SplitJudgement, facts: Sequence[MemberFacts]) -> str:
    """Say what the change does to whom, the largest loss and gain by name.

    "ring = 64 against 16: random_mixed 5.4 % lower throughput and 2 smaller losses; mid_large_mt
    3.3 % higher throughput". Where nothing is shown, what the headline says.
    """
    if split.judged.verdict not in ("split", "gains", "losses"):
        return f"{change}: {lowered(headline(split).partition(';')[0])}"
    sides = [_worst_and_more(split, facts, verdict) for verdict in ("loss", "gain")]
    said = [side for side in sides if side]
    if len(said) < len(sides) and split.judged.verdict == "split":
        return f"{change}: {lowered(headline(split).partition(';')[0])}"
    return f"{change}: {'; '.join(said)}"


def lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _worst_and_more(split: SplitJudgement, facts: Sequence[MemberFacts], verdict: str) -> str:
    named = [
        (one, fact)
        for one, fact in zip(split.effects, facts, strict=True)
        if one.verdict == verdict
    ]
    if not named:
        return ""
    first, fact = max(named, key=lambda pair: abs(pair[0].effect.cost))
    said = f"{first.member.name} {compared(first.effect, first.member.better, fact.quantity)}"
    if len(named) == 1:
        return said
    one, many = ("loss", "losses") if verdict == "loss" else ("gain", "gains")
    others = len(named) - 1
    return f"{said} and {others} smaller {one if others == 1 else many}"


def basis_of(evidence: SplitEvidence) -> str:
    """Say how much is behind the members: "15 pairs per member"."""
    facts = evidence.facts
    if evidence.is_published:
        return f"{counted(len(facts), 'member')}, as published: no samples"
    kinds = {one.basis for one in facts}
    if len(kinds) > 1:
        return f"{counted(len(facts), 'member')}, measured in different ways"
    (kind,) = kinds
    if kind in ("exact", "summary only"):
        return f"{counted(len(facts), 'member')}, {'exact' if kind == 'exact' else kind}"
    least, most = min(one.n for one in facts), max(one.n for one in facts)
    unit = UNITS.get(kind, "sample")
    number = counted(least, unit) if least == most else f"{least} to {counted(most, unit)}"
    return f"{counted(len(facts), 'member')}, {number} each"


def evidence_warnings(evidence: SplitEvidence) -> list[str]:
    """Say what is left out, where numbers were not measured here, and what its sides say."""
    if evidence.is_published:
        return ["Published figures: Tidemark did not measure them.", *evidence.warnings]
    left = evidence.left_out
    said = (
        (left.alone, "of one side only"),
        (left.failed, "that failed on a side"),
        (left.unusable, "without a ratio or direction"),
    )
    found = [f"{counted(count, 'result')} {which}: left out." for count, which in said if count]
    return [*found, *evidence.warnings]


def gone_weights(given: Weighing, known: Weighing) -> list[str]:
    """Name what is weighed and not there."""
    names = sorted({*given.members, *given.tags} - {*known.members, *known.tags})
    return [f"A weight is given to what is not there: {listed(names)}."] if names else []
