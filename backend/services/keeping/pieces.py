"""A file that is sent while it is written."""

from collections.abc import Iterator

PIECE = 256 * 1024


class Pieces:
    """Takes what writers of files write, none of which they change afterwards."""

    closed = False

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Keep what came in: it is taken, not flushed."""

    def take(self, least: int = 1) -> Iterator[bytes]:
        """Yield what came in, once it is worth sending."""
        if len(self._held) >= least:
            taken = bytes(self._held)
            self._held.clear()
            yield taken
