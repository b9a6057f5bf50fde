"""The log of messages, and sending again what was given up."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query

from backend.api.audited import writes
from backend.api.dependencies import ConfiguredProject, Db, Queue
from backend.api.parameters.filters import Cursor, Id, Limit
from backend.api.shared_calls import Call
from backend.domain.pages import Page, PageRequest
from backend.services.notifications.manage_channels import send_again
from backend.services.notifications.read_deliveries import read_log
from backend.storage.notifications.deliveries import Delivery, DeliveryState, LogQuery

router = APIRouter(
    prefix="/projects/{project}/deliveries", tags=["notifications"], route_class=Call
)

OfChannel = Annotated[int | None, Query(ge=1, lt=2**63)]
OfState = Annotated[DeliveryState | None, Query()]


@router.get("")
def deliveries(
    db: Db,
    project: ConfiguredProject,
    channel: OfChannel = None,
    state: OfState = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Page[Delivery]:
    """List messages, the newest first: where to, in which state, and why."""
    return read_log(db, project.id, LogQuery(channel, state), PageRequest(cursor, limit))


@router.post(
    "/{delivery_id}/again",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("sent again", "message")],
)
def again(delivery_id: Id, db: Db, queue: Queue, project: ConfiguredProject) -> Delivery:
    """Try a message again that was given up."""
    return send_again(db, queue, project.id, delivery_id)
