"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal
from msgspec import UNSET, Meta, Struct, UnsetType
from backend.client.models_gen.shared import BetterDirection, DirectionQuestion, ProblemFault


class AcceptedReport(Struct):
    id: str
    state: Literal["accepted", "ingested", "failed", "deleted"]
    url: str


class KnownFormat(Struct):
    """
    A format that can be read.
    """

    family: str
    name: str
    title: str


class MetricSource(Struct):
    direction: BetterDirection | None | UnsetType = UNSET
    metric: str | UnsetType = UNSET
    samples: list[str] | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    value: str | UnsetType = UNSET


class OutlineColumn(Struct):
    """
    A column of a table, or a field of the rows of a JSON file.
    """

    examples: list[str]
    is_number: bool
    source: str


class ReadFile(Struct):
    """
    A file, and what it was recognised as.
    """

    format: str
    name: str
    readings: int
    rows: int
    sign: str
    title: str


class ReadResult(Struct):
    """
    A result as it is stored, in its base unit.
    """

    benchmark: str
    commit: str
    direction: str
    failure: str
    metric: str
    parameters: dict[str, str | int | float | bool]
    samples: int
    suite: str
    unit: str
    value: float | None


class ReportStatus(Struct):
    faults: list[ProblemFault]
    id: str
    ingested_at: str | None
    received_at: str
    run_id: int | None
    state: Literal["accepted", "ingested", "failed", "deleted"]
    url: str


class ToolOutcome(Struct):
    """
    What became of files that benchmark tools wrote.
    """

    duplicates: int
    files: list[ReadFile]
    notes: list[str]
    questions: list[DirectionQuestion]
    rejected: list[ProblemFault]
    reports: list[AcceptedReport]
    results: list[ReadResult]
    total: int


class FileOutline(Struct):
    """
    What a file without a known format holds, for a person who declares its mapping.
    """

    columns: list[OutlineColumn]
    count: int
    delimiter: str
    kind: str
    rows: str


class MappingFields(Struct):
    benchmark: list[str] | UnsetType = UNSET
    commit: str | UnsetType = UNSET
    decimal: Literal[".", ","] | UnsetType = UNSET
    delimiter: str | UnsetType = UNSET
    kind: Literal["table", "json"] | UnsetType = UNSET
    metrics: list[MetricSource] | UnsetType = UNSET
    parameters: Annotated[dict[str, str], Meta(max_length=100)] | UnsetType = UNSET
    rows: str | UnsetType = UNSET
    time: str | UnsetType = UNSET


class NewMapping(Struct):
    mapping: MappingFields
    name: str


class ReportList(Struct):
    """
    Reports of one state, newest first, at most 50 rows.
    """

    rows: list[ReportStatus]
    total: int


class SavedMapping(Struct):
    author: str
    id: int
    mapping: MappingFields
    name: str
    updated_at: str
