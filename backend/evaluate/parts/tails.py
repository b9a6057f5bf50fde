"""Tails and spread of results: what is reported of them, and what should be."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.evaluate.generator.recordings import (
    COMMIT_RUNS,
    LUCK,
    SAMPLES,
    Change,
    Generator,
    record,
)
from backend.evaluate.growing import GrownHistory, live
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_least, at_most, said
from backend.evaluate.setting import EvaluationSetting
from backend.stats.arrays import Floats

TITLE = "Tails and spread of growing histories"
START, QUIET_COMMITS, COMMITS, AT, NEAR = 20, 130, 70, 40, 3
SAMPLES_OF_RUN = (40, 200, 1000)
_MOST, _MOST_FLAT, _LEAST_FOUND, _DELAY = 0.5, 0.1, 90.0, 6.0
FLAT = ("independent", "heavy", "correlated")
ON_THE_EDGE = "one in 100 slow"
"""Here the 99th percentile lies between the modes: it jumps from run to run."""


def _slower(factor: float, share: float) -> Change:
    """Make a share of the samples slower."""

    def change(g: Generator, x: Floats) -> Floats:
        slow = x.copy()
        slow[g.choice(x.size, round(share * x.size), replace=False)] += math.log(factor)
        return slow

    return change


def _wider(_: Generator, x: Floats) -> Floats:
    middle = np.median(x)
    return np.asarray(middle + 2 * (x - middle))


def _second_mode(g: Generator, x: Floats) -> Floats:
    return np.asarray(x + 0.2 * (g.random(x.size) < 0.3))  # noqa: PLR2004  30 % of the samples


CHANGES: dict[str, Change] = {
    "3 % of the samples 3 times as slow": _slower(3.0, 0.03),
    "20 % of the samples 20 % slower": _slower(1.2, 0.2),
    "spread twice as wide": _wider,
    "30 % of the samples in a second mode": _second_mode,
}


def evaluate(setting: EvaluationSetting) -> Section:
    """Let histories of samples grow point by point, with and without changes of their tails."""
    section = Section(TITLE)
    section.notes.append(
        f"percentiles and spread of {len(SAMPLES)} kinds of samples, {SAMPLES_OF_RUN[0]} to"
        f" {SAMPLES_OF_RUN[-1]} a run, whose tails vary from run to run in {len(LUCK)} ways;"
        " reported as in growing histories; alerts of the centre count there"
    )
    with setting.step("tails that do not change, point by point"):
        section.rows += _quiet(setting, section)
    with setting.step("tails that change, point by point"):
        section.rows += _changed(setting, section)
    return section


def _quiet(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    tallies: dict[str, _Reported] = {}
    for luck in LUCK:
        generator = np.random.default_rng((setting.seed, 41, len(tallies)))
        tally = tallies[luck] = _Reported()
        for kind in SAMPLES:
            for samples in SAMPLES_OF_RUN[:: 1 if not setting.is_quick else 2]:
                for _ in range(setting.size(3, 1)):
                    _grow(generator, tally, luck, kind, samples)
    section.figures.append(
        Figures(
            "Tails that do not change",
            ["luck", "runs", "first alerts", "per 1,000 runs", "taken back"],
            [
                [luck, f"{one.runs:,}", str(one.alerts), f"{one.rate:.2f}", str(one.taken_back)]
                for luck, one in tallies.items()
            ],
        )
    )
    worst = max(tallies, key=lambda luck: tallies[luck].rate)
    flat = _sum([tallies[luck] for luck in FLAT])
    every = _sum(list(tallies.values()))
    fewest = min(one.runs for one in tallies.values())
    # the worst of many would break the bar by chance alone: two standard errors of a rate at it
    allowed = _MOST + 2 * math.sqrt(1000 * _MOST / fewest)
    what = "first alerts of tails per 1,000 runs where nothing changed"
    return [
        at_most(f"{what} ({every.alerts} in {every.runs:,})", _MOST, every.rate, ".2f"),
        at_most(f"the same, worst family ({worst})", round(allowed, 2), tallies[worst].rate, ".2f"),
        at_most(f"the same, independent, heavy or correlated ({flat.alerts} in {flat.runs:,})",
                _MOST_FLAT, flat.rate, ".2f"),
    ]  # fmt: skip


@dataclass(slots=True)
class _Reported:
    runs: int = 0
    alerts: int = 0
    taken_back: int = 0

    @property
    def rate(self) -> float:
        return 1000 * self.alerts / max(1, self.runs)


def _sum(tallies: Sequence[_Reported]) -> _Reported:
    return _Reported(
        sum(one.runs for one in tallies),
        sum(one.alerts for one in tallies),
        sum(one.taken_back for one in tallies),
    )


def _grow(generator: Generator, tally: _Reported, luck: str, kind: str, samples: int) -> None:
    runs = QUIET_COMMITS * COMMIT_RUNS.get(luck, 1)
    drawn = record(generator, luck, kind, (runs, samples), None)
    story = live(drawn.centres, drawn.commits, START, aspects=drawn.aspects)
    tally.runs += runs - START
    told = [one.what for one in story.told if story.known[one.change].aspect]
    tally.alerts += sum(one in ("first", "told as fixed") for one in told)
    tally.taken_back += sum(one in ("withdrawn", "reopened") for one in told)


def _changed(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    rows: list[EvaluationRow] = []
    lines: list[list[str]] = []
    for place, what in enumerate(CHANGES):
        generator = np.random.default_rng((setting.seed, 42, place))
        delays = {
            kind: [
                _delay(generator, luck, kind, CHANGES[what])
                for luck in FLAT + tuple(COMMIT_RUNS)
                for _ in range(setting.size(4, 1))
            ]
            for kind in SAMPLES
        }
        lines.append([what, *(_found(delays[kind]) for kind in SAMPLES)])
        # a second mode of 30 % and slower 20 % move the median and the other tails alike
        usual = [one for kind, some in delays.items() if kind != ON_THE_EDGE for one in some]
        rows.append(at_least(f"{what}: reported", _LEAST_FOUND, _share(usual), ".0f", " %"))
        if place == 0:
            found = float(np.median([math.inf if one is None else one for one in usual]))
            rows.append(at_most("the same: median delay", _DELAY, found, ".0f", " commits"))
            edge = delays[ON_THE_EDGE]
            rows.append(said(f"the same where {ON_THE_EDGE} before", f"{_share(edge):.0f} %"))
    head = ["change", *SAMPLES]
    section.figures.append(Figures("Reported, % of the changes, by kind of samples", head, lines))
    return rows


def _found(delays: Sequence[float | None]) -> str:
    return f"{_share(delays):.0f}"


def _share(delays: Sequence[float | None]) -> float:
    return 100 * sum(one is not None for one in delays) / len(delays)


def _delay(generator: Generator, luck: str, kind: str, change: Change) -> float | None:
    """Return after how many commits a change of the tails is reported; None where it is not."""
    per = COMMIT_RUNS.get(luck, 1)
    drawn = record(generator, luck, kind, (COMMITS * per, SAMPLES_OF_RUN[1]), (AT * per, change))
    story = live(drawn.centres, drawn.commits, START, aspects=drawn.aspects)
    told = [(one.at - AT * per) / per for one in story.told if _is_of_step(story, one.change)]
    return min(told, default=None)


def _is_of_step(story: GrownHistory, change: int) -> bool:
    known = story.known[change]
    return bool(known.aspect) and abs(known.position - AT) <= NEAR
