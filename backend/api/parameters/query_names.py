"""The parameters that a call knows; others are refused by name, with the nearest known one.

A parameter that is ignored makes an answer wider than was asked for: `?branhc=main` would list
every branch. The same holds for all but the last of several values of a parameter that has one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, get_origin

from fastapi import Depends, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from backend.domain.errors import Fault, InvalidError
from backend.domain.near_names import unknown_name

IGNORED = "_"
"""By custom it means nothing but that no cache may answer."""


@dataclass(frozen=True, slots=True)
class TakesNames:
    """Declares parameters whose names begin so: what follows is a name that people chose."""

    heads: tuple[str, ...]

    async def __call__(self) -> None:
        """Nothing is left to do."""


def takes_names(*heads: str) -> Any:  # noqa: ANN401  FastAPI types its marker so
    """Declare that a call reads parameters whose names begin so."""
    return Depends(TakesNames(heads))


@dataclass(frozen=True, slots=True)
class QueryNames:
    """What a call reads of the query of its address."""

    once: tuple[str, ...]
    """Those that have one value."""
    often: tuple[str, ...]
    heads: tuple[str, ...]

    def faults_of(self, names: Counter[str]) -> list[Fault]:
        """Say which of the names would be ignored, wholly or but for the last value."""
        return [fault for name, count in names.items() for fault in self._fault_of(name, count)]

    def _fault_of(self, name: str, count: int) -> Iterator[Fault]:
        if name in self.once and count > 1:
            reason = f"“{name}” is given {count} times and has one value"
            yield Fault(f"/query/{name}", reason, "give it once")
        elif not (name in (*self.once, *self.often, IGNORED) or self._has_head(name)):
            listed = (*self.once, *self.often, *(f"{head}<name>" for head in self.heads))
            yield unknown_name("/query", "parameter", name, listed)

    def _has_head(self, name: str) -> bool:
        return any(name.startswith(head) and len(name) > len(head) for head in self.heads)


_names: dict[Callable[..., Any], QueryNames] = {}
"""By the function that answers."""


def query_names(route: APIRoute) -> QueryNames:
    """Return what a call reads of the query of its address, by its signature."""
    if route.endpoint not in _names:
        fields = dict(_fields(route.dependant))
        often = tuple(name for name, field in fields.items() if _is_many(field))
        once = tuple(name for name in fields if name not in often)
        _names[route.endpoint] = QueryNames(once, often, tuple(_heads(route.dependant)))
    return _names[route.endpoint]


async def refuse_unread(request: Request) -> None:
    """Refuse parameters that the call would ignore. Raises InvalidError with each of them."""
    pairs = request.query_params.multi_items()
    if not pairs:
        return
    faults = query_names(request.scope["route"]).faults_of(Counter(name for name, _ in pairs))
    if faults:
        raise InvalidError(faults[0].reason, faults)


def _fields(dependant: Dependant) -> Iterator[tuple[str, FieldInfo]]:
    for one in dependant.query_params:
        kind = one.field_info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            for name, field in kind.model_fields.items():
                yield field.alias or name, field
        else:
            yield one.alias, one.field_info
    for inner in dependant.dependencies:
        yield from _fields(inner)


def _heads(dependant: Dependant) -> Iterator[str]:
    if isinstance(dependant.call, TakesNames):
        yield from dependant.call.heads
    for inner in dependant.dependencies:
        yield from _heads(inner)


def _is_many(field: FieldInfo) -> bool:
    return get_origin(field.annotation) is list
