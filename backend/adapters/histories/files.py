"""The files of an export: one alone, or those of an archive, as bytes, JSON and lines."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

import msgspec

from backend.adapters.histories.git_logs import GIT_LOG, GitLog, read_git_log
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import ToolText
from backend.adapters.tools.unpacking import members_of, text_of_member

MOST_BYTES = 512 * 1024 * 1024
"""Of an export, once it is unpacked."""
MOST_FILES = 100_000
_SQLITE = b"SQLite format 3\x00"
_HEAD = 200_000
Json = Any


@dataclass(frozen=True)
class TrackerFiles:
    """An export: the content of each of its files by name."""

    contents: Mapping[str, bytes]
    git_log: bytes = b""
    """What the file `git-log.txt` beside them says of commits."""
    _parsed: dict[str, Json] = field(default_factory=dict)

    @cached_property
    def is_one(self) -> bool:
        """Say whether there is one file alone: then places need not name it."""
        return len(self.contents) == 1

    @property
    def names(self) -> list[str]:
        """Return the names of the files, in order."""
        return sorted(self.contents)

    def named(self, *endings: str) -> list[str]:
        """Return the files with one of these names or endings."""
        return [name for name in self.names if name.endswith(endings)]

    @cached_property
    def database(self) -> bytes:
        """Return the file that is an SQLite database; empty where none is."""
        return next((one for one in self.contents.values() if one.startswith(_SQLITE)), b"")

    def json(self, name: str) -> Json:
        """Return the JSON value of a file; UnreadableError where it is none. NaN is read."""
        if name not in self._parsed:
            self._parsed[name] = _decoded(name, self.contents[name])
        return self._parsed[name]

    @cached_property
    def documents(self) -> list[tuple[str, Json]]:
        """Return each JSON document with the place it stands at: of a file, or of each line."""
        found: list[tuple[str, Json]] = []
        for name in self.names:
            place = "" if self.is_one else f"{name}: "
            content = self.contents[name]
            if content.lstrip()[:1] not in (b"{", b"[") and not content.startswith(b"\xef\xbb\xbf"):
                continue
            try:
                found.append((place, self.json(name)))
            except UnreadableError:
                found += _lines(place, content)
        return found

    @cached_property
    def objects(self) -> list[tuple[str, dict[str, Json]]]:
        """Return each object among the documents; those of a list stand alone."""
        return [one for place, document in self.documents for one in _objects(place, document)]

    def text(self, name: str) -> str:
        """Return a file as text; UnreadableError where it is none."""
        try:
            return self.contents[name].decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableError(
                f"byte {error.start} of {name or 'the file'} is not UTF-8", "Save it as UTF-8."
            ) from error

    def head(self, name: str) -> str:
        """Return the beginning of a file, in which a sign is looked for."""
        return self.contents[name][:_HEAD].decode("utf-8-sig", errors="replace")


def unpack(document: bytes) -> TrackerFiles:
    """Return the files of an upload; UnreadableError where it is damaged, empty or too large."""
    members = dict(members_of("", document, MOST_BYTES, MOST_FILES))
    log = next((text for name, text in members.items() if PurePosixPath(name).name == GIT_LOG), b"")
    contents = {
        name: content
        for name, content in members.items()
        if content.strip() and PurePosixPath(name).name != GIT_LOG
    }
    if not contents:
        raise UnreadableError("the file is empty", "Send the export of a tracker.")
    return TrackerFiles(contents, log)


def only_file(document: bytes) -> tuple[bytes, GitLog]:
    """Return the one file of an upload, and what the log beside it says of commits."""
    files = unpack(document)
    log = read_git_log(files.git_log)
    if files.names == [""]:
        return files.contents[""], log
    members = (text_of_member(name, content) for name, content in files.contents.items())
    texts = [one.text for one in members if one.text.strip()]
    if len(texts) != 1:
        raise UnreadableError(f"the archive holds {len(texts)} files", "Send one of them.")
    return texts[0].encode(), log


def _decoded(name: str, content: bytes) -> Json:
    try:
        return msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        pass
    try:
        return json.loads(content)  # takes NaN, which Python's own tools write
    except (ValueError, RecursionError) as error:
        raise UnreadableError(
            f"{name or 'the file'} is no JSON: {error}", "Send it as the tracker wrote it."
        ) from error


def _lines(place: str, content: bytes) -> Iterator[tuple[str, Json]]:
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            yield f"{place}line {number}: ", msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            continue


def _objects(place: str, document: Json) -> Iterator[tuple[str, dict[str, Json]]]:
    if isinstance(document, dict):
        yield place, document
    elif isinstance(document, list):
        for index, one in enumerate(document):
            if isinstance(one, dict):
                yield f"{place}/{index}", one


def as_tool_text(document: Json) -> ToolText:
    """Return a document as readers of single files take it, without writing it out again."""
    file = ToolText("")
    file.__dict__["json"] = document  # where cached_property keeps it
    return file
