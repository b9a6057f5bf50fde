"""What is known of a machine beside the values of a sweep."""

from collections.abc import Mapping

import pytest

from backend.domain.catalogue.parameters import Scalar
from backend.domain.sweeps.places import MachineFact, facts_for
from backend.wording.sweeps.answers import marks_for, place_of, standing_of


def test_cores_are_marked_on_axes_that_count_what_runs_side_by_side() -> None:
    facts = facts_for("blocking_max_threads", {"cores": 8})
    (mark,) = marks_for([1, 500], facts)
    assert (mark.x, mark.label) == (8, "cores = 8")
    assert marks_for([16, 500], facts) == []
    assert facts_for("object_size", {"cores": 8}) == []
    assert facts_for("threads", {}) == []


def test_physical_cores_are_told_from_the_threads_they_run() -> None:
    facts = facts_for("workers", {"cores": 16, "threads_per_core": 2})
    assert [mark.label for mark in marks_for([1, 64], facts)] == [
        "cores = 16",
        "physical cores = 8",
    ]


def test_caches_are_marked_on_axes_that_name_their_unit() -> None:
    caches: Mapping[str, Scalar] = {"cache_l1d_bytes": 49_152, "cache_l2_bytes": 2**21}
    assert [fact.x for fact in facts_for("buffer_kib", caches)] == [48, 2048]
    assert [fact.name for fact in facts_for("size in bytes", caches)] == [
        "size of the L1 data cache",
        "size of the L2 cache",
    ]
    assert facts_for("length", caches) == []


CORES = [MachineFact(10, "core count", "cores")]


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (10, "the core count"),
        (20, "2\u202f\u00d7\u202fthe core count"),
        (15, ""),
        (5, ""),
        (500, ""),
    ],
)
def test_a_value_is_named_by_the_fact_it_equals(x: float, words: str) -> None:
    assert place_of(x, CORES) == words
    assert place_of(x, []) == ""


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (10, 10, "the core count"),
        (8, 12, "around the core count of 10"),
        (1, 8, "below the core count of 10"),
        (12, 500, "above the core count of 10"),
    ],
)
def test_a_range_stands_to_the_fact(low: float, high: float, words: str) -> None:
    assert standing_of(low, high, CORES) == words
