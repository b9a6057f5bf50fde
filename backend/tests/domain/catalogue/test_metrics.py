import pytest

from backend.domain.catalogue.metrics import BetterDirection, Metric, NoiseKind, contradiction
from backend.domain.catalogue.units import Unit, fitted, parse_unit


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
        ("%", "%", 1.0),
        ("Percent", "%", 1.0),
        ("Melem/s", "elem/s", 1e6),
        ("Gelem/s", "elem/s", 1e9),
        ("M elem/s", "elem/s", 1e6),
        ("MHz", "Hz", 1e6),
        ("GHz", "Hz", 1e9),
        ("Megabytes", "B", 1e6),
        ("MB", "B", 1e6),
        ("gibibytes", "B", 2.0**30),
        ("Mb/s", "bit/s", 1e6),
        ("Mbps", "bit/s", 1e6),
        ("MBps", "B/s", 1e6),
        ("kbit/s", "bit/s", 1e3),
        ("mW", "W", 1e-3),
        ("MW", "W", 1e6),
        ("FPS", "fps", 1.0),
        ("GFLOPS", "FLOP/s", 1e9),
        ("kreq/s", "requests/s", 1e3),
        ("allocations/op", "allocs/op", 1.0),
        ("operations per second", "op/s", 1.0),
        ("bytes_per_second", "B/s", 1.0),
        ("[ms]", "s", 1e-3),
        ("#", "1", 1.0),
        ("-", "1", 1.0),
        ("°C", "°C", 1.0),
        ("ms (p99)", "ms (p99)", 1.0),
        ("op/s/core", "op/s/core", 1.0),
        ("", "1", 1.0),
        ("packets", "packets", 1.0),
        ("requests/s", "requests/s", 1.0),
        ("Mpps", "packets/s", 1e6),
        ("img/s", "images/s", 1.0),
        ("kframes/s", "fps", 1e3),
        ("ms/frame", "s/frame", 1e-3),
        ("tok/s", "tokens/s", 1.0),
        ("ktxn/s", "transactions/s", 1e3),
        ("PB", "B", 1e15),
        ("PiB", "B", 2.0**50),
        ("pops/s", "pops/s", 1.0),
        ("RPS", "requests/s", 1.0),
        ("req/sec", "requests/s", 1.0),
        ("ms/req", "s/request", 1e-3),
        ("kqps", "queries/s", 1e3),
        ("tps", "transactions/s", 1.0),
        ("IO/s", "iops", 1.0),
        ("N/A", "1", 1.0),
        ("% covered", "% covered", 1.0),
        ("pts/100", "pts/100", 1.0),
    ],
)
def test_units_are_read_into_base_units(text: str, base: str, factor: float) -> None:
    parsed = parse_unit(text)
    assert parsed is not None
    assert parsed.base == base
    assert parsed.factor == pytest.approx(factor)


@pytest.mark.parametrize(
    "text", ["12", "10 ms", "s/", "/", "<b>", "x" * 60, "ms/ms/", "=1", "ns ±3", "a|b"]
)
def test_what_cannot_be_a_unit_is_not_read(text: str) -> None:
    assert parse_unit(text) is None


def test_another_dimension_or_direction_contradicts_a_stored_metric() -> None:
    stored = Metric(1, "time", "s", BetterDirection.LOWER, NoiseKind.SAMPLED)
    assert contradiction(stored, Unit("s", 1e-3), BetterDirection.LOWER) is None
    assert contradiction(stored, Unit("s", 1.0), BetterDirection.UNKNOWN) is None
    assert "B" in (contradiction(stored, Unit("B", 1.0), BetterDirection.LOWER) or "")
    assert "higher" in (contradiction(stored, Unit("s", 1.0), BetterDirection.HIGHER) or "")


def test_a_word_is_one_unit_in_any_case_and_a_symbol_is_not() -> None:
    rate = Metric(1, "rate", "Frobs", BetterDirection.HIGHER, NoiseKind.SAMPLED)
    assert contradiction(rate, Unit("frobs", 1.0), BetterDirection.HIGHER) is None
    dose = Metric(1, "dose", "mG", BetterDirection.HIGHER, NoiseKind.SAMPLED)
    assert contradiction(dose, Unit("MG", 1.0), BetterDirection.HIGHER) is not None


def test_what_was_stored_under_a_spelling_of_its_own_takes_all_spellings() -> None:
    for text, factor in (("kreq/s", 1e3), ("rps", 1.0), ("requests/second", 1.0)):
        declared = parse_unit(text)
        assert declared is not None
        assert fitted(declared, "req/s") == Unit("req/s", factor)


def test_what_was_stored_as_shares_of_one_takes_per_cent() -> None:
    declared = parse_unit("%")
    assert declared is not None
    assert fitted(declared, "1") == Unit("1", 0.01)
    assert fitted(declared, "%") == Unit("%", 1.0)
    assert fitted(Unit("1", 1.0), "%") is None
