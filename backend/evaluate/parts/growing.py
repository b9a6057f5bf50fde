"""Growing histories: what people are told point by point, and how much of it is taken back."""

import math
from collections.abc import Sequence

import numpy as np

from backend.domain.changes.findings import FindingKind
from backend.evaluate.generator.families import CORRELATED, FAMILIES
from backend.evaluate.generator.series import Series, make
from backend.evaluate.growing import GrownHistory, Lived, live, lived
from backend.evaluate.matching import MARGIN
from backend.evaluate.rows import EvaluationRow, Figures, Section, absent, at_least, at_most, said
from backend.evaluate.setting import EvaluationSetting
from backend.evaluate.unlabelled import histories
from backend.stats.arrays import Floats, Ints

TITLE = "Growing histories: first alerts, withdrawn, reopened"
RUNS = 150
SOON = 10
"""Runs of the new level within which a step should be told."""
FIRST = 20
_PER_HUNDRED, _OF_DRIFTS = 5.0, 10.0
_LIVED = (7, 5, 0.10)
"""The runs before and after and the size of a step that was once taken back by the next run."""
_LATER = 20
_NOISE = 0.02
_RUNS_PER_COMMIT = (3, 5)
_COMMITS, _STEP_AT = 60, 40
_RUN_NOISE = 0.01
_SLOPES, _DRIFT_NOISES = (0.001, 0.003), (0.005, 0.01, 0.02)
_DRIFT_RUNS, _DRIFT_AT = 200, 60
_LAYOUT = 3
"""How much more commits differ by their layout than runs of one commit do."""


def evaluate(setting: EvaluationSetting) -> Section:
    """Let real and made histories grow point by point through the worker's own judge."""
    section = Section(TITLE)
    section.notes.append(
        "every point screened as at ingestion, histories judged and change points matched as the"
        " worker does; told: a change point is confirmed for the first time, withdrawn, open again"
    )
    with setting.step("real histories, point by point"):
        section.rows += _real(setting)
    with setting.step(f"made histories of {RUNS} runs, point by point"):
        section.rows += _made(setting, section)
    with setting.step("a step of 10 % with seven runs before it and five after"):
        section.rows.append(_taken_back(setting))
    with setting.step("histories whose commits differ by the layout of their builds"):
        section.rows += _layouts(setting)
    with setting.step("histories that drift"):
        section.rows += _drifts(setting)
    return section


def _real(setting: EvaluationSetting) -> list[EvaluationRow]:
    every = histories(setting.data, setting.size(8, 1), setting.seed) if setting.data else []
    if not every:
        return [absent("real histories, point by point", "none found (DATA=)")]
    found = lived([live(one) for one in every], sum(one.size for one in every))
    what = f"withdrawn and reopened per 100 first alerts, {len(every)} real histories"
    return [
        at_most(f"{what} ({found.first} in {found.runs:,} runs)", _PER_HUNDRED, found.taken_back,
                ".1f"),
        at_most("the same, of boundaries more than 60 runs old", 0, found.old, "d"),
        said("first alerts, withdrawn, reopened, fixed", _counts(found)),
        said("runs at which a whole history was analysed", f"{found.looks / found.runs:.0%}"),
    ]  # fmt: skip


def _counts(found: Lived) -> str:
    return f"{found.first}, {found.withdrawn}, {found.reopened}, {found.fixed}"


def _made(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    count = setting.size(20, 2)
    lines: list[list[str]] = []
    shares: list[list[tuple[int, int]]] = []
    alarms = {True: [0, 0], False: [0, 0]}
    for family in FAMILIES:
        stepped = [_draw(setting, family, number, is_quiet=False) for number in range(count)]
        quiet = [_draw(setting, family, number, is_quiet=True) for number in range(count)]
        shares.append([_soon(stepped, has_memory=one) for one in (True, False)])
        told = lived([live(one.values, start=FIRST) for one in quiet], count * (RUNS - FIRST))
        alarms[family in CORRELATED][0] += told.first
        alarms[family in CORRELATED][1] += told.runs
        (found, steps), (without, _) = shares[-1]
        counts = [str(told.first), str(told.withdrawn), str(told.reopened)]
        lines.append([family, f"{found} of {steps}", f"{without} of {steps}", *counts])
    head = [
        "family", "reported within 10 runs", "without memory",
        "first alerts where nothing changed", "withdrawn", "reopened",
    ]  # fmt: skip
    section.figures.append(Figures("Made histories, point by point", head, lines))
    total = max(1, sum(one[0][1] for one in shares))
    remembers, forgets = (sum(one[way][0] for one in shares) / total for way in (0, 1))
    return [
        said(f"steps to be found that are reported within {SOON} runs", f"{remembers:.3f}"),
        at_least("the same, beside a judge that forgets what it told", -0.01, remembers - forgets,
                 "+.3f"),
        *(_alarms(*alarms[way], is_correlated=way) for way in (False, True)),
    ]  # fmt: skip


def _draw(setting: EvaluationSetting, family: str, number: int, *, is_quiet: bool) -> Series:
    seed = setting.seed + is_quiet, 31, number
    return make(seed, family, with_changes=not is_quiet, n=RUNS)


def _soon(series: Sequence[Series], *, has_memory: bool) -> tuple[int, int]:
    """Count the steps that are told soon, and those that should be."""
    stories = [live(one.values, has_memory=has_memory) for one in series]
    steps = [(story, at) for story, one in zip(stories, series, strict=True) for at in one.required]
    return sum(_is_reported_soon(story, at) for story, at in steps), len(steps)


def _is_reported_soon(story: GrownHistory, at: int) -> bool:
    return any(
        one.what == "first" and abs(one.position - at) <= MARGIN and 0 <= one.at - at <= SOON
        for one in story.told
    )


def _alarms(count: int, runs: int, *, is_correlated: bool) -> EvaluationRow:
    if is_correlated:
        what, most = "first alerts per 1,000 runs where nothing changed, ar1, drift and mixed", 8.0
    else:
        what, most = "first alerts per 1,000 runs where nothing changed, uncorrelated noise", 0.5
    return at_most(f"{what} ({count} in {runs:,})", most, 1000 * count / runs, ".2f")


def _taken_back(setting: EvaluationSetting) -> EvaluationRow:
    """Replay steps without overlap, as one that people lived through."""
    generator = np.random.default_rng((setting.seed, 32))
    before, after, size = _LIVED
    wanted = setting.size(300, 30)
    stories: list[GrownHistory] = []
    while len(stories) < wanted:
        x = _NOISE * generator.standard_normal(before + _LATER)
        x[before:] += math.log1p(size)
        if x[:before].max() < x[before : before + after].min():
            stories.append(live(np.exp(x)))
    found = lived(stories, wanted * (before + _LATER))
    what = f"step of {size:.0%}, {before} runs before, no overlap: taken back, of {wanted}"
    return at_most(what, 0, found.withdrawn, "d")


def _drifts(setting: EvaluationSetting) -> list[EvaluationRow]:
    """Replay slow changes of several slopes and noises: each is one thing to be told of."""
    wanted = setting.size(20, 2)
    generator = np.random.default_rng((setting.seed, 34))
    stories: list[GrownHistory] = []
    late: list[float] = []
    for slope in _SLOPES:
        for noise in _DRIFT_NOISES:
            for _ in range(wanted):
                slid = slope * np.maximum(np.arange(_DRIFT_RUNS) - _DRIFT_AT, 0)
                x = slid + noise * generator.standard_normal(_DRIFT_RUNS)
                stories.append(live(np.exp(x), start=FIRST))
                late += [slope * (at - _DRIFT_AT) for at in _drift_reports(stories[-1])[:1]]
    once = sum(len(_drift_reports(one)) == 1 for one in stories)
    found = lived(stories, len(stories) * _DRIFT_RUNS)
    what = f"drifts of {_SLOPES[0]:.1%} and {_SLOPES[-1]:.1%} a run, noise 0.5 to 2 %"
    return [
        at_least(f"{what}: told as a drift, and once", 95, 100 * once / len(stories), ".0f", " %"),
        said("the same: drifted by then, median", f"{math.expm1(float(np.median(late))):.0%}"),
        at_most("the same: alerts per history, steps included", 2, found.first / len(stories),
                ".2f"),
        at_most("the same: taken back per 100 first alerts", _OF_DRIFTS, found.taken_back, ".1f"),
    ]  # fmt: skip


def _drift_reports(story: GrownHistory) -> list[int]:
    """Return when drifts were told for the first time, in points that the series had."""
    return [
        one.at
        for one in story.told
        if one.what == "first" and story.known[one.change].kind is FindingKind.DRIFT
    ]


def _layouts(setting: EvaluationSetting) -> list[EvaluationRow]:
    """Replay commits of several runs that share the luck of their build, with and without steps."""
    rows = []
    for runs in _RUNS_PER_COMMIT:
        every = range(setting.size(12, 2))
        generator = np.random.default_rng((setting.seed, 33, runs))
        positions = np.repeat(np.arange(_COMMITS), runs)
        drawn = [_lucky(generator, positions) for _ in every]
        quiet = lived(
            [live(np.exp(x), positions, start=FIRST) for x in drawn], len(drawn) * positions.size
        )
        spread = _RUN_NOISE * math.sqrt(_LAYOUT**2 + 1 / runs)
        stepped = [x + 5 * spread * (positions >= _STEP_AT) for x in drawn]
        found = sum(_is_step_reported(np.exp(x), positions) for x in stepped)
        what = f"layout luck, {runs} runs a commit"
        rows += [
            at_most(f"{what}: first alerts per 1,000 runs where nothing changed", 0.5,
                    1000 * quiet.first / quiet.runs, ".2f"),
            at_least(f"{what}: steps of 5 sd", 90, 100 * found / len(stepped), ".0f", " %"),
        ]  # fmt: skip
    return rows


def _lucky(generator: np.random.Generator, positions: Ints) -> Floats:
    luck = generator.standard_normal(_COMMITS)[positions]
    drawn = _LAYOUT * luck + generator.standard_normal(positions.size)
    return np.asarray(_RUN_NOISE * drawn)


def _is_step_reported(values: Floats, positions: Ints) -> bool:
    grown = live(values, positions, start=FIRST)
    return any(
        one.what == "first" and abs(one.position - _STEP_AT) <= 2  # noqa: PLR2004  commits
        for one in grown.told
    )
