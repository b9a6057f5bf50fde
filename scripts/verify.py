"""The verbs check, fix, test, long, fast and client: every tool in turn, and one closing line."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import checks
import suites
import touched
import web_pages
from browser import ensure_chromium
from checks import Check
from nginx import ensure_nginx
from places import FRONTEND, PYTHON, ROOT, state_dir
from steps import WIDTH, CannotInstallError


def main() -> int:
    """Run one verb; return the exit code."""
    verb = sys.argv[1]
    env = checks.with_quick_builds(dict(os.environ))
    begun = time.monotonic()
    try:
        if web_pages.is_here():
            web_pages.install(state_dir() / "logs" / "install.log", env)
            env = web_pages.with_node(env)
        failed, counted = _verbs(verb, env)
    except CannotInstallError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    return _close(failed, counted, time.monotonic() - begun)


def _verbs(verb: str, env: dict[str, str]) -> tuple[list[str], list[str]]:
    if verb == "client":
        return _run_all([Check("client", ["python", "scripts/client.py"])], env), []
    if verb == "fix":
        return [repair.name for repair in _repairs(env) if not _passes(repair, env)], []
    if verb == "fast":
        return _run_touched(env)
    rust = checks.has_rust(env)
    found = [
        *checks.python_checks(),
        *checks.page_checks(),
        *checks.chart_checks(),
        *(checks.rust_checks() if rust else []),
    ]
    if verb == "check":
        return _run_all(found, env), checks.not_run(has_rust=rust)
    ensure_chromium()
    ensure_nginx()
    failed = _run_all(found, env)
    tested = suites.run(env, has_rust=rust, is_whole=verb == "long")
    return failed + tested.failed, tested.counted + checks.not_run(has_rust=rust)


def _run_touched(env: dict[str, str]) -> tuple[list[str], list[str]]:
    """Check quickly, and run the tests that are nearest to what changed."""
    changed = touched.changed_files()
    chosen, pages = touched.choose_tests(changed), touched.changed_pages(changed)
    slow = {"schema and tables agree", "locks"}
    wanted = [one for one in checks.python_checks() if one.name not in slow]
    if chosen.files:
        command = [str(PYTHON), "-m", "pytest", "-n", "2", "-q", "-m", "not agent", *chosen.files]
        wanted.insert(0, Check("Python tests", command))
    if pages and web_pages.is_here():
        related = ["npx", "vitest", "related", "--run", *pages]
        wanted.append(Check("page tests", related, FRONTEND))
    told = f"{len(changed)} files changed: {len(chosen.files)} files of Python tests chosen"
    left = f"{told}, {chosen.left} further away left to make test, with browsers and Rust."
    return _run_all(wanted, env), [left]


def _repairs(env: dict[str, str]) -> list[Check]:
    repairs = [
        Check("ruff", ["ruff", "check", "--fix", "--quiet"]),
        Check("ruff format", ["ruff", "format", "--quiet"]),
    ]
    if web_pages.is_here():
        repairs.append(Check("pages", ["npm", "run", "--silent", "fix"], FRONTEND))
    if checks.has_rust(env):
        repairs += [Check(f"rustfmt {p.name}", ["cargo", "fmt"], p) for p in checks.rust_places()]
    return repairs


def _run_all(wanted: list[Check], env: dict[str, str]) -> list[str]:
    """Run checks side by side, as many as there are processors: most of them use only one."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = list(pool.map(lambda check: _passes(check, env), wanted))
    return [check.name for check, has_passed in zip(wanted, passed, strict=True) if not has_passed]


def _passes(check: Check, env: dict[str, str]) -> bool:
    """Run one check; show what it said only if it says no."""
    begun = time.monotonic()
    done = subprocess.run(
        check.command, cwd=check.directory, env=env, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    verdict = "no" if done.returncode else f"{time.monotonic() - begun:6.1f} s"
    said = done.stdout.decode(errors="replace") + "\n" if done.returncode else ""
    print(f"  {check.name:<{WIDTH}}{verdict}\n{said}", end="", flush=True)
    return not done.returncode


def _close(failed: list[str], counted: list[str], seconds: float) -> int:
    took = f"{int(seconds) // 60} min {int(seconds) % 60} s"
    for line in counted:
        print(line)
    if failed:
        print(f"Failed after {took}: {', '.join(failed)}.")
        return 1
    print(f"Everything passed in {took}.")
    return 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
