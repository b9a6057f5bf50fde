"""What nobody should hand in: every line says what was handed in and what came out."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from backend.evaluate.handed import Handed, hand_in
from backend.evaluate.parts import bad_pairs
from backend.evaluate.rows import EvaluationRow, Figures, Section
from backend.evaluate.setting import EvaluationSetting
from backend.stats.change_points import analyse

TITLE = "Bad input"
NONE = "no change point"


def evaluate(setting: EvaluationSetting) -> Section:
    """Hand everything in; a row is met if all its answers are results or named errors."""
    section = Section(TITLE)
    lines: list[list[str]] = []
    parts = (
        ("detector", _detector(setting)),
        ("comparisons", bad_pairs.comparisons()),
        ("sweeps, splits, ladders", bad_pairs.tables()),
    )
    for part, handed in parts:
        with setting.step(f"bad input for the {part}"):
            answers = [hand_in(one) for one in handed]
        wrong = [answer for answer in answers if not answer.is_right]
        now = f"{len(answers) - len(wrong)} of {len(answers)}"
        section.rows.append(
            EvaluationRow(f"{part}: the right answer or a named error", "all", now, not wrong)
        )
        lines += [
            [part, answer.what, answer.told, "" if answer.is_right else "WRONG"]
            for answer in answers
        ]
    head = ["part", "handed in", "came out", "verdict"]
    section.figures.append(Figures("Handed in, came out", head, lines))
    return section


def _detector(setting: EvaluationSetting) -> list[Handed]:
    generator = np.random.default_rng(setting.seed)
    quiet = np.exp(generator.normal(0.0, 0.02, 100))
    step = quiet * np.where(np.arange(100) < 50, 1.0, 1.5)  # noqa: PLR2004
    million = np.tile(np.exp(generator.normal(0.0, 0.01, 10_000)), 100)
    return [
        *(_series(f"{n} equal runs", np.full(n, 3.0), NONE) for n in range(9)),
        *(_series(f"{n} runs", quiet[:n], NONE) for n in (5, 6, 7, 8)),
        _series("constant, 200 runs", np.full(200, 7.0), NONE),
        _series("100 x 100, 100 x 105", np.repeat([100.0, 105.0], 100), "100"),
        _series("step of 0.01 % in a counter", np.repeat([1e6, 1.0001e6], 50), "50"),
        _series("one spike", np.where(np.arange(100) == 50, 300.0, 100.0), NONE),  # noqa: PLR2004
        _series("alternating levels", np.tile([100.0, 110.0], 60), NONE),
        _series("ramp", np.linspace(100.0, 130.0, 300), NONE),
        _series("exponential", np.exp(np.linspace(0.0, 2.0, 300)), NONE),
        _series("60 equal runs and 2 new", np.append(np.full(60, 10.0), [12.0] * 2), NONE),
        _series("60 equal runs and 3 new", np.append(np.full(60, 10.0), [12.0] * 3), "60"),
        _series("NaN among them", _with(quiet, np.nan), None),
        _series("infinity among them", _with(quiet, np.inf), None),
        _series("minus infinity among them", _with(quiet, -np.inf), None),
        _series("all zero", np.zeros(50), NONE),
        _series("from zero to 3", np.repeat([0.0, 3.0], 30), "30"),
        _series("zeros and ones in turns", np.arange(120) % 2, NONE),
        _series("negative, stepping down", np.repeat([-4.0, -6.0], 30), "30"),
        _series("times 1e300", step * 1e300, "50"),
        _series("times 1e-300", step * 1e-300, "50"),
        _series("smallest positive floats", np.full(50, 5e-324), NONE),
        _series("1e300 and -1e300 in turns", np.tile([1e300, -1e300], 30), ""),
        _series("1e-300 then 1e300", np.repeat([1e-300, 1e300], 30), "30"),
        _series("around 1e15", 1e15 + quiet, NONE),
        _series("ties: two numbers at random", generator.choice([10.0, 11.0], 200), NONE),
        _series("whole numbers", np.repeat([7, 9], 40), "40"),
        _series("two rows", np.ones((2, 50)), None),
        _series("a single number", 4.0, None),
        _series("words", ["fast", "slow"], None),
        Handed("a boundary outside", lambda: analyse(quiet, forced=[200]), None),
        _series("1,000,000 runs", million, ""),
    ]


def _with(values: Iterable[float], bad: float) -> list[float]:
    return [*values, bad]


def _series(what: str, values: ArrayLike, expected: str | None) -> Handed:
    return Handed(what, lambda: _places(values), expected)


def _places(values: ArrayLike) -> list[int] | str:
    places = [change.index for change in analyse(values).changes]
    if not places:
        return NONE
    return places if len(places) < 10 else f"{len(places)} change points"  # noqa: PLR2004
