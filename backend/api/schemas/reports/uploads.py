"""Reports as accepted, and imports of foreign histories."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from backend.api.schemas.problems import ProblemFault
from backend.domain.reports.tool_files import ReadFile, ReadResult

ReportState = Literal["accepted", "ingested", "failed", "deleted"]


class AcceptedReport(BaseModel):
    id: str
    state: ReportState
    url: str


class ReportStatus(AcceptedReport):
    received_at: datetime
    ingested_at: datetime | None
    run_id: int | None
    faults: list[ProblemFault]


class ReportList(BaseModel):
    """Reports of one state, newest first, at most 50 rows."""

    total: int
    rows: list[ReportStatus]


class DirectionQuestion(BaseModel):
    """A direction that the file does not say and the person must."""

    key: str
    suite: str
    unit: str
    benchmarks: list[str]
    reason: str


class ImportPart(BaseModel):
    """What a file holds of one suite, testbed and branch."""

    suite: str
    testbed: str
    branch: str
    """Of pull requests: pull/<number> is written as pull/…"""
    commits: int
    reports: int
    results: int
    first: datetime | None
    """Time of its earliest commit, where the file says times."""
    last: datetime | None


class ImportOutcome(BaseModel):
    """What an import took, knew already, and could not take."""

    format: str
    sign: str
    """By what the file was recognised; empty where its sender named the format."""
    suites: list[str]
    parts: list[ImportPart]
    """What stands in the file, at most 200 rows."""
    is_dry: bool
    """The file was read, and nothing was stored."""
    reports: int
    results: int
    accepted: int
    duplicates: int
    ids: list[str]
    """Of the reports, to ask how far they are."""
    rejected: list[ProblemFault]
    rejected_rows: int
    questions: list[DirectionQuestion]
    """Not empty: nothing was stored; answer them and send the file again."""
    notes: list[str]
    """What a reader of the charts should know of the file."""


class ToolOutcome(BaseModel):
    """What became of files that benchmark tools wrote."""

    files: list[ReadFile]
    """Each file, and what it was recognised as."""
    reports: list[AcceptedReport]
    """One for each suite; none of a dry run."""
    duplicates: int
    """Reports that the server had before."""
    total: int
    """Results of all reports."""
    results: list[ReadResult]
    """The first 200 results."""
    rejected: list[ProblemFault]
    """Rows that could not be read, with their place in the file; the rest was taken."""
    questions: list[DirectionQuestion]
    """Metrics whose better direction nothing says; they are stored with an unknown direction."""
    notes: list[str]
    """What a reader of the results should know."""
