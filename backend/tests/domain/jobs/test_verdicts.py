"""A suspicion held against interleaved pairs."""

import pytest

from backend.domain.jobs.verdicts import ArmInterval, Finding, judge_suspicion


@pytest.mark.parametrize(
    ("suspected", "low", "high", "finding"),
    [
        (1.10, 1.05, 1.14, "confirmed"),
        (1.10, 0.99, 1.01, "refuted"),
        (1.10, 0.97, 1.09, "unclear"),
        (1.10, 0.90, 0.95, "refuted"),
        (1.20, 1.0005, 1.0015, "refuted"),
        (0.90, 0.88, 0.93, "confirmed"),
        (0.80, 0.99, 0.995, "refuted"),
        (0.90, 0.99, 1.01, "refuted"),
        (0.90, 0.91, 1.02, "unclear"),
    ],
)
def test_an_interval_upholds_a_suspicion_refutes_it_or_leaves_it_open(
    suspected: float, low: float, high: float, finding: Finding
) -> None:
    found = ArmInterval((low * high) ** 0.5, low, high, 12, 0.95)
    assert judge_suspicion(suspected, found) == finding
