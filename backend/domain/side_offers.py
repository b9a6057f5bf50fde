"""What can be chosen for a side of a comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

OfferKind = Literal["run", "commit", "branch", "pull", "tag", "testbed"]


@dataclass(frozen=True, slots=True)
class SideOffer:
    """A side as its address names it, and what helps to recognise it."""

    kind: OfferKind
    name: str
    detail: str
    time: datetime | None


@dataclass(frozen=True, slots=True)
class SideOffers:
    sides: Sequence[SideOffer]
