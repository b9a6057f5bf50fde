"""Calls: imports. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import ImportOutcome


def add_history(
    project: str,
    format_name: str,
    *,
    body: bytes,
    testbed: str | None = None,
    branch: str | None = None,
    suite: str | None = None,
    same_history: bool | None = None,
    dry_run: bool | None = None,
) -> ApiCall[ImportOutcome]:
    """Import a history; `direction.<key>=lower|higher|unknown` answers what the file does not say."""
    return ApiCall(
        "POST",
        f"/projects/{quoted(project)}/imports/{quoted(format_name)}",
        ImportOutcome,
        query={
            "testbed": testbed,
            "branch": branch,
            "suite": suite,
            "same_history": same_history,
            "dry_run": dry_run,
        },
        body=body,
    )
