"""What a comparison comes to, with what could not be compared."""

from collections import Counter

import pytest

from backend.cli.exits import Exit
from backend.cli.verbs.compare import gate_of
from backend.client.gating import ComparisonOutcome, outcome_of


@pytest.mark.parametrize(
    ("verdicts", "not_compared", "outcome", "ended"),
    [
        ({"same": 1}, 9, ComparisonOutcome.UNTOLD, Exit.CANNOT_TELL),
        ({"same": 3, "unknown": 2}, 2, ComparisonOutcome.UNTOLD, Exit.CANNOT_TELL),
        ({"same": 3, "unknown": 2}, 1, ComparisonOutcome.BETTER_OR_SAME, Exit.FINE),
        ({"same": 1, "regression": 1}, 9, ComparisonOutcome.WORSE, Exit.REGRESSION),
    ],
)
def test_a_patch_that_breaks_most_benchmarks_is_not_one_that_makes_nothing_worse(
    verdicts: dict[str, int], not_compared: int, outcome: ComparisonOutcome, ended: Exit
) -> None:
    assert outcome_of(verdicts, not_compared) is outcome
    assert gate_of(Counter(verdicts), not_compared, "") == ended
