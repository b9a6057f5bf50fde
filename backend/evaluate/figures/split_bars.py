"""A change that helps some members and hurts others, with its intervals."""

import numpy as np

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.evaluate.measurements import pairs
from backend.stats.comparison.paired import estimate_pairs
from backend.stats.splits.net_effects import Members
from backend.stats.splits.verdict import JudgedSplit, judge_split

SEED = 5
PAIRS = 12
NAMES = ("parse", "format", "sort small", "sort large", "hash", "join", "scan", "filter", "group",
         "window", "encode", "decode")  # fmt: skip
TRUTH = np.array([-9, -7, -6, -4, -1, 0, 0, 0.5, 1, 4, 6, 8]) / 100.0
_TOP, _ROW = 90, 24
_LOOKS = {"gain": "blue", "loss": "worse", "same": "grey", "unknown": "grey"}


def draw() -> Drawing:
    """Draw members in order of their effect, faster to the left."""
    baseline, contender = pairs(np.random.default_rng(SEED), "gauss", (TRUTH.size, PAIRS))
    found = estimate_pairs(baseline, contender * (1.0 + TRUTH)[:, None])
    judged = judge_split(Members(found.shift, found.error, found.degrees))
    bottom = _TOP + _ROW * TRUTH.size
    gains, losses = int(judged.members.gains.sum()), int(judged.members.losses.sum())
    drawing = Drawing(
        "A split: one change, gains and losses",
        bottom + 60,
        f"{PAIRS} pairs, noise 3 %. {gains} gain, {losses} lose,"
        f" {TRUTH.size - gains - losses} are not resolved; p of the split {judged.p:.1g}.",
    )
    axes = Axes(drawing, Scale(-0.16, 0.16, 120, 690), Scale(TRUTH.size, 0, bottom, _TOP))
    shares = (-0.15, -0.10, -0.05, 0.0, 0.05, 0.10, 0.15)
    axes.across([(share, f"{100 * share:+.0f} %" if share else "equal") for share in shares],
                "change of time; lower is better")  # fmt: skip
    for row, place in enumerate(np.argsort(found.shift).tolist()):
        _bar(axes, judged, row, place)
    drawing.line((axes.x(0.0), _TOP - 4.0), (axes.x(0.0), float(bottom)), "s-soft")
    return drawing


def _bar(axes: Axes, judged: JudgedSplit, row: int, place: int) -> None:
    """Draw a bar from no change to the estimate, and the interval over it."""
    members = judged.members
    y = axes.y(row + 0.5)
    middle = float(np.expm1((members.low[place] + members.high[place]) / 2))
    low, high = (float(np.expm1(end)) for end in (members.low[place], members.high[place]))
    look = _LOOKS[members.verdicts[place]]
    start, end = sorted((axes.x(0.0), axes.x(middle)))
    axes.drawing.text(108, y + 4, NAMES[place], "right")
    axes.drawing.box((start, y - 7), (end - start, 14), look if look != "grey" else "shade")
    axes.drawing.line((axes.x(low), y), (axes.x(high), y), "s-ink")
    for edge in (low, high):
        axes.drawing.line((axes.x(edge), y - 4), (axes.x(edge), y + 4), "s-ink")
