"""Lists of what is shipped (SBOM, CycloneDX JSON), each made by its ecosystem's own tool.

The lists are read from the lock files: they name each package with version, checksum and licence
where the lock file knows it. A list that cannot be made here is said, with what brings its tool.
"""

import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import audit
import traces
import web_pages
from places import FRONTEND, ROOT, environment, state_dir
from python_packages import RUNTIME
from steps import CannotInstallError

AGENTS = ROOT / "bench-agents"
SUFFIX = ".cdx.json"
ONLY_FOR_DEVELOPMENT = {"name": "cdx:npm:package:development", "value": "true"}
NO_CARGO_TOOL = "cargo-cyclonedx is not here. To install it: cargo install cargo-cyclonedx --locked"


def write_lists(into: Path, version: str) -> tuple[list[Path], list[str]]:
    """Write a list for each part that is shipped; return the files, and what was not made."""
    env = environment(state_dir())
    made, left = [], []
    makers: dict[str, Callable[[Mapping[str, str]], bytes]] = {
        "server": partial(_of_python, RUNTIME),
        "traces": partial(_of_python, traces.LOCK),
        "pages": _of_pages,
        "agent": _of_rust,
    }
    for name, make in makers.items():
        try:
            content = make(env)
        except (CannotInstallError, OSError, subprocess.CalledProcessError) as error:
            left.append(f"No list of packages of the {name}: {error}")
            continue
        file = into / f"tidemark-{name}-{version}{SUFFIX}"
        file.write_bytes(content)
        made.append(file)
    return made, left


def _of_python(lock: Path, env: Mapping[str, str]) -> bytes:
    program = audit.installed_tools(state_dir(), env) / "cyclonedx-py"
    return _printed([str(program), "requirements", "--output-reproducible", str(lock)], ROOT, env)


def _of_pages(env: Mapping[str, str]) -> bytes:
    if not web_pages.is_here():
        raise CannotInstallError("the pages are not part of this checkout")
    command = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
    listed = json.loads(_printed(command, FRONTEND, env))
    # `--omit dev` would leave out what a package of development asks for as well, such as react
    shipped = [one for one in listed["components"] if ONLY_FOR_DEVELOPMENT not in one["properties"]]
    known = {one["bom-ref"] for one in [*shipped, listed["metadata"]["component"]]}
    listed["components"] = shipped
    listed["dependencies"] = [
        {"ref": one["ref"], "dependsOn": [ref for ref in one["dependsOn"] if ref in known]}
        for one in listed["dependencies"]
        if one["ref"] in known
    ]
    return json.dumps(listed, indent=2).encode()


def _of_rust(env: Mapping[str, str]) -> bytes:
    """Let cargo-cyclonedx write beside the crate, as it does, and take the file away.

    It names crates of this checkout by where they lie on this machine; they are named by the
    checkout instead.
    """
    if not shutil.which("cargo-cyclonedx", path=env["PATH"]):
        raise CannotInstallError(NO_CARGO_TOOL)
    wanted = ["--format", "json", "--override-filename", "sbom", "--manifest-path"]
    _printed(["cargo", "cyclonedx", *wanted, str(AGENTS / "Cargo.toml")], AGENTS, env)
    listed = (AGENTS / "agent" / "sbom.json").read_bytes()
    for file in AGENTS.glob("*/sbom.json"):
        file.unlink()
    return listed.replace(str(AGENTS).encode(), AGENTS.name.encode())


def _printed(command: list[str], place: Path, env: Mapping[str, str]) -> bytes:
    done = subprocess.run(
        command, cwd=place, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
    )
    return done.stdout
