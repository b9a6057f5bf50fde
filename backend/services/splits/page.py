"""A split as its page shows it: verdict, members, groups and alternatives, with their words."""

from collections.abc import Sequence
from dataclasses import dataclass

from backend.domain.effects import Effect, gain_of
from backend.domain.plain_values import finite
from backend.domain.splits.alternatives import AlternativeSet, AlternativesView
from backend.domain.splits.evidence import MemberFacts, OtherEffect, SplitEvidence
from backend.domain.splits.stored import SplitSummary, counts_of
from backend.domain.splits.verdicts import (
    GroupEffect,
    MemberEffect,
    SplitJudgement,
    SplitMember,
    Weighing,
    groups_of,
    split_of,
)
from backend.wording.alternatives import alternatives_view
from backend.wording.effects import compared
from backend.wording.splits import (
    basis_of,
    change_sentence,
    evidence_warnings,
    gone_weights,
    net_sentence,
    sentences_of,
)

MIN_EFFECT = 0.0
"""Smallest change of a member that is named: whatever is shown."""
MOST_BESIDE = 40


@dataclass(frozen=True, slots=True)
class SplitQuestion:
    """What of a split is looked at: weights, the tag that groups, two objectives."""

    weighing: Weighing
    group: str = ""
    objectives: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class ShownMember:
    """A member in numbers and words; `given` is its weight before they were made to sum to 1."""

    effect: MemberEffect
    facts: MemberFacts
    gain: float
    low: float
    high: float
    sentence: str


@dataclass(frozen=True, slots=True)
class SplitView:
    """All of a split that its page shows."""

    change: str
    split: SplitJudgement
    weighing: Weighing
    headline: str
    net: str
    sentences: Sequence[str]
    members: Sequence[ShownMember]
    tags: Sequence[str]
    group: str
    groups: Sequence[GroupEffect]
    beside: Sequence[OtherEffect]
    alternatives: AlternativesView | None
    evidence: SplitEvidence
    basis: str
    """How much is behind the members, in words."""
    warnings: Sequence[str]


def split_view(
    change: str, evidence: SplitEvidence, alternatives: AlternativeSet | None, asked: SplitQuestion
) -> SplitView:
    """Judge a split by the weights asked for, and say what it comes to."""
    given = asked.weighing.named(evidence.members)
    weighing = known_weighing(given, evidence.members)
    split = split_of(evidence.members, weighing, MIN_EFFECT)
    tags = dividing_tags(split)
    group = asked.group if asked.group in tags else next(iter(tags), "")
    return SplitView(
        change=change,
        split=split,
        weighing=weighing,
        headline=change_sentence(change, split, evidence.facts),
        net=net_sentence(split),
        sentences=sentences_of(split),
        members=[
            _shown(one, fact) for one, fact in zip(split.effects, evidence.facts, strict=True)
        ],
        tags=tags,
        group=group,
        groups=groups_of(split, group, MIN_EFFECT) if group else [],
        beside=evidence.beside[:MOST_BESIDE],
        alternatives=alternatives_view(alternatives, split, asked.objectives),
        evidence=evidence,
        basis=basis_of(evidence),
        warnings=[*evidence_warnings(evidence), *gone_weights(given, weighing)],
    )


def known_weighing(weighing: Weighing, members: Sequence[SplitMember]) -> Weighing:
    """Leave out what is weighed and no longer there."""
    names = {one.name for one in members}
    tags = {f"{key}={value}" for one in members for key, value in one.tags.items()}
    return Weighing(
        {name: weight for name, weight in weighing.members.items() if name in names},
        {tag: weight for tag, weight in weighing.tags.items() if tag in tags},
    )


def dividing_tags(split: SplitJudgement) -> list[str]:
    """Return the tags by which members fall into groups of which one at least has two."""
    keys = sorted({key for one in split.effects for key in one.member.tags})
    count = len(split.effects)
    found = []
    for key in keys:
        values = {one.member.tags.get(key, "") for one in split.effects}
        if 1 < len(values) < count:
            found.append(key)
    return found


def _shown(one: MemberEffect, fact: MemberFacts) -> ShownMember:
    better, effect = one.member.better, one.effect
    ends = sorted(gain_of(end, better) for end in (effect.low, effect.high))
    return ShownMember(
        effect=one,
        facts=fact,
        gain=gain_of(effect.cost, better),
        low=ends[0],
        high=ends[1],
        sentence=compared(effect, better, fact.quantity),
    )


def summary_of(view: SplitView) -> SplitSummary:
    """Keep what lists show."""
    split = view.split
    gain, low, high = net_gains(split)
    gains, losses = counts_of(split)
    return SplitSummary(
        headline=view.headline,
        verdict=split.judged.verdict,
        claimed=split.judged.claimed,
        net_verdict=split.net_verdict,
        net=view.net,
        gain=finite(gain),
        low=finite(low),
        high=finite(high),
        members=len(split.effects),
        gains=gains,
        losses=losses,
        basis=view.basis,
    )


def net_gains(split: SplitJudgement) -> tuple[float, float, float]:
    """Return the net effect with its interval as shares, a gain being positive."""
    net: Effect = split.net
    ends = sorted(gain_of(end, split.better) for end in (net.low, net.high))
    return gain_of(net.cost, split.better), ends[0], ends[1]
