"""What a reader of a tool's output takes and gives back."""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import Any, Final, TypeAlias

import msgspec

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import NotFiniteError, UnreadableError, read_number
from backend.domain.catalogue.metrics import BetterDirection
from backend.domain.catalogue.parameters import Scalar
from backend.domain.catalogue.units import parse_unit
from backend.domain.reports.format import SpreadKind

LOWER: Final = BetterDirection.LOWER
HIGHER: Final = BetterDirection.HIGHER
HEAD = 200_000
"""Characters of the beginning, and of the end, in which a sign of a format is looked for."""


_DOCUMENT = re.compile(r"^[{\[]", re.MULTILINE)
_MOST_BEGINS = 5
_SPACE = re.compile(r"\s*+")
_NO_NUMBER = re.compile(r"[:\[, \n-](?:NaN|Infinity)[\s,\]}]")


def _decoded(text: str) -> Any:  # noqa: ANN401  any JSON value
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        if not _NO_NUMBER.search(text):
            return None
    try:
        return json.loads(text)  # takes NaN and Infinity, which many tools write
    except (ValueError, RecursionError):
        return None


def _followed_by_text(text: str) -> Any:  # noqa: ANN401  any JSON value
    """Return the document at the beginning of a text where no other follows."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    first = value[0] if isinstance(value, list) and value else value
    return value if isinstance(first, dict) and not _DOCUMENT.search(text, end) else None


@dataclass(frozen=True)
class ToolText:
    """A decoded file, and the value of it where it is one JSON document."""

    text: str
    name: str = ""
    """Path of the file, where it is known."""

    @cached_property
    def head(self) -> str:
        """Return the beginning and the end, in which a sign is looked for."""
        if len(self.text) <= 2 * HEAD:
            return self.text
        return f"{self.text[:HEAD]}\n{self.text[-HEAD:]}"

    @cached_property
    def json(self) -> Any:  # noqa: ANN401  any JSON value
        """Return the JSON value; None where the file is not one JSON document."""
        if self.text.lstrip()[:1] in ("{", "[") and (found := _decoded(self.text)) is not None:
            return found
        # a tool that warns on its standard output before the document
        for begin in islice(_DOCUMENT.finditer(self.text[:HEAD]), _MOST_BEGINS):
            rest = self.text[begin.start() :]
            line, _, below = rest.partition("\n")
            if below.lstrip().startswith("{") and _decoded(line) is not None:
                return None  # one document on each line
            if (found := _decoded(rest) or _followed_by_text(rest)) is not None:
                return found
        return None

    @cached_property
    def json_lines(self) -> list[tuple[int, dict[str, Any]]]:
        """Return each line that is a JSON object, with its number; other lines are left out."""
        found = []
        for number, line in self.numbered():
            if not line.lstrip().startswith("{"):
                continue
            try:
                value = msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError):
                continue
            found.append((number, value))
        return found

    def numbered(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its number, the first is 1."""
        return enumerate(self.text.splitlines(), start=1)


def json_documents(file: ToolText) -> list[str]:
    """Return the JSON documents of a file that holds nothing else, one after another."""
    found, at, decoder = [], 0, json.JSONDecoder()
    while (begin := _SPACE.match(file.text, at).end()) < len(file.text):  # type: ignore[union-attr]
        try:
            _, at = decoder.raw_decode(file.text, begin)
        except (ValueError, RecursionError):
            return []
        found.append(file.text[begin:at])
    return found


class Reading(msgspec.Struct, frozen=True):
    """One quantity of one benchmark, in the tool's own unit.

    A value that is not finite is stored as a failure.

    Exactly one of `value`, `samples`, `histogram` and `failure` is given. `low` and `high` bound
    an interval of 95 % confidence, unless `spread` says what else they are; `sd` is one standard
    deviation of the samples.
    """

    benchmark: str
    unit: str = ""
    value: float | None = None
    metric: str = ""
    """Empty: named by the unit."""
    parameters: Mapping[str, Scalar] = {}
    samples: tuple[float, ...] = ()
    low: float | None = None
    high: float | None = None
    spread: SpreadKind | None = None
    sd: float | None = None
    n: int | None = None
    direction: BetterDirection | None = None
    """None: by the unit, where that leaves no doubt."""
    is_exact: bool = False
    """Counted rather than timed."""
    failure: str = ""
    """Why the tool has no number."""
    histogram: str = ""
    """HdrHistogram V2 in base64, in place of a value."""
    scale: float = 1.0
    """One step of the histogram, in the unit."""
    place: str = ""
    """Where it stands in the file: a line, or a JSON pointer."""
    commit: str = ""
    """Of a row that says its own commit; empty: that of the upload."""
    time: datetime | None = None
    """When that commit was made."""


Items: TypeAlias = Iterator["Reading | Rejected"]


@dataclass(frozen=True, slots=True)
class ToolFormat:
    """A format: how a file of it is recognised, and how it is read."""

    name: str
    title: str
    sign: Callable[[ToolText], str]
    """Says by what a file is recognised; empty where it is not of this format."""
    read: Callable[[ToolText], Items]
    suite: str = ""
    """Name of the suite where nobody names one; empty: the name of the format."""

    def items(self, file: ToolText) -> Items:
        """Read a file that may be of another format, for who names the format.

        Raises UnreadableError where it is.
        """
        try:
            yield from self.read(file)
        except UnreadableError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnreadableError(
                f"the file is not as {self.title} writes it", "Name no format, to have it found."
            ) from error


def each(pointer: str, rows: Iterable[Any], read: Callable[[Any, str], Items]) -> Items:
    """Read rows one by one; a row that cannot be read is rejected, and the rest goes on."""
    for index, row in enumerate(rows):
        yield from guarded(f"{pointer}/{index}", row, read)


def guarded(place: str, row: Any, read: Callable[[Any, str], Items]) -> Items:  # noqa: ANN401
    """Read one row; reject it where it cannot be read."""
    try:
        yield from read(row, place)
    except UnreadableError as error:
        yield Rejected(place, error.reason, error.remedy)


def of_object(raw: object) -> dict[str, Any]:
    """Return a JSON object, or an empty one."""
    return raw if isinstance(raw, dict) else {}


def of_list(raw: object) -> list[Any]:
    """Return a JSON list, or an empty one."""
    return raw if isinstance(raw, list) else []


def text_of(raw: object) -> str:
    """Return a text, or the empty one."""
    return raw if isinstance(raw, str) else ""


def optional(raw: object) -> float | None:
    """Return a finite number where the field holds one."""
    try:
        return read_number(raw)
    except UnreadableError:
        return None


def measured(raw: object) -> float:
    """Return a number, or NaN where the tool says that there is none.

    Raises UnreadableError where the field holds no number at all.
    """
    try:
        return read_number(raw)
    except NotFiniteError:
        return math.nan


def figure(fields: Mapping[str, Any], key: str) -> float:
    """Return a number of a tool's JSON, or NaN where the tool wrote NaN, Infinity or null.

    Raises UnreadableError where the field is missing or holds no number at all.
    """
    return math.nan if fields.get(key, "") is None else measured(fields.get(key))


def whole(raw: object) -> int | None:
    """Return a count above zero where the field holds one."""
    number = optional(raw)
    return int(number) if number is not None and number >= 1 else None


def numbers(raw: object) -> tuple[float, ...]:
    """Return a list of numbers, NaN for each NaN, Infinity or null.

    Raises UnreadableError where one is no number at all.
    """
    return tuple(math.nan if one is None else measured(one) for one in of_list(raw))


def has_keys(raw: object, *keys: str) -> bool:
    """Say whether a JSON value is an object with these names."""
    return isinstance(raw, dict) and all(key in raw for key in keys)


def in_unit(text: str, unit: str) -> float | None:
    """Return `1.2 ms` in another unit of its kind; None where it is not of one."""
    try:
        value, own = number_unit(text)
    except UnreadableError:
        return None
    stated, wanted = parse_unit(own), parse_unit(unit)
    if stated is None or wanted is None or stated.base != wanted.base:
        return None
    return value * stated.factor / wanted.factor


def number_unit(text: str) -> tuple[float, str]:
    """Split `12.5ms` or `1,024 B` into the number and its unit."""
    text = text.strip()
    end = next((i for i, letter in enumerate(text) if letter not in "0123456789.,+-eE'"), len(text))
    while end and text[end - 1] in "eE":
        end -= 1
    return read_number(text[:end]), text[end:].strip()
