"""Rules by which CI systems upload without a secret."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.domain.people.ci_rules import MOST_CLAIMS, Misfit

Pattern = Annotated[Text, Field(min_length=1, max_length=300)]


class NewCiRule(Sent):
    name: Name
    issuer: Annotated[Text, Field(min_length=8, max_length=500)]
    """As in the claim “iss” of its tokens."""
    audience: Annotated[Text, Field(min_length=1, max_length=500)]
    claims: Annotated[dict[str, Pattern], Field(min_length=1, max_length=MOST_CLAIMS)]
    """Claim → pattern, in which * stands for anything."""
    testbed: Name
    """The only one that reports may name."""


class CiRule(NewCiRule):
    id: int
    created_by: str
    created_at: datetime
    last_used_at: datetime | None


class Claims(Sent):
    """What a token would claim."""

    claims: Annotated[dict[str, Any], Field(max_length=200)]


class Trial(BaseModel):
    """A rule, and what does not fit it; nothing: such a token may upload."""

    rule: CiRule
    misfits: list[Misfit]
