"""A name of a class is the name of one thing: readers search for it."""

import ast
from collections import Counter
from pathlib import Path

ELSEWHERE = ("tests", "testing", "calls", "models_gen", "schemas")
"""Folders with names of their own: what is generated, and the wire, which says what it carries."""


def test_each_class_has_a_name_of_its_own() -> None:
    files = [one for root in ("backend", "workers") for one in Path(root).rglob("*.py")]
    named = Counter(
        node.name
        for file in files
        if not set(ELSEWHERE) & set(file.parts)
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef)
    )
    assert len(named) > 500, "no classes found: is this the root of the repository?"
    assert [name for name, times in named.items() if times > 1] == []
