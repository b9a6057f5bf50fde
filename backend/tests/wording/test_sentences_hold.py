"""Whatever is measured, a sentence is short, has no raw float in it and breaks at no unit."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.quantities import Quantity
from backend.domain.splits.verdicts import SplitMember, split_of
from backend.stats.compare import (
    Question,
    compare_exact,
    compare_pairs,
    compare_samples,
    compare_summaries,
)
from backend.stats.comparison.from_summaries import Reported
from backend.wording.comparisons import sentence_of
from backend.wording.splits import sentences_of

RAW = re.compile(r"\b(?:nan|inf|None)\b|(?<![\w.])-\d|\de[+-]|\d{7}")
"""Not a number, infinity, an ASCII minus, an exponent with its sign, digits without spaces."""
BREAKS = re.compile(r"\d (?:%|[nµm]?s\b|[KMGT]?i?B\b|[kMGT]?\s?op\b|[mµ]?J\b)")
"""A number and its unit that a line may break between."""
LONGEST = 250
UNITS = ("s", "op/s", "B", "J", "1", "")

sizes = st.one_of(
    st.just(0.0),
    st.floats(1e-12, 1e12),
    st.floats(-1e12, -1e-12),
    st.sampled_from([1e-300, 1e300, -1e300, 10.0, 11.0]),
)
sides = st.lists(sizes, min_size=1, max_size=8)
quantities = st.builds(
    Quantity,
    st.sampled_from(["x", "binary_size", "uptime"]),
    st.sampled_from(UNITS),
    st.sampled_from(["lower", "higher", "unknown"]),
)


def is_said(text: str) -> bool:
    is_short = bool(text) and len(text) < LONGEST
    return is_short and RAW.search(text) is None and BREAKS.search(text) is None


@settings(max_examples=150, deadline=None)
@given(baseline=sides, contender=sides, quantity=quantities, between=st.sampled_from([0.0, 0.05]))
def test_every_comparison_can_be_said(
    baseline: Sequence[float], contender: Sequence[float], quantity: Quantity, between: float
) -> None:
    question = Question(quantity.direction, between)  # type: ignore[arg-type]
    pairs = min(len(baseline), len(contender))
    first, second = float(np.median(baseline)), float(np.median(contender))
    for found in (
        compare_samples(baseline, contender, question),
        compare_pairs(baseline[:pairs], contender[:pairs], question),
        compare_exact(first, second, question),
        compare_summaries(Reported(first, 0.1, 3), Reported(second, 0.1, 3), question),
    ):
        said = sentence_of(found, quantity)
        assert is_said(said), said


@settings(max_examples=100, deadline=None)
@given(
    ratios=st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=6),
    error=st.sampled_from([None, 0.0, 1e-9, 0.01, 3.0]),
)
def test_every_split_can_be_said(ratios: Sequence[float], error: float | None) -> None:
    members = [
        SplitMember(f"m{place}", "lower", one, error, 5.0) for place, one in enumerate(ratios)
    ]
    for sentence in sentences_of(split_of(members)):
        assert is_said(sentence), sentence


@pytest.mark.parametrize(
    "text",
    [
        "nan % slower",
        "[-3.1, 2]",
        "1e+02\u202f%",
        "1000000\u202fB",
        "is inf",
        "4.8 % slower",
        "2 ms",
    ],
)
def test_raw_numbers_and_broken_units_are_noticed(text: str) -> None:
    assert not is_said(text)
