"""What a claim must satisfy beyond its shape, and what its printed figures say."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar
from backend.domain.catalogue.units import Unit, parse_unit
from backend.domain.errors import Fault
from backend.domain.plain_names import name_oddity
from backend.domain.reports.claims import (
    ClaimDocument,
    ClaimStatement,
    ClaimTable,
    ClaimTableColumn,
    ClaimTableRow,
    ClaimVariant,
)
from backend.domain.web_addresses import address_oddity

FEWEST_VARIANTS = 2
LEVELS = ("percentile", "level", "size")
LARGEST = 1e150
LARGEST_WHOLE = 2**63
_FIGURE = re.compile(r"([+\-\u2212]?)([0-9]{1,15})(?:\.([0-9]{1,15}))?(?:e([+-]?[0-9]{1,2}))?")
_MARK = re.compile(r"(%|\u00d7|x)$")


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A printed figure: its value, and between what it lies by the digits that were printed."""

    value: float
    low: float
    high: float


def read_figure(text: str, factor: float = 1.0) -> PublishedFigure | None:
    """Read a level; half a unit of the last printed digit either way. None: it is no number."""
    found = _FIGURE.fullmatch(text.strip())
    if found is None:
        return None
    sign, whole, decimals, exponent = found.groups()
    scale = 10.0 ** int(exponent or 0) * factor
    value = float(f"{whole}.{decimals or 0}") * scale * (-1.0 if sign in ("-", "\u2212") else 1.0)
    half = 0.5 * 10.0 ** -len(decimals or "") * scale
    return PublishedFigure(value, value - half, value + half)


def read_ratio(text: str) -> PublishedFigure | None:
    """Read a ratio: "1.15", "2x", or a change in per cent, "-8 %"; None where it is neither."""
    marked = _MARK.search(text)
    plain = text[: marked.start()].rstrip() if marked else text
    if marked is None or marked[1] != "%":
        found = read_figure(plain)
        return found if found and found.value > 0.0 else None
    if plain.strip()[:1] not in ("+", "-", "\u2212"):
        return None
    share = read_figure(plain, 0.01)
    if share is None or share.low <= -1.0:
        return None
    return PublishedFigure(1.0 + share.value, 1.0 + share.low, 1.0 + share.high)


def unit_of(statement: ClaimStatement) -> Unit | None:
    """Return the unit of the published levels of a statement; None where it is no unit."""
    if statement.kind == "share" and not statement.unit:
        return Unit("1", 0.01)
    return parse_unit(statement.unit) if statement.unit else Unit("", 1.0)


def claim_faults(pointer: str, claim: ClaimDocument, home: str = "") -> Iterator[Fault]:
    """List what is wrong with a claim; `home` is the suite that its statements may leave out."""
    for name in ("key", "title", "testbed"):
        text: str = getattr(claim, name)
        if text and (oddity := name_oddity(text)):
            yield Fault(f"{pointer}/{name}", oddity, "correct it")
    for name in ("source", "machine", "note"):
        yield from _nul_faults(f"{pointer}/{name}", getattr(claim, name))
    if claim.url and (oddity := address_oddity(claim.url)):
        yield Fault(f"{pointer}/url", oddity, "correct it, or leave it out")
    for place, statement in enumerate(claim.statements):
        yield from _statement_faults(f"{pointer}/statement/{place}", statement, home)
    for place, table in enumerate(claim.tables):
        yield from _table_faults(f"{pointer}/table/{place}", table, home)


def _table_faults(pointer: str, table: ClaimTable, home: str) -> Iterator[Fault]:
    labels = [row.label for row in table.rows]
    heads = {column.head for column in table.columns}
    yield from _text_faults(pointer, [table.title, table.note, table.metric, *heads])
    for place, column in enumerate(table.columns):
        yield from _column_faults(f"{pointer}/column/{place}", column, table.metric)
    for place, row in enumerate(table.rows):
        of = f"{pointer}/row/{place}"
        yield from _row_faults(of, row, heads)
        if not (row.suite or table.suite or home):
            yield Fault(of, "no suite is named", "name it: suite = …")
        if not (row.benchmark or table.benchmark):
            yield Fault(of, "no benchmark is named", "name it: benchmark = …")
        yield from _parameter_faults(of, ClaimVariant(parameters=table.parameters | row.parameters))
        if row.against and row.against not in labels:
            reason = f"no row has the label “{row.against[:40]}”"
            yield Fault(f"{of}/against", reason, "write the label of another row")
        if labels.index(row.label) != place:
            yield Fault(f"{of}/label", "two rows have one label", "give each row its own")


def _column_faults(pointer: str, column: ClaimTableColumn, metric: str) -> Iterator[Fault]:
    if not (column.metric or metric):
        yield Fault(pointer, "no metric is named", "name it: metric = …")
    if column.unit and parse_unit(column.unit) is None:
        yield Fault(f"{pointer}/unit", f"“{column.unit[:40]}” is not a unit", "use ms or op/s")


def _row_faults(pointer: str, row: ClaimTableRow, heads: set[str]) -> Iterator[Fault]:
    yield from _text_faults(pointer, [row.label, row.suite, row.benchmark])
    for head, text in row.published.items():
        if head not in heads:
            reason = f"no column has the head “{head[:40]}”"
            yield Fault(f"{pointer}/published", reason, "write the head of a column")
        if read_figure(text) is None:
            yield Fault(f"{pointer}/published", f"“{text}” is no figure", "write it as printed")


def _nul_faults(pointer: str, text: str) -> Iterator[Fault]:
    if "\x00" in text:
        yield Fault(pointer, "the text holds a NUL character", "remove it")


def _statement_faults(pointer: str, statement: ClaimStatement, home: str) -> Iterator[Fault]:
    sides = _parts(statement)
    for name, side in sides:
        of = f"{pointer}{name}"
        if not (side.suite or statement.suite or home):
            yield Fault(of, "no suite is named", "name it: suite = …")
        if not (side.benchmark or statement.benchmark):
            yield Fault(of, "no benchmark is named", "name it: benchmark = …")
        if not (side.metric or statement.metric or statement.kind == "share"):
            yield Fault(of, "no metric is named", "name it: metric = …")
        yield from _text_faults(of, [side.label, side.suite, side.benchmark, side.metric])
        yield from _parameter_faults(of, side)
    yield from _text_faults(pointer, [statement.says, statement.group, statement.parameter])
    yield from _parameter_faults(
        pointer, ClaimVariant(parameters=statement.parameters | {"best": statement.best or [0]})
    )
    yield from _kind_faults(pointer, statement)
    yield from _figure_faults(pointer, statement, sides)


def _parts(statement: ClaimStatement) -> Sequence[tuple[str, ClaimVariant]]:
    """Return the variants of a statement with the ends of their pointers."""
    if statement.kind == "ratio":
        sides = (("contender", statement.contender), ("baseline", statement.baseline))
        return [(f"/{name}", side) for name, side in sides if side is not None]
    listed = [(f"/variant/{place}", one) for place, one in enumerate(statement.variants)]
    return listed or [("", ClaimVariant())]


def _text_faults(pointer: str, texts: Sequence[str]) -> Iterator[Fault]:
    for text in texts:
        yield from _nul_faults(pointer, text)


def _parameter_faults(pointer: str, side: ClaimVariant) -> Iterator[Fault]:
    for name, given in side.parameters.items():
        values: Sequence[Scalar] = given if isinstance(given, list) else [given]
        if not values:
            yield Fault(f"{pointer}/parameters", f"“{name[:40]}” has no value", "name one")
        for value in values:
            if isinstance(value, str):
                yield from _text_faults(f"{pointer}/parameters", [name, value])
            elif not abs(value) < LARGEST_WHOLE:
                yield Fault(f"{pointer}/parameters", "a number is too large", "send it as text")


def _kind_faults(pointer: str, statement: ClaimStatement) -> Iterator[Fault]:
    kind = statement.kind
    if kind == "ratio" and (statement.contender is None or statement.baseline is None):
        yield Fault(pointer, "a ratio has a contender and a baseline", "name both")
    if kind == "order" and len(statement.variants) < FEWEST_VARIANTS:
        yield Fault(f"{pointer}/variant", "an order has two variants or more", "name them")
    if kind == "best" and not (statement.parameter and statement.best):
        yield Fault(
            pointer, "no best value is named", "give parameter = … and best = […]"
        )  # fmt: skip
    if kind == "percentile" and statement.percent is None:
        yield Fault(f"{pointer}/percent", "no percentile is named", "give percent = 99")
    if kind == "share" and not statement.group:
        yield Fault(f"{pointer}/group", "no profile group is named", "give group = …")
    if unit_of(statement) is None:
        reason = f"“{statement.unit[:40]}” is not a unit"
        yield Fault(f"{pointer}/unit", reason, "use ms, B, KiB, op/s, % or a plain word")


def _figure_faults(
    pointer: str, statement: ClaimStatement, sides: Sequence[tuple[str, ClaimVariant]]
) -> Iterator[Fault]:
    ends = [end for end in (statement.low, statement.high) if end is not None]
    if any(not (math.isfinite(end) and abs(end) < LARGEST) for end in ends) or ends != sorted(ends):
        yield Fault(f"{pointer}/low", "the tolerance is no range", "give low and high, low first")
    if statement.kind == "ratio" and ends and min(ends) <= 0.0 and statement.low is not None:
        yield Fault(f"{pointer}/low", "a ratio is above zero", "correct it")
    yield from _printed_faults(f"{pointer}/published", statement, is_needed=not ends)
    for name, side in sides:
        if side.published and read_figure(side.published) is None:
            reason = f"“{side.published}” is no figure"
            yield Fault(f"{pointer}{name}/published", reason, "write a number as printed")


def _printed_faults(pointer: str, statement: ClaimStatement, *, is_needed: bool) -> Iterator[Fault]:
    text, remedy = statement.published, 'write it as printed: "-8 %", "1.15", "33.76"'
    if statement.kind in ("best", "order") or not (text or is_needed):
        return
    read = read_ratio(text) if statement.kind == "ratio" else read_figure(text)
    if read is None:
        yield Fault(pointer, f"“{text}” is no figure" if text else "no figure is given", remedy)
