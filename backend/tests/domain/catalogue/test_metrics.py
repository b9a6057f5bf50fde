import pytest

from backend.domain.catalogue.metrics import (
    BetterDirection,
    Metric,
    NoiseKind,
    Unit,
    contradiction,
    parse_unit,
)


@pytest.mark.parametrize(
    ("text", "base", "factor"),
    [
        ("s", "s", 1.0),
        ("ms", "s", 1e-3),
        ("µs", "s", 1e-6),
        ("Nanoseconds", "s", 1e-9),
        ("ns/iter", "s/op", 1e-9),
        ("ops/sec", "op/s", 1.0),
        ("kops/s", "op/s", 1e3),
        ("ops/ms", "op/s", 1e3),
        ("MB/s", "B/s", 1e6),
        ("KiB", "B", 1024.0),
        ("B/op", "B/op", 1.0),
        ("%", "1", 0.01),
        ("", "1", 1.0),
        ("packets", "packets", 1.0),
        ("requests/s", "requests/s", 1.0),
    ],
)
def test_units_are_read_into_base_units(text: str, base: str, factor: float) -> None:
    parsed = parse_unit(text)
    assert parsed is not None
    assert parsed.base == base
    assert parsed.factor == pytest.approx(factor)


@pytest.mark.parametrize("text", ["12", "s/", "a/b/1", "<b>", "x" * 60, "ms/ms/"])
def test_what_cannot_be_a_unit_is_not_read(text: str) -> None:
    assert parse_unit(text) is None


def test_another_dimension_or_direction_contradicts_a_stored_metric() -> None:
    stored = Metric(1, "time", "s", BetterDirection.LOWER, NoiseKind.SAMPLED)
    assert contradiction(stored, Unit("s", 1e-3), BetterDirection.LOWER) is None
    assert contradiction(stored, Unit("s", 1.0), BetterDirection.UNKNOWN) is None
    assert "B" in (contradiction(stored, Unit("B", 1.0), BetterDirection.LOWER) or "")
    assert "higher" in (contradiction(stored, Unit("s", 1.0), BetterDirection.HIGHER) or "")
