"""Runs held against histories: how often a suite of equal programs claims a difference."""

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from backend.evaluate.compared.single_runs import FAMILIES, HISTORY, SUITE, RunsOfSuite, made_suite
from backend.evaluate.measurements import CV
from backend.evaluate.rows import EvaluationRow, Figures, Section, absent, at_least, at_most, said
from backend.evaluate.setting import EvaluationSetting
from backend.evaluate.unlabelled import measured_runs
from backend.stats.arrays import Floats
from backend.stats.change_points import detect

TITLE = "Run against run"
CLAIMED = 5.0
"""Per cent of suites of equal programs that may claim anything."""
STEP = 5 * CV
_FEW, _SHUFFLES, _FEWEST_BENCHMARKS = 3, 4, 3
_QUIET = ("gauss", "lognormal", "heavy", "bimodal")
"""Noise whose runs agree where one is lucky: a step of 5 sd shows in two runs per side."""
Run = tuple[str, dict[str, float]]
"""Its commit, and what it measured by name."""


def evaluate(setting: EvaluationSetting) -> Section:
    """Compare runs of made and of real suites with one another, as the product does."""
    section = Section(TITLE)
    with setting.step("made suites without a difference"):
        section.rows += _false_claims(setting, section)
    with setting.step("steps of 5 sd"):
        section.rows += _found(setting, section)
    with setting.step("real suites"):
        section.rows += _real(setting)
    section.notes.append(
        f"suites of {SUITE}, histories of {HISTORY} runs, one sample a run, noise {CV:.0%}; under"
        " ar (0.8) baseline and contender are 20 runs apart"
    )
    return section


def _false_claims(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    count = setting.size(200, 12)
    false: dict[str, list[float]] = {}
    for place, kind in enumerate(FAMILIES):
        generator = np.random.default_rng([setting.seed, 31, place])
        ways = [(1, False), (1, True), (3, False)]
        false[kind] = [
            100 * _share(made_suite(generator, kind, runs, are_known=known) for _ in range(count))
            for runs, known in ways
        ]
    head = ["noise", "one run, of a pull request", "one run, of the main branch", "three per side"]
    lines = [[kind, *(f"{one:.1f} %" for one in row)] for kind, row in false.items()]
    section.figures.append(Figures("Suites with a false claim", head, lines))
    worst = max(false, key=lambda kind: max(false[kind][:2]))
    mean = float(np.mean([row[:2] for row in false.values()]))
    return [
        at_most("suites with a false claim, one run per side", CLAIMED, mean, ".1f", " %"),
        at_most(
            f"the same, worst family ({worst})", _widened(count), max(false[worst][:2]), ".1f", " %"
        ),
        at_most(
            "the same, three runs per side", CLAIMED,
            float(np.mean([row[2] for row in false.values()])), ".1f", " %",
        ),
    ]  # fmt: skip


def _widened(count: int) -> float:
    """Return the bound, widened by twice the standard error of a share of so many suites."""
    return round(CLAIMED + 2.0 * math.sqrt(CLAIMED * (100.0 - CLAIMED) / count), 1)


def _share(suites: Iterator[RunsOfSuite]) -> float:
    return float(np.mean([suite.claims().any() for suite in suites]))


def _found(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    """Make 8 of 100 benchmarks slower, and count how many of these are claimed."""
    count = setting.size(40, 4)
    found: dict[str, list[float]] = {}
    for place, kind in enumerate(FAMILIES):
        generator = np.random.default_rng([setting.seed, 32, place])
        found[kind] = [
            100 * _claimed(made_suite(generator, kind, runs, STEP) for _ in range(count))
            for runs in (1, 2, _FEW)
        ]
    head = ["noise", "1 run per side", "2 runs", "3 runs"]
    lines = [[kind, *(f"{one:.0f} %" for one in row)] for kind, row in found.items()]
    section.figures.append(Figures("Steps of 5 sd that are claimed", head, lines))
    quiet = min(found[kind][1] for kind in _QUIET)
    return [
        at_least(
            "steps of 5 sd, two runs per side, least of four families", 80, quiet, ".0f", " %"
        ),
        at_least(
            "steps of 5 sd, three runs per side where 5 % are spikes", 40, found["spikes"][2],
            ".0f", " %",
        ),
        said("steps of 5 sd, one run per side", f"{found['gauss'][0]:.0f} % where noise is normal"),
    ]  # fmt: skip


def _claimed(suites: Iterator[RunsOfSuite], slower: int = 8) -> float:
    return float(np.mean([suite.claims()[:slower].mean() for suite in suites]))


def _real(setting: EvaluationSetting) -> list[EvaluationRow]:
    """Shuffle runs of real suites among which nothing changed, and compare re-runs of a commit."""
    folder = setting.folder("gab")
    shuffled, again = "real runs in which nothing changed, shuffled", "real re-runs of one commit"
    if folder is None:
        return [absent(one, "no real histories") for one in (shuffled, again)]
    generator = np.random.default_rng([setting.seed, 33])
    both: list[list[bool]] = [[], []]
    for file in sorted(folder.rglob("*.js")):
        for runs in _suites(file):
            for table in _windows(runs):
                for _ in range(setting.size(_SHUFFLES, 1)):
                    mixed = table[:, generator.permutation(table.shape[1])]
                    both[0].append(_any_claimed(mixed[:, :HISTORY], mixed[:, HISTORY:]))
            both[1] += [_any_claimed(*pair) for pair in _repeated(runs)]
    return [
        at_most(
            f"{what}: suites with a claim ({len(one)})", _widened(max(len(one), 1)),
            100 * sum(one) / max(len(one), 1), ".1f", " %",
        )
        for what, one in zip((shuffled, again), both, strict=True)
    ]  # fmt: skip


def _any_claimed(history: Floats, pair: Floats) -> bool:
    return bool(RunsOfSuite(history, pair[:, :1], pair[:, 1:2]).claims().any())


def _suites(file: Path) -> Iterator[list[Run]]:
    """Return the runs of each suite of a data.js, the oldest first; none of another shape."""
    try:
        found = list(measured_runs(file))
    except (AttributeError, OSError, TypeError, ValueError):
        return
    by_suite: dict[str, list[Run]] = {}
    for suite, commit, values in found:
        by_suite.setdefault(suite, []).append((commit, dict(values)))
    yield from by_suite.values()


def _windows(runs: list[Run]) -> Iterator[Floats]:
    """Cut a suite into stretches of one history and two runs, of the series that do not change."""
    size = HISTORY + 2
    for start in range(0, len(runs) - size + 1, size):
        table = _table(runs[start : start + size])
        steady = [row for row in table if not detect(row).size and np.ptp(row) > 0.0]
        if len(steady) >= _FEWEST_BENCHMARKS:
            yield np.array(steady)


def _repeated(runs: list[Run]) -> Iterator[tuple[Floats, Floats]]:
    """Return histories and the two runs after them that measured one commit."""
    for at, (one, other) in enumerate(pairwise(runs)):
        if one[0] and one[0] == other[0] and at >= HISTORY:
            table = _table(runs[at - HISTORY : at + 2])
            if table.size:
                yield table[:, :HISTORY], table[:, HISTORY:]


def _table(runs: list[Run]) -> Floats:
    """Return what all of these runs measured above zero, one row for each name."""
    names = set.intersection(*(set(values) for _, values in runs))
    rows = [[values[name] for _, values in runs] for name in sorted(names)]
    return np.array([row for row in rows if min(row) > 0.0]).reshape(-1, len(runs))
