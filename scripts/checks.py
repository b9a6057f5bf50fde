"""What `make check` runs: each check is one command in one place."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import web_pages
from places import FRONTEND, PYTHON, ROOT, VENV

AGENTS = ROOT / "bench-agents"
BIN = VENV / "bin"
WITH_SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin"
NO_RUST = "Not run: everything of the agent, since Rust or a C compiler is missing."
NO_MACHETE = (
    "Not run: the search for unused crates. To install it: cargo install cargo-machete --locked"
)
NO_HELM = (
    "Not run: rendering the chart, since helm is not here (https://helm.sh/docs/intro/install)."
)
NO_POOLER = (
    "Not run: the tests behind PgBouncer, since it is not here. To install it on Debian or Ubuntu:"
    " apt-get install pgbouncer"
)
SCHEMA_CHECK = "{python} -m alembic upgrade head && {python} -m alembic check"


@dataclass(frozen=True, slots=True)
class Check:
    """One command that says yes or no."""

    name: str
    command: list[str]
    directory: Path = ROOT


def python_checks() -> list[Check]:
    """Return the checks of the Python side and of what every side shares."""
    schema = SCHEMA_CHECK.format(python=f'"{PYTHON}"')
    return [
        Check("locks", [str(PYTHON), str(ROOT / "scripts" / "check_locks.py")]),
        Check("ruff", [str(BIN / "ruff"), "check", "--quiet"]),
        Check("ruff format", [str(BIN / "ruff"), "format", "--check", "--quiet"]),
        Check("limits", [str(PYTHON), str(ROOT / "scripts" / "size_limits.py")]),
        Check("dead code", [str(PYTHON), str(ROOT / "scripts" / "dead_code.py")]),
        Check("documents", [str(PYTHON), str(ROOT / "scripts" / "documents.py")]),
        Check("names", [str(PYTHON), str(ROOT / "scripts" / "banned_terms.py")]),
        Check("mypy", [str(BIN / "mypy")]),
        Check("import-linter", [str(BIN / "lint-imports")]),
        Check(
            "schema and tables agree",
            [str(PYTHON), "-m", "backend.embedded", "with-services", "--", "sh", "-c", schema],
        ),
    ]


def page_checks() -> list[Check]:
    """Return the checks of the pages; their packages must be installed."""
    if not web_pages.is_here():
        return []
    return [
        Check("pages", ["npm", "run", "--silent", "check"], FRONTEND),
        Check("API client is fresh", [str(PYTHON), str(ROOT / "scripts" / "client.py"), "--check"]),
    ]


def chart_checks() -> list[Check]:
    """Return the checks of the chart for Kubernetes."""
    if not _has("helm"):
        return []
    chart = ROOT / "charts" / "tidemark"
    values = ["--values", str(chart / "example-values.yaml")]
    render = ["helm", "template", "bench", str(chart), *values, "--kube-version", "1.30.0"]
    return [
        Check("chart", ["helm", "lint", "--strict", str(chart), *values]),
        Check("rendered chart", render),
    ]


def rust_checks() -> list[Check]:
    """Return the checks of the agent and of each suite written in Rust."""
    lint = [
        "cargo", "clippy", "--release", "--quiet", "--all-targets", "--locked", "--",
        "-D", "warnings",
    ]  # fmt: skip
    checks = []
    for place in rust_places():
        if _has("cargo-fmt"):
            checks.append(Check(f"rustfmt {place.name}", ["cargo", "fmt", "--check"], place))
        if _has("cargo-clippy"):
            checks.append(Check(f"clippy {place.name}", lint, place))
        if _has("cargo-machete"):
            unused = ["cargo", "machete", "--skip-target-dir", "."]
            checks.append(Check(f"crates of {place.name}", unused, place))
    return checks


def not_run(*, has_rust: bool) -> list[str]:
    """Say which checks are left out here, and what brings them."""
    behind = [] if shutil.which("pgbouncer", path=WITH_SBIN) else [NO_POOLER]
    behind += [] if _has("helm") else [NO_HELM]
    if not has_rust:
        return [NO_RUST, *behind]
    return behind if _has("cargo-machete") else [NO_MACHETE, *behind]


def with_quick_builds(env: dict[str, str]) -> dict[str, str]:
    """Return the environment with what makes Rust build sooner, for tests that run once.

    They need no debug information, nothing is built a second time from changed sources, and no
    figure of theirs is believed, so that release builds need not be optimised to the last. Checks,
    tests and what tests run share one profile, and with it what they are built of: the release
    profile with the assertions of the other.
    """
    quick = {
        "CARGO_INCREMENTAL": "0",
        "CARGO_PROFILE_RELEASE_DEBUG": "false",
        "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true",
        "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS": "true",
        "CARGO_PROFILE_RELEASE_PANIC": "unwind",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
        "CARGO_PROFILE_RELEASE_LTO": "off",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    }
    return {**env, **quick}


def rust_places() -> list[Path]:
    """Return the workspace of the agent, and what stands outside it: order server and suites."""
    alone = [AGENTS / "order-server" / "Cargo.toml", *sorted(AGENTS.glob("suites/*/Cargo.toml"))]
    manifests = [AGENTS / "Cargo.toml", *alone]
    return [manifest.parent for manifest in manifests if manifest.is_file()]


def has_rust(env: dict[str, str]) -> bool:
    """Say whether the agent can be built and tested here."""
    return all(_runs(name, env) for name in ("cargo", "cc"))


def _runs(name: str, env: dict[str, str]) -> bool:
    found = shutil.which(name, path=env["PATH"])
    if found is None:
        return False
    probe = subprocess.run([found, "--version"], env=env, capture_output=True, check=False)
    return not probe.returncode


def _has(program: str) -> bool:
    return shutil.which(program, path=os.environ.get("PATH")) is not None
