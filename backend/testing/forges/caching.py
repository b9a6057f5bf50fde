"""Descriptions kept on disk: reading them out of a package takes seconds in every process."""

import hashlib
import json
import uuid
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from backend.testing.databases import ROOT
from backend.testing.forges.descriptions import Description, Operation

_KEPT = ROOT / ".tidemark" / "forges"


def cached(
    made_by: str, packages: tuple[str, ...], make: Callable[[], Description], more: str = ""
) -> Description:
    """Return what `make` returns; it is asked again when its file, a package or `more` changes."""
    source = Path(made_by)
    told = [source.read_text(), more, *(f"{name} {version(name)}" for name in packages)]
    key = hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
    place = _KEPT / f"{source.stem}-{key}.json"
    if not place.exists():
        _KEPT.mkdir(parents=True, exist_ok=True)
        fresh = place.with_suffix(f".{uuid.uuid4()}.part")
        fresh.write_text(json.dumps(_written(make())))
        fresh.replace(place)
    return _read(json.loads(place.read_text()))


def _written(description: Description) -> dict[str, Any]:
    return {
        "operations": [
            {
                "method": one.method, "template": one.template, "query": sorted(one.query),
                "body": one.body, "answers": one.answers,
            }
            for one in description.operations
        ],
        "events": description.events,
    }  # fmt: skip


def _read(told: Any) -> Description:
    operations = [
        Operation(
            one["method"], one["template"], frozenset(one["query"]), one["body"],
            {int(status): schema for status, schema in one["answers"].items()},
        )
        for one in told["operations"]
    ]  # fmt: skip
    return Description(operations, told["events"])
