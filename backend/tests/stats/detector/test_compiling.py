"""The compiler tells that it works: a worker that compiles for minutes is not hung."""

import importlib.util
from pathlib import Path

from backend.stats.detector.compiled import report_compiling

LOOP = """
from backend.stats.detector.compiled import compiled

@compiled
def summed_squares(most: float) -> float:
    total = 0.0
    while most > 0.0:
        total += most * most
        most -= 1.0
    return total
"""


def test_each_step_of_a_compilation_is_told(tmp_path: Path) -> None:
    source = tmp_path / "fresh_loop.py"  # of which no machine code is kept
    source.write_text(LOOP)
    spec = importlib.util.spec_from_file_location("fresh_loop", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    told: list[int] = []
    report_compiling(lambda: told.append(1))
    assert module.summed_squares(3.0) == 14.0
    steps = len(told)
    assert steps > 5
    assert module.summed_squares(2.0) == 5.0
    assert len(told) == steps, "it is compiled once"
