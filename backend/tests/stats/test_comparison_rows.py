import numpy as np

from backend.stats.compare import Question
from backend.stats.compare_suites import compare_suite
from backend.stats.suite_entries import Entry, Side


def test_rows_taken_at_once_are_those_taken_one_by_one() -> None:
    generator = np.random.default_rng(2)
    tables = np.exp(0.1 * generator.standard_normal((2, 30, 8)))
    entries = [
        Entry(place, Side((first,)), Side((second - place % 3,)), Question(between=0.01))
        for place, (first, second) in enumerate(zip(*tables, strict=True))
    ]
    found = compare_suite(entries).comparisons
    chosen = [29, 0, 7, 7]
    assert [repr(row) for row in found.rows(chosen)] == [repr(found[place]) for place in chosen]
    assert found.rows([]) == []
