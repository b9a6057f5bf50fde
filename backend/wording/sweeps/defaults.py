"""What a curve says of the default of its axis, and what its best value costs in other metrics."""

import math
from collections.abc import Sequence
from dataclasses import replace

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.quantities import Quantity
from backend.domain.sweeps.crossovers import CurveResults
from backend.domain.sweeps.curves import SweepCurve
from backend.domain.sweeps.defaults import DefaultRatio, ratios_to_default
from backend.wording.effects import listed as named
from backend.wording.effects import ratio_words, worse_by
from backend.wording.numbers import FACTOR, TIMES, percent, plain, setting
from backend.wording.sweeps.answers import medians_in_words
from backend.wording.sweeps.remarks import of_largest


def with_default(
    judged: SweepCurve, curve: CurveResults, axis: str, default: float | None
) -> SweepCurve:
    """Add to a judged curve how its values stand to the default of its axis."""
    ratios = ratios_to_default(curve, default) if default is not None else []
    if default is None or not ratios:
        return judged
    points = [
        replace(point, versus_default=ratio)
        for point, ratio in zip(judged.points, ratios, strict=True)
    ]
    said = _default_sentence(judged, curve, (axis, default), ratios)
    # the best over the largest value is that same effect, by another estimator
    others = [one for one in judged.remarks if not one.endswith(of_largest(default))]
    remarks = [said, *others] if said else judged.remarks
    return replace(judged, points=points, remarks=remarks)


def _default_sentence(
    judged: SweepCurve,
    curve: CurveResults,
    preset: tuple[str, float],
    ratios: list[DefaultRatio | None],
) -> str:
    axis, default = preset
    if judged.best_x is None:
        return ""
    named_default = f"the default, {axis} = {setting(default)}"
    if judged.best_x == default:
        return f"The best value is {named_default}."
    if judged.claim == "interval":
        return _set_sentence(judged, curve, preset)
    ratio = ratios[curve.xs.index(judged.best_x)]
    if ratio is None:
        return ""
    words = _ratio_words(curve.results[0].series, ratio)
    is_open = ratio.verdict == "unknown" or _spans_one(ratio)
    best = f"{axis} = {setting(judged.best_x)}"
    return f"{best} against {named_default}: {words}{', not resolved' * is_open}."


def _set_sentence(judged: SweepCurve, curve: CurveResults, preset: tuple[str, float]) -> str:
    """Say of the default what the best set says of it, by the same distance as the chart."""
    axis, default = preset
    point = next(one for one in judged.points if one.x == default)
    best = f"{axis} = {setting(judged.best_x or 0.0)}"
    head = f"The default, {axis} = {setting(default)},"
    if point.in_best_set:
        return f"{head} is in the best set: {best} is not significantly better."
    if point.excess is None or point.behind is None:
        return f"{head} is not in the best set."
    quantity = _quantity(curve.results[0].series)
    said = worse_by(_distance(point.excess), quantity)
    ratio = point.value / curve.results[curve.xs.index(judged.best_x or 0.0)].value
    is_lower = quantity.direction == "lower"
    beside = medians_in_words(
        [1.0 + point.excess],
        [ratio if is_lower else 2.0 - ratio],
        lambda ratios: _distance(ratios[0] - 1.0),
        in_rounds=judged.rounds is not None,
    )
    return f"{head} {said} than {best}, at most {_distance(point.behind)}{beside}."


def _distance(share: float) -> str:
    return f"{percent(share)}\u202f%" if share < FACTOR - 1.0 else f"{plain(1.0 + share)}{TIMES}"


def _spans_one(ratio: DefaultRatio) -> bool:
    return ratio.low is not None and ratio.high is not None and ratio.low <= 1.0 <= ratio.high


def _ratio_words(series: SeriesLabel, ratio: DefaultRatio) -> str:
    low, high = (math.nan if end is None else end for end in (ratio.low, ratio.high))
    return ratio_words((ratio.ratio, low, high), _quantity(series))


def _quantity(series: SeriesLabel) -> Quantity:
    return Quantity(series.metric, series.unit, series.direction)


def with_costs(
    judged: SweepCurve,
    axis: str,
    default: float,
    costs: Sequence[tuple[SeriesLabel, DefaultRatio]],
) -> SweepCurve:
    """Add to a judged curve what its best value costs and saves in other metrics."""
    if judged.best_x is None or not costs:
        return judged
    best = f"{axis} = {setting(judged.best_x)}"
    against = f"Against the default, {axis} = {setting(default)}, {best}"
    worse, better = (
        [_effect(*one) for one in costs if one[1].verdict == verdict]
        for verdict in ("regression", "improvement")
    )
    checked = named(sorted({series.metric for series, _ in costs}))
    cost = f"costs {', '.join(worse)}" if worse else f"shows no cost in {checked}"
    gain = f" and saves {', '.join(better)}" if better else ""
    said = f"{against} {cost}{gain}."
    return replace(judged, remarks=[*judged.remarks[:1], said, *judged.remarks[1:]])


def _effect(series: SeriesLabel, ratio: DefaultRatio) -> str:
    return f"{series.metric} ({_ratio_words(series, ratio)})"
