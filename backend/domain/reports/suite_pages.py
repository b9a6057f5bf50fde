"""What a suite says of its pages: ladders, splits and defaults of sweeps, as its manifest has them.

The agent sends them with each report, and the server makes the pages of what the run measured.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import Fault

PageName = Annotated[str, Meta(min_length=1, max_length=300)]
PageText = Annotated[str, Meta(max_length=2_000)]
Choices = Annotated[dict[PageName, Scalar | list[Scalar]], Meta(max_length=40)]
"""A list means: the first of these values that was measured."""


class SuitePage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every part; names that the format does not know are refused."""


class SuiteRung(SuitePage, frozen=True):
    """One attempt; of another benchmark than its ladder's it shares no parameters with it."""

    label: PageName
    benchmark: Annotated[str, Meta(max_length=300)] = ""
    parameters: Choices = {}
    control: bool = False
    """It is compared with the ladder and no step of it."""
    note: PageText = ""


class SuiteLadder(SuitePage, frozen=True, kw_only=True):
    """What was tried for one goal, in order; the first rung is the baseline."""

    name: PageName
    note: PageText = ""
    metric: PageName
    benchmark: PageName
    parameters: Choices = {}
    rungs: Annotated[list[SuiteRung], Meta(min_length=2, max_length=60)] = field(name="rung")


class SuiteSplit(SuitePage, frozen=True):
    """Two values of a parameter, held against each other in every benchmark that has both."""

    name: PageName
    parameter: PageName
    baseline: Scalar
    contender: Scalar
    metrics: Annotated[list[PageName], Meta(min_length=1, max_length=20)]
    """What is weighed; other metrics stand beside."""


class SuiteSweep(SuitePage, frozen=True):
    """The value of a swept parameter that holds where nobody sets one."""

    benchmark: PageName
    parameter: PageName
    default: Scalar


def page_faults(
    ladders: Sequence[SuiteLadder], splits: Sequence[SuiteSplit], sweeps: Sequence[SuiteSweep]
) -> Iterator[Fault]:
    """List what is wrong with the pages of a suite beyond their shape."""
    for name, pages in (("ladders", ladders), ("splits", splits), ("sweeps", sweeps)):
        for place, page in enumerate(pages):
            if any("\x00" in text for text in _texts(msgspec.to_builtins(page))):
                pointer = f"/suite/{name}/{place}"
                yield Fault(pointer, "the text holds a NUL character", "remove it")
    yield from _doubles("/suite/ladders", [one.name for one in ladders], "name")
    yield from _doubles("/suite/splits", [one.parameter for one in splits], "parameter")
    for place, ladder in enumerate(ladders):
        pointer = f"/suite/ladders/{place}/rung"
        yield from _doubles(pointer, [one.label for one in ladder.rungs], "label")
        if ladder.rungs[0].control:
            reason = "the first rung is the baseline and cannot be a control"
            yield Fault(f"{pointer}/0/control", reason, "put the baseline first")
    for place, split in enumerate(splits):
        if str(split.baseline) == str(split.contender):
            reason = "a split compares two values"
            yield Fault(f"/suite/splits/{place}/contender", reason, "name another value")


def _doubles(pointer: str, names: Sequence[str], what: str) -> Iterator[Fault]:
    for place, name in enumerate(names):
        if name in names[:place]:
            reason = f"the {what} “{name[:80]}” is there twice"
            yield Fault(f"{pointer}/{place}/{what}", reason, f"give each a {what} of its own")


def _texts(part: Any) -> Iterator[str]:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for name, value in part.items():
            yield str(name)
            yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)
