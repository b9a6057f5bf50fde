"""Imports from addresses as they are asked for and answered."""

from datetime import datetime
from typing import Annotated

from pydantic import Base64Bytes, BaseModel, Field

from backend.api.schemas.inputs import Label, Name, Sent, Text
from backend.api.schemas.problems import ProblemFault
from backend.api.schemas.reports.uploads import ImportOutcome
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.outgoing_addresses import LONGEST
from backend.domain.reports import address_imports as domain
from backend.domain.reports.address_imports import AddressImportState, AddressOptions

Key = Annotated[Text, Field(min_length=1, max_length=2_500)]
Value = Annotated[Text, Field(max_length=300)]


class NewAddressImport(Sent):
    address: Annotated[Text, Field(min_length=1, max_length=LONGEST)]
    """Of a page of the tracker, of its API, or of a file."""
    token: Annotated[Text, Field(max_length=4_000)] = ""
    """What the tracker takes as `Authorization: Bearer`; empty: it asks for none."""
    format: Name = "auto"
    testbed: Label = ""
    branch: Label = ""
    suite: Label = ""
    directions: Annotated[dict[Key, BetterDirection], Field(max_length=1_000)] = {}
    """Answers to questions, by their keys."""
    parameters: Annotated[dict[Name, Value], Field(max_length=32)] = {}
    """Added to those of each benchmark."""
    same_history: bool = False
    """It goes on with what stands on the branch, whatever it looks like."""
    dry_run: bool = False
    """Fetch and read the history, and store nothing."""
    git_log: Annotated[Base64Bytes, Field(max_length=900_000)] = b""
    """What `git log --all --format='%H %ct %P'` says of its commits, as gzip: their order."""

    def options(self) -> AddressOptions:
        return AddressOptions(
            self.format,
            self.testbed,
            self.branch,
            self.suite,
            {key: str(said) for key, said in self.directions.items()},
            self.parameters,
            self.same_history,
            self.dry_run,
        )


class _Fetched(BaseModel):
    id: int
    address: str
    state: AddressImportState
    dry_run: bool
    """It is fetched and read, and nothing is stored."""
    pages: int
    """Fetched so far."""
    known_pages: int
    """As far as the pages so far say."""


class AddressImport(_Fetched):
    """How far an import from an address is, and how it ended."""

    bytes: int
    """Of all pages fetched so far."""
    tries: int
    """How often the page that comes next failed."""
    wait_until: datetime | None
    """The tracker is left alone so long: it asked for it, or did not answer."""
    author: str
    created_at: datetime
    finished_at: datetime | None
    outcome: ImportOutcome | None
    """With questions in it nothing was stored: ask for the import again with the answers."""
    error: str
    """Why it failed; nothing was stored."""
    faults: list[ProblemFault]

    @classmethod
    def of(cls, kept: domain.AddressImport) -> "AddressImport":
        return cls.model_validate(
            {
                "id": kept.id, "address": kept.address, "state": kept.state,
                "dry_run": kept.options.is_dry, "pages": kept.pages,
                "known_pages": kept.known_pages, "bytes": kept.bytes, "tries": kept.tries,
                "wait_until": kept.wait_until, "author": kept.sender.name,
                "created_at": kept.created_at, "finished_at": kept.finished_at,
                "outcome": kept.outcome, "error": kept.error, "faults": list(kept.faults),
            }
        )  # fmt: skip


class ListedImport(_Fetched):
    """An import from an address in short."""

    author: str
    created_at: datetime
    finished_at: datetime | None
    results: int
    """That were read of it."""
    questions: int
    """That are open: nothing was stored."""
    error: str
    """Why it failed or was cancelled; nothing was stored."""

    @classmethod
    def of(cls, kept: domain.AddressImport) -> "ListedImport":
        outcome = kept.outcome or {}
        return cls(
            id=kept.id, address=kept.address, state=kept.state, dry_run=kept.options.is_dry,
            pages=kept.pages, known_pages=kept.known_pages, author=kept.sender.name,
            created_at=kept.created_at, finished_at=kept.finished_at,
            results=outcome.get("results", 0), questions=len(outcome.get("questions", ())),
            error=kept.error,
        )  # fmt: skip
