"""Names as people may read them: nothing that hides or reorders text, and none that is blank.

One rule for every name. Where a person types it (or a program configures), an odd name is refused
with its reason. A report is not refused for it, since its numbers would be lost: its odd characters
are kept as visible escapes (backslash, u, 202e), which every page, message and file then shows;
only a name in which nothing at all can be seen is refused, with its place.
"""

import re
import unicodedata

HIDDEN = "\u00ad\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""
_ODD = (
    r"\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters but tab and line ends
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks, embeddings, isolates
    r"\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb"  # nothing to see, ends of lines
)
ODD = re.compile(f"[{_ODD}]")
ODD_IN_NAMES = re.compile(f"[\\x00\\t\\n\\r{_ODD}]")


def name_oddity(text: str) -> str:
    """Say why a text is no name; empty where it is one."""
    if found := ODD_IN_NAMES.search(text):
        named = unicodedata.name(found[0], "a control character").lower()
        return f"it holds a character that cannot be seen, U+{ord(found[0]):04X} ({named})"
    if is_blank(text):
        return "it holds nothing that can be seen"
    return ""


def is_blank(text: str) -> bool:
    """Tell whether nothing of a text can be seen."""
    return all(one in HIDDEN or unicodedata.category(one)[0] in "ZC" for one in text)


def shown(text: str) -> str:
    """Return a text with an escape in place of each odd character; line ends and tabs stay."""
    return ODD.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
