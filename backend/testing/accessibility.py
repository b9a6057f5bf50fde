"""What a machine can tell about a page's accessibility, in the browser: axe with WCAG 2.2 AA."""

from functools import lru_cache

from playwright.sync_api import Page

from backend.testing.browser import THEMES, show_in
from backend.testing.databases import ROOT

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that may judge one theme unlike the other: both show the same elements in one place."""
RUN = """async runOnly => {
  const { violations } = await axe.run(document, { runOnly });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`));
}"""


@lru_cache(maxsize=1)
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def faults_of(page: Page) -> list[str]:
    """Return what axe finds on the page in both themes, each with its place."""
    page.evaluate(_axe())
    found: list[str] = []
    for theme, rules in zip(THEMES, (RULES, OF_COLOURS), strict=True):
        show_in(page, theme)
        found += [f"{theme}: {fault}" for fault in page.evaluate(RUN, rules)]
    show_in(page, "light")
    return found
