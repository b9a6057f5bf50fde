"""Look up known vulnerabilities of what the lock files pin, where that can be looked up.

Packages of Python are asked after by pip-audit in an environment of its own, those of the pages by
npm, those of Rust by cargo-audit if it is installed. A vulnerability that is known is a fault. If
nobody could be asked, that is said with its reason, and is a fault in CI (CI=true): what was not
audited must not pass for sound. `--allow-unaudited` (make audit ALLOW_UNAUDITED=yes) takes it for
none, on machines that reach no list of vulnerabilities.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import checks
import traces
import web_pages
from places import FRONTEND, ROOT, UV, digest, environment, state_dir
from python_packages import DEVELOPMENT, RUNTIME
from steps import CannotInstallError, run

LOCK = ROOT / "requirements-audit.lock"
ASKED = ("pip-audit==2.10.1", "cyclonedx-bom==7.5.0")
PATIENCE_S = 120
LONGEST_REASON = 160
NOT_CHECKED = "Not audited: {names}. Nothing is known of them."
SWITCH = (
    """Where no list of vulnerabilities can be reached, say so: make audit ALLOW_UNAUDITED=yes"""
)


@dataclass(frozen=True, slots=True)
class NotAudited:
    """Nobody could be asked about one kind of package."""

    reason: str


NO_ANSWER = NotAudited("no list of vulnerabilities answers here")
Found = list[str] | NotAudited
"""What is known against packages, one line each."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit each kind of package; return 1 if one is not sound, or in CI not audited."""
    parser = argparse.ArgumentParser(prog="audit", description="Look up known vulnerabilities.")
    parser.add_argument("--allow-unaudited", action="store_true")
    given = parser.parse_args(arguments)
    state = state_dir()
    env = environment(state)
    found = {
        "Python packages": _of_python(state, env),
        "page packages": _of_pages(env),
        "Rust packages": _of_rust(env),
    }
    is_ci = env.get("CI", "").lower() in {"1", "true", "yes"}
    code, lines = judge(found, must_audit=is_ci and not given.allow_unaudited)
    print("\n".join(lines))
    return code


def judge(found: Mapping[str, Found], *, must_audit: bool) -> tuple[int, list[str]]:
    """Return the exit code, and a line about each kind of package and each vulnerability."""
    unaudited = [name for name, one in found.items() if isinstance(one, NotAudited)]
    known = [line for one in found.values() if not isinstance(one, NotAudited) for line in one]
    lines = [f"  {name:<28}{_said(one)}" for name, one in found.items()] + known
    if unaudited:
        lines.append(NOT_CHECKED.format(names=", ".join(unaudited)))
    if unaudited and must_audit:
        lines.append(SWITCH)
    return int(bool(known or (unaudited and must_audit))), lines


def _said(found: Found) -> str:
    if isinstance(found, NotAudited):
        return f"not audited: {found.reason}"
    return f"{len(found)} known vulnerabilities"


def _of_python(state: Path, env: Mapping[str, str]) -> Found:
    try:
        auditor = installed_tools(state, env) / "pip-audit"
    except CannotInstallError as error:
        return NotAudited(str(error).partition(" From ")[0])
    found: list[str] = []
    for lock in (RUNTIME, DEVELOPMENT, traces.LOCK):
        judged = _asked(
            [str(auditor), "--require-hashes", "--disable-pip", "--progress-spinner", "off",
             "--format", "json", "--requirement", str(lock)],
            ROOT, env, of_pip_audit,
        )  # fmt: skip
        if isinstance(judged, NotAudited):
            return judged
        found += (line for line in judged if line not in found)
    return found


def of_pip_audit(answer: Mapping[str, Any] | None) -> Found:
    """Read what pip-audit printed: packages that were not found there were not looked up."""
    packages = (answer or {}).get("dependencies", [])
    if not any("vulns" in package for package in packages):
        return NO_ANSWER
    return [
        f"{package['name']} {package['version']}: {fault['id']}, {_fixed(fault['fix_versions'])}"
        for package in packages
        for fault in package.get("vulns", ())
    ]


def _of_pages(env: Mapping[str, str]) -> Found:
    if not web_pages.is_here():
        return NotAudited("the pages are not part of this checkout")
    return _asked(["npm", "audit", "--json", "--package-lock-only"], FRONTEND, env, of_npm)


def of_npm(answer: Mapping[str, Any] | None) -> Found:
    """Read what `npm audit` printed."""
    if answer is None or "vulnerabilities" not in answer:
        return NO_ANSWER
    return [
        f"{name} {fault['range']}: {fault['severity']}, "
        f"{'fixed in a newer version' if fault['fixAvailable'] else 'not fixed yet'}"
        for name, fault in answer["vulnerabilities"].items()
    ]


def _of_rust(env: Mapping[str, str]) -> Found:
    found: list[str] = []
    for place in checks.rust_places():
        if not (place / "Cargo.lock").is_file():
            continue
        judged = _asked(["cargo", "audit", "--json"], place, env, of_cargo)
        if isinstance(judged, NotAudited):
            return judged
        found += (f"{place.name}: {line}" for line in judged)
    return found


def of_cargo(answer: Mapping[str, Any] | None) -> Found:
    """Read what `cargo audit` printed."""
    if answer is None or "vulnerabilities" not in answer:
        return NO_ANSWER
    return [
        f"{fault['package']['name']} {fault['package']['version']}: {fault['advisory']['id']}, "
        f"{_fixed(fault['versions']['patched'])}"
        for fault in answer["vulnerabilities"]["list"]
    ]


def _fixed(versions: Iterable[str]) -> str:
    return f"fixed in {', '.join(versions)}" if versions else "not fixed yet"


def _asked(
    command: list[str],
    place: Path,
    env: Mapping[str, str],
    read: Callable[[Mapping[str, Any] | None], Found],
) -> Found:
    """Run an auditor and read its JSON; where it has no answer, say in its words why."""
    try:
        done = subprocess.run(
            command, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True,
            check=False, text=True, timeout=PATIENCE_S,
        )  # fmt: skip
    except FileNotFoundError:
        return NotAudited(f"{command[0]} is not installed")
    except subprocess.TimeoutExpired:
        return NotAudited(f"{command[0]} had no answer within {PATIENCE_S} s")
    found = read(_json(done.stdout))
    if isinstance(found, NotAudited):
        complaints = (line.strip() for line in done.stderr.splitlines() if "error" in line.lower())
        said = next(complaints, "")[:LONGEST_REASON]
        return NotAudited(f"{found.reason} ({said})") if said else found
    return found


def _json(text: str) -> Mapping[str, Any] | None:
    try:
        answer = json.loads(text)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def installed_tools(state: Path, env: Mapping[str, str]) -> Path:
    """Return the folder of programs of an environment of their own, as locked."""
    place, log = state / "audit", state / "logs" / "audit.log"
    stamp, programs = place / ".installed-from", place / "bin"
    locked = digest([LOCK], {"python": sys.version})
    if stamp.is_file() and stamp.read_text() == locked:
        return programs
    failure = "pip-audit and cyclonedx-py could not be installed; is a package index reachable?"
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
    return programs


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
