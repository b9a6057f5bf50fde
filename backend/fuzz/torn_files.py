"""Files of tools, torn: parts taken out, doubled, swapped, and numbers that are none."""

import gzip
import json
import random
import re
from collections.abc import Sequence
from typing import Any

_ODD = (
    "", "NaN", "-Infinity", "-1e999", "1e308", "null", "{", "}", "[", "]", '"', "\0", "\ud83d",
    "99999999999999999999999999", "-0", "1,5", "±", "│", "|", "\t", "\r", "\n\n", "\\", "µs", "%",
)  # fmt: skip
_ODD_VALUES: tuple[Any, ...] = (
    None, True, "", "x", -1, 0, 1e308, 2**70, [], {}, [[]], {"0": {}}, [None], "NaN", " ", "1 ms",
)  # fmt: skip
_NUMBER = re.compile(r"\d[\d.]*")
_MOST_STEPS = 4
_DEEPEST = 8


def torn(chance: random.Random, files: Sequence[str]) -> str:
    """Return one of the files, changed in one to four places."""
    text = chance.choice(files)
    for _ in range(chance.randint(1, _MOST_STEPS)):
        text = chance.choice(_WAYS)(chance, text, files)
    return text


def _cut(chance: random.Random, text: str, files: Sequence[str]) -> str:
    at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    other = chance.choice(files)
    begin = chance.randrange(len(other) + 1)
    middle = chance.choice(("", text[at:end] * 2, other[begin : begin + 200], *_ODD))
    return text[:at] + middle + text[end:]


def _number(chance: random.Random, text: str, _: Sequence[str]) -> str:
    found = list(_NUMBER.finditer(text[:20_000]))
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(_ODD) + text[one.end() :]


def _lines(chance: random.Random, text: str, files: Sequence[str]) -> str:
    lines = text.split("\n")
    others = chance.choice(files).split("\n")
    lines[chance.randrange(len(lines))] = chance.choice((*lines[:50], *others[:50], *_ODD))
    if chance.random() < 1 / 4:
        chance.shuffle(lines)
    return "\n".join(lines)


def _words(chance: random.Random, text: str, _: Sequence[str]) -> str:
    words = text.split(" ")
    words[chance.randrange(len(words))] = chance.choice((*words[:50], *_ODD))
    return " ".join(words)


def _value(chance: random.Random, text: str, _: Sequence[str]) -> str:
    """Replace, drop or add one value anywhere in a JSON document."""
    try:
        root = json.loads(text)
    except (ValueError, RecursionError):
        return text
    node = root
    for _step in range(chance.randint(0, _DEEPEST)):
        inner = list(node.values()) if isinstance(node, dict) else node
        inner = inner if isinstance(inner, list) else []
        choices = [one for one in inner if isinstance(one, dict | list) and one]
        if not choices:
            break
        node = chance.choice(choices)
    _spoil(chance, node)
    return json.dumps(root)


def _spoil(chance: random.Random, node: object) -> None:
    odd = chance.choice(_ODD_VALUES)
    if isinstance(node, dict) and node:
        key = chance.choice(list(node))
        if chance.random() < 1 / 3:
            del node[key]
        else:
            node[key] = odd
    elif isinstance(node, list) and node:
        node[chance.randrange(len(node))] = odd


_WAYS = (_cut, _number, _lines, _words, _value, _value)


def written(chance: random.Random, text: str) -> bytes:
    """Return a text as a file: mostly UTF-8, also what Windows and archives make of it."""
    plain = text.encode("utf-8", errors="surrogatepass")
    way = chance.randrange(12)
    if way == 0:
        return text.encode("utf-16", errors="surrogatepass")
    if way == 1:
        return gzip.compress(plain, 1)[: chance.randrange(20, 10**6)]
    if way == 2:  # noqa: PLR2004
        return plain.replace(b"\n", b"\r\n")
    if way == 3:  # noqa: PLR2004
        at = chance.randrange(len(plain) + 1)
        return plain[:at] + chance.randbytes(4) + plain[at:]
    return plain
