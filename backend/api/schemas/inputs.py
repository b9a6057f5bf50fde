"""Texts and numbers as the database can take them; whatever else comes in is refused by name."""

import math
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from backend.api.schemas.labels import Scalar
from backend.domain.near_names import unknown_name
from backend.domain.plain_names import name_oddity

UNKNOWN = "unknown_field"

LONGEST = 8_000
"""Characters of one fact."""
LARGEST = 2**63


def _without_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("the text holds a NUL character")
    return text


def _storable(facts: dict[str, Scalar]) -> dict[str, Scalar]:
    for name, value in facts.items():
        if isinstance(value, int | float) and not (math.isfinite(value) and abs(value) < LARGEST):
            raise ValueError(f"“{name[:40]}” is a number that does not fit into 64 bits")
        for text in (name, str(value)):
            if len(_without_nul(text)) > LONGEST:
                raise ValueError(f"“{name[:40]}” is longer than {LONGEST} characters")
    return facts


def _plain(text: str) -> str:
    if text and (oddity := name_oddity(text)):
        raise ValueError(oddity)
    return text


Text = Annotated[str, AfterValidator(_without_nul)]
Label = Annotated[Text, Field(max_length=200), AfterValidator(_plain)]
"""A name that may be left empty."""
Name = Annotated[Label, Field(min_length=1)]
Count = Annotated[int, Field(ge=0, lt=LARGEST)]
Facts = Annotated[dict[str, Scalar], Field(max_length=200), AfterValidator(_storable)]


class Sent(BaseModel):
    """What is sent: a field that is not known is refused by name, with the nearest known one.

    Dropped instead, it would make the request mean something else: a misspelled filter is none.
    """

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _knows_every_field(cls, sent: Any) -> Any:  # noqa: ANN401  whatever was sent
        if not isinstance(sent, dict):
            return sent
        known = [field.alias or name for name, field in cls.model_fields.items()]
        unknown = [str(name) for name in sent if name not in known]
        if unknown:
            raise ValidationError.from_exception_data(
                cls.__name__, [_no_such_field(name, known) for name in unknown]
            )
        return sent


def _no_such_field(name: str, known: list[str]) -> InitErrorDetails:
    fault = unknown_name("", "field", name, known)
    told = {"reason": fault.reason, "remedy": fault.remedy, "offer": fault.offer}
    return InitErrorDetails(
        type=PydanticCustomError(UNKNOWN, "{reason}", told), loc=(name,), input=name
    )
