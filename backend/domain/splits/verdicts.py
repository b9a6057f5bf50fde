"""Splits: who gains and who pays when one change helps some members and hurts others."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from backend.domain.effects import Better, Effect
from backend.domain.errors import InvalidError
from backend.stats.arrays import Floats
from backend.stats.splits.net_effects import BreakEven, Members, Net, NetVerdict, net_effect
from backend.stats.splits.verdict import (
    INDEPENDENT,
    JudgedSplit,
    MemberVerdict,
    SplitRules,
    judge_split,
    moving_together,
)
from backend.stats.splits.weights import normalised


@dataclass(frozen=True, slots=True)
class SplitMember:
    """One series under the change: contender over baseline.

    `error` is the standard error of ln(ratio): None where only summaries are known, 0 where
    the metric is exact. `degrees` are its degrees of freedom. `differences` are ln(contender /
    baseline) of each round, where all members were measured in the same rounds. `key` stays where
    the name changes, as it does when a parameter gets a further value; empty: so does the name.
    `variant` is what was run: its metrics tell one cause, and share its weight; empty: a cause of
    its own. `dimension` is what it is measured in; a net effect is told of one dimension only.
    """

    name: str
    better: Better
    ratio: float
    error: float | None = None
    degrees: float = math.inf
    tags: Mapping[str, str] = field(default_factory=dict)
    differences: Sequence[float] = ()
    key: str = ""
    variant: str = ""
    dimension: str = ""


@dataclass(frozen=True, slots=True)
class Weighing:
    """What a person says about their load; empty means that all variants count alike.

    `members` by name. `tags` by "key=value": such a weight is shared evenly by the variants
    that carry the tag and have no weight of their own. As soon as any tag is weighed, members
    that nothing mentions weigh 0; otherwise their variant weighs 1, shared by its metrics.
    """

    members: Mapping[str, float] = field(default_factory=dict)
    tags: Mapping[str, float] = field(default_factory=dict)

    def by_stable_names(self, members: Sequence["SplitMember"]) -> "Weighing":
        """Return weights of members by what stays when their names change."""
        keys = {one.name: one.key or one.name for one in members}
        return Weighing(
            {keys.get(name, name): one for name, one in self.members.items()}, self.tags
        )

    def named(self, members: Sequence["SplitMember"]) -> "Weighing":
        """Return kept weights by the names that members have now; those of nobody stay."""
        return self._called({one.key: one.name for one in members if one.key})

    def _called(self, names: Mapping[str, str]) -> "Weighing":
        return replace(self, members={names.get(one, one): w for one, w in self.members.items()})

    @property
    def equal(self) -> bool:
        return not self.members and not self.tags


@dataclass(frozen=True, slots=True)
class MemberEffect:
    """What the change does to one member. `miss` is the probability that its interval misses.

    `share` is its part of the total loss, None if it does not pay; `weight` its part of the
    load.
    """

    member: SplitMember
    verdict: MemberVerdict
    claimed: bool
    effect: Effect
    miss: float | None
    weight: float
    share: float | None


@dataclass(frozen=True, slots=True)
class GroupEffect:
    """The net effect on the members that carry one value of a tag."""

    tag: str
    places: tuple[int, ...]
    effect: Effect
    verdict: NetVerdict
    gains: int
    losses: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SplitJudgement:
    """A judged change; `effects` in the order given, `payers` and `hangs_on` are places."""

    judged: JudgedSplit
    effects: Sequence[MemberEffect]
    nets: Sequence["DimensionNet"]
    """One of each dimension that has a say; seconds and bytes have no common sum."""
    net: Effect
    """That of the only dimension; NaN where there are several."""
    better: Better
    equal: bool
    variants: int
    """How many things that were run have a say; fewer than members where metrics share one."""
    payers: Sequence[int]
    hangs_on: Sequence[int]
    break_even: BreakEven | None

    @property
    def is_apart(self) -> bool:
        return len(self.nets) > 1

    @property
    def net_verdict(self) -> NetVerdict | Literal["apart"]:
        return "apart" if self.is_apart else self.judged.net.verdict


@dataclass(frozen=True, slots=True)
class DimensionNet:
    """The net effect on the members that are measured in one dimension."""

    dimension: str
    effect: Effect
    better: Better
    verdict: NetVerdict


def split_of(
    members: Sequence[SplitMember], weighing: Weighing = Weighing(), min_effect: float = 0.0
) -> SplitJudgement:
    """Judge one change over its members. Raises InvalidError for unusable members or weights."""
    if not 0.0 <= min_effect < math.inf:
        raise InvalidError(f"the smallest effect is a share of 0 or more, not {min_effect}")
    weights = weights_for(members, weighing)
    rules = SplitRules(min_effect)
    judged = judge_split(_estimates(members), weights, rules, _rounds(members))
    effects = _effects(members, judged)
    nets = _nets(effects, min_effect)
    found = _split(members, judged, effects, nets, equal=weighing.equal)
    return _without_sums(found) if found.is_apart else found


def _split(
    members: Sequence[SplitMember],
    judged: JudgedSplit,
    effects: Sequence[MemberEffect],
    nets: Sequence[DimensionNet],
    *,
    equal: bool,
) -> SplitJudgement:
    return SplitJudgement(
        judged=judged,
        effects=effects,
        nets=nets,
        net=Effect(judged.net.cost, judged.net.low, judged.net.high),
        better=_common_direction(effects),
        equal=equal,
        variants=len({_cause(member) for member in members}),
        payers=judged.payers.order.tolist(),
        hangs_on=judged.net.hangs_on.tolist(),
        break_even=judged.break_even,
    )


def _without_sums(split: SplitJudgement) -> SplitJudgement:
    """Leave out whatever would add up losses of different dimensions."""
    return replace(
        split,
        effects=[replace(one, share=None) for one in split.effects],
        net=Effect(math.nan, math.nan, math.nan),
        hangs_on=[],
        break_even=None,
    )


def _nets(effects: Sequence[MemberEffect], min_effect: float) -> list[DimensionNet]:
    """Return the net effect of every dimension with a weight, in the order of the members."""
    places: dict[str, list[int]] = {}
    for place, one in enumerate(effects):
        if one.weight > 0.0:
            places.setdefault(one.member.dimension, []).append(place)
    found = []
    for dimension, inside in places.items():
        net = _group(effects, dimension, inside, min_effect)
        better = _common_direction([effects[place] for place in inside])
        found.append(DimensionNet(dimension, net.effect, better, net.verdict))
    return found


def _effects(members: Sequence[SplitMember], judged: JudgedSplit) -> list[MemberEffect]:
    shares = dict(zip(judged.payers.order.tolist(), judged.payers.shares.tolist(), strict=True))
    named = judged.members
    columns = (named.low, named.high, named.levels, judged.net.weights, named.observed)
    return [
        MemberEffect(
            member=member,
            verdict=verdict,
            claimed=verdict != "unknown" and not observed,
            effect=Effect(_cost(member), low, high),
            miss=None if observed else miss,
            weight=weight,
            share=shares.get(place),
        )
        for place, (member, verdict, low, high, miss, weight, observed) in enumerate(
            zip(members, named.verdicts, *(column.tolist() for column in columns), strict=True)
        )
    ]


def weights_for(members: Sequence[SplitMember], weighing: Weighing) -> list[float]:
    """Return one weight per member. Raises InvalidError for weights of what is not there."""
    _refuse_unknown(members, weighing)
    usual = usual_weights(members)
    weights = [
        weighing.members.get(member.name, 0.0 if weighing.tags else own)
        for member, own in zip(members, usual, strict=True)
    ]
    for tag, weight in weighing.tags.items():
        carriers = [
            place
            for place, member in enumerate(members)
            if _carries(member, tag) and member.name not in weighing.members
        ]
        whole = sum(usual[place] for place in carriers)
        for place in carriers:
            weights[place] += weight * usual[place] / whole
    if not any(weights):
        raise InvalidError("every weight is 0: give at least one member a positive weight")
    return weights


def usual_weights(members: Sequence[SplitMember]) -> list[float]:
    """Return what members weigh where nobody says: metrics of one variant share its weight."""
    counts = Counter(_cause(member) for member in members)
    return [1.0 / counts[_cause(member)] for member in members]


def _cause(member: SplitMember) -> str:
    return member.variant or member.name


def _refuse_unknown(members: Sequence[SplitMember], weighing: Weighing) -> None:
    names = {member.name for member in members}
    if not names or len(names) != len(members):
        raise InvalidError("a split needs members, each with a name of its own")
    for name in weighing.members:
        if name not in names:
            raise InvalidError(f"there is no member {name} to give a weight to")
    for tag in weighing.tags:
        if not any(_carries(member, tag) for member in members):
            raise InvalidError(f"no member carries the tag {tag}; write it as key=value")
    for name, weight in [*weighing.members.items(), *weighing.tags.items()]:
        if not math.isfinite(weight) or weight < 0.0:
            raise InvalidError(f"the weight of {name} is {weight}: give 0 or a positive number")


def groups_of(split: SplitJudgement, key: str, min_effect: float = 0.0) -> list[GroupEffect]:
    """Return the net effect per value of a tag, largest loss first; members without it last.

    Where there are several dimensions, each value has a group of each.
    Weights within a group keep their proportions; a group of weight 0 is weighed evenly. Where
    the members of a group were measured in the same rounds, those show how far they move
    together. The intervals hold one by one (95 %), not all groups together.
    """
    places: dict[str, list[int]] = {}
    for place, effect in enumerate(split.effects):
        places.setdefault(_group_name(split, effect.member, key), []).append(place)
    groups = [_group(split.effects, value, inside, min_effect) for value, inside in places.items()]
    return sorted(groups, key=lambda group: (not group.tag, -group.effect.cost))


def _group_name(split: SplitJudgement, member: SplitMember, key: str) -> str:
    value = member.tags.get(key, "")
    return f"{value or 'none'}, {member.dimension}" if split.is_apart else value


def _group(
    effects: Sequence[MemberEffect], value: str, places: Sequence[int], min_effect: float
) -> GroupEffect:
    inside = [effects[place] for place in places]
    weights = [effect.weight for effect in inside]
    shares = normalised(weights if any(weights) else None, len(weights))
    carriers = [effect.member for effect in inside]
    members, rules = _estimates(carriers), SplitRules(min_effect)
    together = moving_together(members, shares, rules, _rounds(carriers))
    net = net_effect(members, shares, math.log1p(min_effect), rules.alpha, together)
    return GroupEffect(
        tag=value,
        places=tuple(places),
        effect=Effect(net.cost, net.low, net.high),
        verdict=net.verdict,
        gains=sum(effect.verdict == "gain" for effect in inside),
        losses=sum(effect.verdict == "loss" for effect in inside),
        warnings=(INDEPENDENT,) if _may_be_too_narrow(members, net) else (),
    )


def _may_be_too_narrow(members: Members, net: Net) -> bool:
    varying = int((members.errors > 0.0).sum())
    return math.isfinite(net.low) and varying > 1 and not net.together.known


def _carries(member: SplitMember, tag: str) -> bool:
    key, separator, value = tag.partition("=")
    return bool(separator) and member.tags.get(key) == value


def _cost(member: SplitMember) -> float:
    return math.log(member.ratio) * (1.0 if member.better == "lower" else -1.0)


def _estimates(members: Sequence[SplitMember]) -> Members:
    for member in members:
        _refuse_unusable(member)
    errors = [math.nan if member.error is None else member.error for member in members]
    return Members(
        costs=np.array([_cost(member) for member in members]),
        errors=np.array(errors),
        degrees=np.array([member.degrees for member in members]),
        causes=np.unique([_cause(member) for member in members], return_inverse=True)[1],
    )


def _refuse_unusable(member: SplitMember) -> None:
    """Raise InvalidError with the name of a member that cannot be judged."""
    if not (math.isfinite(member.ratio) and member.ratio > 0.0):
        reason = f"a ratio is a positive number, not {member.ratio}; leave it out"
    elif member.error is not None and not 0.0 <= member.error < math.inf:
        reason = f"an error is 0 or a positive, finite number, not {member.error}"
    elif not member.degrees > 0.0:
        reason = f"degrees of freedom are positive, not {member.degrees}"
    elif not all(map(math.isfinite, member.differences)):
        reason = "a round without a finite difference; leave the round out for all members"
    else:
        return
    raise InvalidError(f"{member.name}: {reason}")


def _rounds(members: Sequence[SplitMember]) -> Floats | None:
    """Return cost differences of (members, rounds) where every member has one of each round."""
    counts = {len(member.differences) for member in members}
    if len(counts) != 1 or counts == {0}:
        return None
    signs = np.array([1.0 if member.better == "lower" else -1.0 for member in members])
    rounds: Floats = signs[:, None] * np.array([member.differences for member in members])
    return rounds


def _common_direction(effects: Sequence[MemberEffect]) -> Better:
    """Return the direction that a net percentage is read in; mixed ones read as performance."""
    used = {effect.member.better for effect in effects if effect.weight > 0.0}
    return "lower" if used == {"lower"} else "higher"
