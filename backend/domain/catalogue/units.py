"""Units: every spelling that is read, its base unit, and the factor between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit text read: multiply a number by `factor` to get it in `base`."""

    base: str
    factor: float


_LARGE = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}
"""By small letters: nobody counts thousandths of operations."""
_LARGE_WORDS = {"kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12}
_LARGER = {"p": 1e15, "e": 1e18}
"""Of bytes and bits alone: "pops" are many, and no multiple."""
_BINARY = {"ki": 2.0**10, "mi": 2.0**20, "gi": 2.0**30, "ti": 2.0**40, "pi": 2.0**50, "ei": 2.0**60}
_BINARY_WORDS = {"kibi": 2.0**10, "mebi": 2.0**20, "gibi": 2.0**30, "tebi": 2.0**40}
_TIME = {
    "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0,
    "ms": 1e-3, "msec": 1e-3, "msecs": 1e-3, "millis": 1e-3, "millisec": 1e-3,
    "millisecs": 1e-3, "millisecond": 1e-3, "milliseconds": 1e-3,
    "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "usec": 1e-6, "usecs": 1e-6, "µsec": 1e-6, "micros": 1e-6,
    "microsec": 1e-6, "microsecs": 1e-6, "microsecond": 1e-6, "microseconds": 1e-6,
    "ns": 1e-9, "nsec": 1e-9, "nsecs": 1e-9, "nanos": 1e-9, "nanosec": 1e-9, "nanosecs": 1e-9,
    "nanosecond": 1e-9, "nanoseconds": 1e-9, "ps": 1e-12, "picosecond": 1e-12, "picoseconds": 1e-12,
    "min": 60.0, "mins": 60.0, "minute": 60.0, "minutes": 60.0,
    "h": 3600.0, "hr": 3600.0, "hrs": 3600.0, "hour": 3600.0, "hours": 3600.0,
    "day": 86400.0, "days": 86400.0,
}  # fmt: skip


def _multiples(words: Iterable[str], prefixes: Mapping[str, float]) -> dict[str, float]:
    return {f"{prefix}{word}": factor for word in words for prefix, factor in prefixes.items()}


_SIZE = {
    **_multiples(("b", "byte", "bytes"), {**_LARGE, **_LARGER, **_BINARY}),
    **_multiples(("byte", "bytes"), {**_LARGE_WORDS, **_BINARY_WORDS}),
}
_BITS = {
    **_multiples(("bit", "bits"), {**_LARGE, **_LARGE_WORDS, **_BINARY, **_BINARY_WORDS}),
    "kibibit": 2.0**10,
}
_FREQUENCY = _multiples(("hz", "hertz"), {**_LARGE, **_LARGE_WORDS})
_PER_CENT = {"%": 1.0, "percent": 1.0, "per cent": 1.0, "percentage": 1.0, "pct": 1.0, "‰": 0.1}
_RATIO = dict.fromkeys(
    (
        "", "1", "count", "ratio", "#", "-", "--", "\u2013", "\u2014", "?", "n/a", "none",
        "unitless", "dimensionless",
    ), 1.0,
)  # fmt: skip
_COUNTED: dict[str, tuple[str, ...]] = {
    "op": ("op", "ops", "iter", "iters", "iteration", "iterations", "operation", "operations"),
    "char": ("char", "chars", "character", "characters"),
    "elem": ("elem", "elems", "element", "elements"),
    "allocs": ("alloc", "allocs", "allocation", "allocations"),
    "FLOP": ("flop",),
    "fps": ("fps",), "iops": ("iops",),
    "requests": ("requests", "request", "req", "reqs"), "io": ("io", "ios"),
    "items": ("item", "items"), "rows": ("row", "rows"), "records": ("record", "records"),
    "messages": ("message", "messages", "msg", "msgs"), "events": ("event", "events"),
    "tokens": ("token", "tokens", "tok", "toks"),
    "transactions": ("transaction", "transactions", "tx", "txs", "txn", "txns"),
    "packets": ("packet", "packets", "pkt", "pkts"),
    "queries": ("query", "queries"),
    "instructions": ("instruction", "instructions", "inst", "insts", "insn", "insns"),
    "cycles": ("cycle", "cycles"),
}  # fmt: skip
"""What is counted, by its base unit: plural and singular are one."""
_THINGS: dict[str, tuple[str, ...]] = {
    "frames": ("frame",), "images": ("image", "images", "img", "imgs"), "lines": ("line",),
    "samples": ("sample",), "points": ("point",), "steps": ("step",), "words": ("word",),
    "docs": ("doc", "docs", "document", "documents"), "calls": ("call",), "objects": ("object",),
    "keys": ("key",), "values": ("value",), "blocks": ("block",), "files": ("file",),
    "jobs": ("job",), "tasks": ("task",), "pixels": ("pixel", "pixels", "px"),
    "connections": ("connection", "connections", "conn", "conns"), "updates": ("update",),
    "edges": ("edge",), "nodes": ("node",), "cells": ("cell",),
}  # fmt: skip
"""Further ones. Below a line stands one of them, the first word: ms/frame."""
_ONE_OF = {base: words[0] for base, words in _THINGS.items()} | {"requests": "request"}
_RATES = {
    "requests/s": ("rps",), "queries/s": ("qps",), "transactions/s": ("tps",),
    "packets/s": ("pps",),
}  # fmt: skip
_SHORT = {"frames/s": "fps", "io/s": "iops"}
"""Rates that everybody calls by their short name."""
_TABLES = {
    "s": _TIME, "B": _SIZE, "bit": _BITS, "1": _RATIO, "%": _PER_CENT, "Hz": _FREQUENCY,
    "bit/s": _multiples(("bps",), _LARGE),
    "FLOP/s": _multiples(("flops",), _LARGE),
    **{base: _multiples(words, _LARGE) for base, words in _COUNTED.items()},
    **{base: _multiples({base, *words}, _LARGE) for base, words in _THINGS.items()},
    **{base: _multiples(words, _LARGE) for base, words in _RATES.items()},
}  # fmt: skip
_KNOWN = {
    word: Unit(base, factor) for base, table in _TABLES.items() for word, factor in table.items()
}
"""By the spelling in small letters."""
_POWERS = {"n": 1e-9, "u": 1e-6, "µ": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6, "G": 1e9}
_POWER_WORDS = {"nano": 1e-9, "micro": 1e-6, "milli": 1e-3, "": 1.0, "kilo": 1e3, "mega": 1e6}
_BY_CASE = {
    "Mb": Unit("bit", 1e6), "Gb": Unit("bit", 1e9), "Tb": Unit("bit", 1e12),
    "Mib": Unit("bit", 2.0**20), "Gib": Unit("bit", 2.0**30),
    "Bps": Unit("B/s", 1.0), "kBps": Unit("B/s", 1e3), "KBps": Unit("B/s", 1e3),
    "MBps": Unit("B/s", 1e6), "GBps": Unit("B/s", 1e9), "TBps": Unit("B/s", 1e12),
    **{f"{prefix}J": Unit("J", factor) for prefix, factor in _POWERS.items()},
    **{f"{prefix}W": Unit("W", factor) for prefix, factor in _POWERS.items()},
    **{
        f"{prefix}{word}": Unit(base, factor)
        for base, words in (("J", ("joule", "joules")), ("W", ("watt", "watts")))
        for word in words for prefix, factor in _POWER_WORDS.items()
    },
    "j": Unit("J", 1.0), "w": Unit("W", 1.0),
}  # fmt: skip
"""A small b after a large prefix is bits; kb is written for kilobytes everywhere. mW is not MW."""
_WORD = re.compile(r"[^\W\d_°][\w .%()#*+-]{0,39}|°[^\W\d_]{1,3}|[$€£¥]|[Δ\u00d7]\w{0,39}")
_AS_WRITTEN = re.compile(r"(?:[^\W\d_]|[%‰°#$€£¥])[\w .,:;!?&%()\[\]#*'°/$€£¥^~@-]{0,39}")
"""What a file calls its unit although it is none: it stands as a word of its own."""
_PER = re.compile(r"(?<=\w)[ _]per[ _](?=\w)", re.IGNORECASE)
_BRACKETS = {("[", "]"), ("(", ")")}


@lru_cache(4_096)
def parse_unit(text: str) -> Unit | None:
    """Read a unit; None where it cannot be one. Plain words are units of their own, as written."""
    whole = _unwrapped(text.strip())
    if whole.lower() in _RATIO:  # n/a is no fraction
        return Unit("1", 1.0)
    parts = [part.strip() for part in _PER.sub("/", whole).split("/")]
    if not all(parts[1:]):
        return None
    return _parse_fraction(parts) or (Unit(whole, 1.0) if _AS_WRITTEN.fullmatch(whole) else None)


def _parse_fraction(parts: Sequence[str]) -> Unit | None:
    top, *below = map(_parse_simple, parts)
    if top is None:
        return None
    base, factor = top.base, top.factor
    for bottom in below:
        if bottom is None or bottom.base == "1":
            return None
        one = _ONE_OF.get(bottom.base, bottom.base)
        base, factor = f"{base}/{one}", factor / bottom.factor
    return Unit(_SHORT.get(base, base), factor)


def _unwrapped(text: str) -> str:
    return text[1:-1].strip() if (text[:1], text[-1:]) in _BRACKETS else text


def _parse_simple(word: str) -> Unit | None:
    known = _BY_CASE.get(word) or _KNOWN.get(word.lower()) or _KNOWN.get(_spaced(word) or word)
    if known is None and word[:1].isupper():
        known = _BY_CASE.get(word.lower()) if len(word) > len("MW") else None
    return known or (Unit(word, 1.0) if _WORD.fullmatch(word) else None)


def _spaced(word: str) -> str:
    """Join a prefix that stands apart: "M elem" is Melem."""
    prefix, _, rest = word.partition(" ")
    return f"{prefix}{rest}".lower() if prefix.lower() in _LARGE else ""


def fitted(declared: Unit, stored: str) -> Unit | None:
    """Return a declared unit in terms of the stored base unit; None where they are not of one kind.

    What was stored as shares of 1 before per cent was a unit of its own stays so.
    """
    if are_same(declared.base, stored):
        return Unit(stored, declared.factor)
    known = parse_unit(stored)
    if known is not None and known.base == declared.base:  # a spelling that was its own unit once
        return Unit(stored, declared.factor / known.factor)
    return Unit(stored, declared.factor / 100) if (declared.base, stored) == ("%", "1") else None


def are_same(first: str, second: str) -> bool:
    """Say whether two base units are one: words of three letters and more, in any case."""
    return first == second or (
        len(first) > len("MW") and first.isalpha() and first.casefold() == second.casefold()
    )
