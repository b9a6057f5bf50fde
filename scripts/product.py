"""The files that people write: product code and tests by language, without what tools generate."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from places import ROOT

GENERATED = (
    "backend/client/models_gen/",
    "backend/client/calls/",
    "frontend/src/api/schema.gen.ts",
    "migrations/versions/",
)
LANGUAGES = {
    ".py": "Python",
    ".ts": "TypeScript",
    ".tsx": "TypeScript",
    ".css": "CSS",
    ".rs": "Rust",
}
ROOTS = {
    "Python": ("backend/", "workers/", "scripts/"),
    "TypeScript": ("frontend/src/",),
    "CSS": ("frontend/src/",),
    "Rust": ("bench-agents/agent/src/",),
}
TEST_FOLDERS = ("backend/tests/", "backend/testing/", "frontend/src/testing/")


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the repository with its text."""

    path: PurePosixPath
    language: str
    is_test: bool
    text: str

    @property
    def lines(self) -> int:
        """Count lines as `wc -l` does."""
        return self.text.count("\n")


def sources() -> Iterator[Source]:
    """Yield each file that is written by hand in a language of ours."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    for name in listed.stdout.splitlines():
        language = LANGUAGES.get(Path(name).suffix)
        if language is None or not name.startswith(ROOTS[language]):
            continue
        if name.startswith(GENERATED) or not (ROOT / name).is_file():
            continue
        is_test = name.startswith(TEST_FOLDERS) or ".test." in name
        text = (ROOT / name).read_text()
        yield Source(PurePosixPath(name), language, is_test, text)
