"""The file of a backup: a tar of the database's dump and of a manifest with its checksums."""

import hashlib
import io
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from backend.domain.errors import InvalidError
from backend.services.keeping.encrypting import DecryptingReader, EncryptingWriter, is_encrypted

MANIFEST = "manifest.json"
DUMP = "database.dump"
SECRET = "application-secret"  # noqa: S105  the name of the entry
FORMAT = 1
BLOCK = 1024 * 1024


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds; written last, since it names the checksums of the rest."""

    format: int
    made_at: datetime
    version: str
    """Of the release that made it."""
    schema: str
    postgresql: str
    rows: dict[str, int]
    """Rows of each table at the moment of the backup."""
    sha256: dict[str, str]
    """Of each other entry."""
    secret_fingerprint: str | None = None
    """Of the secret by which addresses of webhooks are encrypted."""


@dataclass(slots=True)
class BackupWriter:
    """A backup while it is written."""

    tar: tarfile.TarFile
    sha256: dict[str, str] = field(default_factory=dict)

    def add_file(self, name: str, file: Path) -> None:
        self.sha256[name] = _digest(file)
        self.tar.add(file, name)

    def add_bytes(self, name: str, content: bytes) -> None:
        self.sha256[name] = hashlib.sha256(content).hexdigest()
        self._put(name, content)

    def finish(self, manifest: Manifest) -> None:
        self._put(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))

    def _put(self, name: str, content: bytes) -> None:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        entry.mode = 0o600
        self.tar.addfile(entry, io.BytesIO(content))


@contextmanager
def new_backup(file: Path, passphrase: str | None) -> Iterator[BackupWriter]:
    """Write a backup of mode 0600 that is complete under its name, or not there."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with part.open("r+b") as sink:
            encrypting = EncryptingWriter(sink, passphrase) if passphrase else None
            into = cast("BinaryIO", encrypting or sink)
            with tarfile.open(fileobj=into, mode="w|") as tar:
                yield BackupWriter(tar)
            if encrypting:
                encrypting.close()
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def unpack(file: Path, passphrase: str | None, into: Path) -> Manifest:
    """Read a whole backup, hold it to its manifest, and leave its entries in a directory."""
    found: dict[str, str] = {}
    try:
        with (
            file.open("rb") as source,
            tarfile.open(fileobj=_opened(source, passphrase), mode="r|") as tar,
        ):
            for entry in tar:
                found[entry.name] = _extract(tar, entry, into)
    except (tarfile.TarError, EOFError) as error:
        raise InvalidError(f"{file} is no backup, or is cut off: {error}") from error
    return _held_to_manifest(file, into, found)


def _opened(source: BinaryIO, passphrase: str | None) -> BinaryIO:
    if not is_encrypted(source):
        return source
    if not passphrase:
        raise InvalidError("the backup is encrypted; name its --passphrase-file")
    return cast("BinaryIO", DecryptingReader(source, passphrase))


def _extract(tar: tarfile.TarFile, entry: tarfile.TarInfo, into: Path) -> str:
    content = tar.extractfile(entry)
    if entry.name not in (MANIFEST, DUMP, SECRET) or content is None:
        raise InvalidError(f"the backup holds {entry.name!r}, which no backup of ours does")
    place = into / entry.name
    place.touch(mode=0o600)
    digest = hashlib.sha256()
    with place.open("wb") as sink:
        while block := content.read(BLOCK):
            digest.update(block)
            sink.write(block)
    return digest.hexdigest()


def _held_to_manifest(file: Path, into: Path, found: dict[str, str]) -> Manifest:
    if found.pop(MANIFEST, None) is None:
        raise InvalidError(f"{file} has no manifest: it is no backup, or is cut off")
    try:
        manifest = msgspec.json.decode((into / MANIFEST).read_bytes(), type=Manifest)
    except msgspec.DecodeError as error:
        raise InvalidError(f"the manifest of {file} cannot be read: {error}") from error
    if manifest.format > FORMAT:
        raise InvalidError(
            f"{file} was made by release {manifest.version}; restore it with that one or a newer"
        )
    wrong = sorted(
        name for name in {*found, *manifest.sha256} if found.get(name) != manifest.sha256.get(name)
    )
    if wrong or DUMP not in found:
        named = ", ".join(wrong) or DUMP
        raise InvalidError(f"{file} is damaged: {named} is not what was written; use another one")
    return manifest


def _digest(file: Path) -> str:
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()
