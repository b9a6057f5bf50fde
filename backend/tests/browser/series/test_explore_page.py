"""J7 by clicking: facets, charts split and zoomed together, tails, a baseline, a pivot table."""

import re

import pytest

from backend.testing.browser import Visitor
from backend.testing.builders import Document, a_histogram, a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

COMMITS = 18
THREADS = (1, 4, 16)


def tail_of(commit: int, threads: int) -> dict[int, int]:
    """Return latencies: sixteen threads wait twice as long in the tail from commit 9 on."""
    slow = 500 if threads == 16 and commit >= 9 else 250
    return {100 + threads: 9_000, 130 + commit % 3: 950, slow: 50}


def a_commit(number: int) -> Document:
    latency = [
        a_result(
            benchmark="request",
            parameters={"threads": threads},
            metric="latency",
            samples=None,
            histogram=a_histogram(tail_of(number, threads), 1e-6),
        )
        for threads in THREADS
    ]
    others = [
        a_result(
            benchmark=f"case_{case:02d}",
            parameters={"threads": threads},
            samples=[(1 + case) / threads * factor for factor in (0.99, 1.0, 1.01)],
        )
        for case in range(12)
        for threads in (1, 4)
    ]
    return a_report(
        suite={"name": "server"},
        benchmarks={"request": {"tags": {"area": "network"}}},
        metrics={
            "latency": {"unit": "s", "direction": "lower"},
            "time": {"unit": "s", "direction": "lower"},
        },
        commit={
            "id": f"{number + 1:08x}" * 5,
            "time": f"202{4 + number // 12}-{1 + number % 12:02d}-05T10:00:00Z",
            "subject": f"Change {number} of the server",
            "author": {"name": "Ada", "email": "ada@example.org"},
            "parents": [f"{number:08x}" * 5] if number else [],
        },
        results=[*latency, *(others if number == COMMITS - 1 else [])],
    )


@pytest.fixture(scope="module")
def measured(stack: Stack) -> Stack:
    """Give a project with the tail latencies of a year and a half, and a wide last run."""
    with stack.client("explored") as client:
        for number in range(COMMITS):
            assert client.post("/reports", json=a_commit(number)).status_code == 201
        wait_until(
            lambda: client.get("/runs").json()["total"] == COMMITS, "all runs are there", 180
        )
    return stack


def test_tails_are_split_by_threads_zoomed_together_and_held_against_a_commit(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/explored/explore")
    page.get_by_role("checkbox", name=re.compile("^network")).check()
    page.get_by_role("button", name="Select series").click()
    page.get_by_role("button", name="Select all 3").click()
    page.get_by_role("button", name="p99.9").click()
    page.get_by_label("Charts").select_option(label="by threads")
    charts = page.get_by_role("group", name=re.compile("threads .*p99.9 of latency"))
    charts.nth(2).wait_for()
    person.keep("explore-split")

    charts.first.hover()
    page.locator("[data-mark=linked]").first.wait_for(state="attached")
    grip = page.get_by_role("slider", name="First commit shown")
    grip.focus()
    for _ in range(10):
        page.keyboard.press("PageUp")
    page.wait_for_url(re.compile("from="))
    page.get_by_role("button", name="Show all").click()

    page.get_by_role("button", name="p99.9").click()
    charts = page.get_by_role("group", name=re.compile("threads .*latency"))
    charts.first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Use as baseline (100 %)").click()
    person.see("100 % is the result at")
    charts.last.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    link = page.get_by_role("link", name=re.compile("Compare all results"))
    assert "contender=run" in (link.get_attribute("href") or "")
    person.keep("explore-baseline")


def test_values_of_a_facet_are_searched_and_newest_results_make_a_pivot_table(
    person: Visitor, measured: Stack
) -> None:
    page = person.page
    person.open(f"{measured.url}/p/explored/explore?metric=time")
    page.get_by_role("searchbox", name="Search in Benchmark").fill("case_11")
    page.get_by_role("checkbox", name=re.compile(r"^case_00")).wait_for(state="hidden")
    page.get_by_role("checkbox", name=re.compile(r"^case_11")).wait_for()
    page.get_by_role("button", name="Pivot table").click()
    page.get_by_label("Columns").select_option(label="threads")
    page.get_by_label("Against").select_option("1")
    person.see(re.compile(r"Geometric mean of 4"))
    person.see(re.compile(r"faster"))
    assert "view=pivot" in page.url
    assert "against=1" in page.url
    person.keep("explore-pivot")
    page.get_by_role("row", name=re.compile("case_03")).get_by_role("button").first.click()
    page.get_by_role("region", name="History").wait_for()


def test_a_range_over_two_suites_is_the_one_that_was_dragged(
    person: Visitor, measured: Stack
) -> None:
    with measured.client("explored") as client:
        for number in range(12):
            commit = {"id": f"w{number}", "time": f"{2014 + number}-06-05T10:00:00Z"}
            before = {"parents": [f"w{number - 1}"]} if number else {}
            own = {"suite": {"name": "wcwidth"}, "branch": "releases/wcwidth"}
            report = a_report(**own, commit=commit | before)
            assert client.post("/reports", json=report).status_code == 201
        total = COMMITS + 12
        wait_until(lambda: client.get("/runs").json()["total"] == total, "all runs are there", 180)
        rows = client.get("/series", params={"limit": 100}).json()["rows"]
    chosen = [row["series"] for row in rows if row["points"] >= 12]
    assert {one["suite"] for one in chosen} == {"server", "wcwidth"}
    page = person.page
    query = "&".join(f"series={one['id']}" for one in chosen)
    person.open(f"{measured.url}/p/explored/explore?axis=date&{query}")
    end = page.get_by_role("slider", name="Last commit shown")
    end.scroll_into_view_if_needed()
    grip, strip = end.bounding_box(), end.locator("..").bounding_box()
    assert grip
    assert strip
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(strip["x"] + 0.77 * strip["width"], grip["y"] + 10, steps=4)
    page.mouse.up()
    page.wait_for_url(re.compile("to="))
    # the last commit before the place where it was let go
    assert end.get_attribute("aria-valuetext") == "2022-06-05"
    assert 70 <= int(end.get_attribute("aria-valuenow") or 0) <= 77
    person.keep("explore-two-suites")


def test_a_choice_moves_no_list_under_the_pointer(person: Visitor, measured: Stack) -> None:
    page = person.page
    person.open(f"{measured.url}/p/explored/explore")
    page.get_by_role("button", name="Select series").click()
    boxes = page.get_by_role("region", name="Series").get_by_role("checkbox")
    place = boxes.nth(2).bounding_box()
    height = page.get_by_role("region", name="Series").bounding_box()
    for number in (2, 1):
        boxes.nth(number).check()
        page.get_by_role("slider", name="First commit shown").wait_for()
        assert boxes.nth(2).bounding_box() == place
        assert page.get_by_role("region", name="Series").bounding_box() == height


def test_further_pages_stand_in_even_rows_on_a_phone(person: Visitor, measured: Stack) -> None:
    page = person.page
    person.open(f"{measured.url}/p/explored/explore")
    page.set_viewport_size({"width": 400, "height": 800})
    page.get_by_role("button", name="More", exact=True).click()
    links = page.get_by_role("dialog", name="More pages").get_by_role("link")
    boxes = [box for link in links.all() if (box := link.bounding_box())]
    pairs = list(zip(boxes[::2], boxes[1::2], strict=False))
    assert len(pairs) > 2
    assert all(left["y"] == right["y"] for left, right in pairs)
    assert all(left["height"] == right["height"] for left, right in pairs)
    page.set_viewport_size({"width": 1440, "height": 900})
