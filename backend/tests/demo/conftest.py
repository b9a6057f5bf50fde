from pathlib import Path

import pytest

WORKLOAD = """
from tiny import add

def added():
    return add(2, 3)

IMPORT = "tiny"
BENCHMARKS = {
    "sum": (added, 5),
    "negated": (lambda: -added(), -5),
}
"""
CATALOGUE = """
[[package]]
name = "tiny"
summary = "Adds"
workload = "tiny_workload.py"
tag = "v{version}"
dependencies = []
releases = [
  { version = "1.0", date = 2024-01-01 },
  { version = "1.1", date = 2024-02-01 },
  { version = "1.2", date = 2024-02-01 },
  { version = "2.0", date = 2024-03-01 },
]
"""
PEOPLE = {
    "1.0": "Author: Ada\nHome-page: https://github.com/tiny/tiny/\n",
    "1.1": "Author-email: Ada Lovelace <ada@example.org>\n"
    "Project-URL: Docs, https://tiny.example.org\n"
    "Project-URL: Source, https://github.com/tiny/tiny\n",
    "1.2": "Author: UNKNOWN\nMaintainer: Grace\nHome-page: https://github.com/tiny\n",
    "2.0": "",
}
SOURCES = {
    "1.0": "def add(a, b): return a + b",
    "1.1": "def add(a, b): return abs(a) + b if a != 2 or b != 3 else 6",
    "1.2": "raise ImportError('not on this machine')",
    "2.0": "def add(a, b): return sum([a, b])",
}


def lay_out(home: Path) -> tuple[Path, Path]:
    """Write a catalogue, and four installed releases: right, wrong, broken and right again."""
    for version, source in SOURCES.items():
        environment = home / "state" / "environments" / f"tiny-{version}"
        metadata = environment / f"tiny-{version}.dist-info" / "METADATA"
        metadata.parent.mkdir(parents=True)
        metadata.write_text(
            f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n{PEOPLE[version]}\n"
        )
        (environment / "tiny.py").write_text(source)
    (home / "workloads").mkdir()
    (home / "workloads" / "tiny_workload.py").write_text(WORKLOAD)
    (home / "releases.toml").write_text(CATALOGUE)
    return home / "state", home / "releases.toml"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return lay_out(tmp_path)[0]


@pytest.fixture
def catalogue(state: Path) -> Path:
    return state.parent / "releases.toml"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Give the state directory and the catalogue to tests that only look."""
    return lay_out(tmp_path_factory.mktemp("demo"))
