"""Mutes, as they are sent and answered."""

from typing import Annotated

from pydantic import AwareDatetime, Field

from backend.api.schemas.inputs import Name, Sent, Text


class NewMute(Sent):
    """Series that alert nobody until then: those that have every name that is given."""

    suite: Name | None = None
    benchmark: Name | None = None
    metric: Name | None = None
    testbed: Name | None = None
    branch: Name | None = None
    until: AwareDatetime
    why: Annotated[Text, Field(min_length=1, max_length=2_000)]
