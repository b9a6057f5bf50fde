"""Filters on series as conditions of a query, decided per dimension rather than per series."""

import json
import re
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Select, String, Text, cast, func, literal, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import InstrumentedAttribute

from backend.domain.catalogue.filters import PARAMETER, TAG, SeriesFilters
from backend.domain.catalogue.matching import number_in
from backend.storage.tables.catalogue import BenchmarkRow, MetricRow, SuiteRow, VariantRow
from backend.storage.tables.commits import BranchRow
from backend.storage.tables.machines.testbeds import TestbedRow
from backend.storage.tables.series import SeriesRow

Condition = ColumnElement[bool]
Named = type[SuiteRow | BenchmarkRow | MetricRow | TestbedRow | BranchRow]

DIMENSIONS: Mapping[str, tuple[InstrumentedAttribute[int], Named]] = {
    "suite": (SeriesRow.suite_id, SuiteRow),
    "benchmark": (SeriesRow.benchmark_id, BenchmarkRow),
    "metric": (SeriesRow.metric_id, MetricRow),
    "testbed": (SeriesRow.testbed_id, TestbedRow),
    "branch": (SeriesRow.branch_id, BranchRow),
}
"""The column of a series that each facet stands for, and the table that names it."""


def facet_conditions(project_id: int, filters: SeriesFilters) -> dict[str, Condition]:
    """Return one condition per facet that has a filter, by the facet's name."""
    chosen = {name: getattr(filters, name) for name in DIMENSIONS}
    conditions = {
        name: _is_named(project_id, name, values) for name, values in chosen.items() if values
    }
    parameters = {
        PARAMETER + name: _has_parameter(project_id, name, values)
        for name, values in filters.parameters.items()
    }
    tags = {TAG + name: _has_tag(project_id, name, values) for name, values in filters.tags.items()}
    return conditions | parameters | tags


def text_conditions(project_id: int, filters: SeriesFilters) -> list[Condition]:
    """Return one condition per word."""
    return [_mentions(project_id, word) for word in filters.words()]


def all_conditions(project_id: int, filters: SeriesFilters) -> list[Condition]:
    """Return what the series of a project must satisfy to pass all filters."""
    return [
        SeriesRow.project_id == project_id,
        SeriesRow.is_hidden.is_(False),
        *facet_conditions(project_id, filters).values(),
        *text_conditions(project_id, filters),
    ]


def _is_named(project_id: int, facet: str, names: Sequence[str]) -> Condition:
    column, table = DIMENSIONS[facet]
    return column.in_(select(table.id).where(table.project_id == project_id, table.name.in_(names)))


def _has_parameter(project_id: int, name: str, values: Sequence[str]) -> Condition:
    texts = VariantRow.parameters[name].astext.in_(values)
    numbers = [number_in(value) for value in values]
    equal = [
        VariantRow.parameters[name] == cast(literal(number, JSONB), JSONB)
        for number in numbers
        if number is not None
    ]
    return SeriesRow.variant_id.in_(
        select(VariantRow.id).where(VariantRow.project_id == project_id, or_(texts, *equal))
    )


def _has_tag(project_id: int, name: str, values: Sequence[str]) -> Condition:
    tagged = BenchmarkRow.tags[name].astext.in_(values)
    return SeriesRow.benchmark_id.in_(
        select(BenchmarkRow.id).where(BenchmarkRow.project_id == project_id, tagged)
    )


def _mentions(project_id: int, word: str) -> Condition:
    """Find the word in the names or, only where no name has it, in the parameters."""
    return or_(
        SeriesRow.benchmark_id.in_(_benchmarks_mentioning(project_id, word)),
        SeriesRow.metric_id.in_(
            select(MetricRow.id).where(
                MetricRow.project_id == project_id, MetricRow.name.icontains(word, autoescape=True)
            )
        ),
        SeriesRow.testbed_id.in_(
            select(TestbedRow.id).where(
                TestbedRow.project_id == project_id,
                TestbedRow.name.icontains(word, autoescape=True),
            )
        ),
        SeriesRow.variant_id.in_(_variants_mentioning(project_id, word)),
    )


def _benchmarks_mentioning(project_id: int, word: str) -> Select[int]:
    names = func.concat_ws(" ", SuiteRow.name, BenchmarkRow.name, type_=String())
    return (
        select(BenchmarkRow.id)
        .join(
            SuiteRow,
            (SuiteRow.project_id == BenchmarkRow.project_id)
            & (SuiteRow.id == BenchmarkRow.suite_id),
        )
        .where(BenchmarkRow.project_id == project_id, names.icontains(word, autoescape=True))
    )


def _variants_mentioning(project_id: int, word: str) -> Select[int]:
    """Find the word in the JSON of the parameters, where threads=4 stands as "threads": 4.

    Changing the word is cheaper than changing the text of every variant.
    """
    text = cast(VariantRow.parameters, Text)
    plain = json.dumps(word, ensure_ascii=False)[1:-1]
    name, equals, value = plain.partition("=")
    found = (
        text.regexp_match(f'{re.escape(name)}": "?{re.escape(value)}', flags="i")
        if equals
        else text.icontains(plain, autoescape=True)
    )
    return select(VariantRow.id).where(VariantRow.project_id == project_id, found)
