"""Names say what the field says: `make check` refuses the terms of a short list."""

from pathlib import PurePosixPath

import pytest
from banned_terms import banned_words, faults
from product import Source

PYTHON = """
class KeptRun:
    def hear(self):
        def untold(): ...

def retold(told, keeper): ...
"""
RUST = """
pub(crate) fn tell_server() {}
struct Kinship;
#[cfg(test)]
mod tests { fn a_thing_is_told() {} }
"""


def source(path: str, text: str, *, is_test: bool = False) -> Source:
    language = "Rust" if path.endswith(".rs") else "Python"
    return Source(PurePosixPath(path), language, is_test, text)


def test_modules_classes_and_functions_are_named_with_line_and_remedy() -> None:
    found = list(faults([source("backend/domain/kin.py", PYTHON)]))
    assert found == [
        "backend/domain/kin.py:1 kin: not 'kin' but grouping key",
        "backend/domain/kin.py:2 KeptRun: not 'kept' but stored, saved, retained",
        "backend/domain/kin.py:3 hear: not 'hear' but receive, record",
        "backend/domain/kin.py:4 untold: not 'untold' but without, unreported",
    ]


def test_rust_is_held_to_the_same_list_without_its_tests() -> None:
    (found,) = faults([source("bench-agents/agent/src/serve/beat.rs", RUST)])
    assert found.startswith("bench-agents/agent/src/serve/beat.rs:2 tell_server: not 'tell'")


def test_phrases_of_pages_are_named_with_line_and_remedy_but_not_those_of_comments() -> None:
    page = Source(
        PurePosixPath("frontend/src/a.tsx"),
        "TypeScript",
        is_test=False,
        text="// who pays is told apart\nconst title = `Who pays`; // processor time\n",
    )
    assert list(faults([page])) == ["frontend/src/a.tsx:2 not 'who pays' but regressions"]


def test_texts_of_commands_and_agents_are_held_to_the_same_phrases() -> None:
    command = '''@click.command()
def judge() -> str:
    """Say who pays."""
    return f"it {1} cannot be told"
def helper() -> None:
    """Look at who pays."""
'''
    agent = """/// Which is told apart.
let line = "processor time";
#[cfg(test)]
mod tests { let line = "told apart"; }
"""
    found = faults([source("backend/cli/x.py", command), source("bench-agents/a.rs", agent)])
    assert [fault.partition(" but ")[0] for fault in found] == [
        "backend/cli/x.py:3 not 'who pays'",
        "backend/cli/x.py:4 not 'cannot be told'",
        "bench-agents/a.rs:2 not 'processor time'",
    ]


def test_tests_are_sentences_and_may_say_what_they_like() -> None:
    assert list(faults([source("backend/tests/test_x.py", PYTHON, is_test=True)])) == []


@pytest.mark.parametrize("name", ["key", "teller", "keeper", "Kinship", "keep_subprocess_alive"])
def test_words_are_compared_whole_and_names_of_frameworks_pass(name: str) -> None:
    assert banned_words(name) == []
