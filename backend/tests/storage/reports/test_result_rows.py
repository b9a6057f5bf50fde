from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Engine, text

from backend.domain.people.projects import Project
from backend.storage.engine import transaction
from backend.storage.reports import results
from backend.storage.reports.new_results import Basis, NewResult

AT = datetime(2026, 3, 4, 5, 6, 7, 891011, tzinfo=UTC)
COLUMNS = (
    "series_id, position, run_id, commit_id, fingerprint_id, measured_at, value, low, high, sd, n,"
    " basis, samples, histogram, histogram_scale, binary_hash, benchmark_version"
)


def a_row(**changes: Any) -> NewResult:
    facts: dict[str, Any] = {
        "series_id": 7,
        "position": 2**60,
        "run_id": 3,
        "commit_id": 4,
        "fingerprint_id": 5,
        "measured_at": AT,
        "value": 0.1,
        "low": 0.09,
        "high": 0.11,
        "sd": 0.01,
        "n": 2,
        "basis": Basis.SAMPLES,
        "samples": [0.09, 0.11],
    }
    return NewResult(**facts | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"fingerprint_id": None},
        {"low": None, "high": None, "sd": None, "n": 1, "samples": [0.1]},
        {"samples": None, "basis": Basis.SUMMARY, "sd": None},
        {"samples": [number / 7 for number in range(1, 1001)], "n": 1000},
        {"samples": [number / 7 for number in range(1, 65)], "n": 64},
        {"samples": None, "basis": Basis.HISTOGRAM, "histogram": "HISTÄ", "histogram_scale": 1e-9},
        {"binary_hash": "é" * 40, "benchmark_version": "v2"},
        {"measured_at": datetime(1999, 12, 31, 23, 59, 59, 5, tzinfo=UTC)},
    ],
)
def test_a_row_comes_back_as_it_was_written(
    engine: Engine, project: Project, changes: dict[str, Any]
) -> None:
    row = a_row(**changes)
    with transaction(engine) as session:
        results.add(session, project.id, [row])
    with engine.connect() as connection:
        (found,) = connection.execute(text(f"select project_id, {COLUMNS} from result"))
    names = COLUMNS.replace(" ", "").split(",")
    assert tuple(found) == (project.id, *(getattr(row, name) for name in names))


def test_many_rows_are_written_whole(engine: Engine, project: Project) -> None:
    rows = [a_row(series_id=1 + index % 40, position=index) for index in range(2000)]
    with transaction(engine) as session:
        results.add(session, project.id, rows)
        columns = dict(results.read_series(session, project.id, [*range(1, 41), 99]))
    assert [columns[1 + index].position.tolist() for index in range(40)] == [
        list(range(index, 2000, 40)) for index in range(40)
    ]
    assert columns[99].value.size == 0
