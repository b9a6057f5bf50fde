"""Texts and numbers as the database can take them; whatever else comes in is refused by name."""

import math
from typing import Annotated

from pydantic import AfterValidator, Field

from backend.api.schemas.labels import Scalar

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


Text = Annotated[str, AfterValidator(_without_nul)]
Name = Annotated[Text, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0, lt=LARGEST)]
Facts = Annotated[dict[str, Scalar], Field(max_length=200), AfterValidator(_storable)]
