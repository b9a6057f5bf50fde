"""HdrHistogram: interval logs (V0 to V2) and percentile tables (hgrm, wrk2's spectrum)."""

import base64
import binascii
import re
import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from backend.adapters.history import Rejected
from backend.adapters.loose_fields import UnreadableError
from backend.adapters.tools.readings import LOWER, Items, Reading, ToolFormat, ToolText
from backend.stats.histograms.recordings import decode

_LOG_LINE = re.compile(r"^(?:Tag=(?P<tag>[^,]+),)?[\d.]+,[\d.]+,[\d.]+,(?P<data>HIST[\w+/=]+)\s*$")
_LOG_SIGN = re.compile(r"^(?:Tag=[^,]+,)?[\d.]+,[\d.]+,[\d.]+,HIST", re.MULTILINE)
_SPECTRUM_HEAD = re.compile(
    r"^[ \t]*+Value(?:\(ms\))?\s+Percentile\s+TotalCount\s+1/\(1-Percentile\)", re.MULTILINE
)
_CSV_HEAD = '"Value","Percentile","TotalCount","1/(1-Percentile)"'
_SPECTRUM_ROW = re.compile(r"^\s*(?P<value>[\d.]+)\s+(?P<share>[01]\.\d+)\s+(?P<total>\d+)(?:\s|$)")
SEVEN_BITS = 0x7F
MOST_DIGITS = 5
LONGEST_VALUE = 18
HALF = 10
"""Three significant digits: 2**11 steps, and halves of them in each further octave."""
STEPS_A_MILLISECOND = 1000
_V0, _V0_PACKED, _V1, _V1_PACKED = 0x1C849308, 0x1C849309, 0x1C849301, 0x1C849302
_WORD_SIZE = 0xF0
_MOST = 16 << 20
_MOST_COUNT = 2**55


def encode(counts: Iterable[tuple[int, int]]) -> str:
    """Return values and how often each came as HdrHistogram V2 in base64, three digits kept."""
    places: Counter[int] = Counter()
    highest = 2
    for value, count in counts:
        octave = max(0, value.bit_length() - HALF - 1)
        places[(value >> octave) + (octave << HALF)] += count
        highest = max(highest, value)
    payload, last = bytearray(), -1
    for place in sorted(places):
        if place - last > 1:
            payload += _zigzag(-(place - last - 1))
        payload += _zigzag(places[place])
        last = place
    plain = struct.pack(">iiiiqqd", 0x1C849313, len(payload), 0, 3, 1, 2 * highest, 1.0) + payload
    packed = zlib.compress(plain)
    return base64.b64encode(struct.pack(">ii", 0x1C849314, len(packed)) + packed).decode()


def _zigzag(number: int) -> bytes:
    left = (number << 1) ^ (number >> 63)
    out = bytearray()
    while left > SEVEN_BITS:
        out.append(left & SEVEN_BITS | 0x80)
        left >>= 7
    out.append(left)
    return bytes(out)


def _log_sign(file: ToolText) -> str:
    return (
        "lines of intervals with HIST…, as HdrHistogram logs" if _LOG_SIGN.search(file.head) else ""
    )


def _read_log(file: ToolText) -> Items:
    """Add up the intervals of each tag; the recorder's unit is taken as nanoseconds."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for number, line in file.numbered():
        found = _LOG_LINE.match(line)
        if found is None:
            if line and not line.startswith(("#", '"')):
                yield Rejected(f"line {number}", "the line is no interval", "Send the log whole.")
            continue
        try:
            counts[found["tag"] or ""].update(dict(_values(found["data"])))
        except (ValueError, struct.error, zlib.error, binascii.Error) as error:
            yield Rejected(f"line {number}", str(error), "Send the log as it was written.")
    for tag, found_counts in counts.items():
        name = f"latency {tag}" if tag else "latency"
        yield _histogram(name, found_counts, "ns", 1.0, "whole file")


def _histogram(name: str, counts: Counter[int], unit: str, scale: float, place: str) -> Reading:
    if not counts.total():
        return Reading(name, failure="nothing was recorded", place=place)
    return Reading(
        name, unit, metric="latency", histogram=encode(sorted(counts.items())), scale=scale,
        direction=LOWER, place=place,
    )  # fmt: skip


def _values(text: str) -> Iterator[tuple[int, int]]:
    """Yield each value of one document with its count."""
    document = base64.b64decode(text, validate=True)
    cookie = struct.unpack_from(">i", document)[0] & ~_WORD_SIZE
    if cookie in {_V0_PACKED & ~_WORD_SIZE, _V1_PACKED & ~_WORD_SIZE}:
        plain = zlib.decompressobj().decompress(document[8:], _MOST)
        yield from _fixed_words(plain)
    elif cookie in {_V0 & ~_WORD_SIZE, _V1 & ~_WORD_SIZE}:
        yield from _fixed_words(document)
    else:
        histogram = decode(text)
        yield from zip(histogram.highest.tolist(), histogram.counts.tolist(), strict=True)


def _fixed_words(plain: bytes) -> Iterator[tuple[int, int]]:
    """Yield the values of a V0 or V1 document, whose counts have a fixed width."""
    cookie = struct.unpack_from(">i", plain)[0]
    width = (cookie & _WORD_SIZE) >> 4
    is_first = cookie & ~_WORD_SIZE == _V0 & ~_WORD_SIZE
    if is_first:
        digits, lowest = struct.unpack_from(">iq", plain, 4)
        begin = 32
    else:
        digits, lowest = struct.unpack_from(">iq", plain, 12)
        begin = 40
    if width not in {2, 4, 8} or not 0 <= digits <= MOST_DIGITS or lowest < 1:
        raise ValueError("the histogram's header is damaged")
    unit = lowest.bit_length() - 1
    half = max((2 * 10**digits - 1).bit_length(), 1) - 1
    payload = plain[begin:]
    kind = {2: "h", 4: "i", 8: "q"}[width]
    counts = struct.unpack_from(f">{len(payload) // width}{kind}", payload)
    for place, count in enumerate(counts):
        if 0 < count <= _MOST_COUNT:
            octave = max((place >> half) - 1, 0)
            step = place - (octave << half)
            yield ((step + 1) << (octave + unit)) - 1, count


def _spectrum_sign(file: ToolText) -> str:
    is_table = _SPECTRUM_HEAD.search(file.head) or file.head.startswith(_CSV_HEAD)
    is_here = is_table and "requests in" not in file.text
    return "the head Value, Percentile, TotalCount of HdrHistogram" if is_here else ""


def _read_spectrum(file: ToolText) -> Items:
    yield spectrum(file, "latency", "line 1")


def spectrum(file: ToolText, name: str, place: str) -> Reading:
    """Return a percentile table as a histogram; tools print its values in milliseconds."""
    counts: Counter[int] = Counter()
    before = 0
    is_in = False
    for _, line in file.numbered():
        if _SPECTRUM_HEAD.match(line) or line.startswith(_CSV_HEAD):
            is_in = True
        elif is_in and (found := _SPECTRUM_ROW.match(line.replace(",", " "))):
            total = int(found["total"])
            if len(found["value"]) > LONGEST_VALUE or total > _MOST_COUNT:
                raise UnreadableError("the table holds a number beyond its range", "Send it whole.")
            counts[round(float(found["value"]) * STEPS_A_MILLISECOND)] += max(total - before, 0)
            before = max(before, total)
    return _histogram(name, +counts, "us", 1.0, place)


HDR_LOG = ToolFormat("hdrhistogram-log", "HdrHistogram log", _log_sign, _read_log)
HGRM = ToolFormat("hgrm", "HdrHistogram percentiles", _spectrum_sign, _read_spectrum)
