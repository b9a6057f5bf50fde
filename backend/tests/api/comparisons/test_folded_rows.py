"""Of a large comparison those rows can be asked for that changed; the others are counted."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine

from backend.domain.people.projects import Project
from backend.services.comparisons.page import WHOLE_ROWS
from backend.testing.builders import Document, a_result
from backend.testing.filling import fill
from backend.tests.api.comparisons.comparing import Headers, at_commit, compare

ROWS = WHOLE_ROWS + 5
SMALLER, LARGER = 7, 8
SIDES = ("commit:c0", "commit:c1")
METRICS = {"size": {"unit": "B", "direction": "lower", "noise": "exact"}}


def sizes(changed: dict[int, float], rows: int = ROWS) -> list[Document]:
    return [
        a_result(
            benchmark="a", metric="size", parameters={"n": place},
            samples=[changed.get(place, 100.0)],
        )
        for place in range(rows)
    ]  # fmt: skip


@pytest.fixture
def large(engine: Engine, project: Project) -> None:
    changed = {SMALLER: 50.0, LARGER: 300.0}
    fill(
        engine,
        project,
        at_commit(0, sizes({}), metrics=METRICS),
        at_commit(1, sizes(changed), metrics=METRICS),
    )


def without_rows(found: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in found.items() if name not in ("rows", "columns", "folded")
    }


@pytest.mark.usefixtures("large")
def test_what_did_not_change_is_counted_and_left_out(api: TestClient, reporter: Headers) -> None:
    whole = compare(api, reporter, *SIDES, columns=True, limit=3)
    assert (whole["folded"], len(whole["columns"]["series"])) == (0, ROWS)
    for _ in range(2):  # judged, and remembered
        short = compare(api, reporter, *SIDES, columns=True, limit=3, rows="changed")
        assert short["folded"] == ROWS - 2
        assert [row["series"]["parameters"]["n"] for row in short["rows"]] == [LARGER, SMALLER]
        assert short["columns"]["verdict"] == ["regression", "improvement"]
        assert len(short["columns"]["variants"]) == 2
        assert without_rows(short) == without_rows(whole)
        assert compare(api, reporter, *SIDES, columns=True, limit=3) == whole, (
            "who asks for all is told the same as before"
        )


@pytest.mark.usefixtures("large")
def test_filters_count_first(api: TestClient, reporter: Headers) -> None:
    few = compare(api, reporter, *SIDES, rows="changed", verdict="same", limit=2)
    assert (few["matching"], few["folded"], len(few["rows"])) == (ROWS - 2, 3, 2)
    one = compare(api, reporter, *SIDES, rows="changed", param__n="9")
    assert (one["matching"], one["folded"], len(one["rows"])) == (1, 0, 1)


def test_a_comparison_that_is_not_large_is_given_whole(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine,
        project,
        at_commit(0, sizes({}, 20), metrics=METRICS),
        at_commit(1, sizes({SMALLER: 50.0}, 20), metrics=METRICS),
    )
    short = compare(api, reporter, *SIDES, columns=True, rows="changed")
    assert short == compare(api, reporter, *SIDES, columns=True)
    assert (short["folded"], len(short["rows"])) == (0, 20)


def test_where_nothing_differs_the_first_rows_are_given(
    api: TestClient, engine: Engine, project: Project, reporter: Headers
) -> None:
    fill(
        engine,
        project,
        at_commit(0, sizes({}), metrics=METRICS),
        at_commit(1, sizes({}), metrics=METRICS),
    )
    short = compare(api, reporter, *SIDES, columns=True, rows="changed", limit=3)
    whole = compare(api, reporter, *SIDES, columns=True, limit=3)
    assert (short["folded"], short["columns"]["series"]) == (
        ROWS - WHOLE_ROWS,
        whole["columns"]["series"][:WHOLE_ROWS],
    )
    assert without_rows(short) == without_rows(whole)
    assert short["rows"] == whole["rows"]
