"""Files of other tools: what they are, and how they are sent.

Pure. The server alone reads them; this side knows only what a job knows better: its commit.
"""

import json
import tomllib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from backend.cli.exits import CommandError
from backend.client.models_gen import ProblemFault
from backend.wording.effects import counted

HISTORY = "github-action-benchmark"
ONE_RUN = {"customSmallerIsBetter": "lower", "customBiggerIsBetter": "higher"}
"""Plain results of one run, as github-action-benchmark names them, and which way is better."""
PLAIN = "custom-json"
"""As the server calls them."""
SUITE = "Benchmark"
"""As that action names a suite that nobody named."""
SHAPES = (
    'each result is {"name": "walk", "value": 12.5, "unit": "ms", "direction": "lower"},'
    " all of them in a list"
)

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


def refusals(rows: Iterable[ProblemFault]) -> Iterator[str]:
    """Yield a line for each reason why rows were not taken: the first place, and how many more."""
    places: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        places.setdefault((row.reason, row.remedy), []).append(row.pointer or "the whole file")
    for (reason, remedy), (first, *more) in places.items():
        where = f"{first} and {counted(len(more), 'more row')}" if more else first
        yield f"Not taken: {where}: {reason}; {remedy}"


def tool_upload(files: list[tuple[str, bytes]], document: Row, asked: dict[str, Any]) -> bytes:
    """Return files of tools as the server takes them, at the place that a report would have."""
    named = [{"name": name, "data": b64encode(content).decode()} for name, content in files]
    place = {name: said for name, said in document.items() if name != "version"}
    return json.dumps({"files": named, **place, **asked}, ensure_ascii=False).encode()


def mapping_in(said: str) -> str | Row:
    """Return the mapping that a file (JSON or TOML) holds; another text is the name of one."""
    file = Path(said)
    if not file.is_file():
        return said
    content = file.read_text(encoding="utf-8")
    try:
        read = tomllib.loads(content) if file.suffix == ".toml" else json.loads(content)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{file} is no JSON and no TOML: {error}") from error
    if not isinstance(read, dict):
        raise CommandError(f"{file} holds no mapping", "docs/formats.md shows one")
    return read


def _is_row(one: object) -> bool:
    return isinstance(one, dict) and {"name", "value"} <= one.keys()


def plain_rows(rows: list[Row], format_name: str) -> bytes:
    """Return plain results; a format that says which way is better says it of each."""
    better = ONE_RUN.get(format_name)
    said = [{"direction": better, **row} for row in rows] if better else rows
    return json.dumps(said, ensure_ascii=False).encode()
