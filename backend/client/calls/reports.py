"""Calls: reports. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import (
    AcceptedReport,
    FileOutline,
    KnownFormat,
    NewMapping,
    ReportList,
    ReportStatus,
    SavedMapping,
    ToolOutcome,
)


def list_formats(project: str) -> ApiCall[list[KnownFormat]]:
    """Return the formats of benchmark tools that can be read; each is recognised by content."""
    return ApiCall("GET", f"/projects/{quoted(project)}/formats", list[KnownFormat])


def list_mappings(project: str) -> ApiCall[list[SavedMapping]]:
    """Return the declared mappings of a project by name."""
    return ApiCall("GET", f"/projects/{quoted(project)}/mappings", list[SavedMapping])


def add_mapping(project: str, *, body: NewMapping) -> ApiCall[SavedMapping]:
    """Keep a mapping under a name, in place of one of that name; see docs/formats.md."""
    return ApiCall("POST", f"/projects/{quoted(project)}/mappings", SavedMapping, body=body)


def outline(project: str, *, body: bytes) -> ApiCall[FileOutline]:
    """Say which columns or fields a file has, with examples: what a mapping can name."""
    return ApiCall("POST", f"/projects/{quoted(project)}/mappings/outlines", FileOutline, body=body)


def end_mapping(project: str, mapping_id: int) -> ApiCall[None]:
    """Remove a mapping; what was read by it stays."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/mappings/{quoted(mapping_id)}", None)


def list_reports(
    project: str, *, state: Literal["accepted", "failed"] | None = None
) -> ApiCall[ReportList]:
    """Return reports that are not ingested, newest first: those that failed, or those that wait."""
    return ApiCall(
        "GET",
        f"/projects/{quoted(project)}/reports",
        ReportList,
        query={
            "state": state,
        },
    )


def add_report(project: str, *, body: bytes) -> ApiCall[AcceptedReport]:
    """Accept a report (v1, see /api/v1/schemas/report-v1.json); gzip is welcome."""
    return ApiCall("POST", f"/projects/{quoted(project)}/reports", AcceptedReport, body=body)


def add_tool_files(project: str, *, body: bytes) -> ApiCall[ToolOutcome]:
    """Read files of benchmark tools and accept a report for each suite; see docs/formats.md."""
    return ApiCall("POST", f"/projects/{quoted(project)}/reports/files", ToolOutcome, body=body)


def read_report(project: str, report_id: str) -> ApiCall[ReportStatus]:
    """Tell how far the ingestion of a report is."""
    return ApiCall("GET", f"/projects/{quoted(project)}/reports/{quoted(report_id)}", ReportStatus)


def read_again(project: str, report_id: str) -> ApiCall[ReportStatus]:
    """Ingest a report once more that could not be ingested; its document is as it came."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/reports/{quoted(report_id)}/again", ReportStatus
    )
