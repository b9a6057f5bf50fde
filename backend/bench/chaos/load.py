"""Who writes and reads while faults happen, and what was promised to them."""

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx

from backend.bench.chaos.site import Site
from backend.domain.people.rights import Scope
from backend.testing.builders import Document, a_result

ROUND, STEP = 30, 20
"""Reports of one benchmark; from the step on it is slower, which is news."""
SLOWER = 1.4
PAUSE_S = 0.35
CHANNELS = 3
NOISE = (0.0, 0.004, -0.003, 0.002, -0.004, 0.001, -0.001)
PAGES = (
    "overview", "changes", "alert-groups", "runs", "reports", "series", "facets", "machines",
    "jobs", "sweeps", "splits", "ladders", "claims", "pull-requests", "views", "noise",
    "channels", "deliveries", "thresholds", "members", "audit",
)  # fmt: skip
"""What pages of a project ask for."""
FIRST_PAGES, SOME_PAGES = 3, 5
LONGEST_AWAY_S = 180.0
REFUSALS = {503, 507}
"""Answers of a server that cannot store now, and says so."""
PATIENCE = httpx.Timeout(20, connect=5)


@dataclass
class Writer:
    """Uploads one report after the other, each until it is acknowledged."""

    url: str
    key: str
    slug: str
    acknowledged: dict[str, float] = field(default_factory=dict)
    """What each key was, by the key of the report."""
    known: int = 0
    """Reports that the server had already: the first answer was lost."""
    odd: list[str] = field(default_factory=list)
    """Answers that are neither a promise nor an honest refusal."""
    ended: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        number = 0
        with self._client() as client:
            while not self.ended.is_set():
                key, report, value = self._report(number)
                while not self._is_taken(client, report):
                    time.sleep(0.2)
                self.acknowledged[key] = value
                number += 1
                self.ended.wait(PAUSE_S)

    def _client(self) -> httpx.Client:
        head = {"Authorization": f"Bearer {self.key}"}
        address = f"{self.url}/api/v1/projects/{self.slug}"
        return httpx.Client(base_url=address, headers=head, timeout=PATIENCE)

    def _report(self, number: int) -> tuple[str, Document, float]:
        turn, place = divmod(number, ROUND)
        value = (1.0 if place < STEP else SLOWER) * (1 + NOISE[number % len(NOISE)])
        key = f"{self.slug}-{number}"
        return key, {
            "version": 1,
            "idempotency_key": key,
            "suite": {"name": "chaos"},
            "commit": {
                "id": f"c{number}", "time": _time_of(number),
                "parents": [f"c{number - 1}"] if number else [],
            },
            "branch": "main",
            "testbed": "box",
            "metrics": {"time": {"unit": "s", "direction": "lower"}},
            "results": [
                a_result(
                    benchmark=f"b{turn}", parameters={}, samples=[value * 0.999, value, value]
                )
            ],
        }, value  # fmt: skip

    def _is_taken(self, client: httpx.Client, report: Document) -> bool:
        try:
            answer = client.post("/reports", json=report)
        except httpx.TransportError:
            return False
        if answer.status_code == 200:  # noqa: PLR2004
            self.known += 1
        elif not answer.is_success and answer.status_code not in REFUSALS:
            self.odd.append(f"{answer.status_code} {answer.text[:200]}")
        return answer.is_success


def _time_of(number: int) -> str:
    hours, second = divmod(number, 3_600)
    days, hour = divmod(hours, 24)
    minute, left = divmod(second, 60)
    return f"2026-01-{1 + days:02d}T{hour:02d}:{minute:02d}:{left:02d}Z"


@dataclass
class Load:
    """All writers, and the pages that are asked for."""

    site: Site
    writers: list[Writer]
    pages: list[str]
    threads: list[threading.Thread] = field(default_factory=list)

    def begin(self) -> None:
        self.threads = [threading.Thread(target=one.run, daemon=True) for one in self.writers]
        for thread in self.threads:
            thread.start()

    def end(self) -> None:
        """Let each writer finish what it has begun."""
        for one in self.writers:
            one.ended.set()
        for thread in self.threads:
            thread.join(300)
            if thread.is_alive():
                raise TimeoutError("a report is still not taken 300 s after the last fault")

    def count(self) -> int:
        return sum(len(one.acknowledged) for one in self.writers)

    def seconds_until_back(self, pages: Sequence[str]) -> tuple[float, str]:
        """Ask for pages until each has answered; returns when the last fault of one was seen."""
        began, last, why = time.monotonic(), 0.0, ""
        head = {"Authorization": f"Bearer {self.writers[0].key}"}
        for page in pages:
            while found := self._why_not(page, head):
                last, why = time.monotonic() - began, f"{page}: {found}"
                if last > LONGEST_AWAY_S:
                    raise TimeoutError(f"not back after {last:.0f} s: {why}")
                time.sleep(0.1)
        return last, why

    def some_pages(self, chance: random.Random) -> list[str]:
        """Return those that are asked for after one fault of many."""
        return [*self.pages[:FIRST_PAGES], *chance.sample(self.pages[FIRST_PAGES:], SOME_PAGES)]

    def _why_not(self, page: str, head: dict[str, str]) -> str:
        try:
            answer = httpx.get(f"{self.writers[0].url}{page}", headers=head, timeout=5)
        except httpx.TransportError as error:
            return repr(error)[:100]
        return "" if answer.is_success else f"{answer.status_code} {answer.text[:120]}"


def prepare(site: Site, projects: int) -> Load:
    """Make projects with keys and channels, and find out which pages there are."""
    url = f"http://127.0.0.1:{site.clients.port}"
    writers = []
    for number in range(projects):
        slug = f"chaos{number}"
        key = site.stack.key(slug, Scope.REPORT, Scope.READ, Scope.ADMIN)
        writers.append(Writer(url, key, slug))
        for channel in range(CHANNELS):
            hook = f"http://127.0.0.1:{site.to_receiver.port}/webhook/{slug}/{channel}"
            httpx.post(
                f"{url}/api/v1/projects/{slug}/channels", timeout=30,
                headers={"Authorization": f"Bearer {key}"},
                json={"name": f"hook {channel}", "kind": "webhook", "address": hook},
            ).raise_for_status()  # fmt: skip
    pages = ["/", "/api/v1/ready", *(f"/api/v1/projects/{writers[0].slug}/{one}" for one in PAGES)]
    load = Load(site, writers, pages)
    load.seconds_until_back(pages)  # one that never answers is no page
    return load
