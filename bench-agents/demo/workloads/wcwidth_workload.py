"""Work for `wcwidth`: the width of lines in several scripts, and of single characters.

Emoji are left out: releases differ in what width they give them, and rightly so.
"""

import unicodedata
from collections.abc import Callable

from wcwidth import wcswidth, wcwidth

_ASCII = [
    "drwxr-xr-x  2 user group   4096 Nov 20 15:28 some_directory_name",
    "The quick brown fox jumps over the lazy dog, again and again.",
] * 20
_WIDE = [
    "日本語のテキストを端末に表示する幅",
    "中文字符在终端里占两个单元格的宽度",
    "한국어문장도넓은글자입니다",
] * 10
_ACCENTED = [
    "Привет, мир: это обычный текст",
    "Ελληνικό κείμενο με τόνους",
    "cafe\u0301 nai\u0308ve re\u0301sume\u0301",
] * 10
_BOXES = ["│ cell │ ░▒▓ │ ╔══╗ ║ █▄▀ │"] * 20
_CHARACTERS = "".join(_ASCII[:4] + _WIDE[:6] + _ACCENTED[:6])


def _cells(text: str) -> int:
    """Count by the rules that hold for these scripts: wide 2, combining 0, all others 1."""
    wide = sum(unicodedata.east_asian_width(character) == "W" for character in text)
    combining = sum(unicodedata.combining(character) != 0 for character in text)
    return len(text) + wide - combining


def _measured(lines: list[str]) -> Callable[[], int]:
    return lambda: sum(wcswidth(line) for line in lines)


def _characters() -> int:
    return sum(wcwidth(character) for character in _CHARACTERS)


IMPORT = "wcwidth"
BENCHMARKS = {
    "ascii_lines": (_measured(_ASCII), _cells("".join(_ASCII))),
    "wide_lines": (_measured(_WIDE), _cells("".join(_WIDE))),
    "accented_lines": (_measured(_ACCENTED), _cells("".join(_ACCENTED))),
    "box_lines": (_measured(_BOXES), _cells("".join(_BOXES))),
    "characters": (_characters, _cells(_CHARACTERS)),
}
