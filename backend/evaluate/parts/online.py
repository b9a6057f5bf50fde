"""Point by point: how soon a step is reported, and how often one is that is not there."""

from backend.evaluate.finders import Finder
from backend.evaluate.generator.series import Series
from backend.evaluate.replay import AFTER, SIZES, Alarms, Delay, alarms, delay, quiet_series
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_most, rate_at_most
from backend.evaluate.setting import EvaluationSetting

TITLE = "Replay, run by run"
_OTAVA_REPEATS = 12
_MOST = {2.0: 8, 3.0: 4, 5.0: 3, 10.0: 3}
"""Runs after which a step of so many sigmas must be reported, as a median."""

Quiet = tuple[list[Series], list[Series]]


def evaluate(setting: EvaluationSetting) -> Section:
    """Replay steps and quiet series with ours and, fewer of them, with Otava."""
    section = Section(TITLE)
    mine, *others = setting.finders()
    per_family = setting.size(20, 2)
    quiet = quiet_series(setting.seed, per_family)
    delays = {mine.name: _delays(setting, mine, setting.size(200, 20))}
    raised = {mine.name: _alarms(setting, mine, quiet)}
    for other in others:
        few = setting.size(2, 1)
        delays[other.name] = _delays(setting, other, setting.size(_OTAVA_REPEATS, 3))
        raised[other.name] = _alarms(setting, other, quiet_series(setting.seed, few))
    section.rows += _rows(delays[mine.name], raised[mine.name])
    section.figures.append(_figures(delays, raised))
    section.notes.append(
        f"a step after 100 Gaussian runs, {setting.size(200, 20)} times"
        f" ({setting.size(_OTAVA_REPEATS, 3)} for Otava); quiet series of 100 and 200 runs,"
        f" {2 * per_family} of every family"
    )
    return section


def _delays(setting: EvaluationSetting, finder: Finder, repeats: int) -> dict[float, Delay]:
    with setting.step(f"{finder.name}, steps of six sizes"):
        return {size: delay(finder, setting.seed, size, repeats) for size in SIZES}


def _alarms(setting: EvaluationSetting, finder: Finder, quiet: Quiet) -> tuple[Alarms, Alarms]:
    with setting.step(f"{finder.name}, {len(quiet[0]) + len(quiet[1])} quiet series"):
        return alarms(finder, quiet[0]), alarms(finder, quiet[1])


def _rows(delays: dict[float, Delay], raised: tuple[Alarms, Alarms]) -> list[EvaluationRow]:
    rows = [
        at_most(f"median delay of a {size:g} sigma step", most, delays[size].median, ".0f", " runs")
        for size, most in _MOST.items()
    ]
    for name, most, one in zip(
        ("uncorrelated noise", "ar1, drift and mixed"), (0.3, 8.0), raised, strict=True
    ):
        what = f"false alarms per 1,000 runs, {name}"
        rows.append(rate_at_most(what, most, one.count, one.runs))
    return rows


def _figures(
    delays: dict[str, dict[float, Delay]], raised: dict[str, tuple[Alarms, Alarms]]
) -> Figures:
    head = ["detector", *(f"{size:g} sigma" for size in SIZES)]
    head += ["false/1,000 uncorrelated", "ar1, drift, mixed"]
    lines = [
        [
            name,
            *(f"{one.found:.2f} / {one.median:.0f} / {one.ninth:.0f}" for one in each.values()),
            *(f"{one.per_1000:.2f}" for one in raised[name]),
        ]
        for name, each in delays.items()
    ]
    title = f"Found within {AFTER} runs / median delay / nine of ten within"
    return Figures(title, head, lines)
