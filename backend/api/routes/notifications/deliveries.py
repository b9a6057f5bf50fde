"""The log of messages, and sending again what was given up."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query

from backend.api.audited import writes
from backend.api.dependencies import ConfiguredProject, Db, Queue
from backend.api.parameters.filters import Cursor, Id, Limit
from backend.api.schemas.notifications import Delivery, DeliveryPage, DeliveryState
from backend.api.shared_calls import Call
from backend.services.notifications.manage_channels import send_again
from backend.services.notifications.read_deliveries import read_log
from backend.storage.notifications.deliveries import LogQuery
from backend.storage.notifications.deliveries import MessageDelivery as StoredDelivery

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
) -> DeliveryPage:
    """List messages, the newest first: where to, in which state, and why."""
    page = read_log(db, project.id, LogQuery(channel, state), (cursor, limit))
    rows = [shown_delivery(one) for one in page.rows]
    return DeliveryPage.model_validate(
        {"rows": rows, "total": page.total, "next": page.next}, from_attributes=True
    )


@router.post(
    "/{delivery_id}/again",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[writes("sent again", "message")],
)
def again(delivery_id: Id, db: Db, queue: Queue, project: ConfiguredProject) -> Delivery:
    """Try a message again that was given up."""
    return Delivery.model_validate(
        shown_delivery(send_again(db, queue, project.id, delivery_id)), from_attributes=True
    )


def shown_delivery(one: StoredDelivery) -> dict[str, Any]:
    return asdict(one) | {"message_id": str(one.message_id)}
