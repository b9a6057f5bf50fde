"""Mutes: series that alert nobody until a time."""

from http import HTTPStatus

from fastapi import APIRouter, Request

from backend.api.audited import writes
from backend.api.dependencies import CurrentActor, Db, ReadableProject, TriagedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.changes.mutes import NewMute
from backend.api.shared_calls import Call
from backend.domain.changes.judgements import author_of
from backend.domain.changes.mutes import MuteChoice, MuteList
from backend.domain.events import EventKind, LiveEvent
from backend.services.changes.mute_series import lift_mute, mute_series
from backend.services.events import publish_after_commit
from backend.storage.changes.alert_mutes import read_mutes

router = APIRouter(
    prefix="/projects/{project}/alert-mutes", tags=["alert groups"], route_class=Call
)


@router.get("")
def mutes(db: Db, project: ReadableProject) -> MuteList:
    """List the mutes that hold now."""
    return MuteList(read_mutes(db, project.id))


@router.post(
    "",
    status_code=HTTPStatus.CREATED,
    dependencies=[writes("muted", "series")],
)
def mute(
    new: NewMute, request: Request, db: Db, project: TriagedProject, actor: CurrentActor
) -> MuteList:
    """Mute series; where a name is that of several suites, each gets its own."""
    choice = MuteChoice(new.suite, new.benchmark, new.metric, new.testbed, new.branch)
    said = (new.why.strip(), author_of(actor))
    rows = mute_series(db, project.id, choice, new.until, said)
    _publish(request, db, project.id)
    return MuteList(rows)


@router.delete(
    "/{mute_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("ended", "mute")]
)
def lift(request: Request, db: Db, project: TriagedProject, mute_id: Id) -> None:
    """End a mute."""
    lift_mute(db, project.id, mute_id)
    _publish(request, db, project.id)


@router.post(
    "/{mute_id}/restore",
    status_code=HTTPStatus.NO_CONTENT,
    dependencies=[writes("restored", "mute")],
)
def restore(request: Request, db: Db, project: TriagedProject, mute_id: Id) -> None:
    """Let a mute hold again that was ended."""
    lift_mute(db, project.id, mute_id, is_lifted=False)
    _publish(request, db, project.id)


def _publish(request: Request, db: Db, project_id: int) -> None:
    publish_after_commit(db, request.app.state.events, project_id, LiveEvent(EventKind.ALERT))
