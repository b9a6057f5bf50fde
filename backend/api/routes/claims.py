"""Claims: the list, one of them, and files that bring them in."""

from http import HTTPStatus

from fastapi import APIRouter

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, Queue, ReadableProject, TriagedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.claims import ClaimImport
from backend.api.shared_calls import Call
from backend.domain.claims.shown import ClaimDetail
from backend.services.claims import save as claim_imports
from backend.services.claims.read import ClaimList, list_claims, read_claim
from backend.services.claims.save import SavedClaims

router = APIRouter(prefix="/projects/{project}/claims", tags=["claims"], route_class=Call)


@router.get("")
def claims(db: Db, project: ReadableProject) -> ClaimList:
    """List published results, each with its verdict on every machine that measured it."""
    return list_claims(db, project.id)


@router.post("/imports", dependencies=[writes("imported", "claims")])
def import_file(
    sent: ClaimImport, db: Db, queue: Queue, project: TriagedProject, actor: CurrentActor
) -> SavedClaims:
    """Keep the claims of a file, all or none; a key that is known replaces its claim.

    They are judged at once by the newest stored runs of their suites.
    """
    return claim_imports.import_claims(db, queue, project.id, sent.text, actor.name)


@router.get("/{claim_id}")
def claim(db: Db, project: ReadableProject, claim_id: Id) -> ClaimDetail:
    """Give one claim: published figures beside measured ones, over commits and machines."""
    return read_claim(db, project.id, claim_id)


@router.delete(
    "/{claim_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("removed", "claim")]
)
def remove(db: Db, project: TriagedProject, claim_id: Id) -> None:
    """Take a claim off every list; `restore` brings it back."""
    claim_imports.remove_claim(db, project.id, claim_id)


@router.post("/{claim_id}/restore", dependencies=[writes("brought back", "claim")])
def restore(db: Db, queue: Queue, project: TriagedProject, claim_id: Id) -> ClaimDetail:
    """Bring a removed claim back; it is judged by what came meanwhile."""
    claim_imports.restore_claim(db, queue, project.id, claim_id)
    return read_claim(db, project.id, claim_id)
