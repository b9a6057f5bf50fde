"""Offer what may stand on a side of a comparison, for a person who types part of its name."""

from sqlalchemy.orm import Session

from backend.domain.comparisons.side_offers import SideOffers
from backend.domain.errors import Fault, InvalidError
from backend.storage.comparisons.side_offers import read_offers


def offer_sides(
    session: Session, project_id: int, text: str, beside: int | None = None
) -> SideOffers:
    """Return some of each kind whose names hold the text, the newest first.

    `beside`: a run on the other side. Only runs that can be compared with it are offered then.
    """
    if "\x00" in text:
        reason = "the text holds a NUL character"
        raise InvalidError(reason, [Fault("/query/text", reason, "remove it")])
    return SideOffers(read_offers(session, project_id, text.strip(), beside))
