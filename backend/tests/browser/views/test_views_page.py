"""J7's tools by clicking: formulas, exports, short links, saved views, embedded charts."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from backend.testing.browser import Visitor
from backend.testing.builders import a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

COMMITS = 12


@pytest.fixture(scope="module")
def series(stack: Stack) -> list[int]:
    """Give a project in which smol gets slower than tokio over twelve commits."""
    with stack.client("shared") as client:
        for number in range(COMMITS):
            results = [
                a_result(
                    parameters={"engine": engine},
                    samples=[centre * (1 + step / 200) for step in (-2, -1, 0, 0, 1, 2)],
                )
                for engine, centre in (("smol", 0.1 + number / 200), ("tokio", 0.12))
            ]
            commit = {"id": f"{number:040d}", "time": f"2026-02-01T{number:02d}:00:00Z"}
            sent = client.post("/reports", json=a_report(commit=commit, results=results))
            assert sent.status_code == 201
        wait_until(lambda: client.get("/runs").json()["total"] == COMMITS, "all runs are there")
        return [row["series"]["id"] for row in client.get("/series").json()["rows"]]


def test_a_chart_is_computed_saved_shared_exported_and_embedded(
    person: Visitor, stack: Stack, series: list[int], tmp_path: Path
) -> None:
    page = person.page
    chosen = "&".join(f"series={one}" for one in series)
    person.open(f"{stack.url}/p/shared/explore?{chosen}")
    page.get_by_text("Add a formula").click()
    page.get_by_role("button", name="Ratio of the first two").click()
    figure = page.get_by_role("figure", name=re.compile(r"^ratio\(#\d+, #\d+\)"))
    figure.wait_for()
    person.keep("explore-formula")

    _saves_as_files(page, figure, tmp_path)
    page.get_by_role("button", name="Share or save this page").click()
    page.get_by_role("button", name="Create short link").click()
    short = page.get_by_role("textbox", name="Short link").input_value()
    page.get_by_role("textbox", name="Name").fill("Both engines")
    page.get_by_role("checkbox", name="Pin to the overview").check()
    person.keep("share")
    page.get_by_role("button", name="Save view").click()
    page.get_by_text("Saved as “Both engines”").wait_for()
    embedded = page.get_by_role("link", name="See it").get_attribute("href")

    person.open(f"{stack.url}/p/shared")
    page.get_by_role("link", name="Both engines").click()
    page.wait_for_url(re.compile("explore.*formula="))
    person.open(short)
    page.wait_for_url(re.compile("explore.*formula="))
    person.open(f"{stack.url}{embedded}&theme=dark")
    page.get_by_role("figure").first.wait_for()
    person.keep("embed")


def _saves_as_files(page: Page, figure: Locator, folder: Path) -> None:
    """Save a chart as each kind of file, and look at how it begins."""
    for entry, begins in (("CSV", b"commit,time"), ("SVG", b"<svg "), ("PNG", b"\x89PNG")):
        figure.get_by_role("button", name="Save").click()
        with page.expect_download() as waiting:
            page.get_by_role("menuitem", name=entry).click()
        kept = folder / waiting.value.suggested_filename
        waiting.value.save_as(kept)
        assert kept.name.startswith("ratio-")
        assert kept.read_bytes().startswith(begins)


def test_a_view_is_renamed_removed_and_brought_back(
    person: Visitor, stack: Stack, series: list[int]
) -> None:
    page = person.page
    person.open(f"{stack.url}/p/shared/explore?series={series[0]}")
    page.get_by_role("button", name="Share or save this page").click()
    page.get_by_role("textbox", name="Name").fill("One engine")
    page.get_by_role("button", name="Save view").click()
    page.get_by_text("Saved as “One engine”").wait_for()
    person.open(f"{stack.url}/p/shared/views")
    page.get_by_role("button", name="Rename One engine").click()
    page.get_by_role("textbox", name="Note").fill("for Mondays")
    page.get_by_role("button", name="Save", exact=True).click()
    person.see("for Mondays")
    person.keep("views")
    page.get_by_role("button", name="Remove One engine").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("link", name="One engine").wait_for()
