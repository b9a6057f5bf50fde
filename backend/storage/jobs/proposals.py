"""What agents saw of proposals, and the receipts that came of it."""

import msgspec
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.jobs.evidence import ProposalEvidence
from backend.domain.machines.signing import SignedText
from backend.storage.tables.jobs import JobProposalRow


def store_evidence(
    session: Session, project_id: int, job_id: int, evidence: ProposalEvidence
) -> None:
    """Keep what an agent saw; what an earlier lease saw goes."""
    said = msgspec.to_builtins(evidence)
    session.execute(
        insert(JobProposalRow)
        .values(project_id=project_id, job_id=job_id, evidence=said)
        .on_conflict_do_update(index_elements=["project_id", "job_id"], set_={"evidence": said})
    )


def read_evidence(session: Session, project_id: int, job_id: int) -> ProposalEvidence | None:
    found = session.get(JobProposalRow, (project_id, job_id))
    return None if found is None else msgspec.convert(found.evidence, ProposalEvidence)


def store_receipt(session: Session, project_id: int, job_id: int, receipt: SignedText) -> None:
    said = {"signed": receipt.signed, "signature": receipt.signature, "key": receipt.key}
    none = msgspec.to_builtins(ProposalEvidence())
    session.execute(
        insert(JobProposalRow)
        .values(project_id=project_id, job_id=job_id, evidence=none, **said)
        .on_conflict_do_update(index_elements=["project_id", "job_id"], set_=said)
    )


def read_receipt(session: Session, project_id: int, job_id: int) -> SignedText | None:
    """Return the receipt of a job; None where it is not judged yet."""
    found = session.get(JobProposalRow, (project_id, job_id))
    if found is None or not found.signed:
        return None
    return filled(SignedText, found)
