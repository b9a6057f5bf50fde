"""The product's front: screened replay, and suspicions answered by re-runs at the same commit."""

import math

import numpy as np

from backend.evaluate.front import confirmed, newest_suspicion, replay
from backend.evaluate.generator.series import make
from backend.evaluate.replay import BEFORE, CV, quiet_series, stepped
from backend.evaluate.rows import (
    EvaluationRow,
    Figures,
    Section,
    at_least,
    at_most,
    rate_at_most,
    said,
)
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats
from backend.stats.change_points import analyse

TITLE = "The product's front: screen, suspicion, re-runs"
KINDS = ("gauss", "lognormal", "heavy", "bimodal", "ar1", "spikes")
SIZES = (5.0, 7.0, 10.0)
_MOST = {2.0: 8, 3.0: 4, 5.0: 3}
_PAIRS = 5
"""Pairs drawn for every suspicion: three, and two more where they are asked for."""
_QUIET = 200  # runs of a quiet series
_FROM = 40  # runs before a suspicion is believed to be judged fairly


def evaluate(setting: EvaluationSetting) -> Section:
    """Replay through the screen; then answer suspicions by pairs at the same commit."""
    section = Section(TITLE)
    with setting.step("replay through the screen"):
        section.rows += _screened(setting)
    with setting.step("suspicions and re-runs"):
        section.rows += _reruns(setting, section)
    section.notes.append(
        "whole histories are analysed where the screen or the newest run asks for it;"
        " re-runs: 3 interleaved pairs, two more where one disagrees. Sigma of one run: as drawn,"
        " spikes on top not counted; and as the analysis of the history states it."
    )
    return section


def _screened(setting: EvaluationSetting) -> list[EvaluationRow]:
    rows = []
    for size, most in _MOST.items():
        seeds = [(setting.seed, number, int(10 * size)) for number in range(setting.size(200, 20))]
        delays = replay([stepped(seed, size) for seed in seeds]).delays()
        name = f"screened: median delay of a {size:g} sigma step"
        rows.append(at_most(name, most, float(np.median(delays)), ".0f", " runs"))
    bounds = (("uncorrelated noise", 0.3), ("ar1, drift and mixed", 8.0))
    looks = runs = 0
    both = quiet_series(setting.seed, setting.size(20, 2))
    for quiet, (name, bound) in zip(both, bounds, strict=True):
        alarms = total = 0
        for n in sorted({one.values.size for one in quiet}):
            some = [one.values for one in quiet if one.values.size == n]
            found = replay(some)
            alarms, total = alarms + found.alarms, total + n * len(some)
            looks, runs = looks + found.looks, runs + found.runs
        what = f"screened: false alarms per 1,000 runs, {name}"
        rows.append(rate_at_most(what, bound, alarms, total))
    rows.append(said("runs at which a whole history was analysed", f"{looks / runs:.0%}"))
    return rows


def _reruns(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    """Size the steps both by the noise that was drawn and by the noise that is stated."""
    lines: list[list[str]] = []
    rows = []
    for name, is_stated in (("drawn", False), ("stated", True)):
        shares = {
            kind: [_confirmed_at_once(setting, kind, size, is_stated=is_stated) for size in SIZES]
            for kind in KINDS
        }
        lines += [
            [name, kind, *(f"{share:.0%}" for share in each)] for kind, each in shares.items()
        ]
        worst = min(shares, key=lambda kind: min(shares[kind][1:]))
        what = f"confirmed at once, 7 sigma or more of the noise {name}, worst ({worst})"
        rows.append(at_least(what, 90, 100 * min(shares[worst][1:]), ".0f", " %"))
    head = ["sigma of the noise", "kind", *(f"{size:g} sigma" for size in SIZES)]
    section.figures.append(Figures("Confirmed at the very commit", head, lines))
    return [*rows, _false_confirmations(setting, section)]


def _confirmed_at_once(
    setting: EvaluationSetting, kind: str, size: float, *, is_stated: bool
) -> float:
    """Return the share of steps that the first run and its re-runs confirm."""
    found = []
    for number in range(setting.size(300, 20)):
        seed = (setting.seed, 3, number, int(10 * size))
        series = make(seed, kind, with_changes=False, n=BEFORE + 1 + 2 * _PAIRS, cv=CV)
        values = series.values[: BEFORE + 1].copy()
        step = math.exp(size * (analyse(values).sigma if is_stated else CV))
        values[-1] *= step
        suspicion = newest_suspicion(values)
        parent, commit = _turns(series.values[BEFORE + 1 :])
        found.append(suspicion is not None and confirmed(suspicion, parent, commit * step))
    return float(np.mean(found))


def _false_confirmations(setting: EvaluationSetting, section: Section) -> EvaluationRow:
    false = runs = asked = 0
    lines = []
    for kind in KINDS:
        wrong, suspected, looked = _false(setting, kind)
        false, runs, asked = false + wrong, runs + looked, asked + suspected
        lines.append([kind, f"{wrong} in {looked:,}", f"{6 * suspected / looked:.3f}"])
    head = ["noise", "false confirmations", "extra runs per run"]
    section.figures.append(Figures("Re-runs where nothing changed", head, lines))
    what = f"false confirmations per 1,000 runs ({false} in {runs:,}, {asked} suspected)"
    return at_most(what, 0.5, 1000 * false / runs, ".2f")


def _false(setting: EvaluationSetting, kind: str) -> tuple[int, int, int]:
    """Count false confirmations and suspicions over all runs of quiet series."""
    wrong = suspected = runs = 0
    for number in range(setting.size(25, 2)):
        seed = (setting.seed, 4, number)
        series = make(seed, kind, with_changes=False, n=_QUIET + 2 * _PAIRS)
        for end in range(_FROM + 1, _QUIET + 1):
            runs += 1
            suspicion = newest_suspicion(series.values[:end])
            if suspicion is not None:
                suspected += 1
                parent, commit = _turns(series.values[end : end + 2 * _PAIRS])
                wrong += confirmed(suspicion, parent, commit)
    return wrong, suspected, runs


def _turns(values: Floats) -> tuple[Floats, Floats]:
    return values[0::2], values[1::2]
