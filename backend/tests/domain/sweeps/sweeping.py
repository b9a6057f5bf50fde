"""Results of a sweep for tests: values, curves of a known truth, and what is said of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.sweeps.curves import SweepCurve, SweepReading, group_curves
from backend.domain.sweeps.places import MachineFact
from backend.domain.sweeps.results import SweepResult
from backend.wording.sweeps.remarks import worded_curve


def a_result(
    threads: float,
    centre: float,
    *,
    sd: float = 0.01,
    unit: str = "s",
    direction: DirectionName = "lower",
    metric: str = "time",
) -> SweepResult:
    """Return a result with fifteen samples around the centre."""
    label = SeriesLabel(
        int(threads), "s", "b", {"threads": threads}, metric, unit, direction, "sampled", "box",
        "main",
    )  # fmt: skip
    samples = np.random.default_rng(int(threads)).normal(centre, sd * centre, 15).tolist()
    return SweepResult(label, centre, centre * 0.98, centre * 1.02, sd * centre, 15, samples)


def judged(results: Sequence[SweepResult], facts: Sequence[MachineFact] = ()) -> SweepCurve:
    (curve,) = group_curves(results, "threads", in_rounds=True)
    return worded_curve(curve, SweepReading("threads", facts=facts))


def sentence(*results: SweepResult) -> str:
    return judged(results).sentence


def a_curve(truth: Mapping[float, float], seed: int = 1, **changes: Any) -> list[SweepResult]:
    """Return results of thirty rounds with 1 % noise of their own and 5 % that rounds share."""
    generator = np.random.default_rng(seed)
    shared = generator.normal(1.0, 0.05, 30)
    found = []
    for x, centre in truth.items():
        samples = (centre * shared * generator.normal(1.0, 0.01, 30)).tolist()
        found.append(replace(a_result(x, centre, **changes), samples=samples, n=30))
    return found
