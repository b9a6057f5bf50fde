"""Runs every variant of the suites once on sanitized builds: `make sanitize`.

Copies of the suites are built under AddressSanitizer and UndefinedBehaviorSanitizer; the agent then
verifies those copies as it verifies the suites, so that the answers are the manifest's own. Python
programs run in an interpreter that has AddressSanitizer's runtime loaded and takes all memory from
it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import suite_checks
from suite_checks import AGENTS, SUITES

COPIES = AGENTS / "target" / "sanitized"
SERVER = COPIES / "order-server"
NOT_COPIED = ("target", "build", ".venv", "__pycache__")
BUILD_BLOCK = re.compile(r"^\[\[build\]\].*?(?=^\[)", re.MULTILINE | re.DOTALL)
CHECKED = "-O1 -g -fno-omit-frame-pointer"
UNDEFINED = "-fsanitize=undefined -fno-sanitize-recover=all"
# Traps instead of reports: a preloaded malloc cannot call a runtime. It also walks its structures.
TRAPPING = (
    "-DRINGPOOL_ASSERTIONS=2 -O1 -g -fno-builtin-malloc -fno-builtin-free -fsanitize=undefined"
    " -fsanitize-undefined-trap-on-error"
)

# The interpreter leaves memory to its end on purpose; what it frees must be the system's malloc's.
WATCHED_PYTHON = """#!/bin/sh
exec env LD_PRELOAD={runtime} ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc {mode} \\
  "$0-plain" "$@"
"""


class CannotBuildError(Exception):
    """A sanitized build that did not succeed, with what was said."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One sanitized build of a suite, and what it covers."""

    suite: str
    covers: str
    build: Callable[[Path], None]
    compilers: tuple[str, ...]


def main() -> int:
    """Verify the named suites, or all; return the exit code."""
    chosen = set(sys.argv[1:])
    if unknown := chosen - {step.suite for step in PASSES}:
        known = ", ".join(sorted({step.suite for step in PASSES}))
        print(f"No sanitized build is known for {', '.join(sorted(unknown))}; for {known}.")
        return 2
    outcomes = [_verify(step) for step in PASSES if not chosen or step.suite in chosen]
    return 0 if all(outcomes) else 1


def _verify(step: Pass) -> bool:
    print(f"\n{step.suite}: {step.covers}", flush=True)
    if reason := _missing(step):
        print(f"left out: {reason}")
        return True
    copy = _copy(SUITES / step.suite, COPIES / "suites" / step.suite)
    try:
        step.build(copy)
        agent = _agent()
    except CannotBuildError as error:
        print(error)
        return False
    _leave_out_build(copy / "suite.toml")
    command = [str(agent), "verify", str(copy)]
    return not subprocess.run(command, env=_while_running(), check=False).returncode


def _missing(step: Pass) -> str | None:
    if reason := suite_checks.missing(SUITES / step.suite, dict(os.environ)):
        return reason
    absent = [name for name in step.compilers if not SANITIZES[name]()]
    return f"{', '.join(absent)} cannot make or run a sanitized program here." if absent else None


def _copy(place: Path, copy: Path) -> Path:
    """Renew the sources of a copy, keeping what was built of them."""
    kept = [copy / name for name in NOT_COPIED]
    for file in copy.iterdir() if copy.is_dir() else ():
        if file not in kept:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
    ignored = shutil.ignore_patterns(*NOT_COPIED)
    shutil.copytree(place, copy, ignore=ignored, dirs_exist_ok=True)
    return copy


def _leave_out_build(manifest: Path) -> None:
    manifest.write_text(BUILD_BLOCK.sub("", manifest.read_text()))


def _while_running() -> dict[str, str]:
    return os.environ | {
        "ASAN_OPTIONS": "detect_leaks=1:abort_on_error=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "TIDEMARK_SKIP": "preflight,noise,control",
    }


def _agent() -> Path:
    command = ["cargo", "build", "--quiet", "--locked", "--bin", "tidemark-agent"]
    _run(command, AGENTS, dict(os.environ))
    return AGENTS / "target" / "debug" / "tidemark-agent"


def _made_with(flags: str) -> Callable[[Path], None]:
    def build(copy: Path) -> None:
        shutil.rmtree(copy / "build", ignore_errors=True)  # make does not see other flags
        _run(["make", "--silent", f"OPTIMISED={flags}"], copy, dict(os.environ))

    return build


def _c_client(copy: Path) -> None:
    """Build a client whose sanitized parts include those that it shares with client-c."""
    _orders()
    _copy(SUITES / "client-c", COPIES / "suites" / "client-c")
    _made_with(f"{CHECKED} -fsanitize=address {UNDEFINED}")(copy)


def _rust_client(copy: Path) -> None:
    _orders()
    _cargo(copy, "client-rust")


def _runtime(copy: Path) -> None:
    _cargo(copy, "runtime-rust")


def _python_client(copy: Path) -> None:
    _orders()
    _run([sys.executable, "scripts/environment.py"], copy, dict(os.environ))
    _watch(copy / ".venv", "PYTHONDEVMODE=1")


def _bridge(copy: Path) -> None:
    """Build the load generator, and the module that the watched interpreter loads.

    In its development mode asyncio is too slow for samples of a tenth of a second.
    """
    _run([sys.executable, "build.py", "--environment"], copy, dict(os.environ))
    _cargo(copy, "bridge-rust-python", "libbridge.so")
    _watch(copy / ".venv", "PYTHONFAULTHANDLER=1")


def _watch(environment: Path, mode: str) -> None:
    """Let the interpreter of an environment start with AddressSanitizer's runtime."""
    python = environment / "bin" / "python"
    plain = python.with_name("python-plain")
    if not python.exists():  # without an index the bridge does without an environment
        python.parent.mkdir(parents=True, exist_ok=True)
        plain.unlink(missing_ok=True)
        plain.symlink_to(sys.executable)
    elif not plain.exists():
        python.rename(plain)
    python.write_text(WATCHED_PYTHON.format(runtime=_runtime_to_load(), mode=mode))
    python.chmod(0o755)


def _runtime_to_load() -> str:
    """Return AddressSanitizer's runtime as a library, or an empty text where `cc` has none."""
    command = ["cc", "-print-file-name=libasan.so"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
    return str(Path(said).resolve()) if Path(said).is_absolute() else ""


def _orders() -> None:
    _cargo(_copy(AGENTS / "order-server", SERVER), "orders")


def _cargo(place: Path, *files: str) -> None:
    """Build programs under AddressSanitizer and put them where the manifest looks for them."""
    host = _host()
    flags = f"CARGO_TARGET_{host.upper().replace('-', '_')}_RUSTFLAGS"
    env = {name: value for name, value in os.environ.items() if name != "RUSTFLAGS"} | {
        "RUSTC_BOOTSTRAP": "1",  # a stable compiler has the sanitizer, but not the flag
        "CARGO_PROFILE_RELEASE_LTO": "off",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
        "CARGO_PROFILE_RELEASE_STRIP": "none",  # reports name functions
        "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true",
        "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS": "true",
        flags: "-Zsanitizer=address --cfg sanitized",
        "PYO3_NO_PYTHON": "1",  # the bridge's module speaks the stable ABI
    }
    libraries = ["--lib"] if any(file.endswith(".so") for file in files) else []
    command = ["cargo", "build", "--release", "--locked", "--quiet", "--bins", *libraries]
    _run([*command, "--target", host, "--target-dir", "target"], place, env)
    built = place / "target" / "release"
    built.mkdir(exist_ok=True)
    for file in files:
        shutil.copy2(place / "target" / host / "release" / file, built / file)


def _host() -> str:
    command = ["rustc", "-vV"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return next(line.split()[1] for line in said.splitlines() if line.startswith("host:"))


def _run(command: Iterable[str], place: Path, env: dict[str, str]) -> None:
    done = subprocess.run(list(command), cwd=place, env=env, check=False)
    if done.returncode:
        text = f"{' '.join(command)} ended with {done.returncode} in {place.relative_to(AGENTS)}."
        raise CannotBuildError(text)


def _links(name: str, text: str, command: list[str], env: dict[str, str]) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch, name).write_text(text)
        try:
            done = subprocess.run(
                [*command, name, "-o", "probe"], cwd=scratch, env=os.environ | env,
                capture_output=True, check=False,
            )  # fmt: skip
        except OSError:
            return False
    return not done.returncode


def _rust_sanitizes() -> bool:
    command = ["rustc", "-Zsanitizer=address"]
    return _links("probe.rs", "fn main() {}\n", command, {"RUSTC_BOOTSTRAP": "1"})


def _c_sanitizes() -> bool:
    command = ["cc", "-fsanitize=address,undefined"]
    return _links("probe.c", "int main(void) { return 0; }\n", command, {})


def _python_is_watched() -> bool:
    """Whether this Python starts with AddressSanitizer's runtime."""
    env = os.environ | {
        "LD_PRELOAD": _runtime_to_load(),
        "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=1",
        "PYTHONMALLOC": "malloc",
    }
    if not env["LD_PRELOAD"]:
        return False
    asked = [sys.executable, "-c", "import ctypes; ctypes.CDLL(None).__asan_init"]
    return not subprocess.run(asked, env=env, capture_output=True, check=False).returncode


SANITIZES = {"rustc": _rust_sanitizes, "cc": _c_sanitizes, "python3": _python_is_watched}
BOTH = "AddressSanitizer and UndefinedBehaviorSanitizer; the order server under AddressSanitizer"
PASSES = (
    Pass(
        "allocator-c", "UndefinedBehaviorSanitizer, and ringpool's assertions, all allocators",
        _made_with(TRAPPING), ("cc",),
    ),
    Pass("client-c", BOTH, _c_client, ("cc", "rustc")),
    Pass("client-cpp", BOTH, _c_client, ("cc", "rustc")),
    Pass(
        "client-python",
        "an interpreter with AddressSanitizer's runtime, in its development mode; the order server"
        " under AddressSanitizer",
        _python_client, ("cc", "rustc", "python3"),
    ),
    Pass(
        "bridge-rust-python",
        "AddressSanitizer, module and load generator; the interpreter with its runtime",
        _bridge, ("cc", "rustc", "python3"),
    ),
    Pass("client-rust", "AddressSanitizer, the order server too", _rust_client, ("rustc",)),
    Pass("runtime-rust", "AddressSanitizer, with the system's malloc", _runtime, ("rustc",)),
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
