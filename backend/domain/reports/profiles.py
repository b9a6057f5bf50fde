"""Profiles: reading folded stacks, and the time of each function by itself and with its callees."""

import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.labels import CommitRef
from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import InvalidError
from backend.domain.reports.function_changes import FunctionDifference

ProfileKindName = Literal["cpu", "allocations", "allocated_bytes"]
GZIP = 31
"""What zlib calls 15 bits of window with the head of gzip."""
DEEPEST = 2_000
"""Frames of one stack."""
MOST_STACKS = 100_000
"""Lines of one profile: many times what a sampler sees, and read in half a second."""


@dataclass(frozen=True, slots=True)
class GroupShare:
    """What a suite counts together; `self_…` where one of its functions is the innermost.

    `low` and `high` are the ends of the intervals of the shares.
    """

    name: str
    samples: int
    share: float
    low: float | None
    high: float | None
    self_samples: int
    self_share: float
    self_low: float | None
    self_high: float | None
    functions: Sequence[str]


@dataclass(frozen=True, slots=True)
class ListedProfile:
    """One profile of a run, without its stacks."""

    id: int
    run: int
    benchmark: str
    parameters: Mapping[str, Scalar]
    kind: ProfileKindName
    tool: str
    unit: str
    frequency: float | None
    """Samples per second of what is counted."""
    samples: int
    lost: int
    """Samples that the kernel dropped."""
    repetitions: int | None
    cpu_s: float | None
    """Processor time of all repetitions."""
    with_symbols: float | None
    """Share of samples whose innermost frame has a name."""
    trimmed_stacks: int
    trimmed_samples: int
    groups: Sequence[GroupShare]


@dataclass(frozen=True, slots=True)
class ProfilePlace:
    """Where a profile comes from, and what it shows."""

    id: int
    run: int
    benchmark_id: int
    benchmark: str
    parameters: Mapping[str, Scalar]
    kind: ProfileKindName
    samples: int
    suite: str
    testbed: str
    branch: str
    commit: CommitRef
    started_at: datetime


@dataclass(frozen=True, slots=True)
class ProfilePeers:
    """A profile, and those it can be compared with, the newest first."""

    place: ProfilePlace
    same_variant: Sequence[ProfilePlace]
    """Of other runs on any testbed and branch."""
    same_run: Sequence[ProfilePlace]
    """Of other variants."""
    functions: Sequence[FunctionDifference] = ()
    """Functions that changed on its branch and testbed, by all profiles of the variant."""


@dataclass(frozen=True, slots=True)
class FunctionTime:
    """Samples of one function: in itself, and in itself and what it called."""

    name: str
    self_samples: int
    total_samples: int


def unpack(data: str, most: int) -> bytes:
    """Return the lines behind base64 and gzip, at most `most` bytes of them.

    Raises InvalidError where the text is no such document or unpacks to more.
    """
    try:
        packed = b64decode(data, validate=True)
    except ValueError as error:  # letters beyond ASCII raise it plainly
        raise InvalidError("the data is not base64") from error
    return decompress(packed, most)


def decompress(packed: bytes, most: int) -> bytes:
    """Return what gzip holds. Raises InvalidError where it is none, cut short, or too large."""
    reader = zlib.decompressobj(GZIP)
    try:
        lines = reader.decompress(packed, most + 1)
    except zlib.error as error:
        raise InvalidError("the data is not compressed with gzip") from error
    if len(lines) > most:
        raise InvalidError(f"it unpacks to more than {most} bytes")
    if not reader.eof or reader.unused_data:
        raise InvalidError("the compressed data does not end where its document ends")
    return lines


def stacks_of(lines: bytes) -> Iterator[tuple[list[str], int]]:
    """Yield frames, root first, and the count of each line.

    Raises InvalidError naming the line that is none, or the limit that is passed.
    """
    if lines.count(b"\n") > MOST_STACKS:
        raise InvalidError(f"there are more than {MOST_STACKS} lines")
    try:
        text = lines.decode()
    except UnicodeDecodeError as error:
        raise InvalidError("the lines are not UTF-8") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        stack, _, count = line.rpartition(" ")
        frames = stack.split(";")
        if not stack or not count.isascii() or not count.isdigit() or len(count) > 18:  # noqa: PLR2004
            raise InvalidError(f"line {number} is not frames, a space and a count")
        if len(frames) > DEEPEST:
            raise InvalidError(f"line {number} has more than {DEEPEST} frames")
        yield frames, int(count)


def functions_of(stacks: Iterator[tuple[list[str], int]]) -> list[FunctionTime]:
    """Return every function with its samples, those with most of their own first.

    A function that stands in a stack more than once is counted once in the total.
    """
    own: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for frames, count in stacks:
        own[frames[-1]] += count
        for frame in set(frames):
            total[frame] += count
    found = [FunctionTime(name, own[name], total[name]) for name in total]
    return sorted(found, key=lambda one: (-one.self_samples, -one.total_samples, one.name))
