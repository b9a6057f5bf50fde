"""Samples are lined up by their rounds: what is paired, what is left out, when it is not tried."""

from dataclasses import replace

import numpy as np

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.measured_rounds import in_step, over_rounds
from backend.domain.sweeps.curves import SweepReading, group_curves
from backend.domain.sweeps.results import SweepResult
from backend.wording.sweeps.remarks import worded_curve

LABEL = SeriesLabel(1, "s", "b", {"threads": 4}, "time", "s", "lower", "sampled", "box", "main")


def lined_up(*lists: tuple[list[float], list[int] | None]) -> list[list[float]] | None:
    found = in_step([samples for samples, _ in lists], [rounds for _, rounds in lists])
    return None if found is None else found.tolist()


def test_only_rounds_that_all_have_are_kept() -> None:
    whole = [1.0, 2.0, 3.0, 4.0]
    found = lined_up((whole, None), ([10.0, 30.0, 40.0], [1, 3, 4]))
    assert found == [[1.0, 3.0, 4.0], [10.0, 30.0, 40.0]]


def test_a_list_of_few_rounds_leaves_gaps_and_drops_no_other() -> None:
    found = over_rounds([[1.0, 2.0, 3.0], [10.0], []], [None, [3], None])
    nan = np.nan
    expected = [[1.0, 2.0, 3.0], [nan, nan, 10.0], [nan, nan, nan]]
    np.testing.assert_array_equal(found, expected)


def test_lists_of_one_length_without_rounds_are_taken_as_they_are() -> None:
    assert lined_up(([1.0, 2.0], None), ([3.0, 4.0], None)) == [[1.0, 2.0], [3.0, 4.0]]


def test_lists_of_different_lengths_without_rounds_are_not_paired() -> None:
    assert lined_up(([1.0, 2.0], None), ([3.0], None)) is None


def test_lists_that_share_too_few_rounds_are_not_paired() -> None:
    samples = [float(i) for i in range(10)]
    rounds = list(range(1, 11))
    assert lined_up((samples, rounds), (samples, [i + 5 for i in rounds])) is None
    assert lined_up((samples, rounds), (samples, [i + 4 for i in rounds])) is not None


def test_values_of_a_sweep_that_missed_rounds_are_compared_in_those_that_all_have() -> None:
    """Rounds differ by a third; within a round 8 threads are 2 % faster than 4."""
    noise = np.random.default_rng(5).normal(1.0, 0.3, 40)
    kept = [i for i in range(40) if i % 13]
    first = SweepResult(LABEL, 1.0, 0.98, 1.02, 0.3, 40, noise.tolist())
    second = replace(
        first,
        series=replace(LABEL, id=2, parameters={"threads": 8}),
        n=len(kept),
        samples=(0.98 * noise[kept]).tolist(),
        rounds=[i + 1 for i in kept],
    )
    (curve,) = group_curves([first, second], "threads", in_rounds=True)
    judged = worded_curve(curve, SweepReading("threads"))
    assert (judged.claim, judged.best_set) == ("interval", [8])
