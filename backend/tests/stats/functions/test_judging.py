"""Functions judged by profiles that the agent made here of one parser in five forms.

`parser.c` and `suite.toml` are what was built and profiled; the table has every stack of the 40
profiles, those seen fewer than eight times together.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from backend.domain.reports.function_costs import (
    FunctionTable,
    ProfiledCommit,
    by_module,
    function_costs,
    module_of,
    plain_name,
    tabulated,
)
from backend.stats.functions.judging import FunctionChange, ReportedCost, judge_functions

PROFILES = Path(__file__).with_name("parser_profiles.tsv")


def profiled(*forms: str) -> FunctionTable:
    """Give the profiles of some forms, one after the other, eight commits each."""
    head, *rows = (line.split("\t") for line in PROFILES.read_text().splitlines())
    columns = [
        column for form in forms for column, name in enumerate(head) if name.startswith(form)
    ]
    return tabulated([commit(position, head, rows, at) for position, at in enumerate(columns)])


def commit(
    position: int, head: Sequence[str], rows: Sequence[Sequence[str]], column: int
) -> ProfiledCommit:
    stacks = [(row[0].split(";"), int(row[column])) for row in rows]
    samples = sum(count for _, count in stacks)
    cost = float(head[column].split("/")[1])
    return ProfiledCommit(position, samples, cost, function_costs(stacks))


def judged(table: FunctionTable) -> list[FunctionChange]:
    return judge_functions(table.counts, table.tree)


def test_a_function_that_does_thirty_percent_more_is_told_with_its_part_of_the_whole() -> None:
    table = profiled("base", "slower")
    (change,) = judged(table)
    assert (table.names[change.function], change.index) == ("parse_int", 8)
    assert change.low < 1.3 < change.high
    assert change.after - change.before == pytest.approx(0.042, abs=0.01)


@pytest.mark.parametrize("form", ["base", "renamed", "inlined", "split"])
def test_cost_that_only_moved_is_silent(form: str) -> None:
    table = profiled("base", form)
    assert judged(table) == []
    modules = by_module(table)
    assert judge_functions(modules.counts, modules.tree) == []


def test_what_was_renamed_and_slowed_down_is_told_without_what_only_moved() -> None:
    table = profiled("renamed", "slower")
    (change,) = judged(table)
    assert table.names[change.function] == "parse_int"
    assert [table.names[one] for one in change.others] == ["read_number"]
    assert change.low < 1.3 < change.high


def test_what_was_told_stands_at_half_the_bar_and_goes_where_nothing_shows_it() -> None:
    table = profiled("base", "slower")
    column = table.names.index("parse_int")
    counts = table.counts
    kept = judge_functions(counts, table.tree, [ReportedCost(column, 8)])
    assert [one.function for one in kept] == [column]
    flat = profiled("base", "renamed")
    told = ReportedCost(flat.names.index("hash_key"), 8)
    assert judge_functions(flat.counts, flat.tree, [told]) == []


def test_profiles_of_one_commit_are_added_up() -> None:
    costs = function_costs([(["main", "read"], 30), (["main"], 10)])
    once = ProfiledCommit(7, 40, 0.5, costs)
    table = tabulated([once, once])
    assert table.positions == [7]
    assert table.counts.samples.tolist() == [80.0]
    assert table.counts.own[0, table.names.index("read")] == 60.0
    assert np.isclose(table.counts.cost, 0.5).all()


@pytest.mark.parametrize(
    ("frame", "name", "module"),
    [
        ("parse_int_[i]", "parse_int", ""),
        ("scan.constprop.0", "scan", ""),
        ("finish_task_switch.isra.0_[k]", "finish_task_switch_[k]", "kernel"),
        ("orders::book::fill::h0123456789abcdef", "orders::book::fill", "orders::book"),
        ("<orders::Book as core::Add>::add", "<orders::Book as core::Add>::add", "orders::Book"),
        ("std::map<a::B, c::D>::find(int)", "std::map<a::B, c::D>::find(int)", "std::map"),
        ("json.decoder.scan", "json.decoder.scan", "json.decoder"),
        ("[unknown libm.so.6]", "[unknown libm.so.6]", ""),
    ],
)
def test_names_lose_the_marks_of_the_compiler(frame: str, name: str, module: str) -> None:
    assert (plain_name(frame), module_of(plain_name(frame))) == (name, module)
