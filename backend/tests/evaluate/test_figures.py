"""Figures are drawn by the code: the same bytes each time, whole, and inside their frame."""

from collections.abc import Callable
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from backend.evaluate.figures import best_values, growth, needed, split_bars, steps
from backend.evaluate.figures.__main__ import FOLDER
from backend.evaluate.figures.drawing import WIDTH, Drawing, Scale

FIGURES = [steps.draw, needed.draw, best_values.draw, split_bars.draw, growth.draw]


@pytest.mark.parametrize("draw", FIGURES)
def test_a_figure_is_the_same_each_time_and_well_formed(draw: Callable[[], Drawing]) -> None:
    drawn = draw().svg()
    assert drawn == draw().svg()
    root = ET.fromstring(drawn)  # noqa: S314  made here
    assert root.get("viewBox", "").startswith(f"0 0 {WIDTH} ")
    assert root.get("aria-label")


@pytest.mark.parametrize("draw", FIGURES)
def test_all_marks_lie_inside_the_frame(draw: Callable[[], Drawing]) -> None:
    figure = draw()
    for mark in ET.fromstring(figure.svg()).iter():  # noqa: S314
        for name in ("x", "x1", "x2", "cx"):
            assert 0 <= float(mark.get(name, "0")) <= WIDTH
        for name in ("y", "y1", "y2", "cy"):
            assert 0 <= float(mark.get(name, "0")) <= figure.height


def test_a_logarithmic_scale_has_equal_steps_for_equal_factors() -> None:
    scale = Scale(1, 100, 0, 200, is_logarithmic=True)
    assert [scale(number) for number in (1, 10, 100)] == pytest.approx([0, 100, 200])


def test_the_figure_of_the_steps_shows_a_cut_that_is_dropped_and_one_that_is_kept() -> None:
    values = steps.series()
    clipped, cuts = steps.stages(values)
    assert len(cuts) > 1
    assert np.abs(clipped / values - 1).max() > 0.01
    words = "".join(steps.draw().marks)
    assert "3 dropped; run 105" in words


def test_words_are_escaped() -> None:
    drawing = Drawing("a < b", 50)
    drawing.text(1, 20, "R&D")
    assert "a &lt; b" in drawing.svg()
    assert "R&amp;D" in drawing.svg()


def test_the_figure_of_growth_is_drawn_from_the_table_as_it_stands() -> None:
    """Who changes a figure of docs/scale.md draws the picture again: make figures."""
    assert (FOLDER / "growth.svg").read_text() == growth.draw().svg()
