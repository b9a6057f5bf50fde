"""The measurements, each the median of several goes on a warm server and a warm browser cache."""

import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, CDPSession, FloatRect, Page

from backend.bench.machine import cpu_of
from backend.bench.stand import Stand
from backend.bench.web import watching
from backend.bench.web.watching import Painting, busy_ms, middle
from backend.bench.wire import Client

MOVES = 60
PAUSE_MS = 25
FRAMES = 180
FLAMES = "main [role=group][aria-label*='Flame graph']"
REPEATS, WARM_UP = 20, 4
WARMING = 3
"""Navigations until Chromium keeps what it compiled and reads it again."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A signed-in browser with a cache of its own."""

    context: BrowserContext
    url: str


def signed_in(context: BrowserContext, url: str, sign_in: str) -> Visitor:
    page = context.new_page()
    page.goto(sign_in)
    page.wait_for_load_state("networkidle")
    page.close()
    return Visitor(context, url)


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """A page that was navigated to, and its counters."""

    page: Page
    session: CDPSession

    def seen(self) -> Painting:
        return watching.seen(self.page, self.session)


@contextmanager
def opened(visitor: Visitor, address: str, condition: str) -> Iterator[OpenedPage]:
    """Navigate to a page that notes when the condition, in JavaScript, is met on screen."""
    page = visitor.context.new_page()
    session = watching.counting(page)
    page.add_init_script(watching.watch(condition))
    page.goto(visitor.url + address)
    yield OpenedPage(page, session)
    page.close()


def there_are(selector: str, count: int = 1) -> str:
    """Return the condition that a page has so many elements."""
    return f"document.querySelectorAll({json.dumps(selector)}).length >= {count}"


def measure_painting(visitor: Visitor, address: str, condition: str, goes: int) -> list[Painting]:
    """Navigate again and again; what warms server and cache does not count."""
    found = []
    for _ in range(goes + WARMING):
        with opened(visitor, address, condition) as shown:
            found.append(shown.seen())
    return found[WARMING:]


def measure_hover(visitor: Visitor, address: str, chart: str) -> float:
    """Return the main thread's milliseconds of CPU per move of the pointer over the chart."""
    with opened(visitor, address, there_are(chart)) as shown:
        shown.seen()
        box = _box(shown.page, chart)
        middle_y = box["y"] + box["height"] / 2

        def move(step: int) -> None:
            x = box["x"] + box["width"] * (0.1 + 0.8 * step / MOVES)
            shown.page.mouse.move(x, middle_y + step % 7)

        move(0)
        idle = _busy_during(shown, lambda _: None)
        return max(0.0, _busy_during(shown, move) - idle)


def _box(page: Page, chart: str) -> FloatRect:
    box = page.locator(chart).first.bounding_box()
    if box is None:
        raise RuntimeError("the chart has no place on the page")
    return box


def _busy_during(shown: OpenedPage, act: Callable[[int], None]) -> float:
    before = busy_ms(shown.session)
    for step in range(MOVES):
        act(step)
        shown.page.wait_for_timeout(PAUSE_MS)
    return (busy_ms(shown.session) - before) / MOVES


@dataclass(frozen=True, slots=True)
class Redraw:
    """From letting go of a drag: to the last frame that it changed, and the CPU it took."""

    wall_ms: float
    busy_ms: float


def measure_zoom(visitor: Visitor, address: str, chart: str, goes: int) -> Redraw:
    """Drag over the chart and reset it, again and again; the first go does not count."""
    with opened(visitor, address, there_are(chart)) as shown:
        page = shown.page
        shown.seen()
        page.evaluate(watching.REMEMBER_RELEASE)
        waits, works = [], []
        for _ in range(goes + 1):
            box = _box(page, chart)
            y = box["y"] + box["height"] / 2
            page.mouse.move(box["x"] + box["width"] * 0.3, y)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] * 0.6, y, steps=8)
            before = busy_ms(shown.session)
            page.mouse.up()
            settled = page.evaluate(watching.SETTLED)
            waits.append(math.inf if settled is None else float(settled))
            works.append(busy_ms(shown.session) - before)
            page.mouse.dblclick(box["x"] + box["width"] / 2, y)
            page.wait_for_timeout(800)
        return Redraw(middle(waits[1:]), middle(works[1:]))


@dataclass(frozen=True, slots=True)
class Frames:
    """The milliseconds of every frame, and the main thread's CPU for each."""

    each: list[float]
    busy_ms: float


def measure_scrolling(visitor: Visitor, address: str, row: str, goes: int) -> Frames:
    """Watch the frames while the table scrolls."""
    with opened(visitor, address, there_are(row)) as shown:
        shown.seen()
        frames: list[float] = []
        before = busy_ms(shown.session)
        for _ in range(goes):
            frames += shown.page.evaluate(watching.FRAMES, ["main section, main div", FRAMES])
        return Frames(frames, (busy_ms(shown.session) - before) / len(frames))


def measure_flames(visitor: Visitor, address: str, goes: int) -> Frames:
    """Watch the frames while the pointer goes over a flame graph and zooms in and out."""
    with opened(visitor, address, there_are(FLAMES)) as shown:
        page = shown.page
        shown.seen()
        box = _box(page, FLAMES)
        page.evaluate(watching.WATCH_FRAMES)
        before = busy_ms(shown.session)
        for _ in range(goes):
            for step in range(MOVES // 2):
                page.mouse.move(box["x"] + box["width"] * step * 2 / MOVES, box["y"] + 50)
                page.wait_for_timeout(PAUSE_MS)
            page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + 50)
            page.wait_for_timeout(300)
            page.go_back()
            page.wait_for_timeout(300)
        frames = [float(one) for one in page.evaluate("() => window.__frames")]
        return Frames(frames, (busy_ms(shown.session) - before) / len(frames))


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """The median wait over the wire, and what API and PostgreSQL worked for it together."""

    wall_ms: float
    cpu_ms: float
    kilobytes: float


def measure_answer(stand: Stand, client: Client, path: str, goes: int = REPEATS) -> TimedAnswer:
    """Ask one thing again and again; what warms every process of the API does not count."""
    connection = client.open()
    for _ in range(WARM_UP):
        client.get(connection, path)
    waits, before, said = [], _cpu(stand), b""
    for _ in range(goes):
        began = time.perf_counter()
        said = client.get(connection, path)
        waits.append(1e3 * (time.perf_counter() - began))
    spent = _cpu(stand) - before
    connection.close()
    return TimedAnswer(middle(waits), 1e3 * spent / goes, len(said) / 1e3)


def _cpu(stand: Stand) -> float:
    """Return the CPU seconds of the product so far, without this process."""
    return sum(spent for name, spent in cpu_of(stand.roots).items() if name != "bench")
