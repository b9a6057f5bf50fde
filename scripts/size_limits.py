"""Fail where a folder or file outgrew its limit; ruff and Biome hold functions."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from product import Source, sources

MOST_LINES = 400
MOST_FILES = {"Python": 20, "TypeScript": 25}
"""In one folder, without `__init__.py`; tests stand beside what they test."""


def main() -> int:
    """Print each fault; return the exit code."""
    found = list(sources())
    faults = [*_long_files(found), *_full_folders(found)]
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


def files_by_folder(found: Iterable[Source]) -> Counter[tuple[PurePosixPath, str]]:
    """Count the files of each folder and language; styles count with what they are of."""
    return Counter(
        (source.path.parent, "TypeScript" if source.language == "CSS" else source.language)
        for source in found
        if source.path.name != "__init__.py"
    )


if __name__ == "__main__":
    sys.exit(main())
