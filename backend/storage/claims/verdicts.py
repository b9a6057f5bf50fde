"""What runs say of claims, in the order of the commits."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, LiteralString

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.claims.records import (
    ClaimFigure,
    ClaimFinding,
    ClaimJudgement,
    StatementVerdict,
)
from backend.storage.engine import raw_connection
from backend.storage.tables.claims import ClaimVerdictRow

HISTORY = 60
"""Newest verdicts of each statement, testbed, branch and mode that are read."""
VERDICTS: LiteralString = """
select claim_id, place, run_id, testbed, branch, mode, commit, started_at, sentence,
       verdict, value, low, high, n, more_rounds
from (
    select v.claim_id, v.place, v.run_id, testbed.name as testbed, branch.name as branch, run.mode,
           commit.name as commit, run.started_at, v.verdict, v.sentence, v.value, v.low, v.high,
           v.n, v.more_rounds, at.position,
           row_number() over (
               partition by v.claim_id, v.place, run.testbed_id, run.branch_id, run.mode
               order by at.position desc, v.run_id desc) as nth
    from claim_verdict v
    join run on run.project_id = v.project_id and run.id = v.run_id
    join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
    join branch on branch.project_id = run.project_id and branch.id = run.branch_id
    join commit on commit.project_id = run.project_id and commit.id = run.commit_id
    join branch_commit at on at.project_id = run.project_id and at.branch_id = run.branch_id
                         and at.commit_id = run.commit_id
    where v.project_id = %s and v.claim_id = any(%s::bigint[])
) as placed
where nth <= %s
order by claim_id, place, testbed, branch, mode, position, run_id
"""
FIGURES: LiteralString = """
select v.claim_id, v.place, v.run_id, v.figures
from unnest(%s::bigint[], %s::int[], %s::bigint[]) as wanted (claim_id, place, run_id)
join claim_verdict v
  on v.project_id = %s and v.claim_id = wanted.claim_id and v.place = wanted.place
 and v.run_id = wanted.run_id
"""

VerdictKey = tuple[int, int, int]
"""Claim, place of the statement, and run."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A judgement on its way into the database."""

    claim_id: int
    place: int
    sentence: str
    judgement: ClaimJudgement


def put_verdicts(
    session: Session, project_id: int, run_id: int, found: Sequence[JudgedStatement]
) -> None:
    """Keep what a run says of statements."""
    if not found:
        return
    key = {"project_id": project_id, "run_id": run_id}
    rows = [key | {"claim_id": one.claim_id, "place": one.place} | _columns(one) for one in found]
    made = insert(ClaimVerdictRow)
    kept = {name: made.excluded[name] for name in _columns(found[0])}
    session.execute(
        made.on_conflict_do_update(
            index_elements=["project_id", "claim_id", "place", "run_id"],
            set_=kept | {"judged_at": func.now()},
        ),
        rows,
    )


def _columns(one: JudgedStatement) -> dict[str, Any]:
    columns = asdict(replace(one.judgement, finding=ClaimFinding()))
    del columns["finding"]
    figures = [_filled(each) for each in columns["figures"]]
    return columns | {"figures": figures, "sentence": one.sentence}


def _filled(figure: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in figure.items() if value not in (None, "")}


def read_verdicts(
    session: Session, project_id: int, claim_ids: Sequence[int]
) -> list[StatementVerdict]:
    """Return the newest verdicts of some claims in the order of commits, without figures."""
    asked = project_id, list(claim_ids), HISTORY
    rows = raw_connection(session).execute(VERDICTS, asked).fetchall()
    return [_verdict(row) for row in rows]


def _verdict(row: Sequence[Any]) -> StatementVerdict:
    claim_id, place, run_id, testbed, branch, mode, commit, measured_at, sentence = row[:9]
    return StatementVerdict(
        claim_id, place, run_id, testbed, branch, mode, commit, measured_at, sentence,
        ClaimJudgement(*row[9:]),
    )  # fmt: skip


def read_figures(
    session: Session, project_id: int, wanted: Sequence[VerdictKey]
) -> dict[VerdictKey, list[ClaimFigure]]:
    """Return the figures of some verdicts."""
    if not wanted:
        return {}
    claims, places, runs = (list(column) for column in zip(*wanted, strict=True))
    rows = raw_connection(session).execute(FIGURES, (claims, places, runs, project_id))
    return {(row[0], row[1], row[2]): [ClaimFigure(**one) for one in row[3]] for row in rows}
