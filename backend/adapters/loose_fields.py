"""Numbers, moments and texts as other people's files write them."""

import hashlib
import math
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import cast

NAME_LIMIT = 300
LONGEST_BENCHMARK = 2_000
"""Characters of a benchmark's name that are stored."""
_LONGEST_BYTES = 2_500
"""An index holds no longer key."""
_HASH = 8
_SURELY_FINITE = 300
"""Digits."""
_GROUPED = re.compile(
    r"[+-]?(?:\d{1,3}(?:[,_'\u00a0\u202f ]\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d+)?", re.IGNORECASE
)
_SEPARATORS = re.compile(r"[,_'\u00a0\u202f ]")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_UNSHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_WORDS_FOR_NO_NUMBER = frozenset({"null", "none", "n/a", "-", ""})
_NO_NUMBER = re.compile(r"(?:nan(?:\(\w*\))?|inf(?:inity)?)")
"""As C libraries write it; that of Microsoft adds “(ind)”."""
_GIT_FORMAT = "%a %b %d %H:%M:%S %Y %z"
_MILLISECONDS_FROM = 1e11  # an epoch this large counts milliseconds: as seconds it is the year 5138
_MICROSECONDS_FROM = 1e14


class UnreadableError(ValueError):
    """A field that cannot be taken as it stands: why, and what to do about it."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


class NotFiniteError(UnreadableError):
    """A number that is none: not a number, infinite, or too large."""


def read_number(raw: object) -> float:
    """Return a finite number written as a number or as text, with or without separators."""
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return _finite(raw)
    if isinstance(raw, str):
        is_plain = raw.isascii() and len(raw) < _SURELY_FINITE and raw.replace(".", "", 1).isdigit()
        return float(raw) if is_plain else _finite(_number_in_text(raw))
    raise UnreadableError(f"the value is {_kind(raw)}, not a number", "Give a finite number.")


def _kind(raw: object) -> str:
    known = {type(None): "missing or null", bool: "true or false", list: "a JSON array"}
    return known.get(type(raw), "a JSON object")


def _finite(number: float) -> float:
    try:
        as_float = float(number)
    except OverflowError:
        as_float = math.inf
    if not math.isfinite(as_float):
        raise NotFiniteError(f"the value is {as_float}, not finite", "Give a finite number.")
    return as_float


def _number_in_text(raw: str) -> float:
    text = raw.strip()
    word = text.lower().lstrip("+-")
    if (is_number := bool(_NO_NUMBER.fullmatch(word))) or word in _WORDS_FOR_NO_NUMBER:
        kind = NotFiniteError if is_number else UnreadableError
        raise kind(f"the value is {raw[:40]!r}, not a number", "Give a finite number.")
    if not (_GROUPED.fullmatch(text) and text.lstrip("+-.")[:1].isdigit()):
        raise UnreadableError(
            f"the value {raw[:40]!r} is not a number",
            "Write digits with a point for decimals; commas may only group thousands.",
        )
    return float(_SEPARATORS.sub("", text))


def read_time(raw: object) -> datetime | None:
    """Return the moment in UTC, or None if the field does not name one.

    Takes RFC 3339, git's own format, mail dates, and seconds, milliseconds or microseconds
    since 1970. A moment without an offset is taken as UTC.
    """
    try:
        return _epoch(read_number(raw))
    except UnreadableError:
        moment = _written_moment(raw) if isinstance(raw, str) else None
    if moment is None or moment.tzinfo is None:
        return moment and moment.replace(tzinfo=UTC)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return None


def _epoch(number: float) -> datetime | None:
    if number >= _MICROSECONDS_FROM:
        number /= 1e6
    elif number >= _MILLISECONDS_FROM:
        number /= 1e3
    try:
        return datetime.fromtimestamp(number, UTC) if number > 0 else None
    except (OverflowError, ValueError, OSError):
        return None


def _written_moment(text: str) -> datetime | None:
    for parse in (datetime.fromisoformat, _git_moment, parsedate_to_datetime):
        try:
            return parse(text.strip())
        except (ValueError, TypeError, IndexError):
            continue
    return None


def _git_moment(text: str) -> datetime:
    return datetime.strptime(text, _GIT_FORMAT)  # noqa: DTZ007 - the format ends in an offset


def read_name(raw: object, field: str) -> str:
    """Return a name that can be stored and shown, or say what is wrong with it."""
    remedy = f"Give a {field} of 1 to {NAME_LIMIT} printable characters."
    if not isinstance(raw, str) or not raw.strip():
        raise UnreadableError(f"the {field} is missing or not a text", remedy)
    if _UNPRINTABLE.search(raw.strip()):
        raise UnreadableError(f"the {field} has control characters", remedy)
    if len(raw.strip()) > NAME_LIMIT:
        raise UnreadableError(f"the {field} has {len(raw.strip())} characters", remedy)
    return raw.strip()


def tidy_name(raw: object, field: str, limit: int = LONGEST_BENCHMARK) -> str:
    """Return a name on one line: what cannot be shown becomes a space, an end too long a hash."""
    if not isinstance(raw, str):
        return read_name(raw, field)
    name = " ".join((raw if raw.isprintable() else _UNSHOWN.sub(" ", raw)).split())
    if not name:
        raise UnreadableError(f"the {field} is missing or not a text", f"Give a {field}.")
    if len(name) <= limit and len(name.encode()) <= _LONGEST_BYTES:
        return name
    return shortened(name, limit)


def shortened(name: str, limit: int = LONGEST_BENCHMARK) -> str:
    """Return a name of the longest length that can be stored; a hash keeps it unique."""
    mark = hashlib.sha256(name.encode()).hexdigest()[:_HASH]
    kept = name[: limit - _HASH - 2].encode()[: _LONGEST_BYTES - _HASH - 4]
    return f"{kept.decode(errors='ignore')}… {mark}"


def read_text(raw: object, limit: int = 300) -> str:
    """Return the first line that says something, cleaned and shortened; "" if there is none."""
    if not isinstance(raw, str):
        return ""
    lines = (_UNPRINTABLE.sub(" ", line).strip() for line in raw.splitlines())
    first = next((line for line in lines if line), "")
    return first if len(first) <= limit else first[: limit - 1] + "…"


def read_link(raw: object) -> str:
    """Return a web address, or "": anything else must not become a link on a page."""
    text = read_text(raw, limit=NAME_LIMIT + 1)
    is_link = text.startswith(("https://", "http://")) and len(text) <= NAME_LIMIT
    return text if is_link else ""


def as_object(raw: object) -> dict[str, object]:
    """Return a JSON object, an empty one in place of anything else."""
    return cast("dict[str, object]", raw) if isinstance(raw, dict) else {}
