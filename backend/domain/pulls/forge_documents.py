"""What a forge writes, in webhooks and in answers, read with the place of each field at hand."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from backend.domain.commits.forges import safe_link
from backend.domain.errors import Fault, InvalidError

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REPOSITORY = re.compile(r"[^\s/?#\x00-\x1f]+(/[^\s/?#\x00-\x1f]+)+")
_BRANCH = re.compile(r"[^\x00-\x20\x7f\ud800-\udfff]{1,300}")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")
_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
LONGEST_NAME = 300
LONGEST_LINK = 1_000
LONGEST_TEXT = 70_000
"""A comment has at most 65,536 characters on GitHub."""
LARGEST_NUMBER = 2**53
REMEDY = "forges differ from release to release: report this with the release of yours"


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a JSON document and where it stands."""

    value: object
    pointer: str = ""

    def __getitem__(self, name: str) -> "Field":
        """Go down; what is not there is there as null."""
        inside = self.value if isinstance(self.value, dict) else {}
        return Field(inside.get(name), f"{self.pointer}/{name}")

    @property
    def is_there(self) -> bool:
        return self.value is not None

    def text(self) -> str:
        """Return what may be empty, in one line."""
        text = self.value if isinstance(self.value, str) else ""
        line = " ".join(_UNPRINTABLE.sub(" ", text[: 2 * LONGEST_NAME]).split())
        return line if len(line) <= LONGEST_NAME else line[: LONGEST_NAME - 1] + "…"

    def whole_text(self) -> str:
        """Return everything somebody wrote, in as many lines."""
        if not isinstance(self.value, str):
            raise self.fault("it is no text")
        return _UNSTORABLE.sub("\ufffd", self.value)[:LONGEST_TEXT]

    def word(self) -> str:
        if not isinstance(self.value, str) or not 0 < len(self.value) <= LONGEST_NAME:
            raise self.fault("it is no short text")
        return self.text()

    def link(self) -> str:
        """Return what a page may link to; empty where it is anything else."""
        text = self.value if isinstance(self.value, str) and len(self.value) <= LONGEST_LINK else ""
        return "" if _UNPRINTABLE.search(text) else safe_link(text) or ""

    def number(self) -> int:
        is_whole = isinstance(self.value, int) and not isinstance(self.value, bool)
        if not (is_whole and 0 < int(str(self.value)) < LARGEST_NUMBER):
            raise self.fault("it is no whole number above 0")
        return int(str(self.value))

    def moment(self) -> datetime:
        try:
            moment = datetime.fromisoformat(self.word())
        except ValueError as error:
            raise self.fault("it is no moment") from error
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def moment_or_none(self) -> datetime | None:
        """Return a moment; GitLab's webhooks write `2026-11-22 12:00:00 UTC`."""
        if not self.is_there:
            return None
        return Field(self.word().replace(" UTC", "+00:00"), self.pointer).moment()

    def commit(self) -> str:
        return self._fitting(_HASH, "it is no commit hash of 40 or 64 hexadecimal digits")

    def commit_or_none(self) -> str | None:
        return self.commit() if self.is_there and self.value != "" else None

    def repository(self) -> str:
        return self._fitting(_REPOSITORY, "it is no name of a repository such as owner/name")

    def branch(self) -> str:
        return self._fitting(_BRANCH, "it is no name of a branch")

    def _fitting(self, pattern: re.Pattern[str], reason: str) -> str:
        value = self.value
        if not isinstance(value, str) or len(value) > LONGEST_NAME or not pattern.fullmatch(value):
            raise self.fault(reason)
        return value

    def fault(self, reason: str) -> InvalidError:
        shown = "nothing" if self.value is None else repr(self.value)[:60]
        return InvalidError(
            f"what the forge said cannot be read at {self.pointer or '/'}",
            [Fault(self.pointer, f"{reason}: {shown}", REMEDY)],
        )
