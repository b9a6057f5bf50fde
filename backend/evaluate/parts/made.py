"""Made series of known truth: what is found, missed and made up, by family and by strength."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from backend.evaluate.finders import Finder
from backend.evaluate.generator.families import FAMILIES
from backend.evaluate.generator.series import Series, Step, suite
from backend.evaluate.matching import MARGIN, Counts, count, matched
from backend.evaluate.rows import EvaluationRow, Figures, Section, absent, at_least, at_most, said
from backend.evaluate.setting import EvaluationSetting

TITLE = "Made series of twelve families"
ALL = "all"
SHORT = 300  # runs
SHORT_SEED, SHORT_PER_FAMILY = 101, 30
"""The series that the target for short series was set on."""
_BATCH = 60
_STRENGTHS = ((0.0, 4.0), (4.0, 5.0), (5.0, 6.0), (6.0, 7.0), (7.0, 8.0), (8.0, 10.0),
              (10.0, 15.0), (15.0, float("inf")))  # fmt: skip

ByFamily = Mapping[str, Counts]


@dataclass(frozen=True, slots=True)
class JudgedDetector:
    """One detector on the series with changes and on those without."""

    name: str
    changed: ByFamily
    close: ByFamily
    """The same, with a margin of two runs."""
    quiet: ByFamily
    strengths: Sequence[tuple[Step, bool]]
    """Every true change and whether it was found."""
    seconds: float

    @property
    def f1(self) -> float:
        return self.changed[ALL].f1

    @property
    def microseconds(self) -> float:
        """Return CPU time per run of the series with changes."""
        return 1e6 * self.seconds / self.changed[ALL].runs


def evaluate(setting: EvaluationSetting) -> Section:
    """Judge ours and every setting of Otava on this seed, and on the short series."""
    section = Section(TITLE)
    per_family = setting.size(60, 5)
    changed = suite(setting.seed, per_family)
    quiet = suite(setting.seed + 1, per_family, with_changes=False)
    section.notes.append(
        f"seed {setting.seed}: {len(changed)} series with {_runs(changed):,} runs and"
        f" {sum(len(one.required) for one in changed):,} changes to be found; seed"
        f" {setting.seed + 1}: {len(quiet)} series with {_runs(quiet):,} runs and none"
    )
    if setting.is_quick:
        section.notes.append("quick form: few series, so rows of one family scatter widely")
    judged = [judge(setting, finder, changed, quiet) for finder in setting.all_finders()]
    best = max(judged[1:], key=lambda one: one.f1, default=None)
    section.rows += _rows(judged[0])
    section.rows += _against(judged[0], best, setting)
    section.rows += _short(setting, changed, quiet)
    section.figures += [_detectors(judged), _families(judged, best), _by_strength(judged, best)]
    return section


def judge(
    setting: EvaluationSetting, finder: Finder, changed: Sequence[Series], quiet: Sequence[Series]
) -> JudgedDetector:
    """Run one detector over both suites."""
    with setting.step(f"{finder.name} on {len(changed) + len(quiet)} made series"):
        places, seconds = _places(finder, changed)
        alarms, _ = _places(finder, quiet)
    found = list(zip(changed, places, strict=True))
    return JudgedDetector(
        name=finder.name,
        changed=_counted(found, MARGIN),
        close=_counted(found, 2),
        quiet=_counted(zip(quiet, alarms, strict=True), MARGIN),
        strengths=[pair for series, reported in found for pair in _seen(series, reported)],
        seconds=seconds,
    )


def _places(finder: Finder, suite_: Sequence[Series]) -> tuple[list[list[int]], float]:
    places: list[list[int]] = []
    seconds = 0.0
    for start in range(0, len(suite_), _BATCH):
        found = finder.find([series.values for series in suite_[start : start + _BATCH]])
        places += found.places
        seconds += found.seconds
    return places, seconds


def _counted(found: Iterable[tuple[Series, list[int]]], margin: int) -> dict[str, Counts]:
    by_family = {name: Counts() for name in (*FAMILIES, ALL)}
    for series, places in found:
        one = count(series.required, series.ignored, places, series.values.size, margin)
        by_family[series.family].add(one)
        by_family[ALL].add(one)
    return by_family


def _seen(series: Series, places: Sequence[int]) -> list[tuple[Step, bool]]:
    seen = {place for place, _ in matched([step.index for step in series.steps], places)}
    return [(step, step.index in seen) for step in series.steps]


def _runs(suite_: Sequence[Series]) -> int:
    return sum(series.values.size for series in suite_)


def _rows(one: JudgedDetector) -> list[EvaluationRow]:
    total, families = one.changed[ALL], FAMILIES
    worst = min(families, key=lambda name: one.changed[name].f1)
    loudest = max(families, key=lambda name: one.quiet[name].false_per_1000)
    return [
        at_least("F1, margin 5 runs", 0.96, total.f1),
        at_least("precision", 0.975, total.precision),
        at_least("place exact", 0.90, total.exact_share),
        at_least("F1, margin 2 runs", 0.94, one.close[ALL].f1),
        at_least(f"F1 of the worst family ({worst})", 0.90, one.changed[worst].f1),
        at_most("false change points per 1,000 runs", 0.10, one.quiet[ALL].false_per_1000),
        at_most(f"the same, worst family ({loudest})", 0.40, one.quiet[loudest].false_per_1000),
    ]


def _against(
    one: JudgedDetector, best: JudgedDetector | None, setting: EvaluationSetting
) -> list[EvaluationRow]:
    """Return by how much ours is ahead of the best setting of Otava in this very run."""
    if best is None:
        return [absent("ahead of Otava", str(setting.otava))]
    margins = {name: one.changed[name].f1 - best.changed[name].f1 for name in FAMILIES}
    least = min(margins, key=margins.__getitem__)
    alarms, theirs = one.quiet[ALL].false_per_1000, best.quiet[ALL].false_per_1000
    return [
        at_least(f"F1 ahead of {best.name}, best in this run", 0.0, one.f1 - best.f1, "+.3f"),
        at_least(f"the same, closest family ({least})", 0.0, margins[least], "+.3f"),
        said("false change points per 1,000 runs, beside Otava's", f"{alarms:.2f} to {theirs:.2f}"),
    ]


def _short(
    setting: EvaluationSetting, changed: Sequence[Series], quiet: Sequence[Series]
) -> list[EvaluationRow]:
    """Judge series of at most 300 runs: of the seed the target was set on, and of this one."""
    agreed = (
        suite(SHORT_SEED, SHORT_PER_FAMILY),
        suite(SHORT_SEED + 1, SHORT_PER_FAMILY, with_changes=False),
    )
    rows = []
    for name, suites in ((f"seed {SHORT_SEED}", agreed), ("this seed", (changed, quiet))):
        shorter = [[one for one in each if one.values.size <= SHORT] for each in suites]
        one = judge(setting, setting.finders()[0], *shorter)
        rows += [
            at_least(f"series of at most {SHORT} runs, {name}: F1", 0.95, one.f1),
            at_most(
                f"the same: false per 1,000 ({one.quiet[ALL].false} in"
                f" {one.quiet[ALL].runs:,} runs)",
                0.35,
                one.quiet[ALL].false_per_1000,
            ),
        ]
    return rows


def _detectors(judged: Sequence[JudgedDetector]) -> Figures:
    head = [
        "detector",
        "precision",
        "recall",
        "F1",
        "exact",
        "F1 margin 2",
        "false/1,000",
        "µs/run",
    ]
    lines = [
        [
            one.name,
            f"{one.changed[ALL].precision:.3f}",
            f"{one.changed[ALL].recall:.3f}",
            f"{one.f1:.3f}",
            f"{one.changed[ALL].exact_share:.2f}",
            f"{one.close[ALL].f1:.3f}",
            f"{one.quiet[ALL].false_per_1000:.2f}",
            f"{one.microseconds:.2f}",
        ]
        for one in judged
    ]
    return Figures("Detectors", head, lines)


def _families(judged: Sequence[JudgedDetector], best: JudgedDetector | None) -> Figures:
    """Show every family for ours, Otava's default and its best setting."""
    shown = list(judged[:2])
    if best is not None and best not in shown:
        shown.append(best)
    ahead = ["F1 ahead of the best"] if best else []
    lines = [
        [
            name,
            *(_cell(one, name) for one in shown),
            *([f"{judged[0].changed[name].f1 - best.changed[name].f1:+.3f}"] if best else []),
        ]
        for name in (*FAMILIES, ALL)
    ]
    title = "By family: precision / recall / F1 / false per 1,000"
    return Figures(title, ["family", *(one.name for one in shown), *ahead], lines)


def _cell(one: JudgedDetector, family: str) -> str:
    counts = one.changed[family]
    return (
        f"{counts.precision:.2f} / {counts.recall:.2f} / {counts.f1:.3f}"
        f" / {one.quiet[family].false_per_1000:.2f}"
    )


def _by_strength(judged: Sequence[JudgedDetector], best: JudgedDetector | None) -> Figures:
    """Show the share of true changes found by the z of somebody who knows their place."""
    shown = [judged[0], *([best] if best else [])]
    lines = []
    for low, high in _STRENGTHS:
        cells = [_found_between(one, low, high) for one in shown]
        name = f"{low:.0f} to {high:.0f}" if high < float("inf") else f"above {low:.0f}"
        lines.append([name, str(cells[0][1]), *(cell for cell, _ in cells)])
    title = "Share found by z of the true change (below 5 not required)"
    return Figures(title, ["z", "changes", *(one.name for one in shown)], lines)


def _found_between(one: JudgedDetector, low: float, high: float) -> tuple[str, int]:
    found = [is_found for step, is_found in one.strengths if low <= step.z < high]
    return (f"{sum(found) / len(found):.2f}" if found else "-"), len(found)
