"""The measurements, each the median of several goes on a warm server and a warm browser cache."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page

from backend.bench.web import watching
from backend.bench.web.watching import Painting, busy_ms, middle, seen, watch

MOVES = 60
PAUSE_MS = 25
FRAMES = 180


@dataclass(frozen=True, slots=True)
class Visitor:
    """A signed-in browser with a cache of its own."""

    browser: Browser
    context: BrowserContext
    url: str


def signed_in(browser: Browser, url: str, sign_in: str) -> Visitor:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(sign_in)
    page.wait_for_load_state("networkidle")
    page.close()
    return Visitor(browser, context, url)


@contextmanager
def opened(visitor: Visitor, address: str, selector: str, count: int) -> Iterator[Page]:
    page = visitor.context.new_page()
    page.add_init_script(watch(selector, count))
    page.goto(visitor.url + address)
    yield page
    page.close()


def measure_painting(
    visitor: Visitor, address: str, selector: str, count: int, goes: int
) -> list[Painting]:
    """Navigate again and again; the first go warms server and cache and does not count."""
    found = []
    for _ in range(goes + 1):
        with opened(visitor, address, selector, count) as page:
            found.append(seen(page))
    return found[1:]


def measure_hover(visitor: Visitor, address: str, chart: str) -> float:
    """Return the main thread's milliseconds per move of the pointer over the chart."""
    with opened(visitor, address, chart, 1) as page:
        seen(page)
        box = page.locator(chart).first.bounding_box()
        if box is None:
            raise RuntimeError("the chart has no place on the page")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        middle_y = box["y"] + box["height"] / 2

        def move(step: int) -> None:
            x = box["x"] + box["width"] * (0.1 + 0.8 * step / MOVES)
            page.mouse.move(x, middle_y + step % 7)

        move(0)
        idle = _busy_during(page, session, lambda _: None)
        return max(0.0, _busy_during(page, session, move) - idle)


def _busy_during(page: Page, session: object, act: Callable[[int], None]) -> float:
    before = busy_ms(session)  # type: ignore[arg-type]
    for step in range(MOVES):
        act(step)
        page.wait_for_timeout(PAUSE_MS)
    return (busy_ms(session) - before) / MOVES  # type: ignore[arg-type]


def measure_zoom(visitor: Visitor, address: str, chart: str, goes: int) -> float:
    """Return the milliseconds from letting go of a drag to the last frame that it changed."""
    with opened(visitor, address, chart, 1) as page:
        seen(page)
        page.evaluate(watching.REMEMBER_RELEASE)
        waits = []
        for _ in range(goes + 1):
            box = page.locator(chart).first.bounding_box()
            if box is None:
                raise RuntimeError("the chart has no place on the page")
            y = box["y"] + box["height"] / 2
            page.mouse.move(box["x"] + box["width"] * 0.3, y)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] * 0.6, y, steps=8)
            page.mouse.up()
            waits.append(float(page.evaluate(watching.SETTLED)))
            page.mouse.dblclick(box["x"] + box["width"] / 2, y)
            page.wait_for_timeout(800)
        return middle(waits[1:])


def measure_scrolling(visitor: Visitor, address: str, row: str, goes: int) -> list[float]:
    """Return the milliseconds of every frame while the table scrolls."""
    with opened(visitor, address, row, 1) as page:
        seen(page)
        frames: list[float] = []
        for _ in range(goes):
            frames += page.evaluate(watching.FRAMES, ["main section, main div", FRAMES])
        return frames


def measure_requests(get: Callable[[], object], goes: int) -> float:
    """Return the median wait for one answer over the wire, in milliseconds."""
    waits = []
    for _ in range(goes + 2):
        began = time.perf_counter()
        get()
        waits.append(1e3 * (time.perf_counter() - began))
    return middle(waits[2:])
