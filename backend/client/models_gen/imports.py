"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType
from backend.client.models_gen.shared import BetterDirection, DirectionQuestion, ProblemFault

AddressImportState: TypeAlias = Literal["waiting", "walking", "importing", "done", "failed"]


class ImportPart(Struct):
    """
    What a file holds of one suite, testbed and branch.
    """

    branch: str
    commits: int
    first: str | None
    last: str | None
    reports: int
    results: int
    suite: str
    testbed: str


class ListedImport(Struct):
    """
    An import from an address in short.
    """

    address: str
    author: str
    created_at: str
    dry_run: bool
    error: str
    finished_at: str | None
    id: int
    known_pages: int
    pages: int
    questions: int
    results: int
    state: AddressImportState


class NewAddressImport(Struct):
    address: str
    branch: str | UnsetType = UNSET
    directions: Annotated[dict[str, BetterDirection], Meta(max_length=1000)] | UnsetType = UNSET
    dry_run: bool | UnsetType = UNSET
    format: str | UnsetType = UNSET
    git_log: str | UnsetType = UNSET
    parameters: Annotated[dict[str, str], Meta(max_length=32)] | UnsetType = UNSET
    same_history: bool | UnsetType = UNSET
    suite: str | UnsetType = UNSET
    testbed: str | UnsetType = UNSET
    token: str | UnsetType = UNSET


class ImportOutcome(Struct):
    """
    What an import took, knew already, and could not take.
    """

    accepted: int
    duplicates: int
    format: str
    ids: list[str]
    is_dry: bool
    notes: list[str]
    parts: list[ImportPart]
    questions: list[DirectionQuestion]
    rejected: list[ProblemFault]
    rejected_rows: int
    reports: int
    results: int
    sign: str
    suites: list[str]


class AddressImport(Struct):
    """
    How far an import from an address is, and how it ended.
    """

    address: str
    author: str
    bytes: int
    created_at: str
    dry_run: bool
    error: str
    faults: list[ProblemFault]
    finished_at: str | None
    id: int
    known_pages: int
    outcome: ImportOutcome | None
    pages: int
    state: AddressImportState
    tries: int
    wait_until: str | None
