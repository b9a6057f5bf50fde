import os
from pathlib import Path

import msgspec
from sqlalchemy import Engine, text

from backend.domain.people.projects import Actor, Project, User
from backend.services.reports.import_history import ImportAccount, ImportRequest, import_history
from backend.services.task_queue import TaskQueue
from backend.settings import limits
from backend.storage.engine import transaction
from backend.testing.draining import RecordingRelay, drain

OPERATOR = Actor(User(0, "test", "", is_admin=True))
SHARED = Path(
    os.environ.get("TIDEMARK_SHARED_DATA", Path(__file__).parents[5] / "shared" / "data")  # noqa: TID251
)
HYPER = SHARED / "gab" / "hyper.data.js"


def a_file(entries: int, *, unit: str = "ns/iter", tool: str = "cargo") -> bytes:
    """Return a history that gets 20 % slower at its eleventh entry."""
    history = [
        {
            "commit": {"id": f"{i:040x}", "timestamp": f"2026-01-{1 + i:02d}T00:00:00Z"},
            "date": 1767225600000 + i * 86_400_000,
            "tool": tool,
            "benches": [{"name": "parse", "value": 100 * (1.2 if i >= 10 else 1) + i % 3 / 10,
                         "unit": unit}],
        }
        for i in range(entries)
    ]  # fmt: skip
    return b"window.BENCHMARK_DATA = " + msgspec.json.encode({"entries": {"Rust": history}})


def bring_in(engine: Engine, project: Project, document: bytes, **directions: str) -> ImportAccount:
    wanted = ImportRequest("github-action-benchmark", document, "ci", "main", directions)
    with transaction(engine) as session:
        queue = TaskQueue(session, RecordingRelay())
        account = import_history(session, queue, project, OPERATOR, wanted, limits())
    drain(engine, project.id)
    return account


def count(engine: Engine, query: str) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(query)).scalar_one())


CONFIRMED = "select count(*) from change_point where state = 'confirmed'"


def test_the_same_file_again_adds_nothing_and_a_longer_one_adds_the_rest(
    engine: Engine, project: Project
) -> None:
    first = bring_in(engine, project, a_file(15))
    assert (first.accepted, first.duplicates) == (15, 0)
    again = bring_in(engine, project, a_file(15))
    assert (again.accepted, again.duplicates) == (0, 15)
    longer = bring_in(engine, project, a_file(20))
    assert (longer.accepted, longer.duplicates) == (5, 15)
    assert count(engine, "select count(*) from result") == 20
    assert count(engine, CONFIRMED) == 1


def test_nothing_is_stored_while_a_direction_is_unknown(engine: Engine, project: Project) -> None:
    file = a_file(15, unit="widgets", tool="catch-all")
    asked = bring_in(engine, project, file)
    assert [question.unit for question in asked.questions] == ["widgets"]
    assert count(engine, "select count(*) from report") == 0
    answered = bring_in(engine, project, file, **{asked.questions[0].key: "higher"})
    assert answered.accepted == 15
    assert count(engine, "select count(*) from metric where direction = 'higher'") == 1


def test_the_history_of_hyper_shows_its_change_points(engine: Engine, project: Project) -> None:
    """On the real history where it lies beside the repository, on a small one elsewhere."""
    document = HYPER.read_bytes() if HYPER.is_file() else a_file(20)
    account = bring_in(engine, project, document)
    assert account.accepted > 0
    assert count(engine, "select count(*) from result") == account.results
    assert count(engine, CONFIRMED) >= (20 if HYPER.is_file() else 1)
    backwards = """
        select count(*) from (
          select commit.time, lag(commit.time) over (
            partition by result.series_id order by position) as previous
          from result join commit on commit.id = result.commit_id) as points
        where time < previous
    """
    assert count(engine, backwards) == 0
