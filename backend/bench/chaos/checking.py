"""What was acknowledged against what the server answers: lost, doubled, sent twice."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import httpx

from backend.bench.chaos.load import ROUND, Load, Writer
from backend.bench.chaos.site import Site
from backend.testing.stack import wait_until

QUIET = """select (select count(*) from report where state = 'accepted')
    + (select count(*) from outbox)
    + (select count(*) from delivery where state = 'waiting')"""
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Account:
    """How many of what was promised are there, and what is wrong."""

    reports: int
    results: int
    changes: int
    messages: int
    repeated: int
    """Sent again under the same id, as the sender could not know that they had arrived."""
    lost: Sequence[str]
    doubled: Sequence[str]
    twice: Sequence[str]
    """News that came under two ids."""
    wrong: Sequence[str]

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.twice or self.wrong)


def total(accounts: Sequence[Account]) -> Account:
    """Return what several installations promised and kept together."""
    return Account(
        reports=sum(one.reports for one in accounts),
        results=sum(one.results for one in accounts),
        changes=sum(one.changes for one in accounts),
        messages=sum(one.messages for one in accounts),
        repeated=sum(one.repeated for one in accounts),
        lost=[*chain.from_iterable(one.lost for one in accounts)],
        doubled=[*chain.from_iterable(one.doubled for one in accounts)],
        twice=[*chain.from_iterable(one.twice for one in accounts)],
        wrong=[*chain.from_iterable(one.wrong for one in accounts)],
    )


def wait_for_quiet(site: Site, patience_s: float) -> None:
    """Wait until nothing is left to do."""

    def is_quiet() -> bool:
        return site.ask(QUIET) == [(0,)]

    wait_until(is_quiet, "all work is done", patience_s)


def account(site: Site, load: Load) -> Account:
    """Hold everything against everything; the load has ended and nothing waits."""
    lost: list[str] = []
    doubled: list[str] = []
    wrong = [f"{one.slug}: {odd}" for one in load.writers for odd in one.odd]
    for writer in load.writers:
        for kind, what in _of_writer(site, writer):
            {"lost": lost, "doubled": doubled, "wrong": wrong}[kind].append(what)
    messages = _messages(site)
    lost += messages.lost
    return Account(
        reports=load.count(),
        results=_number(site, "select count(*) from result"),
        changes=_number(site, "select count(*) from change_point where state = 'confirmed'"),
        messages=messages.ids,
        repeated=messages.repeated,
        lost=lost,
        doubled=doubled,
        twice=messages.twice,
        wrong=wrong,
    )


def _number(site: Site, query: str) -> int:
    return int(str(site.ask(query)[0][0]))


def _of_writer(site: Site, writer: Writer) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the reports of one writer: stored, and answered."""
    stored = Counter(
        str(key)
        for (key,) in site.ask(
            "select report.idempotency_key from report join project on project.id = project_id"
            " where project.slug = %s",
            writer.slug,
        )
    )
    for key in writer.acknowledged.keys() - stored.keys():
        yield "lost", f"report {key}"
    for key, times in stored.items():
        if times > 1:
            yield "doubled", f"report {key}"
        if key not in writer.acknowledged:
            yield "wrong", f"report {key} was never sent"
    yield from _unfinished(site, writer)
    yield from _answered(writer)


def _unfinished(site: Site, writer: Writer) -> Iterator[tuple[str, str]]:
    for key, state in site.ask(
        "select idempotency_key, report.state::text from report"
        " join project on project.id = project_id"
        " where project.slug = %s and report.state <> 'ingested'", writer.slug,
    ):  # fmt: skip
        yield "lost", f"report {key} is {state}"
    whole = len(writer.acknowledged) // ROUND
    told = site.ask(
        "select benchmark.name, count(*) from change_point"
        " join series on (series.project_id, series.id) ="
        " (change_point.project_id, change_point.series_id)"
        " join benchmark on (benchmark.project_id, benchmark.id) ="
        " (series.project_id, series.benchmark_id)"
        " join project on project.id = change_point.project_id where slug = %s"
        " and change_point.state = 'confirmed' group by 1", writer.slug,
    )  # fmt: skip
    found = {str(name): int(str(times)) for name, times in told}
    for turn in range(whole):
        times = found.get(f"b{turn}", 0)
        if times != 1:
            kind = "lost" if times < 1 else "doubled"
            yield kind, f"{writer.slug}: {times} changes of b{turn}"


def _answered(writer: Writer) -> Iterator[tuple[str, str]]:
    """Compare each history over HTTP with what was sent."""
    address = f"{writer.url}/api/v1/projects/{writer.slug}"
    with httpx.Client(
        base_url=address, headers={"Authorization": f"Bearer {writer.key}"}, timeout=60
    ) as client:
        for turn in range((len(writer.acknowledged) + ROUND - 1) // ROUND):
            asked = {"benchmark": f"b{turn}"}
            answer = client.get("/series", params=asked).raise_for_status().json()
            rows = answer["rows"]
            if len(rows) != 1:
                yield "wrong", f"{writer.slug}: {len(rows)} series of b{turn}"
                continue
            history = client.get("/history", params={"series": rows[0]["series"]["id"]})
            found = history.raise_for_status().json()
            values = [one for one in found["series"][0]["value"] if one is not None]
            first = turn * ROUND
            sent = [
                value
                for key, value in writer.acknowledged.items()
                if first <= int(key.rpartition("-")[2]) < first + ROUND
            ]
            if len(values) != len(sent):
                kind = "lost" if len(values) < len(sent) else "doubled"
                yield kind, f"{writer.slug}: {len(values)} of {len(sent)} points of b{turn}"
            elif any(abs(a - b) > 0.001 * b for a, b in zip(values, sent, strict=True)):
                yield "wrong", f"{writer.slug}: other values of b{turn}"


@dataclass(frozen=True, slots=True)
class _Messages:
    ids: int
    repeated: int
    lost: list[str]
    twice: list[str]


def _messages(site: Site) -> _Messages:
    came = [(one.headers["webhook-id"], one) for one in list(site.hooks.received)]
    times = Counter(id_ for id_, _ in came)
    sent = {str(id_) for (id_,) in site.ask("select message_id from delivery where state='sent'")}
    dead = site.ask("select message_id, reason from delivery where state = 'dead'")
    first = dict(reversed(came))
    news = Counter(
        (one.path, str(story.get("url")), str(story.get("headline")))
        for one in first.values()
        for story in one.json()["news"]
    )
    return _Messages(
        len(times),
        sum(times.values()) - len(times),
        [f"message {id_}" for id_ in sent - times.keys()]
        + [f"message {id_} was given up: {why}" for id_, why in dead],
        [f"{' '.join(key)} {count} times" for key, count in news.items() if count > 1],
    )


def first_of(faults: Sequence[str]) -> str:
    """Name some of many."""
    more = f" and {len(faults) - MOST_NAMED} more" if len(faults) > MOST_NAMED else ""
    return "; ".join(faults[:MOST_NAMED]) + more
