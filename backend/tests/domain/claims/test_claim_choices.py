"""Which results the sides of a statement are."""

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.claims.records import ClaimResult
from backend.domain.claims.variants import ClaimSide, choose_results


def a_side(benchmark: str, *orders: int) -> ClaimSide:
    parameters = {"orders": list(orders)}
    return ClaimSide(benchmark, "clients", benchmark, "p99", parameters, "")


def a_result(id_: int, benchmark: str, orders: int) -> ClaimResult:
    label = SeriesLabel(
        id_, "clients", benchmark, {"orders": orders}, "p99", "s", "lower", "sampled", "box", "main"
    )  # fmt: skip
    return ClaimResult(label, 1, 3, 0.5, 0.4, 0.6, None, 9, None, None, None, None, in_rounds=True)


def ids(sides: list[ClaimSide], results: list[ClaimResult]) -> list[int | None]:
    chosen = choose_results(sides, results)
    return [None if one is None else one.series.id for one in chosen]


def test_sides_agree_where_they_can_and_another_benchmark_may_differ() -> None:
    pool, python = a_side("pool", 5000, 1000), a_side("python", 5000, 300)
    quick = [a_result(1, "pool", 1000), a_result(2, "python", 300)]
    assert ids([pool, python], quick) == [1, 2]
    # the full run counts as soon as both have one
    full = [a_result(3, "pool", 5000), a_result(4, "python", 5000)]
    assert ids([pool, python], quick + full) == [3, 4]
    assert ids([pool, python], [*quick, full[1]]) == [1, 4]


def test_sides_of_one_benchmark_never_differ_where_no_side_fixes_a_value() -> None:
    many, few = a_side("pool", 5000), a_side("pool", 1000)
    free = ClaimSide("any", "clients", "pool", "p99", {}, "")
    results = [a_result(1, "pool", 1000), a_result(2, "pool", 5000)]
    assert ids([many, free], results) in ([2, 1], [2, 2])
    assert ids([few, many], results) == [1, 2]
