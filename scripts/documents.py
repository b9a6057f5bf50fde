"""Fail where a document is too long, has a long line, or leads to a file that is not there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from places import ROOT

LONGEST_LINE = 120
"""Rows of tables are exempt: Markdown cannot break them."""
MOST_LINES: Final = {"README.md": 90, "backend/README.md": 80}
MOST_LINES_OF_DECISION = 15
MOST_ROWS_OF_GLOSSARY = 80
DECISIONS = "docs/decisions/"
WALKS = ("backend/README.md", "CONTRIBUTING.md")
"""Documents that lead a newcomer through the code: each file that they name must be there."""
GENERATED = "backend/evaluate/published/"
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_FILE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|ts|tsx|toml|rs))`")


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file, by its path in the repository."""

    path: str
    text: str

    @property
    def lines(self) -> list[str]:
        """Return the lines, without their ends."""
        return self.text.splitlines()


def main() -> int:
    """Print each fault of the documents that git knows; return the exit code."""
    found = [fault for document in documents(ROOT) for fault in faults(document, ROOT)]
    for fault in found:
        print(fault)
    return 1 if found else 0


def documents(root: Path) -> Iterator[Document]:
    """Yield the documents that git knows or would add."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    paths = subprocess.run(listing, cwd=root, check=True, capture_output=True, text=True).stdout
    for path in paths.splitlines():
        if (root / path).is_file() and not path.startswith(GENERATED):
            yield Document(path, (root / path).read_text(encoding="utf-8"))


def faults(document: Document, root: Path) -> Iterator[str]:
    """Yield what is wrong with a document, each with its place and the remedy."""
    yield from _long_lines(document)
    yield from _long_documents(document)
    yield from _dead_links(document, root)
    if document.path in WALKS:
        yield from _missing_files(document, root)


def _long_lines(document: Document) -> Iterator[str]:
    for number, line in enumerate(document.lines, start=1):
        if len(line) > LONGEST_LINE and not line.lstrip().startswith("|"):
            yield (
                f"{document.path}:{number} has {len(line)} characters; "
                f"the limit is {LONGEST_LINE}. Break the line."
            )


def _long_documents(document: Document) -> Iterator[str]:
    most = MOST_LINES.get(document.path)
    if document.path.startswith(DECISIONS) and not document.path.endswith("README.md"):
        most = MOST_LINES_OF_DECISION
    if most is not None and len(document.lines) > most:
        yield f"{document.path} has {len(document.lines)} lines; the limit is {most}. Shorten it."
    rules = sum(line.startswith("|---") for line in document.lines)
    rows = sum(line.startswith("|") for line in document.lines) - 2 * rules
    if document.path == "GLOSSARY.md" and rows > MOST_ROWS_OF_GLOSSARY:
        yield (
            f"{document.path} has {rows} rows; the limit is {MOST_ROWS_OF_GLOSSARY}. "
            "Remove words that an engineer can guess."
        )


def _dead_links(document: Document, root: Path) -> Iterator[str]:
    folder = (root / document.path).parent
    for target in _LINK.findall(document.text):
        if ":" not in target and not (folder / target).exists():
            yield f"{document.path} links to {target}, which does not exist. Mend the link."


def _missing_files(document: Document, root: Path) -> Iterator[str]:
    places = (root, (root / document.path).parent)
    for name in _FILE.findall(document.text):
        if not any((place / name).exists() for place in places):
            yield f"{document.path} names {name}, which does not exist. Name its new place."


if __name__ == "__main__":
    sys.exit(main())
