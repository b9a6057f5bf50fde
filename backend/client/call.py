"""One request as a value: how it is sent is somebody else's business."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Generic, Self, TypeVar
from urllib.parse import quote

Answer = TypeVar("Answer")
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ApiCall(Generic[Answer]):
    """An operation with its parameters, and the type of its answer."""

    method: str
    path: str
    """Below `/api/v1`."""
    answer: Any
    """What a successful answer is decoded into; `bytes` leaves it as it is."""
    query: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    """A model, or the bytes of a file."""
    also: Pairs = ()
    """Parameters that the description leaves open: `param.<name>`, `tag.<name>`."""

    def asking(self, pairs: Sequence[tuple[str, str]]) -> Self:
        """Ask with further parameters."""
        return replace(self, also=(*self.also, *pairs))

    def parameters(self) -> list[tuple[str, str]]:
        """Return the query; what is None is left out, what is a list comes several times."""
        pairs: list[tuple[str, str]] = []
        for name, value in self.query.items():
            several = value if isinstance(value, list | tuple) else [value]
            pairs += [(name, _text(one)) for one in several if one is not None]
        return [*pairs, *self.also]


def quoted(part: object) -> str:
    """Write one segment of a path."""
    return quote(str(part), safe="")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
