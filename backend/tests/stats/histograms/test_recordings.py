"""HdrHistogram V2 documents: read exactly, refused with a reason."""

import base64
import math
import struct
import zlib
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.stats.histograms import documents as histogram_documents
from backend.stats.histograms.documents import HAS_LIBRARY, HistogramShape, dense, sparse
from backend.stats.histograms.recordings import Histogram, decode, merged

# Written by another implementation: 1000, 5000 twice, 1e9 and 3e12, from 1000 to
# 3.6e12 with three significant digits.
FOREIGN = "HISTFAAAAC14nJNpmSzMwMDAwwABzFDqBRC7GexYwGD/ASLCyMTLcnEvI9P/7YxMALEOCJ8="


def zigzag(number: int) -> bytes:
    left = 2 * number if number >= 0 else -2 * number - 1
    encoded = bytearray()
    while left >= 0x80:
        encoded.append(left & 0x7F | 0x80)
        left >>= 7
    return bytes([*encoded, left])


def document(numbers: list[int], *, packed: bool = True, **header: float) -> str:
    """Encode counts and runs of empty buckets as the format's description says."""
    fields = {"offset": 0, "digits": 2, "lowest": 1, "highest": 3_600_000, "ratio": 1.0} | header
    payload = b"".join(zigzag(number) for number in numbers)
    head = [0x1C849313, len(payload), *fields.values()]
    plain = struct.pack(">iiiiqqd", *head) + payload
    if packed:
        body = zlib.compress(plain)
        plain = struct.pack(">ii", 0x1C849314, len(body)) + body
    return base64.b64encode(plain).decode()


def test_a_foreign_document() -> None:
    histogram = decode(FOREIGN)
    assert histogram.total == 5
    assert histogram.counts.tolist() == [1, 2, 1, 1]
    for value, low, high in zip(
        (1000, 5000, 10**9, 3 * 10**12), histogram.lowest, histogram.highest, strict=True
    ):
        assert low <= value <= high
    assert histogram.percentile(50) == 5119


def test_packed_and_plain_say_the_same() -> None:
    numbers = [-10, 4, 1, -500, 9]
    packed, plain = decode(document(numbers)), decode(document(numbers, packed=False))
    assert packed.counts.tolist() == plain.counts.tolist() == [4, 1, 9]
    assert packed.lowest.tolist() == plain.lowest.tolist()
    assert plain.lowest.tolist()[:2] == plain.highest.tolist()[:2] == [10, 11]


@pytest.mark.parametrize(
    ("percent", "value"),
    [(0, 1), (10, 1), (50, 1), (50.1, 2), (80, 2), (99.9, 200), (100, 200)],
)
def test_percentiles(percent: float, value: float) -> None:
    histogram = decode(document([-1, 50, 30, -197, 20]))
    assert histogram.total == 100
    assert histogram.percentile(percent) == value


def test_mean_takes_the_middle_of_buckets() -> None:
    assert decode(document([-1, 2, -8, 2])).mean() == pytest.approx(5.5)


def test_nothing_recorded() -> None:
    histogram = decode(document([]))
    assert histogram.total == 0
    assert math.isnan(histogram.mean())
    assert math.isnan(histogram.percentile(50))


def test_merging_adds_counts() -> None:
    both = decode(document([-1, 2, 3])).merge(decode(document([-2, 4, 1])))
    assert both.highest.tolist() == [1, 2, 3]
    assert both.counts.tolist() == [2, 7, 1]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.integers(1, 2**40), min_size=1, max_size=50),
    st.integers(0, 5),
    st.integers(1, 1000),
)
def test_buckets_are_as_precise_as_the_header_says(
    values: list[int], digits: int, lowest: int
) -> None:
    places = sorted({place_of(value, digits, lowest) for value in values})
    gaps = np.diff([-1, *places]) - 1
    numbers = [number for gap in gaps.tolist() for number in ([-gap, 1] if gap else [1])]
    histogram = decode(document(numbers, digits=digits, lowest=lowest, highest=2**42))
    assert histogram.total == len(places)
    for value in values:
        at = int(np.searchsorted(histogram.highest, value))
        low, high = int(histogram.lowest[at]), int(histogram.highest[at])
        assert low <= value <= high
        assert high - low < max(lowest, value * 10.0**-digits)


def place_of(value: int, digits: int, lowest: int) -> int:
    """Return the bucket number of a value, one octave at a time."""
    unit = int(math.log2(lowest))
    steps = 2 ** max(1, math.ceil(math.log2(2 * 10**digits)))
    step, octave = value >> unit, 0
    while step >= steps:
        step, octave = step >> 1, octave + 1
    return int(step + octave * steps // 2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not base64!", "base64"),
        ("", "within its header"),
        (base64.b64encode(b"\x1c\x84\x93\x08" + bytes(60)).decode(), "V0 and V1"),
        (base64.b64encode(struct.pack(">ii", 0x1C849314, 9) + b"123456789").decode(), "damaged"),
        (document([1, 2])[:-12], "cut short"),
        (document([1], digits=9), "impossible"),
        (document([1], lowest=0), "impossible"),
        (document([1], highest=1), "impossible"),
        (document([1], digits=5, lowest=2**61, highest=2**62), "impossible"),
        (document([1], offset=3), "shifted"),
        (document([1], ratio=0.5), "scaled"),
        (document([-10_000_000, 1]), "beyond its own range"),
        (document([2**60]), "2\\*\\*55"),
        (document([2**54] * 600), "add up"),
        (document([-10_000_000, 1], digits=5, highest=2**40), "beyond its own range"),
        (document([2**60], digits=5, highest=2**40), "2\\*\\*55"),
    ],
)
def test_documents_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        decode(text)


@pytest.mark.parametrize("unpacked", [64 << 20, 3 << 20])
def test_a_document_that_unpacks_to_too_much_is_refused(unpacked: int) -> None:
    body = zlib.compress(bytes(unpacked), 9)
    bomb = struct.pack(">ii", 0x1C849314, len(body)) + body
    with pytest.raises(ValueError, match="unpacks to over"):
        decode(base64.b64encode(bomb).decode())


def test_a_count_that_does_not_end_is_refused() -> None:
    plain = struct.pack(">iiiiqqd", 0x1C849313, 1, 0, 2, 1, 1000, 1.0) + b"\xff"
    with pytest.raises(ValueError, match="ends within a count"):
        decode(base64.b64encode(plain).decode())


@pytest.mark.parametrize("percent", [-0.1, 100.1, math.nan])
def test_impossible_percentiles_are_refused(percent: float) -> None:
    nothing = np.empty(0, np.int64)
    with pytest.raises(ValueError, match="between 0 and 100"):
        Histogram(lowest=nothing, highest=nothing, counts=nothing).percentile(percent)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(-40, 2**50), max_size=40),
    st.integers(2, 3),
    st.integers(0, 30),
    st.integers(20, 31),
)
def test_the_library_and_the_reader_without_it_agree(
    numbers: list[int], digits: int, unit: int, octaves: int
) -> None:
    payload = b"".join(map(zigzag, numbers))
    shape = HistogramShape.from_header((digits, 1 << unit, (1 << (unit + octaves)) - 1))
    places, counts = sparse(payload, shape.buckets)
    if HAS_LIBRARY:
        library = dense(payload, shape, digits)
        assert library[0].tolist() == places.tolist()
        assert library[1].tolist() == counts.tolist()
    assert counts.tolist() == [number for number in numbers if number > 0]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-900, 20) | st.integers(-(2**40), 2**50), max_size=8))
def test_both_refuse_the_same_for_the_same_reason(numbers: list[int]) -> None:
    payload = b"".join(map(zigzag, numbers))
    shape = HistogramShape.from_header((2, 1, 3_600_000))
    readers = [partial(sparse, payload, shape.buckets)]
    if HAS_LIBRARY:
        readers.append(partial(dense, payload, shape, 2))
    places = np.cumsum([0, *(-number if number < 0 else 1 for number in numbers)])
    beyond = (places[1:-1] >= shape.buckets).any() or min(numbers, default=0) < -(2**31)
    for reader in readers:
        if beyond:
            with pytest.raises(ValueError, match="beyond its own range"):
                reader()
        else:
            assert reader()[1].tolist() == [number for number in numbers if number > 0]


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 5])
def test_the_largest_bucket_does_not_overflow(digits: int) -> None:
    highest = 2**63 - 1
    buckets = HistogramShape.from_header((digits, 1, highest)).buckets
    histogram = decode(document([1 - buckets, 1], digits=digits, highest=highest))
    assert int(histogram.highest[0]) == highest
    assert 0 < int(histogram.lowest[0]) < highest
    assert histogram.mean() == pytest.approx(highest, rel=0.5)


@pytest.mark.parametrize("total", [2**53 + 1, 2**61 + 1, 2**62 - 7])
def test_percentiles_of_very_many_recordings(total: int) -> None:
    counts = np.array([total // 2, total - total // 2 - 3, 3], np.int64)
    places = np.array([1, 2, 3], np.int64)
    histogram = Histogram(places, places, counts)
    assert histogram.percentile(100) == 3
    assert histogram.percentile(75) == 2
    assert histogram.percentile(0) == 1


def test_merging_many_is_exact_whatever_their_precision() -> None:
    rng = np.random.default_rng(4)
    parts = [
        decode(document(rng.integers(0, 50, 300).tolist(), digits=digits))
        for digits in (1, 2, 3, 2)
    ]
    one_by_one = parts[0].merge(parts[1]).merge(parts[2]).merge(parts[3])
    at_once = merged(parts)
    assert at_once.total == sum(part.total for part in parts)
    assert at_once.counts.tolist() == one_by_one.counts.tolist()
    everything = np.sort(np.concatenate([np.repeat(p.highest, p.counts) for p in parts]))
    for percent in (1, 50, 90, 99, 99.9):
        rank = math.ceil(percent / 100 * everything.size)
        assert at_once.percentile(percent) == everything[rank - 1]


def test_merging_refuses_nothing_and_too_much() -> None:
    with pytest.raises(ValueError, match="at least one"):
        merged([])
    full = Histogram(*(np.array([number], np.int64) for number in (1, 1, 2**61)))
    with pytest.raises(ValueError, match="add up"):
        merged([full, full, full])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.integers(-3, 9), st.integers(-(2**63), 2**63 - 1))
def test_noise_is_read_or_refused(payload: bytes, digits: int, highest: int) -> None:
    head = struct.pack(">iiiiqqd", 0x1C849313, len(payload), 0, digits, 1, highest, 1.0)
    try:
        histogram = decode(base64.b64encode(head + payload).decode())
    except ValueError:
        return
    assert (histogram.lowest <= histogram.highest).all()
    assert (histogram.counts > 0).all()
    assert histogram.total <= histogram_documents.LARGEST_TOTAL
