"""How the children are, in a file of fixed size: a full disk cannot keep it from being written."""

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from backend.embedded.state import StateDir

SIZE = 8192
STALE_S = 15.0
LONGEST_SENTENCE = 200


@dataclass(frozen=True, slots=True)
class NotedChildren:
    """What the supervisor wrote last."""

    age_s: float
    """How long ago, by this machine's clock since its start."""
    children: Mapping[str, str]
    """Every child, and how it is if it does not simply run."""

    @property
    def is_stale(self) -> bool:
        """Whether the supervisor has stopped looking after its children."""
        return self.age_s > STALE_S


@dataclass(slots=True)
class ChildrenNote:
    """The file, written over in place: its blocks are there since the start."""

    state: StateDir
    descriptor: int | None = None

    def write(self, children: Mapping[str, str]) -> None:
        """Write how each child is; where that fails, the file tells of an older moment."""
        short = {name: how[:LONGEST_SENTENCE] for name, how in children.items()}
        text = json.dumps({"at": time.monotonic(), "children": short}).encode()
        with suppress(OSError):
            if self.descriptor is None:
                flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC
                self.descriptor = os.open(self.state.children_note, flags, 0o600)
            os.pwrite(self.descriptor, text[:SIZE].ljust(SIZE), 0)


def read_children_note(state: StateDir) -> NotedChildren | None:
    """Return what the supervisor wrote last; nothing where there is none, or half of it."""
    try:
        told = json.loads(state.children_note.read_bytes())
        return NotedChildren(max(0.0, time.monotonic() - told["at"]), told["children"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
