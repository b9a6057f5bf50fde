"""Names that nobody knows, and the known one that was probably meant."""

from collections.abc import Collection
from difflib import get_close_matches

from backend.domain.errors import Fault

SHOWN = 100
"""Characters of an unknown name that are repeated."""
LIKE = 0.5
"""The least share of letters in common with a name that is offered."""
MOST_LISTED = 12


def unknown_name(pointer: str, kind: str, name: str, known: Collection[str]) -> Fault:
    """Say that there is no field or parameter of a name, and which known one is nearest.

    The pointer is that of the place that holds the name.
    """
    shown = name[:SHOWN]
    (nearest,) = get_close_matches(shown, known, 1, LIKE) or [""]
    listed = ", ".join(list(known)[:MOST_LISTED]) or "none"
    meant = f"did you mean “{nearest}”? " if nearest else ""
    more = " and others" if len(known) > MOST_LISTED else ""
    return Fault(
        f"{pointer}/{shown}",
        f"there is no {kind} “{shown}”",
        f"{meant}leave it out or correct its name; known are {listed}{more}",
        nearest,
    )
