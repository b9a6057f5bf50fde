"""Everywhere that one effect is written, with what is written there."""

import re
from collections.abc import Iterable, Mapping
from html import unescape
from xml.etree import ElementTree as ET

import httpx
from sqlalchemy import text

from backend.storage.engine import make_engine, transaction
from backend.testing.browser import Visitor
from backend.testing.stack import Stack, wait_until
from backend.tests.browser.days import spaced
from backend.tests.cli.shell import Shell

EFFECT = re.compile(r"\d[\d.]*(?: %|\u00d7) (?:slower|faster) \[[^\]]*\]")
READ = """() => [document.body.innerText, ...[...document.querySelectorAll('main [aria-label]')]
  .map(one => one.getAttribute('aria-label'))].join('; ')"""

ASK_FOR_FEED = """async project => {
  const asked = { method: 'POST', headers: { 'X-Tidemark': '1' } };
  const answer = await fetch(`/api/v1/projects/${project}/feed-token`, asked);
  return (await answer.json()).path;
}"""


def effects_in(text: str) -> set[str]:
    """Return the effects that a text says, each with its interval."""
    return set(EFFECT.findall(spaced(text)))


def on_pages(
    person: Visitor, stack: Stack, project: str, paths: Iterable[str], said: str
) -> dict[str, set[str]]:
    """Return what pages say, as soon as each of them says the effect at all."""
    found = {}
    for path in paths:
        person.open(f"{stack.url}/p/{project}{path}")

        def is_said(path: str = path) -> bool:
            found[path] = effects_in(person.page.evaluate(READ))
            return bool(found[path])

        wait_until(is_said, f"{path or 'the overview'} says {said}")
    return found


def of_change(
    person: Visitor, stack: Stack, shell: Shell, client: httpx.Client
) -> dict[str, set[str]]:
    """Return what the interface, the feed and the command say of change 1."""
    path = person.page.evaluate(ASK_FOR_FEED, shell.settings["TIDEMARK_PROJECT"])
    feed = httpx.get(f"{stack.url}{path}").text
    entries = [" ".join(entry.itertext()) for entry in ET.fromstring(feed).iterfind("{*}entry")]  # noqa: S314
    week = client.get("/triage-report").json()["markdown"]
    return {
        "week": effects_in(week),
        "feed": effects_in(" ".join(entries)),
        "alerts": effects_in(shell.run("alerts").out),
        "alerts show": effects_in(shell.run("alerts", "show", "1").out),
    }


def of_previews(stack: Stack, client: httpx.Client, addresses: Iterable[str]) -> dict[str, str]:
    """Return what short links say of pages to chat programs, once anybody may see the project."""
    links = {
        address: client.post("/links", json={"address": address}).raise_for_status().json()["path"]
        for address in addresses
    }
    engine = make_engine(stack.database_url, 1)
    with transaction(engine) as session:
        session.execute(text("update project set visibility = 'public'"))
    said = {}
    for address, path in links.items():
        said[address] = unescape(httpx.get(f"{stack.url}{path}").text)
        picture = httpx.get(f"{stack.url}{path}.png")
        assert picture.headers["content-type"] == "image/png"
    with transaction(engine) as session:
        session.execute(text("update project set visibility = 'private'"))
    engine.dispose()
    return said


def differing(found: Mapping[str, set[str]], said: str, others: set[str]) -> dict[str, set[str]]:
    """Return the places that say anything but the effect, and others that stand there too."""
    return {place: texts for place, texts in found.items() if texts - (others - {said}) != {said}}
