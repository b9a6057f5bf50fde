"""`make check` refuses documents that are too long, or that lead nowhere."""

from pathlib import Path

import pytest
from documents import Document, documents, faults
from places import ROOT

GLOSSARY = "| word | meaning |\n|---|---|\n"
DECISION = "docs/decisions/0001-x.md"


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        ("docs/ci.md", f"short\n{'x' * 121}\n", "docs/ci.md:2 has 121 characters"),
        ("README.md", "line\n" * 91, "README.md has 91 lines; the limit is 90"),
        ("backend/README.md", "line\n" * 81, "backend/README.md has 81 lines"),
        (DECISION, "line\n" * 16, "has 16 lines; the limit is 15"),
        ("GLOSSARY.md", GLOSSARY + "| a | b |\n" * 81, "has 81 rows; the limit is 80"),
        ("docs/ci.md", "[there](nowhere.md#part)\n", "links to nowhere.md"),
        ("CONTRIBUTING.md", "`backend/domain/nothing.py`\n", "names backend/domain/nothing.py"),
    ],
)
def test_document_with_a_fault_is_refused(tmp_path: Path, path: str, text: str, fault: str) -> None:
    assert [said for said in faults(Document(path, text), tmp_path) if fault in said]


def test_document_within_its_limits_passes(tmp_path: Path) -> None:
    (tmp_path / "there.md").touch()
    text = f"[there](there.md#part) [site](https://tide.example)\n{'x' * 120}\n| {'x' * 200} |\n"
    assert not list(faults(Document("docs.md", text), tmp_path))


def test_documents_of_this_repository_are_within_their_limits() -> None:
    found = list(documents(ROOT))
    assert {"README.md", "GLOSSARY.md", "docs/decisions/README.md"} <= {one.path for one in found}
    assert not [fault for document in found for fault in faults(document, ROOT)]
