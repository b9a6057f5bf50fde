"""Runs of a machine that was not fit do not count for a claim where others could judge."""

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from backend.domain.claims.records import ClaimJudgement, ClaimVerdict, StatementVerdict
from backend.domain.claims.standing import newest_of, not_counted, standing_of

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = {name[0]: name for name in get_args(ClaimVerdict)}
"""Verdicts by their first letter; a capital one is of a machine that was not fit."""


def runs(told: str) -> list[StatementVerdict]:
    return [
        StatementVerdict(
            1, 0, day, "box", "main", "quick", f"c{day}", BEGUN + timedelta(days=day), "",
            ClaimJudgement(NAMES[letter.lower()]), is_fit=letter.islower(),
        )
        for day, letter in enumerate(told, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "shown", "left", "standing"),
    [
        ("cR", 1, [2], "holds"),
        ("cr", 2, [], "no longer holds"),
        ("CR", 2, [], "no longer holds"),
        ("nR", 2, [], "never held"),
        ("RcRR", 2, [3, 4], "holds"),
        ("rCn", 1, [2], "never held"),
    ],
)
def test_only_a_fit_machine_decides_where_there_is_one_that_could_judge(
    told: str, shown: int, left: list[int], standing: str
) -> None:
    found = runs(told)
    newest = newest_of(found)
    assert (newest.run_id, not_counted(found, newest)) == (shown, left)
    assert standing_of(found).name == standing
