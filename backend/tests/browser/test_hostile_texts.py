"""Texts that would be script, in every field that takes text: pages show them and run none."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Dialog
from playwright.sync_api import TimeoutError as WaitedInVain

from backend.domain.people.rights import Scope
from backend.testing.browser import Visitor, visitor
from backend.testing.builders import Document, a_report, a_result
from backend.testing.stack import Stack, wait_until

pytestmark = pytest.mark.browser

SCRIPT = "<script>trapped('script')</script>"
IMAGE = "<img src=x onerror=trapped('image')>"
LINK = "javascript:trapped('link')"
MARKDOWN = f"[click]({LINK}) {IMAGE} ![]({LINK})"
HOSTILE = f"{SCRIPT}{IMAGE}"
NOISE = (0.0, 0.01, -0.01, 0.02, -0.02, 0.005, -0.005)
TRAP = """
window.caught = [];
window.trapped = what => window.caught.push(what);
document.addEventListener('securitypolicyviolation',
    event => window.caught.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
LINKS = """[...document.querySelectorAll('a[href], form[action]')]
  .map(one => one.getAttribute('href') ?? one.getAttribute('action'))
  .filter(to => /^\\s*(javascript|data|vbscript):/i.test(to))"""
IS_SHOWN = "() => document.querySelector('main').textContent.includes('<script>trapped')"
SHOWN = (
    "", "/runs", "/views", "/ladders", "/suites/{suite}", "/settings", "/settings/ci-access",
    "/settings/notifications", "/settings/thresholds", "/splits/{split}", "/profiles/{profile}",
)  # fmt: skip
ELEMENTS = "document.querySelectorAll('main script, main img[onerror]').length"
READY = """() => document.querySelector('main h1, main [role=alert], main p') !== null
  && document.querySelector('main [role=status][aria-label^=Loading]') === null"""
PAGES = (
    "", "/changes", "/explore", "/explore?series={series}", "/compare", "/sweeps",
    "/sweeps/{benchmark}/{axis}", "/splits", "/ladders", "/ladders/{ladder}", "/runs",
    "/runs/{run}", "/runs/{run}?section=failures", "/runs/{run}?section=environment",
    "/runs/{run}?section=profiles", "/reports", "/machines", "/machines/{machine}",
    "/suites/{suite}", "/benchmarks/{benchmark}", "/views", "/settings", "/settings/members",
    "/settings/audit", "/settings/ci-access", "/settings/notifications", "/settings/thresholds",
    "/settings/forge", "/pull-requests", "/splits/{split}", "/profiles/{profile}",
)  # fmt: skip


def a_hostile_report(number: int) -> Document:
    """Return a report in which every text is script, as far as a report may say so."""
    return a_report(
        suite={"name": f"suite {HOSTILE}"},
        testbed=f"box {HOSTILE}",
        branch=f"main{SCRIPT}",
        commit={
            "id": f"{number:040x}",
            "subject": f"subject {HOSTILE}",
            "author": {"name": f"author {HOSTILE}"},
            "time": f"2026-02-0{number + 1}T00:00:00Z",
        },
        machine={"name": f"machine {HOSTILE}", "fingerprint": {f"cpu {IMAGE}": HOSTILE}},
        benchmarks={f"bench {HOSTILE}": {"sweep": ["threads"], "tags": {"kind": HOSTILE}}},
        results=[
            a_result(
                benchmark=f"bench {HOSTILE}",
                parameters={"threads": threads, "mode": HOSTILE},
                samples=[cost * (1 + noise) for noise in NOISE],
            )
            for threads, cost in ((1, 0.3), (2, 0.2), (4, 0.1))
        ],
    )


def a_hostile_profile(of: Document) -> Document:
    """Return a profile whose functions are called like script."""
    folded = f"main;{IMAGE} {SCRIPT} 90\nmain;{LINK} 10\n".encode()
    return {
        "benchmark": of["benchmark"], "parameters": of["parameters"], "kind": "cpu",
        "tool": HOSTILE, "samples": 100, "cpu_s": 0.1, "repetitions": 1,
        "folded": {"encoding": "gzip", "data": b64encode(gzip.compress(folded, mtime=0)).decode()},
    }  # fmt: skip


@pytest.fixture(scope="module")
def known(stack: Stack) -> dict[str, str]:
    """Fill a project with texts that would be script; return what its addresses need."""
    with stack.client("hostile") as client:
        client.headers["Authorization"] = f"Bearer {stack.key('hostile', Scope.ADMIN)}"

        def post(path: str, body: Mapping[str, Any]) -> Any:
            answer = client.post(path, json=body)
            assert answer.is_success, f"{path}: {answer.text[:500]}"
            return answer.json()

        for number in range(3):
            report = a_hostile_report(number)
            post("/reports", report | {"profiles": [a_hostile_profile(report["results"][0])]})
        wait_until(lambda: client.get("/runs").json()["total"] == 3, "all runs are there")
        sweep = client.get("/sweeps").json()["rows"][0]
        overview = client.get("/overview").json()
        ladder = {
            "kind": "published", "name": HOSTILE, "metric": "requests", "unit": "1/s",
            "direction": "higher", "note": MARKDOWN, "source": LINK,
            "rungs": [{"label": HOSTILE, "value": 1}, {"label": IMAGE, "value": 2}],
        }  # fmt: skip
        view = {"name": HOSTILE, "note": MARKDOWN, "address": "/p/hostile/runs", "is_pinned": True}
        post("/views", view)
        post("/keys", {"name": HOSTILE, "scopes": ["read"], "testbed": HOSTILE})
        rule = {
            "name": HOSTILE, "issuer": "https://ci.example",
            "audience": LINK, "testbed": HOSTILE, "claims": {"repository": IMAGE},
        }  # fmt: skip
        post("/ci-rules", rule)
        post("/channels", {"kind": "mail", "name": HOSTILE, "address": "ada@example.org"})
        named = f"name = {json.dumps(HOSTILE)}\nmetric = {json.dumps(IMAGE)}"
        rules = f'[[thresholds.rule]]\n{named}\naction = "inform"\n'
        client.put("/thresholds", json={"text": rules}).raise_for_status()
        found = client.get("/search", params={"text": "machine"}).json()["hits"]
        run = overview["recent_runs"][0]["id"]
        profiles = client.get(f"/runs/{run}").json()["profiles"]
        return {
            "run": str(run),
            "profile": str(profiles[0]["id"]),
            "suite": str(overview["suites"][0]["id"]),
            "benchmark": str(sweep["benchmark_id"]),
            "axis": sweep["axis"],
            "series": str(client.get("/series").json()["rows"][0]["series"]["id"]),
            "machine": next(str(hit["id"]) for hit in found if hit["kind"] == "machine"),
            "ladder": str(post("/ladders", ladder)["id"]),
            "split": str(publish_a_hostile_split(client)),
        }


def publish_a_hostile_split(client: httpx.Client) -> int:
    """Publish figures whose name, source, rows and columns are script; return its id."""
    table = f"ring\tlarge {IMAGE} ops_per_s\tsmall_ops_per_s\n{IMAGE}\t36\t22.5\n64\t37.2\t21.3\n"
    answer = client.post(
        "/splits/published",
        params={"name": HOSTILE, "source": LINK},
        content=table.encode(),
        headers={"Content-Type": "text/tab-separated-values"},
    )
    assert answer.is_success, answer.text
    return int(answer.json()["id"])


def test_no_text_of_anybody_runs_on_any_page(
    browser: Browser, stack: Stack, known: dict[str, str]
) -> None:
    with visitor(browser) as person:
        person.page.add_init_script(TRAP)
        dialogs: list[str] = []
        person.page.on("dialog", lambda one: _dismiss(one, dialogs))
        person.open(stack.sign_in_url())
        wrong = [fault for tail in PAGES for fault in _faults(person, stack, tail, known)]
        assert not wrong, "\n".join(wrong)
        assert not dialogs
        assert not person.complaints


def _dismiss(dialog: Dialog, heard: list[str]) -> None:
    heard.append(dialog.message)
    dialog.dismiss()


def _faults(person: Visitor, stack: Stack, tail: str, known: dict[str, str]) -> list[str]:
    """Open a page and return what ran, or could."""
    place = re.sub(r"{(\w+)}", lambda found: known[found[1]], tail)
    person.open(f"{stack.url}/p/hostile{place}")
    person.page.wait_for_function(READY)
    is_shown = tail not in SHOWN or _is_shown(person)
    caught = [*person.page.evaluate("window.caught"), *person.page.evaluate(LINKS)]
    if not is_shown:
        caught.append("the text is not shown, so nothing was tried")
    if person.page.evaluate(ELEMENTS):
        caught.append("an element that somebody wrote")
    return [f"{tail}: {one}" for one in caught]


def _is_shown(person: Visitor) -> bool:
    try:
        person.page.wait_for_function(IS_SHOWN, timeout=10_000)
    except WaitedInVain:
        return False
    return True
