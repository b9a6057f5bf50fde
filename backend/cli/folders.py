"""Folders of files as one archive, to be sent in one call."""

import io
import os
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from backend.cli.exits import CommandError

_LEFT = {".git", "env", "html", "node_modules", "__pycache__"}
"""Folders beside results that hold none: environments and pages of asv among them."""


def archive_of(place: Path, beside: Mapping[str, bytes]) -> bytes:
    """Return a compressed archive of a file or folder, and of `beside` by name.

    The same files give the same bytes: names are sorted, times and owners left out.
    """
    found = sorted(_files(place))
    if not found:
        raise CommandError(f"{place} holds no files", "name the folder of the results")
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=6) as archive:
        for file in found:
            name = str(file.relative_to(place)) if file != place else file.name
            _add(archive, name, file.read_bytes())
        for name, content in beside.items():
            _add(archive, name, content)
    return stream.getvalue()


def _files(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
        return
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in _LEFT]
        files = (Path(folder, name) for name in names)
        yield from (file for file in files if file.is_file())


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))
