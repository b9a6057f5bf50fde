from pathlib import Path

import pytest
import suites

UNSTABLE = """
from pathlib import Path

def test_meets_a_busy_moment_once():
    seen = Path("seen")
    was_here = seen.exists()
    seen.touch()
    assert was_here

def test_holds():
    pass
"""
BROKEN = "def test_is_broken():\n    assert 1 == 2\n"
MANY = "import pytest\n@pytest.mark.parametrize('n', range(4))\n" + BROKEN.replace("()", "(n)")

ONLY_XDIST = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
"""Other plugins take seconds of each process, and these tests need none of them."""


def outcome(root: Path, **files: str) -> suites.Tested:
    (root / "pytest.ini").write_text("[pytest]\n")
    for name, text in files.items():
        (root / f"test_{name}.py").write_text(text)
    env = {"HOME": str(root), **ONLY_XDIST}
    return suites.judge(root, env, suites.run_pytest(root, env, suites.REPORT, "-n", "2"))


@pytest.mark.parametrize(
    ("files", "failed", "unstable", "passed"),
    [
        ({"one": "def test_holds():\n    pass\n"}, [], 0, 1),
        ({"one": UNSTABLE}, [], 1, 2),
        ({"one": UNSTABLE, "two": BROKEN}, ["Python tests"], 1, 2),
        ({"one": MANY}, ["Python tests"], 0, 0),
        ({"one": "this is no Python\n"}, ["Python tests"], 0, 0),
    ],
)
def test_a_few_failures_get_a_second_try_and_are_named(
    tmp_path: Path, files: dict[str, str], failed: list[str], unstable: int, passed: int
) -> None:
    tested = outcome(tmp_path, **files)
    assert tested.failed == failed
    assert sum(line.startswith("Unstable: ") for line in tested.counted) == unstable
    assert tested.counted[-1] == f"Python and browser tests passed: {passed}."
