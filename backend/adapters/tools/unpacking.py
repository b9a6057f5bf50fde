"""From the bytes of an upload to texts: archives, compression and encodings.

Everything is bounded by `most` bytes together: an archive cannot grow without limit.
"""

import gzip
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import ToolText

_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"
_OTHERS = {
    b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!\x1a\x07": "rar",
}  # fmt: skip
"""What is compressed in a way that is not read, by its first bytes."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
MOST_FILES = 5_000
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*+[A-Za-z]|[\]_][^\x07\x1b]*+(?:\x07|\x1b\\))")
_PREFIXES = (
    re.compile(
        # after job and step a fraction is demanded: a table may end with a time
        r"^(?:[^\t\n]*+\t[^\t\n]*+\t\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z(?: |$)|"
        r"\ufeff?\[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3,9})?(?:Z|[+-]\d\d:\d\d)\]?"
        r"(?: \d\d[OE](?:[ +]|$)| |$))",
        re.MULTILINE,
    ),
    re.compile(r"^\[(?:info|INFO|warn|WARN|error|ERROR|success)\] ?", re.MULTILINE),
)
"""What other programs write before each line.

A time as GitHub writes it, in gh's logs after the job and the step; GitLab's, Jenkins' and
docker's; the level of sbt and Maven.
"""
_MOST_LINES = 0.7
_SERVICE = re.compile(r"[\w.-]++ +\| ?")
"""What docker compose writes before each line."""
_PLAIN_SHARE = 0.9
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT = 20_000
_DAMAGED = "Send it again, or send the files without the archive."
_CRITERION_LEFT = {"base", "change", "report"}
"""Folders of target/criterion with the run before, the comparison, and pictures."""


def texts_of(name: str, content: bytes, most: int) -> Iterator[ToolText]:
    """Yield the texts of an upload: the file itself, or each file of an archive.

    Raises UnreadableError where it is damaged, larger than `most` bytes, or no text.
    """
    left = [most]
    yield from _chosen([text for text in _texts(name, content, left) if text.text.strip()], name)


def _texts(name: str, content: bytes, left: list[int]) -> Iterator[ToolText]:
    for inner, plain, is_member in _members(name, content, left, MOST_FILES):
        yield text_of_member(inner, plain) if is_member else ToolText(_text(inner, plain), inner)


def members_of(
    name: str, content: bytes, most: int, most_files: int = MOST_FILES
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an upload as bytes: the file itself, or each file of an archive.

    Raises UnreadableError where it is damaged or larger than `most` bytes.
    """
    for inner, plain, _ in _members(name, content, [most], most_files):
        yield inner, plain


def _members(
    name: str, content: bytes, left: list[int], most_files: int
) -> Iterator[tuple[str, bytes, bool]]:
    _refuse_others(content)
    if content.startswith(_GZIP):
        content, name = _unpacked(content, left), name.removesuffix(".gz")
    if content.startswith(_ZIP):
        yield from ((inner, plain, True) for inner, plain in _zip(content, left, most_files))
    elif _is_tar(content):
        yield from ((inner, plain, True) for inner, plain in _tar(content, left, most_files))
    else:
        yield name, content, False


def unpacked(content: bytes, most: int) -> bytes:
    """Return the content of a gzip, or of an archive of one file; anything else as it is."""
    left = [most]
    _refuse_others(content)
    if content.startswith(_GZIP):
        content = _unpacked(content, left)
    if content.startswith(_ZIP):
        members = _zip(content, left, MOST_FILES)
        files = [text.text for one in members if (text := text_of_member(*one)).text.strip()]
        if len(files) != 1:
            raise UnreadableError(f"the zip archive holds {len(files)} files", "Send one of them.")
        return files[0].encode()
    return content


def _refuse_others(content: bytes) -> None:
    for sign, way in _OTHERS.items():
        if content.startswith(sign):
            raise UnreadableError(
                f"the file is compressed by {way}, which is not read", "Unpack it, or use gzip."
            )


def _unpacked(content: bytes, left: list[int]) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
            plain = stream.read(left[0] + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(f"the file is not complete gzip: {error}", _DAMAGED) from error
    _demand_room(len(plain), left)
    return plain


def _demand_room(size: int, left: list[int]) -> None:
    if size > left[0]:
        raise UnreadableError(
            "the unpacked files are larger than the limit", "Send fewer files, or smaller ones."
        )


def _zip(content: bytes, left: list[int], most_files: int) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist()[:most_files]:
                if not entry.is_dir():
                    with archive.open(entry) as stream:
                        yield entry.filename, _taken(stream.read(left[0] + 1), left)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, OSError) as error:
        raise UnreadableError(f"the zip archive is damaged: {error}", _DAMAGED) from error


def _is_tar(content: bytes) -> bool:
    return content[257:262] == b"ustar"


def _tar(content: bytes, left: list[int], most_files: int) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
            for count, entry in enumerate(archive):
                stream = archive.extractfile(entry) if entry.isfile() else None
                if stream is not None and count < most_files:
                    yield entry.name, _taken(stream.read(left[0] + 1), left)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        raise UnreadableError(f"the tar archive is damaged: {error}", _DAMAGED) from error


def _taken(plain: bytes, left: list[int]) -> bytes:
    _demand_room(len(plain), left)
    left[0] -= len(plain)
    return plain


def text_of_member(name: str, plain: bytes) -> ToolText:
    """Return a file of an archive as text; without text where it is none."""
    try:
        return ToolText(_text(name, plain), name)
    except UnreadableError:
        return ToolText("", name)  # pictures and programs lie in such archives too


def _text(name: str, content: bytes) -> str:
    encoding = "utf-16" if content[:2] in _UTF_16 else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-8-sig" and _is_western(content):
            return _plain(content.decode("cp1252", errors="replace").replace("\r\n", "\n"))
        raise UnreadableError(
            f"byte {error.start} of {name or 'the file'} is no text", "Save the file as UTF-8."
        ) from error
    return _plain(text.replace("\r\n", "\n"))


def _is_western(content: bytes) -> bool:
    """Say whether it may be a text that Windows wrote in the code page of western Europe."""
    plain = content.decode("ascii", errors="ignore")
    is_mostly_plain = len(plain) >= _PLAIN_SHARE * len(content)
    return is_mostly_plain and _BINARY.search(plain) is None


def _plain(text: str) -> str:
    """Take out colours, and what CI systems and other programs write before each line."""
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    lines = [line for line in text[:_LOOKED_AT].split("\n")[:-1] if line]
    service = _SERVICE.match(lines[0]) if len(lines) > 1 else None
    if service and all(line.startswith(service[0].rstrip()) for line in lines):
        text = re.sub(rf"(?m)^{re.escape(service[0].rstrip())} ?", "", text)
        lines = [line[len(service[0]) :] for line in lines]
    for prefix in _PREFIXES:
        if lines and sum(map(bool, map(prefix.match, lines))) >= _MOST_LINES * len(lines):
            text = prefix.sub("", text)
            lines = [prefix.sub("", line) for line in lines]
    return text


def _chosen(texts: list[ToolText], name: str) -> list[ToolText]:
    """Leave out what an archive of target/criterion says twice: samples are enough."""
    if len(texts) <= 1:
        return texts or [ToolText("", name)]
    samples = {_folder(text) for text in texts if PurePosixPath(text.name).name == "sample.json"}
    return [text for text in texts if not samples or _is_sample(text, samples)]


def _folder(text: ToolText) -> str:
    return str(PurePosixPath(text.name).parent)


def _is_sample(text: ToolText, samples: set[str]) -> bool:
    path = PurePosixPath(text.name)
    if path.name == "sample.json":
        is_before = path.parent.name == "base" and str(path.parent.parent / "new") in samples
        return not is_before
    return not (
        _folder(text) in samples
        or _CRITERION_LEFT.intersection(path.parts)
        or (path.name in {"benchmark.json", "estimates.json", "tukey.json", "raw.csv"})
    )
