"""Ladders between the wire and the services: flat documents out, facts in."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from backend.api.schemas.ladders import (
    CandidateList,
    LadderDetail,
    LadderList,
    NewRung,
    PublishedFigures,
)
from backend.domain.ladders.records import RungFacts
from backend.services.ladders.edit import AskedRung
from backend.services.ladders.page import ShownLadder, ShownRung
from backend.services.ladders.read import Candidate

FROM_RECORD = (
    "id", "role", "label", "note", "decision", "reason", "decided_by", "source", "conditions",
    "figures", "is_published",
)  # fmt: skip
FROM_LINE = (
    "verdict", "claimed", "stands", "is_best", "is_step", "held_against", "versus_baseline",
    "versus_best", "more_pairs", "sentence", "other_conditions", "run",
)  # fmt: skip
MOST_DRAWN = 40
"""Rungs in the picture of a list."""


def ladder_answer(shown: ShownLadder) -> LadderDetail:
    """Return a ladder as its page needs it."""
    document = asdict(shown.record) | {
        "headline": shown.headline,
        "remarks": list(shown.remarks),
        "rungs": [_rung(line) for line in shown.rungs],
        "stacked": shown.stacked,
        "in_rounds": shown.in_rounds,
        "noisy_machines": shown.noisy_machines,
    }
    return LadderDetail.model_validate(document, from_attributes=True)


def list_answer(rows: Sequence[ShownLadder], total: int) -> LadderList:
    """Return ladders as a list needs them."""
    found = [_listing(one) for one in rows]
    return LadderList.model_validate({"rows": found, "total": total}, from_attributes=True)


def candidates_answer(rows: Sequence[Candidate]) -> CandidateList:
    found = [_numbers(one.result) | {"series": one.result.series, "run": one.run} for one in rows]
    return CandidateList.model_validate({"rows": found}, from_attributes=True)


def figures_of(given: PublishedFigures, source: str, by: str) -> RungFacts:
    """Return a published line as a rung; what is said of all of them fills what it leaves out."""
    facts = given.model_dump()
    if given.decision is not None:
        facts |= {"decided_by": "" if not given.reason else by}
        facts["reason"] = given.reason or "as published"
    return RungFacts(**(facts | {"source": given.source or source}))


def asked_rung(given: NewRung, by: str) -> AskedRung:
    """Return what a rung is to be made of."""
    if given.published is not None:
        return AskedRung(figures_of(given.published, "", by), unit=given.unit)
    facts = RungFacts(
        given.label, given.role, given.note, run_id=given.run_id, series_id=given.series_id
    )
    return AskedRung(facts, given.commit)


def _rung(line: ShownRung) -> dict[str, Any]:
    numbers = _numbers(line.result) if line.result else _published_numbers(line)
    return (
        {name: getattr(line.record, name) for name in FROM_RECORD}
        | {name: getattr(line, name) for name in FROM_LINE}
        | numbers
        | {"series": line.result.series if line.result else None}
        | {"newer": line.result.newer if line.result else None}
    )


def _numbers(result: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever has these
    return {name: getattr(result, name) for name in ("value", "low", "high", "n")}


def _published_numbers(line: ShownRung) -> dict[str, Any]:
    record = line.record
    return {"value": record.value, "low": None, "high": None, "n": record.n}


def _listing(shown: ShownLadder) -> dict[str, Any]:
    tried = [line for line in shown.rungs if line.record.role == "rung"]
    best = next((line.record.label for line in shown.rungs if line.is_best), "")
    measured = next((line.result.series for line in shown.rungs if line.result), None)
    named = ("id", "name", "metric", "unit", "direction", "updated_at")
    return {name: getattr(shown.record, name) for name in named} | {
        "headline": shown.headline,
        "suite": measured.suite if measured else "",
        "benchmark": measured.benchmark if measured else "",
        "rungs": len(tried),
        "kept": sum(line.stands for line in tried),
        "best": best,
        "stacked": shown.stacked,
        "is_published": all(line.record.is_published for line in shown.rungs),
        "drawn": [_drawn(line) for line in shown.rungs[:MOST_DRAWN]],
    }


def _drawn(line: ShownRung) -> dict[str, Any]:
    of_record = {name: getattr(line.record, name) for name in ("id", "role", "label")}
    judged = ("verdict", "stands", "is_best", "versus_baseline")
    return of_record | {name: getattr(line, name) for name in judged}
