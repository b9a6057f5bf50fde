"""Calls: imports. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import AddressImport, ImportOutcome, ListedImport, NewAddressImport


def list_imports(project: str) -> ApiCall[list[ListedImport]]:
    """List imports from addresses, the newest first: the one that runs, and how others ended."""
    return ApiCall("GET", f"/projects/{quoted(project)}/imports/addresses", list[ListedImport])


def begin_import(project: str, *, body: NewAddressImport) -> ApiCall[AddressImport]:
    """Have a history fetched from its tracker, in the background, and imported as a file is."""
    return ApiCall(
        "POST", f"/projects/{quoted(project)}/imports/addresses", AddressImport, body=body
    )


def read_import(project: str, import_id: int) -> ApiCall[AddressImport]:
    """Say how far an import from an address is, and how it ended; the newest twenty are kept."""
    return ApiCall(
        "GET", f"/projects/{quoted(project)}/imports/addresses/{quoted(import_id)}", AddressImport
    )


def cancel_import(project: str, import_id: int, *, body: bytes) -> ApiCall[AddressImport]:
    """Stop an import from an address while its pages are fetched: nothing is stored then."""
    return ApiCall(
        "DELETE",
        f"/projects/{quoted(project)}/imports/addresses/{quoted(import_id)}",
        AddressImport,
        body=body,
    )


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
