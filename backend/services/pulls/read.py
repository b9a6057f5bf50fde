"""Pull requests for people: the list, one of them in full, its picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.pages import Page, PageRequest
from backend.domain.pulls.acceptances import GateAcceptance, holding
from backend.domain.pulls.judgements import PullJudgement
from backend.domain.pulls.pictures import draw_pull
from backend.domain.pulls.requests import ReceivedWebhook, StoredPullRequest
from backend.storage.pulls import acceptances, webhooks
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.requests import PullFilters


@dataclass(frozen=True, slots=True)
class PullDetail:
    """All of one pull request that its page shows."""

    pull: StoredPullRequest
    judgement: PullJudgement | None
    comment: str | None
    acceptances: Sequence[GateAcceptance]
    holding: GateAcceptance | None
    webhooks: Sequence[ReceivedWebhook]


def list_pulls(
    session: Session, project_id: int, filters: PullFilters, page: PageRequest
) -> Page[StoredPullRequest]:
    """Return a page of the list, newest first."""
    return pull_requests.read_page(session, project_id, filters, page)


def read_pull(session: Session, project_id: int, pull_id: int) -> PullDetail:
    pull = the_pull(session, project_id, pull_id)
    written = pull_requests.find_written(session, project_id, pull_id)
    judgement = msgspec.convert(written.judgement, PullJudgement) if written.judgement else None
    given = acceptances.read(session, project_id, pull_id)
    return PullDetail(
        pull=pull,
        judgement=judgement,
        comment=written.comment,
        acceptances=given,
        holding=holding(judgement.failing, given) if judgement else None,
        webhooks=_webhooks(session, project_id, pull),
    )


def _webhooks(session: Session, project_id: int, pull: StoredPullRequest) -> list[ReceivedWebhook]:
    if pull.number is None:
        return webhooks.newest_of_group(session, project_id, pull.head)
    return webhooks.newest(session, project_id, pull.number)


def the_pull(session: Session, project_id: int, pull_id: int) -> StoredPullRequest:
    found = pull_requests.find(session, project_id, pull_id)
    if found is None:
        raise NotFoundError(f"there is no pull request {pull_id} in this project")
    return found


def draw_picture(session: Session, code: str) -> str:
    """Draw the largest differences of a pull request; its code opens it to whoever knows it."""
    written = pull_requests.find_by_picture(session, code)
    if written is None or written.judgement is None:
        raise NotFoundError("there is no such picture")
    return draw_pull(msgspec.convert(written.judgement, PullJudgement).rows)
