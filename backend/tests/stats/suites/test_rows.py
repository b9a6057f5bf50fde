from dataclasses import fields

import numpy as np

from backend.stats.compare import Question
from backend.stats.comparison.comparisons import DIFFERENCES, RUNS_UNKNOWN, SAME_BINARY
from backend.stats.suites.compare import compare_suite
from backend.stats.suites.entries import EntrySide, SuiteEntry


def test_rows_hold_the_numbers_of_their_place_in_the_order_asked_for() -> None:
    generator = np.random.default_rng(2)
    tables = np.exp(0.1 * generator.standard_normal((2, 30, 8)))
    entries = [
        SuiteEntry(
            place, EntrySide((first,)), EntrySide((second - place % 3,)), Question(between=0.0)
        )
        for place, (first, second) in enumerate(zip(*tables, strict=True))
    ]
    found = compare_suite(entries).comparisons
    chosen = [29, 0, 7, 7]
    for place, row in zip(chosen, found.rows(chosen), strict=True):
        for column in fields(row):
            if hasattr(found, column.name):
                expected = getattr(found, column.name)[place].item()
                assert repr(getattr(row, column.name)) == repr(expected)
    assert found.rows([]) == []


def test_each_row_has_its_own_warnings() -> None:
    ten = np.arange(1.0, 11.0)
    entries = [
        SuiteEntry("known", EntrySide((ten,)), EntrySide((ten + 0.1,)), Question(between=0.0)),
        SuiteEntry("unknown", EntrySide((ten,)), EntrySide((ten + 0.1,))),
        SuiteEntry("zero", EntrySide((ten - 5.0,)), EntrySide((ten - 4.9,)), Question(between=0.0)),
        SuiteEntry(
            "binary", EntrySide((ten,)), EntrySide((ten + 0.1,)), Question(same_binary=True)
        ),
    ]
    found = compare_suite(entries).comparisons
    assert [row.warnings for row in found.rows([3, 2, 1, 0])] == [
        (RUNS_UNKNOWN, SAME_BINARY),
        (DIFFERENCES,),
        (RUNS_UNKNOWN,),
        (),
    ]
