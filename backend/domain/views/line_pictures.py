"""One series as a picture without words: for chats and others without SVG and script."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 1200, 630
"""What chat programs ask for."""
_MARGIN = 70
_THICK, _DOT = 2.5, 9.0
"""Half of the line's width, and the radius of the newest point."""
_GROUND, _GRID, _LINE = (255, 255, 255), (230, 233, 236), (32, 86, 151)
_MOODS = {"worse": (184, 64, 10), "better": (11, 98, 164), "plain": _LINE}
"""The light tokens of frontend/src/app/tokens.css."""

Mask = NDArray[np.float32]
Place = tuple[float, float]


def line_picture(values: Sequence[float], mood: str = "plain") -> bytes:
    """Draw values in their order as a PNG, the newest one marked."""
    picture = np.full((HEIGHT, WIDTH, 3), _GROUND, np.float32)
    picture[np.linspace(_MARGIN, HEIGHT - _MARGIN, 5).astype(int), _MARGIN:-_MARGIN] = _GRID
    places = list(_places(values))
    line = np.zeros((HEIGHT, WIDTH), np.float32)
    for start, end in pairwise(places):
        _stroke(line, start, end, _THICK)
    dot = np.zeros((HEIGHT, WIDTH), np.float32)
    _stroke(dot, places[-1], places[-1], _DOT)
    for mask, colour in ((line, _LINE), (dot, _MOODS[mood])):
        picture += mask[..., None] * (np.asarray(colour, np.float32) - picture)
    return _png(picture.round().astype(np.uint8))


def _places(values: Sequence[float]) -> Iterator[Place]:
    low, high = min(values), max(values)
    span = high - low
    step = (WIDTH - 2 * _MARGIN) / max(1, len(values) - 1)
    for index, value in enumerate(values):
        share = (value - low) / span if span > 0.0 else 0.5
        left = _MARGIN + step * index if len(values) > 1 else WIDTH / 2
        yield left, HEIGHT - _MARGIN - share * (HEIGHT - 2 * _MARGIN)


def _stroke(mask: Mask, start: Place, end: Place, half: float) -> None:
    """Cover what lies within `half` of the line from start to end; its edge is a pixel soft."""
    (x0, y0), (x1, y1) = start, end
    reach = half + 1.0
    left, right = int(max(0, min(x0, x1) - reach)), int(max(x0, x1) + reach) + 1
    top, bottom = int(max(0, min(y0, y1) - reach)), int(max(y0, y1) + reach) + 1
    part = mask[top:bottom, left:right]
    y, x = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / (length or 1.0)
    nearest = np.clip(along, 0.0, 1.0)
    distance = np.hypot(x - x0 - nearest * (x1 - x0), y - y0 - nearest * (y1 - y0))
    np.maximum(part, np.clip(half + 0.5 - distance, 0.0, 1.0), out=part)


def _png(pixels: NDArray[np.uint8]) -> bytes:
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + width * 3), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = pixels.reshape(height, width * 3)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
