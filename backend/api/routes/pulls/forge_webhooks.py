"""Where forges send their webhooks."""

from http import HTTPStatus

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel

from backend.api.admission import Place
from backend.api.audited import writes_nothing
from backend.api.dependencies import FOR_EVERYBODY, Cipher, Db, Queue
from backend.api.shared_calls import Call
from backend.services.pulls.receive_webhook import receive_webhook

router = APIRouter(prefix="/forges", tags=["pull requests"], route_class=Call)


class WebhookReceipt(BaseModel):
    outcome: str


@router.post(
    "/{hook}/webhook",
    status_code=HTTPStatus.ACCEPTED,
    dependencies=[
        FOR_EVERYBODY,
        writes_nothing("every webhook stands in a log of its own"),
    ],
)
async def webhook(
    hook: str, request: Request, db: Db, queue: Queue, cipher: Cipher
) -> WebhookReceipt:
    """Take a webhook of a forge; its signature opens the call, and each delivery counts once."""
    place: Place = request.state.place
    async with place.lent():
        sent = dict(request.headers), await request.body()
    return WebhookReceipt(
        outcome=await run_in_threadpool(receive_webhook, db, queue, cipher, hook[:100], sent)
    )
