"""Keep declared mappings, find those that an upload means, and outline a file that has none."""

from typing import Any

import msgspec
from sqlalchemy.orm import Session

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.mapped.outlines import outline_of
from backend.adapters.tools.mapped.reading import mapped_format
from backend.adapters.tools.readings import ToolFormat
from backend.adapters.tools.unpacking import texts_of
from backend.domain.errors import ConflictError, Fault, InvalidError, NotFoundError
from backend.domain.people.projects import Actor, Project
from backend.domain.reports.mappings import (
    MOST_MAPPINGS,
    FileOutline,
    ReportMapping,
    StoredMapping,
    mapping_faults,
)
from backend.services.people.audit import record
from backend.storage.reports import mappings


def save_mapping(
    session: Session, project: Project, actor: Actor, name: str, mapping: ReportMapping
) -> StoredMapping:
    """Keep a mapping under a name; InvalidError where it lacks something."""
    _demand_whole(mapping)
    kept = mappings.mappings_of(session, project.id)
    if len(kept) >= MOST_MAPPINGS and all(one.name != name for one in kept):
        raise ConflictError(f"the project has {MOST_MAPPINGS} mappings; remove some first")
    saved = mappings.save(session, project.id, name, mapping, actor.name)
    record(session, saved.id, name, sources=", ".join(mapping.sources()[:20]))
    return saved


def remove_mapping(session: Session, project: Project, mapping_id: int) -> None:
    """Remove a mapping; what was read by it stays."""
    name = mappings.remove(session, project.id, mapping_id)
    if name is None:
        raise NotFoundError(f"there is no mapping {mapping_id} in this project")
    record(session, mapping_id, name)


def mapping_of(sent: dict[str, Any]) -> ReportMapping:
    """Return a mapping as it was sent; InvalidError where it is none."""
    try:
        mapping = msgspec.convert(sent, ReportMapping)
    except msgspec.ValidationError as error:
        fault = Fault("/mapping", str(error)[:300], "see docs/formats.md")
        raise InvalidError("the mapping does not fit the format", [fault]) from error
    _demand_whole(mapping)
    return mapping


def _demand_whole(mapping: ReportMapping) -> None:
    if faults := mapping_faults(mapping):
        raise InvalidError("the mapping lacks something", faults)


def mapped_formats(session: Session, project_id: int) -> list[ToolFormat]:
    """Return what a project mapped, as formats among others."""
    return [
        mapped_format(one.name, one.mapping) for one in mappings.mappings_of(session, project_id)
    ]


def chosen_mapping(
    session: Session, project_id: int, said: str | dict[str, Any]
) -> ToolFormat | None:
    """Return the mapping that an upload names or brings; None where it does neither."""
    if not said:
        return None
    if isinstance(said, dict):
        return mapped_format("", mapping_of(said))
    kept = mappings.mappings_of(session, project_id)
    found = next((one for one in kept if one.name == said), None)
    if found is None:
        there = ", ".join(one.name for one in kept) or "none yet"
        fault = Fault("/mapping", f"there is no mapping “{said[:40]}”", f"There are: {there}.")
        raise InvalidError("the mapping is not known; nothing was stored", [fault])
    return mapped_format(found.name, found.mapping)


def outline_file(name: str, data: bytes, most: int) -> FileOutline:
    """Say what a file holds, for a person who declares its mapping; InvalidError for neither."""
    try:
        texts = list(texts_of(name, data, most))
        found = next((one for text in texts if (one := outline_of(text))), None)
    except UnreadableError as error:
        fault = Fault("/data", error.reason, error.remedy)
        raise InvalidError("the file cannot be read", [fault]) from error
    if found is None:
        remedy = "send a table with one line of column names, or a list of JSON objects"
        fault = Fault("/data", "it is no table and no JSON with rows", remedy)
        raise InvalidError("the file holds no rows", [fault])
    return found
