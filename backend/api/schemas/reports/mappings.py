"""Declared mappings as they are sent and answered."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.reports.mappings import ReportMapping, StoredMapping

Source = Annotated[Text, Field(max_length=300)]
Sources = Annotated[list[Annotated[Source, Field(min_length=1)]], Field(max_length=50)]


class MetricSource(Sent):
    value: Source = ""
    samples: Sources = []
    metric: Source = ""
    unit: Source = ""
    direction: BetterDirection | None = None


class MappingFields(Sent):
    kind: Literal["table", "json"] = "table"
    rows: Source = ""
    delimiter: Annotated[Text, Field(max_length=1)] = ""
    decimal: Literal[".", ","] = "."
    benchmark: Sources = []
    parameters: Annotated[dict[Source, Source], Field(max_length=100)] = {}
    metrics: Annotated[list[MetricSource], Field(max_length=100)] = []
    commit: Source = ""
    time: Source = ""

    def mapping(self) -> ReportMapping:
        return msgspec.convert(self.model_dump(mode="json"), ReportMapping)


def _trimmed(text: str) -> str:
    if text != text.strip():
        raise ValueError("it begins or ends with a space")
    return text


class NewMapping(Sent):
    name: Annotated[Name, AfterValidator(_trimmed)]
    mapping: MappingFields


class SavedMapping(BaseModel):
    id: int
    name: str
    mapping: MappingFields
    author: str
    """Who saved it last."""
    updated_at: datetime

    @classmethod
    def of(cls, kept: StoredMapping) -> "SavedMapping":
        return cls(
            id=kept.id,
            name=kept.name,
            mapping=MappingFields.model_validate(msgspec.to_builtins(kept.mapping)),
            author=kept.author,
            updated_at=kept.updated_at,
        )
