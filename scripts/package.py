"""Build what is published into `dist`: wheel, sdist, clients, agents, lists of packages, checksums.

    .venv/bin/python scripts/package.py [--into DIRECTORY] [--agent PROGRAM | --no-agent]

With a release key the folder `agent-channel` is signed (`agent_channel.py`).
Without `--agent` the agent is built statically for each target of musl that rustup has installed
and a C compiler here builds for, else for this machine.
"""

import argparse
import gzip
import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import agent_channel
import client_packages
import sbom
from places import PYTHON, ROOT

AGENTS = ROOT / "bench-agents"
NAME = "tidemark-agent"
CHECKSUMS = "SHA256SUMS"
STATIC = "-unknown-linux-musl"
LINKER = "rust-lld"
"""Comes with Rust, and links for every architecture."""


def main() -> int:
    """Build everything; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--agent", type=Path, help="a built agent, of this machine's kind")
    parser.add_argument("--no-agent", action="store_true", help="no agents")
    given = parser.parse_args()
    into: Path = given.into.absolute()
    into.mkdir(parents=True, exist_ok=True)
    made = build_python(into)
    programs: dict[str, Path] = {}
    if given.agent:
        programs[host_target()] = given.agent
    elif not given.no_agent:
        programs = {target: build_agent(target) for target in targets()}
    made += [archive_agent(program, target, into) for target, program in programs.items()]
    made += client_packages.build(into, version())
    lists, left = sbom.write_lists(into, version())
    made += lists
    write_checksums(made, into)
    for file in made:
        print(f"{file.name}: {file.stat().st_size:,} bytes")
    told = agent_channel.write_channel(programs, into, version()) if programs else []
    for line in [*left, *told]:
        print(line)
    return 0


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def build_python(into: Path) -> list[Path]:
    """Build wheel and sdist with the packages that are here: no index is asked."""
    for old in into.glob("tidemark_bench-*"):
        old.unlink()
    command = [str(PYTHON), "-m", "hatchling", "build", "--directory", str(into)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    return sorted(into.glob("tidemark_bench-*"))


def host_target() -> str:
    """Name this machine's kind as Rust does."""
    return f"{platform.machine()}-unknown-linux-gnu"


def targets() -> list[str]:
    """Return what the agent is built for: static targets that can be built here, else this one."""
    asked = ["rustup", "target", "list", "--installed"]
    try:
        installed = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:  # a Rust without rustup has its own target alone
        installed = ""
    static = [target for target in installed.split() if target.endswith(STATIC)]
    return [target for target in static if shutil.which(compiler_of(target))] or [host_target()]


def compiler_of(target: str) -> str:
    """Name the C compiler of an architecture: what the agent holds in C needs no C library."""
    architecture = target.partition("-")[0]
    return "cc" if architecture == platform.machine() else f"{architecture}-linux-gnu-gcc"


def build_agent(target: str) -> Path:
    """Build the agent for a target; return the program."""
    variables = dict(os.environ)
    if target.endswith(STATIC):
        name = target.replace("-", "_")
        variables[f"CC_{name}"] = compiler_of(target)
        variables[f"CARGO_TARGET_{name.upper()}_LINKER"] = LINKER
    command = ["cargo", "build", "--release", "--locked", "--bin", NAME, "--target", target]
    subprocess.run(command, cwd=AGENTS, env=variables, check=True)
    return AGENTS / "target" / target / "release" / NAME


def archive_agent(program: Path, target: str, into: Path) -> Path:
    """Pack the agent with its licence and how to use it; the same files give the same bytes."""
    folder = f"{NAME}-{version()}-{target}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, file, mode in (
            (NAME, program, 0o755),
            ("LICENSE", ROOT / "LICENSE", 0o644),
            ("README.md", AGENTS / "README.md", 0o644),
        ):
            content = file.read_bytes()
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode = len(content), mode
            tar.addfile(entry, io.BytesIO(content))
    archive = into / f"{folder}.tar.gz"
    archive.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return archive


def write_checksums(files: list[Path], into: Path) -> None:
    """Write what `sha256sum --check` reads."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (into / CHECKSUMS).write_text("".join(lines))


if __name__ == "__main__":
    sys.exit(main())
