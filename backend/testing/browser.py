"""Chromium for tests: pages opened as a person does, and screenshots kept as artefacts."""

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from backend.settings import inherited_environment
from backend.testing.databases import ROOT

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARTEFACTS = ROOT / "test-artefacts" / "screenshots"
PICTURES = "PICTURES"
"""What is set in the environment where pictures of pages are wanted: `make test PICTURES=1`."""
WIDTHS = (1440, 400)
HEIGHT = 900
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
PATIENCE_S = 120.0
"""How long a page is waited for: what waits ends at once when it comes, on a busy machine late."""
FOLLOWS = "theme => matchMedia(`(prefers-color-scheme: ${theme})`).matches"
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
AT_REST = """() => new Promise(done => {
  const boxes = () => [...document.querySelectorAll('main, main figure, main svg, main table')]
    .map(one => one.getBoundingClientRect())
    .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round)).join();
  let last = boxes(), same = 0, frames = 0;
  const look = () => {
    const now = boxes();
    same = now === last ? same + 1 : 0;
    last = now;
    if (same >= 5 || ++frames >= 120) done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
"""Ends when nothing moved for five frames: charts follow their box a moment later."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


OUTSIDE = """width => [...document.querySelectorAll('body *')]
  .filter(one => one.getBoundingClientRect().right > width + 1 && !one.closest('svg svg, table'))
  .slice(0, 12)
  .map(one => `${one.tagName}.${one.getAttribute('class')} "${one.textContent.slice(0, 40)}"`)"""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_program(), args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def chromium_at_home(home: Path) -> Iterator[BrowserContext]:
    """Open a browser as a person has it, whose cache on disk keeps compiled scripts too."""
    wide = ViewportSize(width=WIDTHS[0], height=HEIGHT)
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            home, executable_path=_program(), args=FLAGS, viewport=wide
        )
        yield context
        context.close()


def resize(page: Page, width: int) -> None:
    """Give a page this width, and wait until its charts have followed."""
    if page.viewport_size != (size := ViewportSize(width=width, height=HEIGHT)):
        page.set_viewport_size(size)
        page.evaluate(AT_REST)


def _program() -> str:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise FileNotFoundError("Chromium is not on PATH; on Debian: apt-get install chromium")
    return program


def show_in(page: Page, theme: Theme) -> None:
    """Let the page follow a system in this theme, and wait until that is painted."""
    if page.evaluate(FOLLOWS, theme):
        return
    page.emulate_media(color_scheme=theme)
    page.evaluate(PAINTED)


@dataclass
class Visitor:
    """A person with a browser, and whatever the page complained about to its console."""

    page: Page
    complaints: list[str]

    def open(self, url: str) -> None:
        self.page.goto(url)

    def sign_in(self, url: str) -> None:
        """Use the address that signs somebody in, without drawing the page to which it leads."""
        answer = self.page.context.request.get(url, max_redirects=0)
        assert answer.headers.get("location") == "/", answer.status

    def answer(self) -> str:
        """Return the first line of the page once it has one."""
        heading = self.page.locator("h1")
        heading.wait_for()
        return heading.inner_text()

    def see(self, text: str | re.Pattern[str], timeout_s: float = PATIENCE_S) -> None:
        """Wait until a text is on the page."""
        self.page.get_by_text(text).first.wait_for(timeout=timeout_s * 1000)

    def wait_for_answer(self, text: str, timeout_s: float = PATIENCE_S) -> None:
        """Wait until the first line of the page says something."""
        wanted = self.page.locator("h1", has_text=text)
        wanted.wait_for(timeout=timeout_s * 1000)

    def keep(self, name: str, look: Callable[[int], None] | None = None) -> None:
        """Refuse a page that is wider than its screen; keep pictures of it where they are wanted.

        `look` is called at each width. Four pictures of a whole page cost as much as all else that
        a test does with it.
        """
        for width, themes in zip(WIDTHS, (THEMES, THEMES[::-1]), strict=True):
            resize(self.page, width)
            if look is not None:
                look(width)
            self._fits(width)
            if PICTURES in inherited_environment():
                self._draw(f"{name}-{width}", themes)
        self.page.set_viewport_size(ViewportSize(width=WIDTHS[0], height=HEIGHT))

    def _draw(self, name: str, themes: Iterable[Theme]) -> None:
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        for theme in themes:
            show_in(self.page, theme)
            self.page.screenshot(path=ARTEFACTS / f"{name}-{theme}.png", full_page=True)
        show_in(self.page, "light")

    def _fits(self, width: int) -> None:
        """Refuse a page that scrolls sideways: it is broken on that screen."""
        needed = self.page.evaluate("document.documentElement.scrollWidth")
        if needed > width:
            outside = self.page.evaluate(OUTSIDE, width)
            raise AssertionError(f"the page needs {needed} px at {width} px: {'; '.join(outside)}")


@contextmanager
def visitor(browser: Browser) -> Iterator[Visitor]:
    context = browser.new_context(
        viewport=ViewportSize(width=WIDTHS[0], height=HEIGHT), reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield Visitor(page, complaints)
    context.close()
