"""Calls: system. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Any

from backend.client.call import ApiCall
from backend.client.models_gen import ReadyAnswer, ReceiptKey, ServerStatus


def health() -> ApiCall[dict[str, Any]]:
    """Answer while this process does; neither a thread nor the database is asked."""
    return ApiCall("GET", "/health", dict[str, Any])


def ready() -> ApiCall[ReadyAnswer]:
    """Answer whether all components do their work, from memory; 503 names those that do not."""
    return ApiCall("GET", "/ready", ReadyAnswer)


def receipt_key() -> ApiCall[ReceiptKey]:
    """Give the public key by which receipts of proposals are checked."""
    return ApiCall("GET", "/receipt-key", ReceiptKey)


def report_schema() -> ApiCall[dict[str, Any]]:
    """Return the JSON Schema of report v1."""
    return ApiCall("GET", "/schemas/report-v1.json", dict[str, Any])


def read_server(*, hours: int | None = None) -> ApiCall[ServerStatus]:
    """Tell who operates the server what is wrong with it, what waits, and how it did."""
    return ApiCall(
        "GET",
        "/server",
        ServerStatus,
        query={
            "hours": hours,
        },
    )
