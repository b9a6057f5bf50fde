"""Judge claims by runs: every statement that rests on the suite of a run, whenever one comes."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.claims.evidence import ClaimEvidence
from backend.domain.claims.judging import judge_statement
from backend.domain.claims.records import ClaimShare, JudgedRun, StoredClaim
from backend.domain.claims.variants import sides_of
from backend.services.claims.noise import read_noise_of
from backend.storage import outbox
from backend.storage.claims import measured
from backend.storage.claims import rows as claims
from backend.storage.claims.measured import Wanted
from backend.storage.claims.verdicts import JudgedStatement, put_verdicts
from backend.storage.comparisons.sides import read_failed
from backend.storage.reports.profiles import read_profiles_of_run
from backend.wording.claims import sentence_of


def judge_requested(session: Session, project_id: int, outbox_id: int) -> list[int]:
    """Do the work of one outbox row; returns the claims that were judged."""
    run_ids = outbox.take(session, outbox_id)
    if run_ids is None:
        return []
    touched: set[int] = set()
    for run in measured.read_judged_runs(session, project_id, run_ids):
        touched |= set(judge_run(session, project_id, run))
    outbox.remove(session, outbox_id)
    return sorted(touched)


def judge_run(session: Session, project_id: int, run: JudgedRun) -> list[int]:
    """Judge the claims that rest on the suite of a run; returns their ids."""
    there = claims.read_claims(session, project_id, [run.suite])
    if not there:
        return []
    evidence = _evidence(session, project_id, run, there)
    found: list[JudgedStatement] = []
    for claim in there:
        for place, statement in enumerate(claim.document.statements):
            if run.suite in {side.suite for side in sides_of(statement, "", run.cores)}:
                judgement = judge_statement(claim.document, statement, evidence)
                said = sentence_of(statement, judgement)
                found.append(JudgedStatement(claim.id, place, said, judgement))
    put_verdicts(session, project_id, run.id, found)
    return sorted({one.claim_id for one in found})


def _evidence(
    session: Session, project_id: int, run: JudgedRun, there: Sequence[StoredClaim]
) -> ClaimEvidence:
    wanted = sorted(
        {
            side.names
            for claim in there
            for statement in claim.document.statements
            for side in sides_of(statement, "", run.cores)
        }
    )
    results = measured.read_claim_results(session, project_id, run, _with_metric(wanted))
    return ClaimEvidence(
        run=run,
        results=results,
        shares=_shares(session, project_id, run, there),
        missing=read_failed(session, project_id, [run.id]),
        noise=read_noise_of(session, project_id, results),
    )


def _with_metric(wanted: Sequence[Wanted]) -> list[Wanted]:
    return [one for one in wanted if one[2]]


def _shares(
    session: Session, project_id: int, run: JudgedRun, there: Sequence[StoredClaim]
) -> list[ClaimShare]:
    """Return the shares of profiles, where a statement asks for one."""
    kinds = {statement.kind for claim in there for statement in claim.document.statements}
    if "share" not in kinds:
        return []
    return [
        ClaimShare(
            one.benchmark, one.parameters, group.name, group.share, group.low, group.high,
            one.samples, run.id,
        )
        for one in read_profiles_of_run(session, project_id, run.id)
        for group in one.groups
    ]  # fmt: skip
