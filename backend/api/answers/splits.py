"""Lays splits out as their schemas describe; what is no number becomes null."""

from collections.abc import Mapping
from typing import Any

from backend.api.schemas import splits as schema
from backend.domain.effects import gain_of
from backend.domain.plain_values import finite
from backend.domain.splits.alternatives import AlternativesView
from backend.domain.splits.evidence import OtherEffect
from backend.domain.splits.stored import PublishedSubject, SplitKind, StoredSplit
from backend.domain.splits.verdicts import DimensionNet, GroupEffect, usual_weights
from backend.services.splits.page import ShownMember, SplitView, net_gains
from backend.services.splits.read import SplitDetail
from backend.wording.splits import dimension_sentence


def row_body(stored: StoredSplit) -> schema.SplitRow:
    """Lay out a row of the list."""
    summary = stored.summary
    net = summary and schema.Net.model_validate(
        {
            "verdict": summary.net_verdict,
            "gain": summary.gain,
            "low": summary.low,
            "high": summary.high,
            "text": summary.net,
        }
    )
    return schema.SplitRow.model_validate(
        {
            **_own(stored),
            "id": stored.id,
            "headline": summary.headline if summary else stored.change,
            "suites": stored.suites,
            "testbeds": stored.testbeds,
            "verdict": summary.verdict if summary else None,
            "claimed": bool(summary and summary.claimed),
            "net": net or None,
            "members": summary.members if summary else 0,
            "gains": summary.gains if summary else 0,
            "losses": summary.losses if summary else 0,
            "basis": summary.basis if summary else "",
            "judged_at": stored.judged_at,
        }
    )


UNKEPT: dict[str, Any] = {
    "kind": SplitKind.MEASURED,
    "origin": "person",
    "name": "",
    "state": "open",
    "state_changed_at": None,
    "decided_by": "",
    "reason": "",
    "note": "",
    "created_at": None,
    "created_by": "",
}


def _own(stored: StoredSplit) -> dict[str, Any]:
    return {name: getattr(stored, name) for name in ("change", *UNKEPT)}


def detail_body(found: SplitDetail) -> schema.SplitDetail:
    """Lay out the page of a split."""
    view, stored = found.view, found.stored
    judged = view.split.judged
    own = _own(stored) if stored else {**UNKEPT, "change": view.change}
    members = view.evidence.members
    names = [one.effect.member.name for one in view.members]
    usual = {one.name: own for one, own in zip(members, usual_weights(members), strict=True)}
    runs = [run for side in (found.baseline, found.contender) if side for run in side.runs]
    return schema.SplitDetail.model_validate(
        {
            **own,
            "id": stored.id if stored else None,
            "source": found.subject.source if isinstance(found.subject, PublishedSubject) else "",
            "headline": view.headline,
            "suites": sorted({run.suite for run in runs}),
            "testbeds": sorted({run.testbed for run in runs}),
            "verdict": judged.verdict,
            "claimed": judged.claimed,
            "p": finite(judged.p),
            "net": _net(view),
            "nets": [_dimension_net(one) for one in view.split.nets],
            "sentences": view.sentences,
            "basis": view.basis,
            "measured": found.measured,
            "warnings": view.warnings,
            "noisy_machines": found.noisy_machines,
            "baseline": found.baseline,
            "contender": found.contender,
            "members": [_member(one, usual) for one in view.members],
            "payers": [names[place] for place in view.split.payers],
            "hangs_on": [names[place] for place in view.split.hangs_on],
            "break_even": _break_even(view),
            "tags": view.tags,
            "group": view.group,
            "groups": [_group(one, view) for one in view.groups],
            "weights": view.weighing,
            "saved_weights": stored.weighing.named(members) if stored else view.weighing,
            "beside": [_other_effect(one) for one in view.beside],
            "alternatives": view.alternatives and _alternatives(view.alternatives),
            "events": found.events,
        },
        from_attributes=True,
    )


def _net(view: SplitView) -> dict[str, Any]:
    gain, low, high = net_gains(view.split)
    return {
        "verdict": view.split.net_verdict,
        "gain": finite(gain),
        "low": finite(low),
        "high": finite(high),
        "text": view.net,
    }


def _dimension_net(net: DimensionNet) -> dict[str, Any]:
    ends = sorted(gain_of(end, net.better) for end in (net.effect.low, net.effect.high))
    return {
        "dimension": net.dimension,
        "verdict": net.verdict,
        "gain": finite(gain_of(net.effect.cost, net.better)),
        "low": finite(ends[0]),
        "high": finite(ends[1]),
        "text": dimension_sentence(net),
    }


def _member(one: ShownMember, usual: Mapping[str, float]) -> dict[str, Any]:
    effect, facts = one.effect, one.facts
    return {
        "name": effect.member.name,
        "tags": effect.member.tags,
        "metric": facts.quantity.metric,
        "unit": facts.quantity.unit,
        "direction": effect.member.better,
        "series_id": facts.series,
        "verdict": effect.verdict,
        "claimed": effect.claimed,
        "gain": one.gain,
        "low": finite(one.low),
        "high": finite(one.high),
        "miss": effect.miss,
        "sentence": one.sentence,
        "baseline": facts.baseline,
        "contender": facts.contender,
        "n": facts.n,
        "basis": facts.basis,
        "weight": effect.weight,
        "usual_weight": usual[effect.member.name],
        "share": effect.share if effect.share is None else finite(effect.share),
    }


def _break_even(view: SplitView) -> dict[str, Any] | None:
    turn = view.split.break_even
    if turn is None or view.split.judged.verdict != "split":
        return None
    return {
        "weight": turn.weight,
        "low": finite(turn.low),
        "high": finite(turn.high),
        "current": turn.current,
    }


def _group(group: GroupEffect, view: SplitView) -> dict[str, Any]:
    ends = sorted(gain_of(end, view.split.better) for end in (group.effect.low, group.effect.high))
    return {
        "tag": group.tag,
        "members": [view.members[place].effect.member.name for place in group.places],
        "verdict": group.verdict,
        "gain": gain_of(group.effect.cost, view.split.better),
        "low": finite(ends[0]),
        "high": finite(ends[1]),
        "gains": group.gains,
        "losses": group.losses,
        "warnings": group.warnings,
    }


def _other_effect(one: OtherEffect) -> dict[str, Any]:
    quantity = one.facts.quantity
    return {
        "name": one.name,
        "metric": quantity.metric,
        "unit": quantity.unit,
        "direction": quantity.direction,
        "ratio": one.ratio,
        "low": finite(one.low),
        "high": finite(one.high),
        "verdict": one.verdict,
        "baseline": one.facts.baseline,
        "contender": one.facts.contender,
    }


def _alternatives(found: AlternativesView) -> dict[str, Any]:
    return {
        "kind": found.kind,
        "objectives": [
            {"name": one.name, "unit": one.unit, "direction": one.better}
            for one in found.objectives
        ],
        "x": found.x,
        "y": found.y,
        "rows": found.rows,
        "sentences": found.sentences,
    }
