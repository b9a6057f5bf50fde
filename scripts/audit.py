"""Look up known vulnerabilities of what the lock files pin, where that can be looked up.

Packages of Python are asked after by pip-audit in an environment of its own, those of the pages by
npm, those of Rust by cargo-audit if it is installed. Where no list of vulnerabilities answers,
that is said and is no fault; a vulnerability that is known is one.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import checks
import web_pages
from places import FRONTEND, ROOT, UV, digest, environment, state_dir
from python_packages import DEVELOPMENT, RUNTIME
from steps import CannotInstallError, run

LOCK = ROOT / "requirements-audit.lock"
ASKED = ("pip-audit==2.10.1",)
PATIENCE_S = 120
NO_ANSWER = "not audited: no list of vulnerabilities answers here"


def main() -> int:
    """Audit each kind of package; return 1 if a vulnerability is known."""
    state = state_dir()
    env = environment(state)
    known = [
        *_told("Python packages", _of_python(state, env)),
        *_told("page packages", _of_pages(env)),
        *_told("Rust packages", _of_rust(env)),
    ]
    for line in known:
        print(line)
    return 1 if known else 0


def _told(name: str, found: list[str] | str) -> list[str]:
    """Print one line about one kind of package; return what is known against it."""
    said = found if isinstance(found, str) else f"{len(found)} known vulnerabilities"
    print(f"  {name:<28}{said}", flush=True)
    return [] if isinstance(found, str) else found


def _of_python(state: Path, env: Mapping[str, str]) -> list[str] | str:
    try:
        auditor = _installed(state, env)
    except CannotInstallError as error:
        return f"not audited: {str(error).partition(' From ')[0]}"
    found: list[str] = []
    for lock in (RUNTIME, DEVELOPMENT):
        answer = _answer(
            [str(auditor), "--require-hashes", "--disable-pip", "--progress-spinner", "off",
             "--format", "json", "--requirement", str(lock)],
            ROOT, env,
        )  # fmt: skip
        judged = of_pip_audit(answer)
        if isinstance(judged, str):
            return judged
        found += (line for line in judged if line not in found)
    return found


def of_pip_audit(answer: Mapping[str, Any] | None) -> list[str] | str:
    """Read what pip-audit printed: packages that were not found there were not looked up."""
    packages = (answer or {}).get("dependencies", [])
    if not any("vulns" in package for package in packages):
        return NO_ANSWER
    return [
        f"{package['name']} {package['version']}: {fault['id']}, {_mended(fault['fix_versions'])}"
        for package in packages
        for fault in package.get("vulns", ())
    ]


def _of_pages(env: Mapping[str, str]) -> list[str] | str:
    if not web_pages.is_here():
        return "not audited: the pages are not here"
    return of_npm(_answer(["npm", "audit", "--json", "--package-lock-only"], FRONTEND, env))


def of_npm(answer: Mapping[str, Any] | None) -> list[str] | str:
    """Read what `npm audit` printed."""
    if answer is None or "vulnerabilities" not in answer:
        return NO_ANSWER
    return [
        f"{name} {fault['range']}: {fault['severity']}, "
        f"{'mended in a newer version' if fault['fixAvailable'] else 'not mended yet'}"
        for name, fault in answer["vulnerabilities"].items()
    ]


def _of_rust(env: Mapping[str, str]) -> list[str] | str:
    found: list[str] = []
    for place in checks.rust_places():
        if not (place / "Cargo.lock").is_file():
            continue
        judged = of_cargo(_answer(["cargo", "audit", "--json"], place, env))
        if isinstance(judged, str):
            return f"{judged}, or cargo-audit is not installed (cargo install cargo-audit)"
        found += (f"{place.name}: {line}" for line in judged)
    return found


def of_cargo(answer: Mapping[str, Any] | None) -> list[str] | str:
    """Read what `cargo audit` printed."""
    if answer is None or "vulnerabilities" not in answer:
        return NO_ANSWER
    return [
        f"{fault['package']['name']} {fault['package']['version']}: {fault['advisory']['id']}, "
        f"{_mended(fault['versions']['patched'])}"
        for fault in answer["vulnerabilities"]["list"]
    ]


def _mended(versions: Iterable[str]) -> str:
    return f"mended in {', '.join(versions)}" if versions else "not mended yet"


def _answer(command: list[str], place: Path, env: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the JSON that a command prints; nothing where there is none."""
    try:
        done = subprocess.run(
            command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True,
            check=False, timeout=PATIENCE_S,
        )  # fmt: skip
        answer = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return answer if isinstance(answer, dict) else None


def _installed(state: Path, env: Mapping[str, str]) -> Path:
    """Return pip-audit in an environment of its own, as locked."""
    place, log = state / "audit", state / "logs" / "audit.log"
    stamp, program = place / ".installed-from", place / "bin" / "pip-audit"
    locked = digest([LOCK], {"python": sys.version})
    if stamp.is_file() and stamp.read_text() == locked:
        return program
    failure = "pip-audit could not be installed; is a package index reachable?"
    run(
        [UV, "venv", "--quiet", "--clear", "--python", sys.executable, place],
        env,
        ROOT,
        log,
        failure,
    )
    command: list[str | Path] = [
        UV, "pip", "install", "--quiet", "--python", place / "bin" / "python", "--no-deps",
        "--require-hashes", "-r", LOCK,
    ]  # fmt: skip
    run(command, env, ROOT, log, failure)
    stamp.write_text(locked)
    return program


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
