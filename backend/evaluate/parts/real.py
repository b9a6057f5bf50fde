"""Real histories without labels: agreement of halves, shuffled runs, steps multiplied in."""

import numpy as np

from backend.evaluate.finders import DEFAULT_P, Finder
from backend.evaluate.rows import Figures, Section, absent, said
from backend.evaluate.setting import EvaluationSetting
from backend.evaluate.unlabelled import (
    SIZES,
    LabelFree,
    found_when_injected,
    histories,
    label_free,
)
from backend.stats.arrays import Floats

TITLE = "Real histories without labels"
_MAD = 1.4826  # of a normal


def evaluate(setting: EvaluationSetting) -> Section:
    """Compare ours and Otava on a sample of every history of github-action-benchmark here."""
    section = Section(TITLE)
    every = histories(setting.data, setting.size(12, 1), setting.seed) if setting.data else []
    if not every:
        section.rows.append(absent("histories of github-action-benchmark", "none found (DATA=)"))
        return section
    section.notes.append(_described(every))
    found: dict[str, tuple[LabelFree, list[float]]] = {}
    for finder in setting.finders(DEFAULT_P, 1e-5, 1e-6):
        with setting.step(f"{finder.name} on {len(every)} histories"):
            found[finder.name] = _measured(setting, finder, every)
    ours, injected = found["Tidemark"]
    section.rows += [
        said("agreement of the halves", f"{ours.agreement:.3f}"),
        said("new change points per 1,000 shuffled runs", f"{ours.shuffled:.2f}"),
        said("steps of 10 % found", f"{injected[SIZES.index(0.10)]:.2f}"),
    ]
    section.figures.append(_figures(found))
    return section


def _measured(
    setting: EvaluationSetting, finder: Finder, every: list[Floats]
) -> tuple[LabelFree, list[float]]:
    injected = [found_when_injected(finder, every, size, setting.seed) for size in SIZES]
    return label_free(finder, every, setting.seed), injected


def _described(every: list[Floats]) -> str:
    scatter = [_MAD * float(np.median(np.abs(np.diff(np.log(one))))) / np.sqrt(2) for one in every]
    quarters = ", ".join(f"{share:.1%}" for share in np.quantile(scatter, (0.25, 0.5, 0.75)))
    return (
        f"{len(every)} histories, {sum(one.size for one in every):,} runs; quartiles of the noise"
        f" {quarters}"
    )


def _figures(found: dict[str, tuple[LabelFree, list[float]]]) -> Figures:
    head = ["detector", "change points/1,000", "halves agree", "new when shuffled/1,000"]
    head += [f"{size:.0%} step found" for size in SIZES]
    lines = [
        [
            name,
            f"{one.density:.1f}",
            f"{one.agreement:.3f}",
            f"{one.shuffled:.2f}",
            *(f"{share:.2f}" for share in injected),
        ]
        for name, (one, injected) in found.items()
    ]
    return Figures("Without labels", head, lines)
