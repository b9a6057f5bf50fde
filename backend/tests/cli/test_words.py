"""What the command and assistants say of a change."""

import msgspec
import pytest

from backend.cli.foreign import refusals
from backend.client.models_gen import GroupMember, ProblemFault
from backend.client.words import effect

LABEL = {
    "benchmark_id": 1, "suite_id": 1,
    "id": 1, "suite": "runtime", "benchmark": "search", "parameters": {}, "metric": "time",
    "unit": "s", "direction": "lower", "testbed": "box", "branch": "main", "noise": "sampled",
}  # fmt: skip
MEMBER = {
    "id": 1, "series": LABEL, "state": "confirmed", "verdict": "regression", "same_code": False,
    "is_acknowledged": False, "ratio": 1.21, "low": 1.2, "high": 1.22, "before": 1.0,
    "after": 1.21, "before_n": 20, "after_n": 20, "aspect": "", "modes_before": [],
    "modes_after": [],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "begins"), [("drift", "drift, 21"), ("step", "21")])
def test_a_drift_is_named_as_one(kind: str, begins: str) -> None:
    assert effect(msgspec.convert(MEMBER | {"kind": kind}, GroupMember)).startswith(begins)


def test_rows_refused_for_one_reason_are_one_line() -> None:
    one = [ProblemFault(f"/rows/{place}", "no number", "send one") for place in range(3)]
    assert list(refusals([*one, ProblemFault("", "no JSON", "send JSON")])) == [
        "Not taken: /rows/0 and 2 more rows: no number; send one",
        "Not taken: the whole file: no JSON; send JSON",
    ]
