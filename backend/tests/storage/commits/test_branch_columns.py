from datetime import UTC, datetime

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from backend.domain.people.projects import Project
from backend.storage.commits.branch_columns import read_columns
from backend.storage.commits.corrections import set_time
from backend.storage.engine import raw_connection, transaction
from backend.storage.series.histories import read_lines
from backend.testing.builders import Document, a_report, a_result
from backend.testing.filling import fill

SNAPSHOT = "select pg_current_snapshot()::text"


def names(session: Session, project: Project, snapshot: str | None) -> list[str]:
    branch = session.scalar(text("select id from branch"))
    return list(read_columns(raw_connection(session), project.id, branch or 0, snapshot).names)


def commits(session: Session, project: Project, *wanted: str) -> None:
    for index, name in enumerate(wanted):
        session.execute(
            text(
                "with made as (insert into commit (project_id, name) values (:p, :name)"
                " returning id) insert into branch_commit (project_id, branch_id, commit_id,"
                " position) select :p, branch.id, made.id, :position from made, branch"
            ),
            {"p": project.id, "name": name, "position": 1000 * (index + 1)},
        )


def move(session: Session, name: str, position: int) -> None:
    session.execute(
        text(
            "update branch_commit set position = :position from commit"
            " where commit.id = commit_id and name = :name"
        ),
        {"name": name, "position": position},
    )


def make_branch(session: Session, project: Project) -> None:
    session.execute(
        text("insert into branch (project_id, name) values (:p, 'main')"), {"p": project.id}
    )


def test_a_transaction_sees_its_own_moves_and_renames_at_once(
    session: Session, project: Project
) -> None:
    make_branch(session, project)
    commits(session, project, "a", "b", "c")
    assert names(session, project, None) == ["a", "b", "c"]
    move(session, "a", 2500)
    assert names(session, project, None) == ["b", "a", "c"]
    move(session, "a", 9000)
    assert names(session, project, None) == ["b", "c", "a"]
    for new in ("x", "y"):
        session.execute(
            text("update commit set name = :new where name in ('a', 'x')"), {"new": new}
        )
        assert names(session, project, None) == ["b", "c", new]


def test_what_others_commit_is_seen_by_the_next_reading(engine: Engine, project: Project) -> None:
    def read() -> list[str]:
        with transaction(engine) as session:
            return names(session, project, session.scalar(text(SNAPSHOT)))

    with transaction(engine) as session:
        make_branch(session, project)
        commits(session, project, "a", "b")
    assert read() == read() == ["a", "b"]
    with transaction(engine) as session:
        move(session, "a", 5000)
    assert read() == ["b", "a"]
    with transaction(engine) as session:
        session.execute(text("delete from branch_commit where position = 5000"))
    assert read() == ["b"]


def test_what_others_have_not_committed_is_not_seen_and_not_remembered(
    engine: Engine, project: Project
) -> None:
    def read() -> list[str]:
        with transaction(engine) as session:
            return names(session, project, session.scalar(text(SNAPSHOT)))

    with transaction(engine) as session:
        make_branch(session, project)
        commits(session, project, "a", "b")
    with transaction(engine) as writer:
        move(writer, "a", 5000)
        assert read() == ["a", "b"]
        assert names(writer, project, None) == ["b", "a"]
        assert read() == ["a", "b"]
    assert read() == ["b", "a"]


def test_commits_lead_to_the_code_of_the_project_as_soon_as_it_is_named(
    session: Session, project: Project
) -> None:
    def links() -> list[str | None]:
        branch = session.scalar(text("select id from branch"))
        return list(read_columns(raw_connection(session), project.id, branch or 0, None).urls)

    make_branch(session, project)
    commits(session, project, "a1b2c3d", "v2.0")
    assert links() == [None, None]
    session.execute(text("update project set repository_url = 'https://host/team/code'"))
    assert links() == ["https://host/team/code/commit/a1b2c3d", None]
    session.execute(text("update commit set url = 'https://other/x' where name = 'a1b2c3d'"))
    assert links() == ["https://other/x", None]


def test_charts_look_at_commits_again_after_each_write_of_their_project(
    engine: Engine, project: Project
) -> None:
    def a_commit(name: str, subject: str) -> Document:
        return a_report(
            commit={"id": name, "subject": subject, "time": "2026-01-02T00:00:00Z"},
            results=[a_result(samples=[1.0, 1.1])],
        )

    def read() -> dict[str, tuple[str, float]]:
        with transaction(engine) as session:
            series = session.scalar(text("select min(id) from series")) or 0
            (branch,) = read_lines(session, project.id, [series]).branches.values()
            told = zip(branch.subjects, branch.milliseconds.tolist(), strict=True)
            return dict(zip(branch.names, told, strict=True))

    fill(engine, project, a_commit("a", "first"))
    before = read()
    with transaction(engine) as session:
        session.execute(text("update commit set subject = 'written past the product'"))
    assert read() == before
    with transaction(engine) as session:
        commit = session.scalar(text("select id from commit")) or 0
        set_time(session, project.id, commit, datetime(2026, 1, 1, tzinfo=UTC))
    assert read()["a"] == ("written past the product", before["a"][1] - 24 * 3600 * 1000)
    fill(engine, project, a_commit("b", "second"), a_commit("a", "told again"))
    assert {name: subject for name, (subject, _) in read().items()} == {
        "a": "told again", "b": "second",
    }  # fmt: skip
