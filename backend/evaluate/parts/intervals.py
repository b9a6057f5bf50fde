"""What is stated of a change with 95 %: its size, and the runs at which it may have happened."""

from backend.evaluate.held import CV, held
from backend.evaluate.rows import Figures, Section, at_least
from backend.evaluate.setting import EvaluationSetting

TITLE = "Intervals and suspects of a change"
KINDS = ("gauss", "lognormal", "heavy", "bimodal", "ar1", "spikes")
INDEPENDENT = tuple(kind for kind in KINDS if kind != "ar1")
SIZES = (2.0, 3.0, 5.0, 10.0)


def evaluate(setting: EvaluationSetting) -> Section:
    """Step series of six kinds of noise and see whether the truth lies where it is said to."""
    section = Section(TITLE)
    repeats = setting.size(2_000, 60)
    with setting.step("steps of known size and place"):
        found = {
            (kind, size): held(kind, size, setting.seed, repeats)
            for kind in KINDS
            for size in SIZES
        }
    lines = [
        [kind, f"{size:g}", str(one.found), f"{one.ratio:.1%}", f"{one.place:.1%}"]
        for (kind, size), one in found.items()
    ]
    head = [
        "noise",
        "sigmas",
        f"found of {repeats}",
        "ratio in its interval",
        "place among suspects",
    ]
    section.figures.append(Figures("Of the steps found", head, lines))
    for name, kinds in (("independent noise", INDEPENDENT), ("ar1", ("ar1",))):
        some = {place: one for place, one in found.items() if place[0] in kinds and one.found}
        ratio = min(some, key=lambda place: some[place].ratio)
        place = min(some, key=lambda place: some[place].place)
        section.rows += [
            at_least(
                f"interval holds the ratio, {name}, worst ({ratio[0]}, {ratio[1]:g} sigma)",
                95, 100 * some[ratio].ratio, ".1f", " %",
            ),
            at_least(
                f"suspects hold the place, {name}, worst ({place[0]}, {place[1]:g} sigma)",
                95, 100 * some[place].place, ".1f", " %",
            ),
        ]  # fmt: skip
    section.notes.append(
        f"steps at run 80 of 160, noise of one run {CV:.0%}; both are stated as 95 %"
    )
    return section
