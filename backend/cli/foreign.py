"""Files of other tools: what they are, and the place of one run in the shape of a history.

Pure. The server alone reads them; this side knows only what a job knows better: its commit.
"""

import json
from base64 import b64encode
from typing import Any

from backend.cli.origin import GitFacts, ResultOrigin

HISTORY = "github-action-benchmark"
ONE_RUN = ("customSmallerIsBetter", "customBiggerIsBetter")
"""Plain results of one run, as github-action-benchmark names them."""
SUITE = "Benchmark"
"""As that action names a suite that nobody named."""
SHAPES = 'each result is {"name": "walk", "value": 12.5, "unit": "ms"}, all of them in a list'

Row = dict[str, Any]


def rows_of(content: bytes) -> list[Row] | None:
    """Return the results of one run, [{"name", "value", "unit"}], or nothing for another file."""
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        return None
    is_rows = isinstance(said, list) and bool(said) and all(map(_is_row, said))
    return said if is_rows else None


def is_history(content: bytes) -> bool:
    """Say whether a file is the data.js of github-action-benchmark."""
    head = content[:1_000].lstrip(b"\xef\xbb\xbf \r\n\t")
    return head.startswith(b"window.BENCHMARK_DATA") or (
        head.startswith(b"{") and b'"entries"' in head
    )


def tool_upload(files: list[tuple[str, bytes]], document: Row, asked: dict[str, Any]) -> bytes:
    """Return files of tools as the server takes them, at the place that a report would have."""
    named = [{"name": name, "data": b64encode(content).decode()} for name, content in files]
    place = {name: said for name, said in document.items() if name != "version"}
    return json.dumps({"files": named, **place, **asked}, ensure_ascii=False).encode()


def _is_row(one: object) -> bool:
    return isinstance(one, dict) and {"name", "value"} <= one.keys()


def history_of(
    rows: list[Row], suite: str, tool: str, place: tuple[ResultOrigin, GitFacts]
) -> bytes:
    """Return one run as a history of one entry, at the commit of the job or checkout.

    It has no date: the file does not say when it was measured, so that the same file comes twice
    without harm. A tool that is not named leaves open which way is better; the server asks.
    """
    origin, git = place
    commit = {
        "id": origin.commit or git.commit,
        "timestamp": git.time,
        "message": git.subject,
        "author": {"name": git.author, "email": git.email},
    }
    entry = {"commit": commit, "tool": tool, "benches": rows}
    return json.dumps({"entries": {suite: [entry]}}).encode()
