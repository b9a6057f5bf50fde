"""What could be done instead of a change: other values of its parameter, other commits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from backend.domain.comparisons.measured_rounds import in_step
from backend.domain.comparisons.results import SeriesScatter
from backend.domain.effects import Better
from backend.domain.plain_values import finite
from backend.domain.splits.evidence import log_error
from backend.domain.splits.pareto import (
    Choice,
    Objective,
    Weighed,
    weigh,
)
from backend.domain.splits.stored import PublishedSubject
from backend.domain.splits.verdicts import SplitJudgement
from backend.stats.arrays import Floats
from backend.stats.splits.contrasts import Alternatives, Direction, from_rounds, from_summaries
from backend.stats.splits.pareto import SplitRows as SplitSides
from backend.stats.splits.pareto import resolutions
from backend.stats.student import t_quantile

Kind = Literal["values", "commits", "published"]
Role = Literal["baseline", "contender", "alternative"]
COVERAGE = 0.95
FEWEST = 2
MOST_OBJECTIVES = 24
MOST_ALTERNATIVES = 16


@dataclass(frozen=True, slots=True)
class AlternativeSet:
    """Alternatives over objectives of which the weighed ones come first."""

    kind: Kind
    names: Sequence[str]
    objectives: Sequence[Objective]
    weighed: int
    table: Alternatives
    baseline: int
    contender: int
    runs: Sequence[int | None] = ()
    titles: Sequence[str] = ()
    """Of their commits; empty where they are not commits."""


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """What one alternative gave on one objective in a run."""

    value: float
    sd: float
    n: int
    samples: Sequence[float]
    rounds: Sequence[int] | None
    is_exact: bool


@dataclass(frozen=True, slots=True)
class AlternativeResult:
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to do the same, on the two objectives chosen; `resolution` is over all members."""

    name: str
    role: Role
    x: AlternativeResult
    y: AlternativeResult
    is_on_front: bool
    beaten_by: str
    is_claimed: bool
    """Its place on or off the front is shown, not only as observed."""
    is_balanced: bool
    resolution: str
    """`resolves`, `does not resolve`, `unknown`, with "(summary only)" where nothing is claimed;
    empty for the sides themselves and where there is no split to resolve."""
    run: int | None
    title: str
    """First line of the message of an older commit; empty where it is none or not known."""


@dataclass(frozen=True, slots=True)
class AlternativesView:
    """Alternatives on the two objectives chosen, and what is said of them."""

    kind: Kind
    objectives: Sequence[Objective]
    x: str
    y: str
    rows: Sequence[Alternative]
    sentences: Sequence[str]


def from_cells(
    objectives: Sequence[Objective],
    cells: Sequence[Sequence[MeasuredCell]],
    *,
    in_turns: bool,
) -> Alternatives:
    """Take results of one run: alternatives by objectives. In turns, rounds are held together."""
    directions: list[Direction] = [one.better for one in objectives]
    joint = _in_rounds(cells) if in_turns else None
    if joint is not None:
        return from_rounds(joint, directions)
    return from_summaries(
        np.array([[_centre(one) for one in row] for row in cells]),
        np.array([[_scatter(one) for one in row] for row in cells]),
        np.array([[max(one.n, len(one.samples)) for one in row] for row in cells], np.float64),
        directions,
    )


def _in_rounds(cells: Sequence[Sequence[MeasuredCell]]) -> Floats | None:
    """Return (alternatives, objectives, rounds); exact results are the same in every round."""
    sampled = [one for row in cells for one in row if not one.is_exact]
    if not sampled or min(len(one.samples) for one in sampled) < FEWEST:
        return None
    table = in_step([one.samples for one in sampled], [one.rounds for one in sampled])
    if table is None or table.shape[1] < FEWEST or (table <= 0.0).any():
        return None
    rows = iter(table)
    count = table.shape[1]
    return np.array(
        [
            [np.full(count, one.value) if one.is_exact else next(rows) for one in row]
            for row in cells
        ]
    )


def _centre(cell: MeasuredCell) -> float:
    return cell.value if cell.is_exact or not len(cell.samples) else float(np.mean(cell.samples))


def _scatter(cell: MeasuredCell) -> float:
    if cell.is_exact:
        return 0.0
    if len(cell.samples) >= FEWEST:
        return float(np.std(cell.samples, ddof=1))
    return cell.sd


def from_runs(
    objectives: Sequence[Objective],
    values: Sequence[Sequence[Sequence[float]]],
    noise: Sequence[SeriesScatter | None],
) -> Alternatives:
    """Take the results of runs apart: alternatives by objectives by runs, none where missing.

    The error of a mean is that of as many runs with the scatter between runs of the series;
    where that is unknown, so is the error.
    """
    signs = np.array([1.0 if one.better == "lower" else -1.0 for one in objectives])
    logs: list[list[Sequence[float]]] = [
        [[math.log(one) for one in cell] if min(cell, default=0.0) > 0.0 else [] for cell in row]
        for row in values
    ]
    counts = np.array([[len(cell) for cell in row] for row in logs], np.float64)
    means = np.array([[np.mean(cell) if cell else np.nan for cell in row] for row in logs])
    known = ~np.isnan(means)
    centre = np.where(known, means, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    sigmas = np.array([_sigma(one, at) for one, at in zip(noise, np.exp(centre), strict=True)])
    degrees = np.array([max(one.points - 1.0, 1.0) if one else 1.0 for one in noise])
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.where(counts > 0.0, sigmas / np.sqrt(counts), np.nan)
    return Alternatives(
        signs * means, errors, np.broadcast_to(degrees, means.shape).copy(), counts, None
    )


def _sigma(noise: SeriesScatter | None, level: float) -> float:
    if noise is None or noise.points < FEWEST or not math.isfinite(noise.sigma):
        return math.nan
    return noise.sigma if noise.is_logarithmic else noise.sigma / level


def published_alternatives(subject: PublishedSubject) -> AlternativeSet:
    """Take all rows of a published table; without intervals their order is as observed."""
    order = sorted(
        range(len(subject.objectives)), key=lambda at: not subject.objectives[at].is_weighed
    )
    chosen = [subject.objectives[at] for at in order]
    shape = len(subject.alternatives), len(chosen)
    costs, errors = np.full(shape, np.nan), np.full(shape, np.nan)
    for row, alternative in enumerate(subject.alternatives):
        for column, at in enumerate(order):
            result = alternative.results[at]
            if result is None:
                continue
            sign = 1.0 if chosen[column].better == "lower" else -1.0
            error = log_error(result)
            costs[row, column] = sign * math.log(result.value)
            errors[row, column] = math.nan if error is None else error
    return AlternativeSet(
        kind="published",
        names=[one.name for one in subject.alternatives],
        objectives=[Objective(one.name, one.better, one.unit) for one in chosen],
        weighed=sum(one.is_weighed for one in chosen),
        table=Alternatives(costs, errors, np.full(shape, np.inf), np.full(shape, np.nan), None),
        baseline=subject.baseline,
        contender=subject.contender,
    )


@dataclass(frozen=True, slots=True)
class AlternativesFinding:
    """Alternatives on two objectives before they are put into words, and what those are made of."""

    view: AlternativesView
    weighed: Weighed
    choice: Choice
    """On all members of the split."""
    sides: SplitSides | None
    missing: int
    """Alternatives without both results."""


def weigh_alternatives(
    found: AlternativeSet | None, split: SplitJudgement, chosen: tuple[str, str]
) -> AlternativesFinding | None:
    """Show alternatives on two objectives, by default the largest loss and the largest gain.

    None where there are not two alternatives and two objectives.
    """
    if found is None or len(found.names) < FEWEST or len(found.objectives) < FEWEST:
        return None
    x, y = _axes(found, split, chosen)
    weighed = weigh(_choice(found, (x, y)))
    resolved = _resolutions(found, split)
    whole = np.isfinite(found.table.costs[:, [x, y]]).all(axis=1)
    rows = [_shown(found, weighed, row, (x, y), resolved) for row in np.flatnonzero(whole).tolist()]
    view = AlternativesView(
        kind=found.kind,
        objectives=found.objectives,
        x=found.objectives[x].name,
        y=found.objectives[y].name,
        rows=rows,
        sentences=[],
    )
    choice, sides = _choice(found, range(found.weighed)), _masks(found, split)
    return AlternativesFinding(view, weighed, choice, sides, int((~whole).sum()))


def _axes(found: AlternativeSet, split: SplitJudgement, chosen: tuple[str, str]) -> tuple[int, int]:
    names = [one.name for one in found.objectives]
    asked = [names.index(one) if one in names else None for one in chosen]
    loss, gain = (_largest(names, split, verdict) for verdict in ("loss", "gain"))
    y = next(at for at in (asked[1], gain, *range(len(names))) if at is not None)
    x = next(at for at in (asked[0], loss, *range(len(names))) if at is not None and at != y)
    return x, y


def _largest(names: Sequence[str], split: SplitJudgement, verdict: str) -> int | None:
    """Return the place of the member that moves most, of those with a verdict."""
    sign = 1.0 if verdict == "loss" else -1.0
    known = [
        (sign * one.effect.cost, one.member.name)
        for one in split.effects
        if one.verdict == verdict and one.member.name in names
    ]
    known = known or [
        (sign * one.effect.cost, one.member.name)
        for one in split.effects
        if one.member.name in names
    ]
    return names.index(max(known)[1]) if known else None


def _choice(found: AlternativeSet, places: Sequence[int]) -> Choice:
    columns = list(places)
    table = found.table
    return Choice(
        found.names,
        [found.objectives[place] for place in columns],
        Alternatives(
            costs=table.costs[:, columns],
            errors=table.errors[:, columns],
            degrees=table.degrees[:, columns],
            counts=table.counts[:, columns],
            rounds=None if table.rounds is None else table.rounds[:, columns],
        ),
    )


def _shown(
    found: AlternativeSet,
    weighed: Weighed,
    row: int,
    axes: tuple[int, int],
    resolved: Mapping[int, str],
) -> Alternative:
    front = weighed.front
    dominator = int(front.dominated_by[row])
    return Alternative(
        name=found.names[row],
        role=_role(found, row),
        x=_result(found, row, axes[0]),
        y=_result(found, row, axes[1]),
        is_on_front=bool(front.members[row]),
        beaten_by=found.names[dominator] if dominator >= 0 else "",
        is_claimed=bool(weighed.front.claimed[row])
        if dominator >= 0
        else not weighed.front.warnings,
        is_balanced=weighed.balance.recommended and weighed.balance.best == row,
        resolution=resolved.get(row, ""),
        run=found.runs[row] if found.runs else None,
        title=found.titles[row] if found.titles else "",
    )


def _role(found: AlternativeSet, row: int) -> Role:
    if row == found.baseline:
        return "baseline"
    return "contender" if row == found.contender else "alternative"


def _result(found: AlternativeSet, row: int, column: int) -> AlternativeResult:
    """Return the number itself with its interval, in the unit of the objective."""
    table, better = found.table, found.objectives[column].better
    cost, error = float(table.costs[row, column]), float(table.errors[row, column])
    degrees = float(table.degrees[row, column])
    half = 0.0 if error == 0.0 else float(t_quantile(COVERAGE, degrees)) * error
    ends = sorted(_number(cost + part, better) for part in (-half, half))
    return AlternativeResult(_number(cost, better), finite(ends[0]), finite(ends[1]))


def _number(cost: float, better: Better) -> float:
    return math.exp(cost if better == "lower" else -cost)


def _masks(found: AlternativeSet, split: SplitJudgement) -> SplitSides | None:
    """Return which weighed objectives the split gains and loses on; None without either."""
    verdicts = {one.member.name: one.verdict for one in split.effects}
    named = [verdicts.get(one.name, "unknown") for one in found.objectives[: found.weighed]]
    gains, losses = (
        np.array([one == word for one in named], np.bool_) for word in ("gain", "loss")
    )
    if not gains.any() or not losses.any():
        return None
    return SplitSides(found.baseline, found.contender, gains, losses)


def _resolutions(found: AlternativeSet, split: SplitJudgement) -> dict[int, str]:
    sides = _masks(found, split)
    if sides is None:
        return {}
    choice = _choice(found, range(found.weighed))
    return {
        one.row: one.verdict
        if one.claimed or one.verdict == "unknown"
        else f"{one.verdict} (summary only)"
        for one in resolutions(choice.table, sides)
    }
