"""J2 by clicking: what regressed, and why; list → cause → change → notes → judged."""

import re

import pytest
from playwright.sync_api import ViewportSize

from backend.testing.accessibility import faults_of
from backend.testing.browser import WIDTHS, Visitor
from backend.testing.builders import Document, a_history, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)
RELEASES = 48
SLOWER, FASTER = 20, 36
"""Releases at which the parser got slower, and at which the rest got faster."""


def level(benchmark: str, release: int) -> float:
    if benchmark.startswith("parse"):
        return 1.25 if release >= SLOWER else 1.0
    return 0.5 if release >= FASTER else 1.0


def a_release_history() -> list[Document]:
    """Return releases of a package, as the demo measures them: two steps, a new toolchain."""
    reports = a_history([1.0] * RELEASES, suite={"name": "packaging"}, branch="releases")
    for release, report in enumerate(reports):
        noise = 1 + NOISE[release % 7]
        report["commit"] |= {
            "id": f"{release:040x}",
            "parents": [f"{release - 1:040x}"] if release else [],
            "subject": f"Release {release}",
            "author": {"name": "Ada"},
        }
        report["environment"] = {"python": "3.12" if release < SLOWER else "3.13"}
        report["results"] = [
            a_result(
                benchmark=name,
                parameters={},
                samples=[level(name, release) * noise * factor for factor in (0.99, 1.0, 1.01)],
                binary_hash=f"wheel-{release}",
            )
            for name in ("parse_versions", "parse_markers", "sort_versions", "dump")
        ]
    return reports


@pytest.fixture(scope="module")
def released(stack: Stack) -> Stack:
    with stack.client("released") as client:
        for report in a_release_history():
            assert client.post("/reports", json=report).status_code == 201
        wait_until(
            lambda: client.get("/overview").json()["open_change_total"] == 4, "all steps are found"
        )
    return stack


def show_history(person: Visitor) -> None:
    """See that nothing of an import is open, and list it."""
    person.wait_for_answer("No open change · 2 in history.")
    person.keep("changes-none-open")
    assert faults_of(person.page) == []
    person.page.get_by_role("button", name="Show history").click()
    person.wait_for_answer("2 changes in history, in 4 series.")
    person.page.get_by_role("button", name="History (2)", pressed=True).wait_for()
    person.keep("changes-list")


def test_what_regressed_is_found_and_explained_by_clicking(
    person: Visitor, released: Stack
) -> None:
    page = person.page
    person.open(f"{released.url}/p/released")
    person.wait_for_answer("No open change; 2 changes in imported history")
    person.keep("changes-overview")
    page.get_by_role("button", name="Mark as seen").click()
    person.see("No changes; 0 runs were measured.")
    page.reload()
    person.see("No changes; 0 runs were measured.")

    page.get_by_role("link", name="Changes").first.click()
    show_history(person)
    page.get_by_text("More filters").click()
    page.get_by_role("combobox", name="Verdict").select_option("regression")
    person.wait_for_answer("1 regression in history, in 2 series.")
    page.get_by_role("button", name=re.compile("show what moved with parse")).click()
    moved = page.get_by_role("table", name=re.compile("What moved with"))
    moved.get_by_role("link", name=re.compile("parse_markers")).wait_for()
    assert "group=" in page.url
    person.keep("changes-cause")

    moved.get_by_role("link", name=re.compile("parse_markers")).click()
    person.wait_for_answer("parse_markers time: 25")
    person.see("Binary hash: changed by code or build.")
    person.see(re.compile("Release 20"))
    page.get_by_role("cell", name="3.13").wait_for()
    page.get_by_role("group", name=re.compile("parse_markers time")).wait_for()
    person.keep("change")
    assert faults_of(person.page) == []


def triage(person: Visitor) -> None:
    """Tag an alert group and write what is known of it."""
    page = person.page
    page.get_by_text("Due date, tags, issue").click()
    page.get_by_label("Tags (comma-separated)").fill("python")
    tags = page.locator("form", has=page.get_by_label("Tags (comma-separated)"))
    tags.get_by_role("button", name="Save").click()
    person.see("Administrator tagged it python")
    page.get_by_role("textbox", name="Note").fill("came with **3.13**")
    page.get_by_role("button", name="Add comment").click()
    person.see("3.13")
    person.keep("alert-group")
    page.evaluate("scrollTo(0, 0)")  # axe calls small what the bar at the top covers
    assert faults_of(page) == []


WHERE_THE_BAR_IS = """() => {
  const box = name => document.querySelector(`section[aria-label="${name}"]`)
    .getBoundingClientRect();
  const [chart, why, bar] = ['Around the change', 'Why', 'Actions'].map(box);
  if (bar.left >= chart.right && bar.top < chart.bottom) return 'beside the chart';
  return bar.top >= why.bottom && why.top >= chart.bottom ? 'below the cause' : 'elsewhere';
}"""


def test_the_bar_of_actions_is_beside_the_chart_and_on_phones_below_the_cause(
    person: Visitor, released: Stack
) -> None:
    page = person.page
    person.open(f"{released.url}/p/released/alert-groups/1")
    page.get_by_role("region", name="Actions").get_by_role("button", name="Accept").wait_for()
    for width, where in ((WIDTHS[0], "beside the chart"), (WIDTHS[1], "below the cause")):
        page.set_viewport_size(ViewportSize(width=width, height=900))
        page.wait_for_function(f"({WHERE_THE_BAR_IS})() === {where!r}")
    page.set_viewport_size(ViewportSize(width=WIDTHS[0], height=900))


ALL_OF_THE_BAR_IN_SIGHT = """() => {
  const bar = document.querySelector('section[aria-label="Actions"]');
  scrollTo(0, 200);
  bar.scrollTo(0, bar.scrollHeight);
  const merge = [...bar.querySelectorAll('button')].find(one => one.textContent === 'Merge');
  const { top, bottom } = merge.getBoundingClientRect();
  return top > 0 && bottom <= innerHeight;
}"""


def test_the_bar_of_actions_with_all_its_folds_open_fits_into_the_window(
    person: Visitor, released: Stack
) -> None:
    page = person.page
    person.open(f"{released.url}/p/released/alert-groups/1")
    bar = page.get_by_role("region", name="Actions")
    for title in ("Due date, tags, issue", "Mute", "Merge"):
        bar.locator("summary").filter(has_text=title).click()
    page.wait_for_function(ALL_OF_THE_BAR_IN_SIGHT)
    person.keep("change-actions-open")


def test_series_are_moved_in_a_panel_that_moves_nothing(person: Visitor, released: Stack) -> None:
    page = person.page
    person.open(f"{released.url}/p/released/alert-groups/1")
    table = page.get_by_role("table", name="Series of this change")
    table.get_by_role("checkbox").first.check()
    table.scroll_into_view_if_needed()
    before = table.bounding_box()
    page.get_by_role("button", name="Move 1 series").click()
    page.get_by_role("button", name="Split off as a new change").wait_for()
    assert table.bounding_box() == before
    assert faults_of(page) == []
    person.keep("change-move")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Split off as a new change").wait_for(state="detached")


def test_a_change_is_noted_acknowledged_taken_back_and_refuted(
    person: Visitor, released: Stack
) -> None:
    page = person.page
    person.open(f"{released.url}/p/released/changes?state=history&verdict=regression")
    person.wait_for_answer("1 regression in history, in 2 series.")
    page.get_by_role("link", name=re.compile("slower")).first.click()
    person.wait_for_answer("Change #")
    triage(person)
    page.get_by_role("link", name="worst series").click()
    person.see(re.compile("Binary hash: changed by code or build"))
    page.get_by_role("textbox", name="Note").fill("Python 3.13 came with it")
    page.get_by_role("button", name="Add comment").click()
    person.see("Python 3.13 came with it")
    person.see(re.compile("Administrator wrote"))
    page.get_by_role("button", name="Acknowledge", exact=True).click()
    person.see("acknowledged by Administrator")
    # the bar of the note may stand there still, and that of the deed come later than its words
    bars = page.get_by_role("region", name="Undo").locator("div")
    bars.filter(has_text="is acknowledged").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Acknowledge", exact=True).wait_for()
    page.get_by_role("button", name="Not a change", exact=True).click()
    person.see("refuted by a person")
    person.keep("change-judged")

    page.go_back()
    person.see(re.compile("Change #"))
    page.go_back()
    person.wait_for_answer("1 regression in history, in 1 series.")
    page.get_by_role("link", name="Weekly report").click()
    person.wait_for_answer("Week 20")
    page.get_by_role("table", name="Changes of the week").wait_for()
    assert faults_of(page) == []


def test_the_list_is_walked_and_judged_by_keys(person: Visitor, released: Stack) -> None:
    person.open(f"{released.url}/p/released/changes?state=history&verdict=improvement")
    person.wait_for_answer("1 improvement in history, in 2 series.")
    assert faults_of(person.page) == []
    person.page.keyboard.press("j")
    person.page.keyboard.press("a")
    person.wait_for_answer("No improvement in history.")
    person.open(f"{released.url}/p/released/changes?state=acknowledged")
    person.wait_for_answer("1 acknowledged change in 2 series.")
    person.page.keyboard.press("j")
    person.page.keyboard.press("Enter")
    person.see("acknowledged by Administrator")
