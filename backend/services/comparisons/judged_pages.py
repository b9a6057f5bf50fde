"""The memory of a process for comparisons: thousands of pairs are judged once, not per reader."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from backend.domain.comparisons.sides import Reported, SideDifference
from backend.domain.gzip_parts import pack_end
from backend.storage.comparisons.revisions import Revision

KEPT_S = 600.0
"""Longer than anybody reads on; a process of an older version leaves no stamps."""
KEPT_BYTES = 32 * 2**20
"""Of plain pages; packed, a page takes a fifth more."""
ENTRY_BYTES = 1000
"""What an entry takes besides its page."""
LARGEST_KEPT = 8 * 2**20


@dataclass(slots=True)
class JudgedPage:
    """What a pair of sides comes to, and its page as it is sent."""

    differences: Sequence[SideDifference]
    reported: Sequence[Reported]
    written: bytes
    _packed: bytes = b""

    def packed(self) -> bytes:
        """Return the page as the end of a gzip stream, packed for whoever asks first."""
        self._packed = self._packed or pack_end(self.written)
        return self._packed


@dataclass(frozen=True, slots=True)
class _StoredPage:
    revision: Revision
    until: float
    page: JudgedPage


@dataclass(slots=True)
class PageMemory:
    """Pages by a digest of what was asked, the one that was read last behind the others."""

    pages: OrderedDict[bytes, _StoredPage] = field(default_factory=OrderedDict)
    held: int = 0
    lock: Lock = field(default_factory=Lock)

    def find(self, question: bytes, revision: Revision) -> JudgedPage | None:
        """Return the page if it is of this revision."""
        with self.lock:
            known = self.pages.get(question)
            if known is None or known.revision != revision or known.until < time.monotonic():
                return None
            self.pages.move_to_end(question)
            return known.page

    def store(self, question: bytes, revision: Revision, page: JudgedPage) -> None:
        """Keep a page that was made of this revision or a newer one."""
        with self.lock:
            self._drop(question)
            if _size(page) > LARGEST_KEPT:
                return
            self.pages[question] = _StoredPage(revision, time.monotonic() + KEPT_S, page)
            self.held += _size(page)
            now = time.monotonic()
            while self.held > KEPT_BYTES or next(iter(self.pages.values())).until < now:
                self._drop(next(iter(self.pages)))

    def _drop(self, question: bytes) -> None:
        known = self.pages.pop(question, None)
        self.held -= _size(known.page) if known else 0


def _size(page: JudgedPage) -> int:
    """Estimate bytes: the page, and the sentences above it, which are as long as a line each."""
    return len(page.written) + ENTRY_BYTES * (1 + len(page.differences) + len(page.reported))
