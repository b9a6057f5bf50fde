"""How many machine minutes jobs of a project may take in 24 hours, and who took how many."""

from fastapi import APIRouter, Request

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, PeopledProject, ReadableProject
from backend.api.schemas.jobs import QuotasWanted
from backend.api.shared_calls import Call
from backend.domain.jobs.quotas import JobQuota, ProjectQuotas
from backend.services.jobs.ask import asker_of
from backend.services.jobs.quotas import read_quotas, set_quotas

router = APIRouter(prefix="/projects/{project}/quotas", tags=["jobs"], route_class=Call)


@router.get("")
def quotas(db: Db, project: ReadableProject, actor: CurrentActor) -> ProjectQuotas:
    """Return the quotas of the project, and who took how much in the last 24 hours."""
    return read_quotas(db, project.id, asker_of(actor))


@router.put("", dependencies=[writes("changed", "quotas")])
def change_quotas(
    wanted: QuotasWanted, request: Request, db: Db, project: PeopledProject, actor: CurrentActor
) -> ProjectQuotas:
    """Say how many machine minutes each person, and all jobs together, may take in 24 hours.

    What is asked for beyond them is taken on, and waits.
    """
    quota = JobQuota(wanted.person_minutes, wanted.project_minutes)
    set_quotas(db, request.app.state.events, project, quota)
    return read_quotas(db, project.id, asker_of(actor))
