"""Of a large comparison one process judges, and the others find its page in Redis."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import redis
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.comparisons.sides import read_side
from backend.domain.people.projects import Project
from backend.domain.people.rights import Scope
from backend.services.comparisons.compare_runs import (
    ComparisonRequest,
    compare_runs,
    judge_sides,
    page_of_sides,
)
from backend.services.comparisons.judged_pages import JudgedPage
from backend.services.comparisons.page import WHOLE_ROWS, ComparisonPage
from backend.services.comparisons.page_store import (
    INDEX,
    PREFIX,
    SIZES,
    WORTH_STORING,
    PageStore,
)  # fmt: skip
from backend.settings import Settings
from backend.storage.engine import make_engine, transaction
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill
from backend.testing.fixtures import MakeKey

ASKED = ComparisonRequest(
    read_side("baseline", "commit:c1", {}),
    read_side("contender", "commit:c2", {}),
    SeriesFilters(),
    limit=0,
    as_columns=True,
    only_changed=True,
)
WHOLE = replace(ASKED, only_changed=False)
NOW = ("stamp", 0, "0")
NOBODY = "redis://127.0.0.1:1/0"


def at_commit(number: int, changed: int, rows: int = WORTH_STORING + 1) -> Document:
    return a_report(
        commit={"id": f"c{number}", "time": f"2026-01-0{number}T00:00:00Z"},
        metrics={"size": {"unit": "B", "direction": "lower", "noise": "exact"}},
        results=[
            a_result(
                metric="size", parameters={"n": place}, samples=[200.0 if place < changed else 1e2]
            )
            for place in range(rows)
        ],
        idempotency_key=f"report {number}-{changed}-{rows}",
    )


@dataclass
class Process:
    """A process of its own: what it has in memory nobody else has."""

    engine: Engine
    store: PageStore
    judged: int = field(default=0, init=False)

    def read(self, project: Project, asked: ComparisonRequest = ASKED) -> bytes:
        with transaction(self.engine) as session:
            found = compare_runs(session, project.id, asked, self._write, self.store).page
        assert found.reported == []
        return found.written

    def _write(self, page: ComparisonPage) -> bytes:
        self.judged += 1
        assert page.columns is not None
        return repr([page.columns.series.tolist(), page.sentence, page.folded]).encode()


Begin = Callable[..., Process]


@pytest.fixture
def begin(settings: Settings) -> Iterator[Begin]:
    """Return what begins a further process."""
    with ExitStack() as ending:

        def made(redis_url: str = settings.redis_url, **how: Any) -> Process:
            engine = make_engine(settings.database_url)
            ending.callback(engine.dispose)
            store = PageStore(redis_url, **how)
            ending.callback(store.close)
            return Process(engine, store)

        yield made


@pytest.fixture
def shared(settings: Settings) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.redis_url) as client:
        yield client


def pages(shared: redis.Redis) -> list[bytes]:
    return sorted(shared.scan_iter(f"{PREFIX}:*"))


@pytest.fixture
def large(engine: Engine, project: Project) -> Project:
    fill(engine, project, at_commit(1, 0), at_commit(2, 3))
    return project


def test_one_process_judges_and_the_others_send_the_same(
    begin: Begin, large: Project, shared: redis.Redis
) -> None:
    first, second = begin(), begin()
    short, whole = first.read(large), first.read(large, WHOLE)
    assert first.judged == 2, "what is sent at first, and all rows"
    assert (second.read(large), second.read(large, WHOLE)) == (short, whole)
    assert second.judged == 0
    assert len(pages(shared)) == 2
    assert all(0 < shared.ttl(page) <= 600 for page in pages(shared))


def test_of_many_pairs_that_do_not_differ_the_first_are_given(
    engine: Engine, project: Project
) -> None:
    rows = WHOLE_ROWS + 5
    fill(engine, project, at_commit(1, 0, rows), at_commit(2, 0, rows))
    with transaction(engine) as session:
        page = page_of_sides(judge_sides(session, project.id, ASKED), ASKED)
    assert page.columns is not None
    assert (len(page.columns.series), page.folded) == (WHOLE_ROWS, 5)


def test_a_write_in_between_is_judged(begin: Begin, engine: Engine, large: Project) -> None:
    first, second = begin(), begin()
    before = first.read(large)
    fill(engine, large, at_commit(2, 5))
    after = second.read(large)
    assert second.judged == 2
    assert after == first.read(large) != before


def test_another_question_and_another_release_are_judged(begin: Begin, large: Project) -> None:
    begin().read(large)
    stricter, newer = begin(), begin(code=b"another release")
    stricter.read(large, replace(ASKED, threshold=0.5))
    newer.read(large)
    assert (stricter.judged, newer.judged) == (2, 2)


def test_each_process_judges_while_redis_is_away_or_emptied(
    begin: Begin, large: Project, shared: redis.Redis
) -> None:
    alone = begin(NOBODY)
    page = alone.read(large)
    begin().read(large)
    shared.flushdb()
    after = begin()
    assert after.read(large) == page
    assert (alone.judged, after.judged) == (2, 2)


def cut(pages: list[bytes]) -> list[bytes]:
    return [page[:-9] for page in pages]


def exchanged(pages: list[bytes]) -> list[bytes]:
    return pages[::-1]


def emptied(pages: list[bytes]) -> list[bytes]:
    return [b"" for _ in pages]


@pytest.mark.parametrize("spoil", [cut, exchanged, emptied])
def test_a_page_that_was_not_written_there_is_judged(
    begin: Begin,
    large: Project,
    shared: redis.Redis,
    spoil: Callable[[list[bytes]], list[bytes]],
) -> None:
    page = begin().read(large)
    keys = pages(shared)
    values = [value for value in map(shared.get, keys) if isinstance(value, bytes)]
    for key, value in zip(keys, spoil(values), strict=True):
        shared.set(key, value)
    second = begin()
    assert second.read(large) == page
    assert second.judged == 2


def test_a_small_comparison_is_not_stored(
    begin: Begin, engine: Engine, project: Project, shared: redis.Redis
) -> None:
    fill(engine, project, at_commit(1, 0, 2), at_commit(2, 1, 2))
    begin().read(project)
    assert pages(shared) == []


def test_the_oldest_pages_go_where_there_are_too_many_bytes(
    settings: Settings, shared: redis.Redis
) -> None:
    shared.flushdb()
    store = PageStore(settings.redis_url, most_bytes=700)
    questions = [b"%d" % place for place in range(20)]
    noise = bytes(range(256))
    for question in questions * 2:
        store.store(1, question, NOW, JudgedPage([], ["machine"], noise))
    held = sum(shared.strlen(page) for page in pages(shared))
    assert 0 < held <= 700
    assert held == int(shared.hget(SIZES, "") or 0)
    assert len(pages(shared)) == shared.zcard(INDEX) == shared.hlen(SIZES) - 1
    kept = store.find(1, questions[-1], NOW)
    assert kept is not None
    assert (kept.written, kept.reported) == (noise, ["machine"])
    assert store.find(2, questions[-1], NOW) is None, "a page is of one project"
    store.close()


def test_nobody_else_is_shown_a_stored_page_nor_anybody_after_the_project_is_gone(
    api: TestClient, large: Project, make_key: MakeKey, shared: redis.Redis
) -> None:
    reader, owner = make_key(Scope.READ), make_key(Scope.ADMIN)
    address = f"/api/v1/projects/{large.slug}"
    asked = f"{address}/comparison?baseline=commit:c1&contender=commit:c2&limit=0"
    assert api.get(asked, headers=reader).status_code == 200
    assert pages(shared)
    assert api.get(asked).status_code in (401, 404)
    gone = api.delete(address, params={"name": large.slug}, headers=owner)
    assert gone.status_code < 300, gone.text
    assert api.get(asked, headers=reader).status_code in (401, 404)
