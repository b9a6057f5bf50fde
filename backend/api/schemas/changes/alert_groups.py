"""Alert groups, and what people say of changes."""

from typing import Annotated, Literal

from pydantic import Field

from backend.api.schemas.inputs import Sent, Text

CauseName = Literal["code", "drift", "same_binary", "machine"]
GroupStateName = Literal[
    "open", "acknowledged", "fixed", "accepted", "invalid", "withdrawn", "suspected"
]
DirectionName = Literal["regression", "improvement", "mixed", "change"]
JudgementName = Literal["acknowledged", "unacknowledged", "rejected", "reopened"]
MOST_JUDGED = 1_000


class NewNote(Sent):
    text: Annotated[Text, Field(min_length=1, max_length=8_000)]


class NewJudgements(Sent):
    changes: Annotated[list[int], Field(min_length=1, max_length=MOST_JUDGED)]
    judgement: JudgementName
