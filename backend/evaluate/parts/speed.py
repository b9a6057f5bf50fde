"""How long the detector takes, how that grows, and Otava on the same series in the same run."""

import math
import subprocess
import sys
from collections.abc import Mapping

import numpy as np

from backend.evaluate.clock import calibration, seconds
from backend.evaluate.finders import DEFAULT_P, OTAVA
from backend.evaluate.generator.families import FAMILIES
from backend.evaluate.generator.series import make
from backend.evaluate.rows import EvaluationRow, Figures, Section, absent, at_least, at_most, said
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.change_points import detect
from backend.stats.online import surprise
from backend.stats.screening import WIDTH, append, screen, tail_of

TITLE = "Speed and memory"
RUNS, MANY = 1_000, 10_000
MS, US = 1e3, 1e6
_SERIES = 200
"""Appended to and screened at once, as an upload does."""


def evaluate(setting: EvaluationSetting) -> Section:
    """Time one core; every figure is CPU time, the least of several calls."""
    section = Section(TITLE)
    unit = calibration()
    section.notes.append(
        f"a loop of 100,000 steps of plain Python takes {unit * MS:.1f} ms here;"
        " times are CPU time, the least of several calls"
    )
    with setting.step("1,000 and 10,000 runs of every family"):
        thousand = {name: _time(values) for name, values in _series(setting, RUNS).items()}
        many = {name: _time(values, 8) for name, values in _series(setting, MANY).items()}
    section.rows += _times(thousand, many, unit)
    with setting.step("each call another series"):
        section.rows += _cold(setting, unit)
    with setting.step("growth"):
        section.rows += _growth(setting)
    with setting.step("fresh processes"):
        section.rows += _fresh(setting)
    section.rows += _appended(setting)
    theirs = _theirs(setting)
    section.rows += _ratios(setting, thousand, theirs)
    section.figures.append(_figures(thousand, many, theirs))
    return section


def _series(setting: EvaluationSetting, n: int) -> dict[str, Floats]:
    """Draw a series of every family, and two that are hard: many steps, a random walk."""
    generator = np.random.default_rng([setting.seed, n])
    found = {name: make((setting.seed, n), name, n=n).values for name in FAMILIES}
    quiet = np.exp(generator.normal(0.0, 0.01, n))
    found["noise only"] = quiet
    found["100 runs a level"] = quiet * (1.0 + 0.05 * (np.arange(n) // 100 % 2))
    found["random walk"] = np.exp(np.cumsum(generator.normal(0.0, 0.3 / math.sqrt(n), n)))
    return found


def _time(values: Floats, repeats: int = 20) -> float:
    detect(values)
    return seconds(lambda: detect(values), repeats)


def _times(
    thousand: Mapping[str, float], many: Mapping[str, float], unit: float
) -> list[EvaluationRow]:
    worst, slowest = max(thousand, key=thousand.__getitem__), max(many, key=many.__getitem__)
    typical = float(np.median(list(thousand.values())))
    return [
        _most("1,000 runs, median of the families", 0.1, typical, unit),
        _most(f"1,000 runs, worst family ({worst})", 0.4, thousand[worst], unit),
        _most(f"10,000 runs, worst family ({slowest})", 8.0, many[slowest], unit),
    ]


def _cold(setting: EvaluationSetting, unit: float) -> list[EvaluationRow]:
    """Time each series once: the processor cannot learn its way through the branches."""
    medians = {}
    for family in FAMILIES:
        series = [
            make((setting.seed, 11, number), family, n=RUNS).values
            for number in range(setting.size(60, 10))
        ]
        took = [seconds(lambda values=values: detect(values), 1) for values in series]  # type: ignore[misc]
        medians[family] = float(np.median(took))
    worst = max(medians, key=medians.__getitem__)
    typical = float(np.median(list(medians.values())))
    return [
        _most("1,000 runs, each call another series", 0.1, typical, unit),
        _most(f"the same, worst family ({worst})", 0.4, medians[worst], unit),
    ]


def _most(what: str, bound: float, took: float, unit: float) -> EvaluationRow:
    now = f"{took * MS:.3f} ms ({took / unit:.3f} loops)"
    return EvaluationRow(what, f"≤ {bound:g} ms", now, took * MS <= bound)


def _growth(setting: EvaluationSetting) -> list[EvaluationRow]:
    """Return how time grows with length, as the exponent from 1,000 runs to the longest."""
    rows = []
    longest = setting.size(1_000_000, 100_000)
    for name in ("noise only", "100 runs a level", "random walk"):
        lengths = [n for n in (RUNS, MANY, 100_000, 1_000_000) if n <= longest]
        took = [_time(_series_named(setting, name, n), 3 if n < longest else 1) for n in lengths]
        exponent = math.log(took[-1] / took[0]) / math.log(lengths[-1] / lengths[0])
        told = ", ".join(
            f"{n:.0e} {each * MS:.3g} ms" for n, each in zip(lengths, took, strict=True)
        )
        now = f"{exponent:.2f} ({told})"
        holds = exponent <= 1.25  # noqa: PLR2004
        rows.append(EvaluationRow(f"growth with length, {name}: exponent", "≤ 1.25", now, holds))
    return rows


def _series_named(setting: EvaluationSetting, name: str, n: int) -> Floats:
    generator = np.random.default_rng([setting.seed, n])
    if name == "random walk":
        return np.exp(np.cumsum(generator.normal(0.0, 0.3 / math.sqrt(n), n)))
    quiet = np.exp(generator.normal(0.0, 0.01, n))
    if name == "noise only":
        return quiet
    return np.asarray(quiet * (1.0 + 0.05 * (np.arange(n) // 100 % 2)))


def _fresh(setting: EvaluationSetting) -> list[EvaluationRow]:
    """Start processes of their own; the compiled code is on disk, as after an installation."""
    runs = setting.size(1_000_000, 100_000)
    asked = [sys.executable, "-m", "backend.evaluate.fresh_process", str(runs)]
    answers = []
    for _ in range(4):
        done = subprocess.run(asked, capture_output=True, text=True, check=True)  # noqa: S603
        answers.append([float(number) for number in done.stdout.split()])
    # the first of them may have had to compile
    imported, first, by_clock, grown = map(min, zip(*answers[1:], strict=True))
    return [
        EvaluationRow(
            "first call in a fresh process",
            "≤ 0.5 s",
            f"{first:.2f} s ({by_clock:.2f} by the clock), after {imported:.2f} s of import",
            first <= 0.5,  # noqa: PLR2004  the issue's
        ),
        said("memory, transient", f"{grown / runs:.0f} bytes per run ({runs:,} runs)"),
    ]


def _appended(setting: EvaluationSetting) -> list[EvaluationRow]:
    """Time what one new run costs where the whole history is not read."""
    generator = np.random.default_rng(setting.seed)
    quiet = generator.normal(0.0, 0.01, (_SERIES, RUNS))
    tails = np.stack([tail_of(row) for row in quiet])
    counts = np.full(_SERIES, RUNS, dtype=np.int64)
    sigmas, rhos = np.full(_SERIES, 0.01), np.zeros(_SERIES)
    new = tails[:, WIDTH - 1]

    def look() -> None:
        moved, more = append(tails, counts, new)
        screen(moved, more, more - 100, more - 1, sigmas, rhos)

    noise = np.stack((sigmas, rhos, rhos), axis=1)
    visible, fresh = np.full(_SERIES, WIDTH), np.ones(_SERIES, dtype=np.int64)

    def doubt() -> None:
        surprise(tails, visible, fresh, noise)

    look()
    doubt()
    took, also = (seconds(call, 20) / _SERIES * US for call in (look, doubt))
    return [
        at_most("append one run and screen it", 2.0, took, ".2f", " µs"),
        said("how surprising the newest run is", f"{also:.2f} µs"),
    ]


def _theirs(setting: EvaluationSetting) -> dict[str, float]:
    """Return Otava's CPU time for the same series, with its default setting."""
    found = {}
    for finder in setting.otavas(DEFAULT_P):
        with setting.step(f"{finder.name} on the same series"):
            for name, values in _series(setting, RUNS).items():
                repeats = setting.size(3, 1)
                found[name] = min(finder.find([values]).seconds for _ in range(repeats))
    return found


def _ratios(
    setting: EvaluationSetting, ours: Mapping[str, float], theirs: Mapping[str, float]
) -> list[EvaluationRow]:
    if not theirs:
        return [absent(f"times faster than {OTAVA}", str(setting.otava))]
    ratios = {name: theirs[name] / ours[name] for name in ours}
    least = min(ratios, key=ratios.__getitem__)
    typical = float(np.median(list(ratios.values())))
    return [
        at_least("times faster than Otava, median of the families", 50, typical, ".0f"),
        at_least(f"the same, least ({least})", 50, ratios[least], ".0f"),
    ]


def _figures(
    thousand: Mapping[str, float], many: Mapping[str, float], theirs: Mapping[str, float]
) -> Figures:
    lines = []
    for name, took in thousand.items():
        their = theirs.get(name)
        told = [f"{their * MS:.1f} ms", f"{their / took:.0f}"] if their else ["-", "-"]
        lines.append([name, f"{took * US:.0f} µs", f"{many[name] * MS:.2f} ms", *told])
    head = ["family", "1,000 runs", "10,000 runs", f"{OTAVA}, 1,000 runs", "times as long"]
    return Figures("Time of one analysis", head, lines)
