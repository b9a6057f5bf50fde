"""Fail where a folder or file outgrew its limit, code stands twice, or the agent has a cycle."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import rust_modules
from product import Source, sources
from repeated import repeated
from rust_modules import AGENT, LAYERS, MOST_ENTRIES

MOST_LINES = 400
LONGEST_REPEATED = 11
"""Lines that may stand in two places of the product; more is one thing written twice."""
MOST_FILES = {"Python": 20, "TypeScript": 25, "Rust": 20}
"""In one folder, without the file that stands for the folder; tests stand beside what they test."""
FOLDERS_OWN = ("__init__.py", "mod.rs", "main.rs")


def main() -> int:
    """Print each fault; return the exit code."""
    found = list(sources())
    faults = [
        *_long_files(found),
        *_full_folders(found),
        *_written_twice(found),
        *_faults_of_agent(),
    ]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _long_files(found: Iterable[Source]) -> Iterator[str]:
    for source in found:
        if source.language in MOST_FILES and source.lines > MOST_LINES and not source.is_test:
            yield f"{source.path} has {source.lines} lines; the limit is {MOST_LINES}. Split it."


def _full_folders(found: Iterable[Source]) -> Iterator[str]:
    for (folder, language), files in sorted(files_by_folder(found).items()):
        most = MOST_FILES.get(language)
        if most is not None and files > most and not str(folder).startswith("scripts"):
            yield f"{folder} holds {files} files; the limit is {most}. Make rooms by noun."


def _written_twice(found: Iterable[Source]) -> Iterator[str]:
    product = [source for source in found if not source.is_test]
    for pair in repeated(product, LONGEST_REPEATED + 1):
        yield (
            f"{pair.first}:{pair.first_line} and {pair.second}:{pair.second_line} share"
            f" {pair.lines} lines; the limit is {LONGEST_REPEATED}. Describe it once."
        )


def _faults_of_agent() -> Iterator[str]:
    if (entries := len(list(AGENT.iterdir()))) > MOST_ENTRIES:
        yield f"{AGENT} holds {entries} entries; the limit is {MOST_ENTRIES}. Make rooms by noun."
    yield from rust_modules.faults(AGENT, LAYERS)


def files_by_folder(found: Iterable[Source]) -> Counter[tuple[PurePosixPath, str]]:
    """Count the files of each folder and language; styles count with what they are of."""
    return Counter(
        (source.path.parent, "TypeScript" if source.language == "CSS" else source.language)
        for source in found
        if source.path.name not in FOLDERS_OWN
    )


if __name__ == "__main__":
    sys.exit(main())
