"""Sweeps: whether the best is kept, and whether knees, crossings and moves are real."""

from collections.abc import Callable

import numpy as np

from backend.evaluate.measurements import CV, deviations
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_least, share_at_most
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.sweeps.answers import judge_sweep
from backend.stats.sweeps.best_set import best_set
from backend.stats.sweeps.crossover import crossover_in_rounds
from backend.stats.sweeps.optimum_moves import judge_move
from backend.stats.sweeps.response import response_from_rounds

TITLE = "Sweeps"
TRUTH = np.array([1.0, 1.005, 1.02, 1.03, 1.05, 1.08, 1.1, 1.2])
CLEARLY_WORSE = 4
"""Place from which on values are 5 % worse than the best, or more."""
SHARED = 0.03  # of what a round does to all its values
LAYOUT_LUCK = 0.01
ROUNDS = (5, 10, 20, 40)
XS = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0])
FLAT = np.ones(XS.size)
FALLING = XS**-0.2
KNEE = np.maximum(XS, 8.0) ** 0.02 * np.minimum(XS, 8.0) ** -0.5
PLATEAU = np.minimum(XS, 8.0) ** -0.5
VALLEY = 1.0 + 0.04 * np.abs(np.log2(XS) - 3.0)
MOVED = 1.0 + 0.04 * np.abs(np.log2(XS) - 5.0)
_KNEE_AT = 3
_ROUNDS = 20
_FALSE = 5.0
"""Percent of sweeps in which something that is not there may be claimed."""


def evaluate(setting: EvaluationSetting) -> Section:
    """Measure sweeps of known truth in rounds that share a disturbance."""
    section = Section(TITLE)
    generator = np.random.default_rng([setting.seed, 10])
    with setting.step("best sets"):
        section.rows += _best_sets(setting, generator, section)
    with setting.step("knees, cliffs, plateaus and trends"):
        section.rows += _shapes(setting, generator)
    with setting.step("crossings and moves"):
        section.rows += _crossings(setting, generator)
        section.rows += _moves(setting, generator)
    with setting.step("values with layout luck"):
        section.rows += _luck(setting, np.random.default_rng([setting.seed, 32]))
    section.notes.append(
        f"noise {CV:.0%}, rounds share another {SHARED:.0%}; {_ROUNDS} rounds unless said otherwise"
    )
    return section


def measured(
    generator: np.random.Generator, truth: Floats, rounds: int, kind: str = "gauss"
) -> Floats:
    """Return results (values, rounds): each round runs every value once."""
    own = deviations(generator, kind, (rounds, truth.size)).T
    shared = np.maximum(1.0 + SHARED * generator.standard_normal(rounds), 0.1)
    return np.asarray(truth[:, None] * own * shared)


def _best_sets(
    setting: EvaluationSetting, generator: np.random.Generator, section: Section
) -> list[EvaluationRow]:
    lines, kept = [], {}
    for rounds in ROUNDS:
        for kind in ("gauss", "lognormal", "spikes"):
            count = setting.size(1_000, 30)
            tables = [measured(generator, TRUTH, rounds, kind) for _ in range(count)]
            members = np.array([best_set(table, "lower").members for table in tables])
            fastest = float(np.mean([table.mean(axis=1).argmin() == 0 for table in tables]))
            kept[rounds, kind] = float(members[:, 0].mean())
            worse = members[:, CLEARLY_WORSE:].sum(axis=1).mean()
            lines.append(
                [
                    str(rounds), kind, f"{kept[rounds, kind]:.1%}",
                    f"{members.sum(axis=1).mean():.2f}", f"{worse:.2f}", f"{fastest:.0%}",
                ]
            )  # fmt: skip
    head = ["rounds", "noise", "best kept", "size of the set", "5 % worse and in it",
            "fastest mean is the best"]  # fmt: skip
    section.figures.append(
        Figures("Best sets of eight values, two of them 0.5 % apart", head, lines)
    )
    least = min(kept, key=kept.__getitem__)
    what = f"true best kept in the set, worst ({least[0]} rounds, {least[1]})"
    return [at_least(what, 95.0, 100 * kept[least], ".1f", " %")]


def _luck(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    """Let each value have the luck of a layout: of one build, or of another one in every round."""

    def share_with_best(rounds: int, layouts: int) -> float:
        found = 0
        for _ in range(count):
            luck = generator.standard_normal((TRUTH.size, layouts))
            table = measured(generator, TRUTH, rounds) * np.exp(LAYOUT_LUCK * luck)
            found += bool(best_set(table, "lower").members[0])
        return 100 * found / count

    count = setting.size(1_000, 30)
    staying = [share_with_best(rounds, 1) for rounds in ROUNDS]
    what = f"layout luck {100 * LAYOUT_LUCK:.0f} %, one build a value: best kept"
    now = f"{staying[0]:.0f} % after {ROUNDS[0]} rounds, {staying[-1]:.0f} % after {ROUNDS[-1]}"
    moving = min(share_with_best(rounds, rounds) for rounds in ROUNDS)
    return [
        EvaluationRow(what, "no target", now, None),
        at_least("the same, another layout each round", 95.0, moving, ".1f", " %"),
    ]


def _shapes(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    count = setting.size(2_000, 25)

    def share(truth: Floats, claims: Callable[[Floats], bool]) -> float:
        tables = (measured(generator, truth, _ROUNDS) for _ in range(count))
        return 100 * float(np.mean([claims(table) for table in tables]))

    return [
        share_at_most("flat curve: a knee is claimed", _FALSE, share(FLAT, _has_knee), count),
        share_at_most("straight fall: a knee is claimed", _FALSE, share(FALLING, _has_knee), count),
        at_least("knee at 8: its interval holds it", 90.0, share(KNEE, _knee_holds), ".1f", " %"),
        share_at_most("flat curve: a cliff is claimed", _FALSE, share(FLAT, _has_cliff), count),
        share_at_most("flat curve: a trend is claimed", _FALSE, share(FLAT, _has_trend), count),
        at_least("straight fall: a trend is seen", 95.0, share(FALLING, _has_trend), ".1f", " %"),
        share_at_most(
            "plateau from 8 on: a worse value is in it", _FALSE, share(PLATEAU, _plateau_errs),
            count,
        ),
    ]  # fmt: skip


def _has_knee(table: Floats) -> bool:
    knee = judge_sweep(response_from_rounds(table, "lower"), XS).knee
    return knee is not None and knee.claimed


def _knee_holds(table: Floats) -> bool:
    knee = judge_sweep(response_from_rounds(table, "lower"), XS).knee
    return knee is not None and knee.claimed and knee.low <= _KNEE_AT <= knee.high


def _has_cliff(table: Floats) -> bool:
    return any(one.claimed for one in judge_sweep(response_from_rounds(table, "lower"), XS).cliffs)


def _has_trend(table: Floats) -> bool:
    trend = judge_sweep(response_from_rounds(table, "lower"), XS).trend
    return trend.low > 0 or trend.high < 0


def _plateau_errs(table: Floats) -> bool:
    plateau = judge_sweep(response_from_rounds(table, "lower"), XS, margin=0.1).plateau
    return plateau is not None and plateau.first < _KNEE_AT


def _crossings(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    count = setting.size(2_000, 25)
    rising = XS**0.05 / XS[_KNEE_AT] ** 0.05
    beside = np.maximum(rising, 1.0)
    """Never faster than the other, the same up to the fourth value."""

    def share(first: Floats) -> float:
        found = 0
        for _ in range(count):
            both = measured(generator, np.concatenate((first, FLAT)), _ROUNDS)
            crossed = crossover_in_rounds(both[: XS.size], both[XS.size :], XS, "lower")
            found += bool(crossed.crossings and crossed.claimed)
        return 100 * found / count

    return [
        share_at_most("two equal variants: a crossing is claimed", _FALSE, share(FLAT), count),
        share_at_most("one never faster: a crossing is claimed", _FALSE, share(beside), count),
        at_least("variants that cross at 8: it is claimed", 90.0, share(rising), ".1f", " %"),
    ]


def _moves(setting: EvaluationSetting, generator: np.random.Generator) -> list[EvaluationRow]:
    count = setting.size(2_000, 25)

    def share(before: Floats, after: Floats) -> float:
        moved = 0
        for _ in range(count):
            old, new = (
                response_from_rounds(measured(generator, truth, _ROUNDS), "lower")
                for truth in (before, after)
            )
            moved += judge_move(old, new).moved
        return 100 * moved / count

    return [
        share_at_most("optimum stayed: a move is claimed", _FALSE, share(VALLEY, VALLEY), count),
        share_at_most("flat both times: a move is claimed", _FALSE, share(FLAT, FLAT), count),
        at_least("optimum moved from 8 to 32: claimed", 90.0, share(VALLEY, MOVED), ".1f", " %"),
    ]
