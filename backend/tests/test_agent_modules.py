"""The agent's modules: no cycle at any depth, and each folder uses only those before it."""

from pathlib import Path

import pytest
from rust_modules import AGENT, LAYERS, faults, uses

README = AGENT.parent / "README.md"
COLUMN = 33
"""Names stand left of it, what they mean right of it."""

MADE = {
    "main.rs": "mod low;\nmod high;\nfn main() { high::top(); }\n",
    "low/mod.rs": "mod one;\nmod two;\npub(crate) use one::One;\n",
    "low/one.rs": "pub(crate) struct One;\n",
    "low/two.rs": "use super::One;\npub(crate) fn two(_: One) {}\n",
    "high.rs": 'use crate::low::{self, One};\nfn top() { low::two::two(One); "high::x"; }\n',
}
AGAINST = {
    "through a re-export": ("low/one.rs", "use super::two::two;\n", "src/low: one, two use"),
    "by a path in an expression": (
        "low/one.rs",
        "fn up() { crate::high::top(); }\n",
        "src/low uses high",
    ),
    "in tests of the module": (
        "low/one.rs",
        "mod tests { use super::*; use crate::high::top; }\n",
        "src: high, low use each other",
    ),
}


def _made(folder: Path, further: tuple[str, str] = ("main.rs", "")) -> Path:
    for name, text in MADE.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + (further[1] if name == further[0] else ""))
    return folder


def test_modules_of_the_agent_form_no_cycle_and_keep_their_order() -> None:
    used = uses(AGENT)
    assert sum(map(len, used.values())) > 500, "hardly any use was found: is it still read?"
    assert list(faults(AGENT, LAYERS)) == []


def test_the_readme_draws_every_folder() -> None:
    folders = {entry.name for entry in AGENT.iterdir() if entry.is_dir()}
    assert folders == set(LAYERS) - {"main"}
    drawing = README.read_text().split("```")[1]
    drawn = [word for line in drawing.splitlines() for word in line[:COLUMN].split()]
    drawn = [word for word in drawn if word in folders]
    assert drawn == [folder for folder in reversed(LAYERS) if folder in folders]


def test_a_tree_without_cycles_has_no_fault(tmp_path: Path) -> None:
    assert list(faults(_made(tmp_path), ("low", "high", "main"))) == []


@pytest.mark.parametrize(("file", "text", "sentence"), AGAINST.values(), ids=AGAINST)
def test_a_use_against_the_order_is_named(
    tmp_path: Path, file: str, text: str, sentence: str
) -> None:
    found = list(faults(_made(tmp_path, (file, text)), ("low", "high", "main")))
    assert any(fault.startswith(sentence) for fault in found) == bool(sentence)
