"""The files of the built pages, from memory: they use neither a thread nor the database."""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from fastapi.responses import Response

SMALLEST_GZIP = 1_400
"""Bytes that one packet holds anyway."""
GZIP_MAY_LEAVE = 0.9
"""More of a file than this is not worth unpacking: pictures and fonts are packed already."""
LARGEST = 8 * 2**20
LONGEST_PATH = 200


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """One file as it is on the disk."""

    stamp: tuple[int, int]
    """When it was written, in nanoseconds, and its size: a file that differs is read again."""
    media_type: str
    tag: str
    body: bytes
    packed: bytes | None
    """The body in gzip, made once; none where that saves little."""

    def answer(
        self,
        asked: Mapping[str, str],
        headers: Mapping[str, str],
        status: HTTPStatus = HTTPStatus.OK,
    ) -> Response:
        """Return the file as the headers of a request take it, or that the browser has it."""
        said = {**headers, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if asked.get("if-none-match") == self.tag and status is HTTPStatus.OK:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=said)
        if self.packed is not None and "gzip" in asked.get("accept-encoding", ""):
            said["Content-Encoding"] = "gzip"
            return Response(self.packed, status, said, self.media_type)
        return Response(self.body, status, said, self.media_type)


class BuiltFiles:
    """What `npm run build` left in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._read: dict[Path, BuiltFile] = {}

    def find(self, path: str) -> BuiltFile | None:
        """Return the file at a path below the folder, if there is one."""
        if not path or len(path) > LONGEST_PATH or "\x00" in path:
            return None
        wanted = (self._folder / path).resolve()
        if not wanted.is_relative_to(self._folder):
            return None
        try:
            seen = wanted.stat()
            if not wanted.is_file() or seen.st_size > LARGEST:
                return None
            known = self._read.get(wanted)
            if known is None or known.stamp != (seen.st_mtime_ns, seen.st_size):
                known = self._read[wanted] = _read(wanted, (seen.st_mtime_ns, seen.st_size))
        except OSError:
            return None
        return known


def _read(file: Path, stamp: tuple[int, int]) -> BuiltFile:
    body = file.read_bytes()
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    tag = hashlib.blake2b(body, digest_size=12).hexdigest()
    return BuiltFile(stamp, media_type, f'W/"{tag}"', body, _packed(body))


def _packed(body: bytes) -> bytes | None:
    if len(body) < SMALLEST_GZIP:
        return None
    packed = gzip.compress(body, mtime=0)
    return packed if len(packed) < GZIP_MAY_LEAVE * len(body) else None
