"""Profiles by clicking: a flame graph of a hundred thousand frames, searched, zoomed, compared."""

import gzip
import re
from base64 import b64encode
from typing import Any

import pytest

from backend.testing.browser import Visitor
from backend.testing.builders import a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

LEAVES = 70_000
"""Stacks of the larger profile; with their callers they are more than 100,000 frames."""


def stacks(parse: int) -> list[tuple[str, int]]:
    """Return folded stacks with some that differ between runs, and many that do not."""
    common = [("main;run;read_file;copy_to_iter_[k]", 9_000), ("main;run;format", 7_000)]
    many = [
        (f"main;run;w{place % 41};c{place % 23};f{place:x};g{place:x}{tail}", 1)
        for place in range(LEAVES // 2)
        for tail in ("", f";h{place:x}_[i]")
    ]
    return [("main;run;read_file;parse_header", parse), *common, *many]


def a_profile(lines: list[tuple[str, int]]) -> dict[str, Any]:
    body = "".join(f"{stack} {count}\n" for stack, count in lines).encode()
    return {
        "benchmark": a_result()["benchmark"],
        "parameters": a_result()["parameters"],
        "kind": "cpu",
        "tool": "perf",
        "samples": sum(count for _, count in lines),
        "cpu_s": sum(count for _, count in lines) / 1000,
        "repetitions": 10,
        "folded": {"encoding": "gzip", "data": b64encode(gzip.compress(body, mtime=0)).decode()},
    }


@pytest.fixture(scope="module")
def profiled(stack: Stack) -> Stack:
    """Give a project with two profiled runs of one variant; the second parses longer."""
    with stack.client("profiled") as client:
        for number, parse in enumerate((10_000, 16_000)):
            report = a_report(
                commit={"id": f"{number:040d}", "time": f"2026-02-0{number + 1}T00:00:00Z"},
                run={"started_at": f"2026-02-0{number + 1}T00:00:00Z"},
                profiles=[a_profile(stacks(parse))],
            )
            answer = client.post("/reports", json=report)
            assert answer.status_code == 201, answer.text
        wait_until(lambda: client.get("/runs").json()["total"] == 2, "both runs are there")
    return stack


def test_a_profile_is_read_searched_and_compared(person: Visitor, profiled: Stack) -> None:
    with profiled.client("profiled") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
    person.open(f"{profiled.url}/p/profiled/runs/{run}?section=profiles")
    person.page.get_by_role("link", name="Flame graph and comparison").click()
    person.wait_for_answer("parse_header takes")
    person.see(re.compile(r"1\d\d\u202f\d{3} frames"))
    person.keep("profile")
    person.page.get_by_role("searchbox", name="Find a function").fill("copy_to")
    person.see(re.compile("1 frame matches"))
    graph = person.page.get_by_role("group", name=re.compile("Flame graph"))
    graph.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        graph.press(key)
    person.page.wait_for_url(re.compile("at="))
    person.keep("profile-zoomed")
    person.page.get_by_role("combobox", name="Stacks").select_option("innermost")
    person.page.get_by_role("searchbox", name="Find a function").fill("")
    person.page.get_by_role("combobox", name=re.compile("Compare with")).select_option(index=1)
    person.wait_for_answer("The largest difference is parse_header: +")
    person.page.get_by_role("combobox", name="Stacks").select_option("root")
    person.keep("profile-difference")
    assert "base=" in person.page.url


def test_zooming_a_large_profile_leaves_the_page_quick(person: Visitor, profiled: Stack) -> None:
    """What is drawn again is what is seen: far less than a tenth of the frames."""
    with profiled.client("profiled") as client:
        run = client.get("/runs").json()["rows"][0]["id"]
        profile = client.get(f"/runs/{run}").json()["profiles"][0]["id"]
    person.open(f"{profiled.url}/p/profiled/profiles/{profile}")
    person.wait_for_answer("parse_header takes")
    graph = person.page.get_by_role("group", name=re.compile("Flame graph"))
    box = graph.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + 50)
    person.page.wait_for_url(re.compile("at="))
    person.page.go_back()
    person.page.wait_for_url(re.compile(r"/profiles/\d+$"))
