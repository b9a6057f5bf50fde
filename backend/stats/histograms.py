"""Latency histograms: reading HdrHistogram V2 and asking for percentiles.

The encoding is the one all HdrHistogram libraries write and print in base64: a header,
then counts as zig-zag LEB128 numbers in which a negative one stands for a run of empty
buckets, packed by zlib or not.
"""

import base64
import binascii
import math
import struct
import zlib
from dataclasses import dataclass

import numpy as np

from backend.stats.arrays import Floats, Ints

PLAIN, PACKED = 0x1C849303, 0x1C849304  # what a V2 document begins with
WORD_SIZE = 0xF0  # bits of that which say how wide counts are; V2 gives them no meaning
LARGEST_PAYLOAD = 4 << 20  # bytes after unpacking; real ones hold some thousand
LEAST_PAYLOAD = 64 << 10  # bytes that any document may unpack to
MOST_EXPANSION = 32  # beyond that, bytes unpacked for each packed one: runs are packed before
LONGEST_NUMBER = 8  # bytes of one count: up to 2**55
MOST_DIGITS = 5
LARGEST_TOTAL = 2**62
_HEADER = struct.Struct(">iiiiqqd")
_WRAPPER = struct.Struct(">ii")


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often values between `lowest` and `highest` (both inclusive) were recorded.

    One place per bucket that is not empty, ascending, in the unit of the recorder.
    """

    lowest: Ints
    highest: Ints
    counts: Ints

    @property
    def total(self) -> int:
        """Return how many values were recorded."""
        return int(self.counts.sum())

    def percentile(self, percent: float) -> float:
        """Return the value that `percent` % of the values do not exceed; nan if empty.

        As everywhere with these histograms, it is the top of the bucket that holds it.
        Raises ValueError unless 0 <= percent <= 100.
        """
        if not 0.0 <= percent <= 100.0:  # noqa: PLR2004 - percent
            raise ValueError("a percentile lies between 0 and 100")
        if not self.counts.size:
            return math.nan
        rank = max(1, math.ceil(round(percent / 100.0 * self.total, 9)))
        return float(self.highest[np.searchsorted(np.cumsum(self.counts), rank)])

    def mean(self) -> float:
        """Return the mean, every value taken as the middle of its bucket; nan if empty."""
        if not self.counts.size:
            return math.nan
        middle: Floats = (self.lowest + self.highest) / 2.0
        return float(middle @ self.counts) / self.total

    def merge(self, other: "Histogram") -> "Histogram":
        """Return the histogram of both. Buckets may differ; none is widened."""
        lowest = np.concatenate((self.lowest, other.lowest))
        highest = np.concatenate((self.highest, other.highest))
        counts = np.concatenate((self.counts, other.counts))
        bounds, places = np.unique(np.stack((highest, lowest)), axis=1, return_inverse=True)
        summed = np.zeros(bounds.shape[1], np.int64)
        np.add.at(summed, places.ravel(), counts)
        return Histogram(lowest=bounds[1], highest=bounds[0], counts=summed)


def decode(text: str) -> Histogram:
    """Read a V2 document in base64, packed or plain.

    Raises ValueError with the reason if it is anything else, is damaged, or unpacks to
    more than 4 MiB or to much more than it was packed to.
    """
    try:
        document = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"a histogram is base64 text: {error}") from error
    header, payload = _parts(_unpacked(document))
    shape = _Shape.from_header(header)
    places, counts = _counts(_numbers(payload), shape.buckets)
    lowest, highest = shape.bounds(places)
    return Histogram(lowest=lowest, highest=highest, counts=counts)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How bucket numbers map to values: halves of 2**(half + 1) steps, each twice as wide."""

    unit: int
    half: int
    buckets: int

    @classmethod
    def from_header(cls, header: tuple[int, int, int]) -> "_Shape":
        digits, lowest, highest = header
        if not 0 <= digits <= MOST_DIGITS or lowest < 1 or highest < 2 * lowest:
            raise ValueError("the histogram's range or precision is impossible")
        unit = lowest.bit_length() - 1
        half = max((2 * 10**digits - 1).bit_length(), 1) - 1
        octaves = max(1, highest.bit_length() - unit - half)
        return cls(unit=unit, half=half, buckets=(octaves + 1) << half)

    def bounds(self, places: Ints) -> tuple[Ints, Ints]:
        """Return the least and the greatest value of each bucket."""
        octave = np.maximum((places >> self.half) - 1, 0)
        step = places - (octave << self.half)
        width = octave + self.unit
        lowest: Ints = step << width
        return lowest, lowest + (np.int64(1) << width) - 1


def _unpacked(document: bytes) -> bytes:
    if len(document) < _WRAPPER.size:
        raise ValueError("the histogram ends within its header")
    cookie, size = _WRAPPER.unpack_from(document)
    if cookie & ~WORD_SIZE != PACKED & ~WORD_SIZE:
        return document
    unpacker = zlib.decompressobj()
    try:
        most = min(LARGEST_PAYLOAD, max(LEAST_PAYLOAD, MOST_EXPANSION * len(document)))
        plain = unpacker.decompress(document[_WRAPPER.size :][:size], most)
    except zlib.error as error:
        raise ValueError(f"the histogram is packed by zlib but damaged: {error}") from error
    if not unpacker.eof:
        raise ValueError(f"the histogram is cut short, or unpacks to over {most} bytes")
    return plain


def _parts(plain: bytes) -> tuple[tuple[int, int, int], bytes]:
    """Return (significant digits, lowest, highest value) and the encoded counts."""
    if len(plain) < _HEADER.size:
        raise ValueError("the histogram ends within its header")
    cookie, size, offset, digits, lowest, highest, ratio = _HEADER.unpack_from(plain)
    if cookie & ~WORD_SIZE != PLAIN & ~WORD_SIZE:
        raise ValueError("not an HdrHistogram V2 document: V0 and V1 are not read")
    if offset != 0 or ratio != 1.0:
        raise ValueError("the histogram holds scaled or shifted values: record whole numbers")
    payload = plain[_HEADER.size :]
    if not 0 <= size <= len(payload):
        raise ValueError("the histogram ends within its counts")
    return (digits, lowest, highest), payload[:size]


def _numbers(payload: bytes) -> Ints:
    """Decode zig-zag LEB128: seven bits a byte, least first, the sign in the lowest bit."""
    septets = np.frombuffer(payload, np.uint8).astype(np.int64)
    if septets.size == 0:
        return septets
    last = np.flatnonzero(septets < 0x80)  # noqa: PLR2004 - the continuation bit
    if last.size == 0 or last[-1] != septets.size - 1:
        raise ValueError("the histogram ends within a count")
    first = np.concatenate(([0], last[:-1] + 1))
    sizes = last - first + 1
    if sizes.max() > LONGEST_NUMBER:
        raise ValueError("the histogram holds a count beyond 2**55")
    place = np.arange(septets.size) - np.repeat(first, sizes)
    zigzag = np.add.reduceat((septets & 0x7F) << (7 * place), first)
    numbers: Ints = (zigzag >> 1) ^ -(zigzag & 1)
    return numbers


def _counts(numbers: Ints, buckets: int) -> tuple[Ints, Ints]:
    """Return the numbers of the buckets that are not empty, and their counts."""
    steps = np.where(numbers < 0, -numbers, 1)
    if sum(steps.tolist()) > buckets:
        raise ValueError("the histogram holds values beyond its own range")
    filled = numbers > 0
    counts = numbers[filled]
    if sum(counts.tolist()) > LARGEST_TOTAL:
        raise ValueError("the histogram's counts add up to more than can be held")
    return (np.cumsum(steps) - steps)[filled], counts
