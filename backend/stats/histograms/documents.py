"""Reading HdrHistogram V2 documents: what they must hold, checked before and after a library.

The encoding is the one all HdrHistogram libraries write and print in base64: a header,
then counts as zig-zag LEB128 numbers in which a negative one stands for a run of empty
buckets, packed by zlib or not. The library `hdrhistogram` decodes the counts; it trusts sizes,
scales and totals, so those are checked here. It holds every bucket, empty ones too, and is not
built for every platform: documents of more than `MOST_DENSE` buckets, without a significant
digit, or on a machine without the library are decoded by `sparse`, to the same counts.
"""

import base64
import binascii
import struct
import zlib
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from backend.stats.arrays import Ints

HAS_LIBRARY = find_spec("hdrh") is not None
"""It has no wheel for Linux on aarch64, and no compiler is asked for."""
PLAIN, PACKED = 0x1C849303, 0x1C849304  # what a V2 document begins with
WORD_SIZE = 0xF0  # bits of that which say how wide counts are; V2 gives them no meaning
LARGEST_PAYLOAD = 4 << 20  # bytes after unpacking; real ones hold some thousand
LEAST_PAYLOAD = 64 << 10  # bytes that any document may unpack to
MOST_EXPANSION = 32  # beyond that, bytes unpacked for each packed one: runs are packed before
MOST_DENSE = 1 << 17  # buckets the library may hold for one document: 1 MiB
LARGEST_COUNT = 2**55
LONGEST_NUMBER = 8  # bytes of one count: up to 2**55
LONGEST_RUN = 2**31  # empty buckets in a row, as far as the library counts
MOST_DIGITS = 5
MOST_BITS = 61  # of unit and half together: the reference implementation's own limit
LARGEST_TOTAL = 2**62
_HEADER = struct.Struct(">iiiiqqd")
_WRAPPER = struct.Struct(">ii")


def read(text: str) -> tuple[Ints, Ints, Ints]:
    """Return the least value, the greatest value and the count of each bucket not empty.

    Raises ValueError with the reason if the document cannot be read.
    """
    try:
        document = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"a histogram is base64 text: {error}") from error
    header, payload = _parts(_unpacked(document))
    shape = HistogramShape.from_header(header)
    _refuse_long_numbers(payload)
    if HAS_LIBRARY and header[0] and shape.buckets <= MOST_DENSE:
        places, counts = dense(payload, shape, header[0])
    else:
        places, counts = sparse(payload, shape.buckets)
    if sum(counts.tolist()) > LARGEST_TOTAL:
        raise ValueError("the histogram's counts add up to more than can be held")
    return *shape.bounds(places), counts


@dataclass(frozen=True, slots=True)
class HistogramShape:
    """How bucket numbers map to values: halves of 2**(half + 1) steps, each twice as wide."""

    unit: int
    half: int
    buckets: int

    @classmethod
    def from_header(cls, header: tuple[int, int, int]) -> "HistogramShape":
        """Return the shape that (digits, lowest, highest) ask for; ValueError if there is none."""
        digits, lowest, highest = header
        if not 0 <= digits <= MOST_DIGITS or lowest < 1 or highest < 2 * lowest:
            raise ValueError("the histogram's range or precision is impossible")
        unit = lowest.bit_length() - 1
        half = max((2 * 10**digits - 1).bit_length(), 1) - 1
        if unit + half > MOST_BITS:
            raise ValueError("the histogram's range or precision is impossible")
        octaves = max(1, highest.bit_length() - unit - half)
        return cls(unit=unit, half=half, buckets=(octaves + 1) << half)

    def bounds(self, places: Ints) -> tuple[Ints, Ints]:
        """Return the least and the greatest value of each bucket."""
        octave = np.maximum((places >> self.half) - 1, 0)
        step = places - (octave << self.half)
        width = octave + self.unit
        lowest: Ints = step << width
        return lowest, lowest + ((np.int64(1) << width) - 1)


def dense(payload: bytes, shape: HistogramShape, digits: int) -> tuple[Ints, Ints]:
    """Return the buckets that are not empty and their counts, decoded by the library.

    The library takes the unit from a quotient of logarithms, which is off just below
    large powers of two. Numbers of buckets do not depend on it, so it is told a unit of 1.
    """
    highest = (1 << (shape.half + (shape.buckets >> shape.half) - 1)) - 1
    from hdrh.histogram import HdrHistogram  # noqa: PLC0415  with the first document

    plain = _HEADER.pack(PLAIN | 0x10, len(payload), 0, digits, 1, highest, 1.0) + payload
    try:
        histogram = HdrHistogram.decode(zlib.compress(plain, 1), b64_wrap=False)
    except (IndexError, OverflowError) as error:
        raise ValueError("the histogram holds values beyond its own range") from error
    every = np.frombuffer(histogram.counts, np.int64)
    places = np.flatnonzero(every)
    if every.max() > LARGEST_COUNT:
        raise ValueError("the histogram holds a count beyond 2**55")
    return places, every[places]


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


def _refuse_long_numbers(payload: bytes) -> None:
    """Raise ValueError where a count has too many bytes, or no end; the library takes both."""
    last = _last_bytes(payload)
    if last.size and np.diff(last, prepend=-1).max() > LONGEST_NUMBER:
        raise ValueError("the histogram holds a count beyond 2**55")
    if payload and (not last.size or last[-1] != len(payload) - 1):
        raise ValueError("the histogram ends within a count")


def _last_bytes(payload: bytes) -> Ints:
    """Return the places of bytes that end a number: those without the continuation bit."""
    return np.flatnonzero(np.frombuffer(payload, np.uint8) < 0x80)  # noqa: PLR2004


def _numbers(payload: bytes) -> Ints:
    """Decode zig-zag LEB128: seven bits a byte, least first, the sign in the lowest bit."""
    septets = np.frombuffer(payload, np.uint8).astype(np.int64)
    if septets.size == 0:
        return septets
    last = _last_bytes(payload)
    first = np.concatenate(([0], last[:-1] + 1))
    place = np.arange(septets.size) - np.repeat(first, last - first + 1)
    zigzag = np.add.reduceat((septets & 0x7F) << (7 * place), first)
    numbers: Ints = (zigzag >> 1) ^ -(zigzag & 1)
    return numbers


def sparse(payload: bytes, buckets: int) -> tuple[Ints, Ints]:
    """Return the buckets that are not empty and their counts, without room for empty ones."""
    numbers = _numbers(payload)
    steps = np.where(numbers < 0, -numbers, 1)
    if sum(steps[:-1].tolist()) >= buckets or steps.max(initial=0) > LONGEST_RUN:
        raise ValueError("the histogram holds values beyond its own range")
    filled = numbers > 0
    return (np.cumsum(steps) - steps)[filled], numbers[filled]
