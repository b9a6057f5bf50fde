"""F1 by family of series, beside Apache Otava."""

from backend.evaluate.figures.drawing import Axes, Drawing, Scale
from backend.evaluate.finders import BEST_KNOWN_P, DEFAULT_P, Finder
from backend.evaluate.generator.families import FAMILIES
from backend.evaluate.generator.series import suite
from backend.evaluate.parts.made import judge
from backend.evaluate.setting import EvaluationSetting

SEED = 11
PER_FAMILY = 40
_ROW = 24
_TOP = 96


def draw(setting: EvaluationSetting) -> Drawing:
    """Draw one row per family; Otava only where it can be asked."""
    height = _TOP + _ROW * len(FAMILIES) + 60
    drawing = Drawing(
        "F1 by family of series",
        height,
        f"{PER_FAMILY} series of each family with changes known, place within 5 runs.",
    )
    bottom = _TOP + _ROW * len(FAMILIES)
    axes = Axes(drawing, Scale(0.2, 1.0, 130, 690), Scale(len(FAMILIES), 0, bottom, _TOP))
    axes.across(
        [(share / 10, f"{share / 10:.1f}") for share in range(2, 11)], "F1, higher is better"
    )
    changed = suite(SEED, PER_FAMILY)
    looks = ["grey", "hollow s-grey", "blue"]
    others = setting.otavas(DEFAULT_P, BEST_KNOWN_P)
    finders: list[Finder] = [*others, setting.finders()[0]]
    _legend(drawing, [finder.name for finder in finders], looks[-len(finders) :])
    found = [judge(setting, finder, changed, []).changed for finder in finders]
    for place, family in enumerate(FAMILIES):
        y = axes.y(place + 0.5)
        drawing.line((axes.x.start, y), (axes.x.end, y))
        drawing.text(axes.x.start - 12, y + 4, family, "right")
        for counts, look in zip(found, looks[-len(finders) :], strict=True):
            drawing.dot(axes.x(max(counts[family].f1, 0.2)), y, look, 5.0)
    return drawing


def _legend(drawing: Drawing, names: list[str], looks: list[str]) -> None:
    x = 136.0
    for name, look in zip(names, looks, strict=True):
        drawing.dot(x, 70, look, 5.0)
        drawing.text(x + 12, 74, name)
        x += 176
