"""The language of formulas: what it reads, and how it says what it cannot."""

import pytest

from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import InvalidError
from backend.domain.series.derived_lines import Operand, Planned, plan_formula
from backend.domain.series.formulas import SeriesOperand, read_formula, sources_of

SMOL, TOKIO = 1, 2


def label(
    series_id: int, unit: str = "s", direction: DirectionName = "lower", **parameters: Scalar
) -> SeriesLabel:
    return SeriesLabel(
        series_id,
        "runtime",
        "search",
        parameters,
        "time",
        unit,
        direction,
        "sampled",
        "box",
        "main",
    )


def plan(text: str, *found: list[SeriesLabel]) -> Planned:
    formula = read_formula(text)
    places = [source.at for source in sources_of(formula)]
    return plan_formula(formula, dict(zip(places, found, strict=True)))


def test_a_formula_is_read_with_its_places() -> None:
    formula = read_formula(
        ' ratio( #12 , geomean({benchmark=search|"a, b", param.threads=4, tag.kind=io}))'
    )
    assert formula.function == "ratio"
    first, second = sources_of(formula)
    assert (first.series_id, first.at) == (12, 8)
    assert second.filters is not None
    assert second.filters.benchmark == ["search", "a, b"]
    assert second.filters.parameters == {"threads": ["4"]}
    assert second.filters.tags == {"kind": ["io"]}
    assert second.text == '{benchmark=search|"a, b", param.threads=4, tag.kind=io}'


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", 0, "missing"),
        ("#12", 0, "no formula yet"),
        ("#x", 0, "no meaning"),
        ("max(#1)", 0, "no function"),
        ("ratio(#1)", 0, "2 arguments, not 1"),
        ("ratio #1", 6, "“(” is missing"),
        ("ratio(#1, #2", 12, "“)” is missing"),
        ("ratio(#1, #2) + 1", 14, "something follows"),
        ("geomean({metrics=time})", 9, "no facet"),
        ("geomean({param.=1})", 9, "no facet"),
        ("geomean({metric=a, metric=b})", 19, "filtered twice"),
        ("geomean({metric=})", 16, "value is missing"),
        ("geomean({metric})", 15, "“=” is missing"),
        ("geomean(" * 12 + "#1" + ")" * 12, 72, "nested deeper"),
        ("geomean(#1,\x00)", 11, "control character"),
        ("__import__('os')", 0, "no function"),
        ("ratio(#1, #2); drop table series", 13, "something follows"),
        ("geomean(" + "#1," * 1000 + "#1)", 2000, "longer than"),
    ],
)
def test_what_cannot_be_read_is_named_by_place_reason_and_remedy(
    text: str, place: int, says: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        read_formula(text)
    (fault,) = refused.value.faults
    assert fault.pointer == f"/query/formula/{place}"
    assert says in fault.reason
    assert fault.remedy


def test_a_series_on_both_sides_counts_with_the_sum_of_its_weights() -> None:
    a, b = label(SMOL), label(TOKIO)
    (line,) = plan("ratio(#1, geomean(#1, #2))", [a], [a], [b]).lines
    assert line.line.weights == {Operand(SMOL): 0.5, Operand(TOKIO): -0.5}
    assert line.line.unit == "1"


def test_units_and_directions_follow_from_those_of_the_operands() -> None:
    size, time = label(3, "B"), label(SMOL)
    rate = label(4, "op/s", "higher")
    assert plan("ratio(#3, #1)", [size], [time]).lines[0].line.unit == "B/s"
    assert plan("ratio(#1, #4)", [time], [rate]).lines[0].line.unit == "s/(op/s)"
    assert plan("ratio(#1, #4)", [time], [rate]).lines[0].line.direction == "unknown"
    normal = plan("normalise(#4)", [rate]).lines[0].line
    assert (normal.unit, normal.direction) == ("1", "higher")
    assert normal.weights == {Operand(4): 1.0, Operand(4, is_first=True): -1.0}


def test_filters_pair_series_that_differ_in_one_facet() -> None:
    left = [label(10 + n, engine="smol", threads=n) for n in (1, 4, 16)]
    right = [label(20 + n, engine="tokio", threads=n) for n in (16, 4)]
    planned = plan("ratio({param.engine=smol}, {param.engine=tokio})", left, right)
    assert [set(line.line.weights) for line in planned.lines] == [
        {Operand(14), Operand(24)},
        {Operand(26), Operand(36)},
    ]
    assert planned.notes == ["1 of 3 series has no partner and is left out."]


@pytest.mark.parametrize(
    ("text", "found", "says"),
    [
        ("geomean(#1, #3)", ([label(1)], [label(3, "B")]), "averages B and s"),
        ("difference(#1, #3)", ([label(1)], [label(3, "B")]), "s less B"),
        ("normalise(#1, #3)", ([label(1)], [label(3, "B")]), "no share"),
        ("ratio(difference(#1, #2), #2)", ([label(1)], [label(2)], [label(2)]), "negative"),
        ("normalise(geomean(#1, #2))", ([label(1)], [label(2)]), "first result"),
        (
            "ratio(#9, {param.a=1})",
            ([label(9)], [label(1, a=1, b=1), label(2, a=1, b=2)]),
            "open which",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_way_out(
    text: str, found: tuple[list[SeriesLabel], ...], says: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        plan(text, *found)
    (fault,) = refused.value.faults
    assert says in fault.reason
    assert fault.remedy


def test_more_lines_than_a_chart_holds_are_refused() -> None:
    many = [label(n, threads=n) for n in range(21)]
    with pytest.raises(InvalidError, match="21 lines"):
        plan("normalise({metric=time})", many)
    assert len(plan("geomean(normalise({metric=time}))", many).lines) == 1


def test_a_source_can_be_looked_up_by_its_place() -> None:
    assert [type(source) for source in sources_of(read_formula("geomean(#1)"))] == [SeriesOperand]
