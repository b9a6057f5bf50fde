"""make figures: draw the figures of METHODOLOGY.md and docs/scale.md."""

import sys
from collections.abc import Callable
from pathlib import Path

from backend.evaluate.figures import (
    best_values,
    coverage,
    delays,
    families,
    growth,
    needed,
    split_bars,
    steps,
)
from backend.evaluate.figures.drawing import Drawing
from backend.evaluate.finders import otava_in
from backend.evaluate.setting import EvaluationSetting
from backend.settings import Settings

FOLDER = Path(__file__).parents[3] / "docs" / "figures"
DRAWN: dict[str, Callable[[], Drawing]] = {
    "detector-steps": steps.draw,
    "detection-delay": delays.draw,
    "interval-coverage": coverage.draw,
    "pairs-needed": needed.draw,
    "best-set": best_values.draw,
    "split": split_bars.draw,
    "growth": growth.draw,
}


def main() -> int:
    """Write one file per figure; the same code writes the same bytes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWN.items():
        _write(name, draw())
    with otava_in(Settings().state_dir / "otava") as otava:
        setting = EvaluationSetting(
            families.SEED, is_quick=False, data=None, otava=otava, is_silent=True
        )
        if isinstance(otava, str):
            sys.stdout.write(f"families-beside-otava.svg stays as it is: {otava}\n")
        else:
            _write("families-beside-otava", families.draw(setting))
    return 0


def _write(name: str, drawing: Drawing) -> None:
    file = FOLDER / f"{name}.svg"
    file.write_text(drawing.svg())
    sys.stdout.write(f"{file.relative_to(FOLDER.parents[1])}\n")


if __name__ == "__main__":
    sys.exit(main())
