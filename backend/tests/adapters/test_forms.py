"""What tools write in other releases, forms and surroundings, and what is read of it.

`form_files` holds a short file after each form; `read.txt` beside them says what it becomes.
"""

from pathlib import Path

import pytest

from backend.adapters.history import Document
from backend.adapters.tools.assembly import assemble
from backend.adapters.tools.readings import Reading
from backend.adapters.tools.registry import recognise
from backend.adapters.tools.unpacking import texts_of
from backend.tests.adapters.test_tools import FORMS, MOST

READ = "read.txt"


def _expected() -> dict[str, str]:
    """Return what each file becomes: a heading with its name, then a line for each result."""
    blocks = (FORMS / READ).read_text().split("== ")[1:]
    return {head: body for head, _, body in (block.partition("\n") for block in blocks)}


def _read(path: Path) -> str:
    (text,) = texts_of(path.name, path.read_bytes(), MOST)
    chosen, _ = recognise(text)
    items = list(chosen.read(text))
    readings = [one for one in items if isinstance(one, Reading)]
    taken = assemble("suite", (("", one) for one in readings), {})
    rejected = [one for one in items if not isinstance(one, Reading)] + taken.rejected
    lines = [f"{chosen.name}\n"]
    lines += [_line(one, taken.metrics) for one in taken.results]
    lines += [f"rejected {one.pointer}: {one.reason}\n" for one in rejected]
    return "".join(lines)


def _line(result: Document, metrics: dict[str, Document]) -> str:
    parameters = " ".join(f"{key}={value}" for key, value in sorted(result["parameters"].items()))  # type: ignore[attr-defined]
    of = f"{result['benchmark']} [{parameters}]"
    if "failure" in result:
        return f"{of} failed: {result['failure']['message']}\n"  # type: ignore[index]
    metric = metrics[str(result["metric"])]
    said = f"{of} {result['metric']} {metric['unit']} {metric['direction']}"
    if "histogram" in result:
        return f"{said} histogram\n"
    if "samples" in result:
        return f"{said} {' '.join(f'{one:.6g}' for one in result['samples'])}\n"  # type: ignore[attr-defined]
    summary = result["summary"]
    numbers = {
        key: f"{value:.6g}" if isinstance(value, float) else str(value)
        for key, value in summary.items()  # type: ignore[attr-defined]
    }
    return f"{said} {' '.join(f'{key}={text}' for key, text in numbers.items())}\n"


@pytest.mark.parametrize("name", sorted(one.name for one in FORMS.iterdir() if one.name != READ))
def test_a_form_becomes_what_is_written_beside_it(name: str) -> None:
    assert _read(FORMS / name) == _expected()[name]
