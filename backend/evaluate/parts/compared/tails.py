"""Tails of runs held against one another: what is claimed of equal programs, and what is found."""

from collections.abc import Sequence

import numpy as np

from backend.evaluate.compared.suite_tails import (
    CHANGED,
    HISTORY,
    SAMPLES_OF_RUN,
    SUITE,
    suite_of_tails,
)
from backend.evaluate.generator.recordings import LUCK, SAMPLES
from backend.evaluate.parts.tails import CHANGES, FLAT, ON_THE_EDGE
from backend.evaluate.rows import EvaluationRow, Figures, Section, at_least, at_most
from backend.evaluate.setting import EvaluationSetting

TITLE = "Tails of runs compared"
CLAIMED, FOUND = 5.0, 90.0
"""Per cent of suites of equal programs that may claim anything; of changes that are found."""
PER_SIDE = {1: "one run", 3: "three runs"}
TWO = 2


def evaluate(setting: EvaluationSetting) -> Section:
    """Compare runs with samples, as the product does, and look at the aspects that are claimed."""
    section = Section(TITLE)
    section.notes.append(
        f"suites of {SUITE}, histories of {HISTORY} runs of {SAMPLES_OF_RUN} samples, of"
        f" {len(SAMPLES)} kinds, whose tails vary from run to run in {len(LUCK)} ways; claims of"
        " centres are not counted"
    )
    with setting.step("tails of equal programs, compared"):
        section.rows += _false_claims(setting, section)
    with setting.step("tails that changed, compared"):
        section.rows += _found(setting, section)
    return section


def _false_claims(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    rates: dict[str, list[float]] = {}
    for place, luck in enumerate(LUCK):
        generator = np.random.default_rng((setting.seed, 51, place))
        rates[luck] = [
            _share(
                [
                    bool((suite_of_tails(generator, luck, kind, per_side) != "").any())
                    for kind in SAMPLES
                    for _ in range(setting.size(8, 1))
                ]
            )
            for per_side in PER_SIDE
        ]
    lines = [[luck, *(f"{one:.1f} %" for one in row)] for luck, row in rates.items()]
    head = ["luck", *(f"{one} per side" for one in PER_SIDE)]
    section.figures.append(Figures("Suites with a false claim of a tail", head, lines))
    return [
        at_most(
            f"suites with a false claim of a tail, {words} per side",
            CLAIMED,
            float(np.mean([row[at] for row in rates.values()])),
            ".1f",
            " %",
        )
        for at, words in enumerate(PER_SIDE.values())
    ]


def _found(setting: EvaluationSetting, section: Section) -> list[EvaluationRow]:
    lines: list[list[str]] = []
    rows: list[EvaluationRow] = []
    for place, (what, change) in enumerate(CHANGES.items()):
        shares = []
        for per_side in (1, TWO, 3):
            generator = np.random.default_rng((setting.seed, 52, place, per_side))
            told = [
                suite_of_tails(generator, luck, kind, per_side, change)[:CHANGED] != ""
                for luck in FLAT
                for kind in SAMPLES
                if kind != ON_THE_EDGE
                for _ in range(setting.size(2, 1))
            ]
            shares.append(_share(np.concatenate(told).tolist()))
        lines.append([what, *(f"{one:.0f} %" for one in shares)])
        if place == 0:
            rows.append(at_least(f"{what}: told, two runs per side", FOUND, shares[1], ".0f", " %"))
    head = ["change", "1 run per side", "2 runs", "3 runs"]
    section.figures.append(Figures("Changes of a tail that are told", head, lines))
    return rows


def _share(found: Sequence[bool]) -> float:
    return 100.0 * sum(found) / len(found)
