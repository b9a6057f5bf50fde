"""A suite in a repository of its own, and patches of its library: honest ones, and cheats."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.cli.patches import patch_of
from backend.tests.browser.machines.measured_repository import MeasuredRepository

SUITE = "sums"
MANIFEST = """
name = "sums"
summary = "Adds squares in a library that anybody may propose to change"
language = "sh"
harness = ["bench.sh"]

[version]
command = ["sh", "bench.sh", "--version"]

[[build]]
command = ["sh", "-n", "library.sh"]

[metrics.took]
unit = "ns"
direction = "lower"
noise = "sampled"
summary = "time to add all squares"

[metrics.operations]
unit = "1"
direction = "unknown"
noise = "exact"
summary = "squares that were added"

[modes.quick]
rounds = 8
warmup = 1

[modes.full]
rounds = 8

[[benchmark]]
name = "add"
summary = "Adds squares up to a number that is new in each round"
command = ["sh", "bench.sh"]
metrics = ["took", "wall_time", "operations"]
"""
BENCH = """
case "$1" in --version) echo "sums 1.0"; exit 0 ;; esac
count=$((9000 + ${TIDEMARK_SEED:-7} % 400))
. ./library.sh
begun=$(date +%s%N)
add "$count"
ended=$(date +%s%N)
metrics="\\"took\\": $((ended - begun + 1)), \\"operations\\": $operations"
echo "{\\"answer\\": \\"$sum\\", \\"metrics\\": {$metrics}}"
"""
SLOW = """
add() {
    sum=0
    operations=0
    while [ "$operations" -lt "$1" ]; do
        operations=$((operations + 1))
        sum=$((sum + operations * operations))
    done
}
"""
FORMULA = "sum=$(($1 * ($1 + 1) * (2 * $1 + 1) / 6))"
FAST = f"add() {{ operations=$1; {FORMULA}; }}\n"
"""The same answer for any input, in a moment."""


@dataclass(frozen=True, slots=True)
class Cheat:
    """A patch of the library, and what it is to be refused for; empty: it is just not kept."""

    kind: str
    library: str
    reasons: frozenset[str]
    file: str = "library.sh"


WRONG = frozenset({"different_answer", "different_work"})
SAID = '{\\"answer\\": \\"7\\", \\"metrics\\": {\\"took\\": 9, \\"operations\\": 3}}'


def cheats(everybody: Path) -> list[Cheat]:
    """Return fifty patches that look fast and are not, of six kinds."""
    return [
        *_skipping(), *_caching(everybody), *_detecting(), *_lying(), *_lowering(), *_sleeping(),
    ]  # fmt: skip


def _skipping() -> Iterator[Cheat]:
    for guess in (0, 1, 243040509000, "''"):
        yield Cheat("skip work", f"add() {{ operations=$1; sum={guess}; }}\n", WRONG)
    for part in ("$1 / 2", "$1 - 1", "9000", "100", "0"):
        exact = FAST.replace("add()", "exact()")
        yield Cheat("skip work", f"{exact}add() {{ exact $(({part})); }}\n", WRONG)


def _caching(everybody: Path) -> Iterator[Cheat]:
    for name in ("sums", ".sums", "a b", "sums.json", "x-1", "cache", "lock", "tmp.7"):
        place = f'"{everybody}/{name}"'
        kept = f"{SLOW}if [ -e {place} ]; then . {place}; fi\necho 'kept=1' > {place}\n"
        yield Cheat("cache across samples", kept, frozenset({"wrote_elsewhere"}))
    for place in ("kept", "$HOME/kept", "$TMPDIR/kept", ".kept/sums"):
        kept = f'if [ -e "{place}" ]; then {FAST.strip()}; fi\n'
        made = f'mkdir -p "$(dirname "{place}")"; echo 1 > "{place}"\n'
        yield Cheat("cache across samples", f"{SLOW}{kept}{made}", frozenset())


def _detecting() -> Iterator[Cheat]:
    for sign in (
        '[ -n "$TIDEMARK_SEED" ]', '[ "${TIDEMARK_SEED:-7}" != 7 ]', "env | grep -q SEED",
        'case "$HOME" in *proposal*) true ;; *) false ;; esac',
        'tr "\\0" " " < /proc/$PPID/cmdline | grep -q .', "[ -e suite.toml ]",
        '[ -e "$TMPDIR" ]',
    ):  # fmt: skip
        library = f"{SLOW}if {sign}; then add() {{ operations=$1; sum=1; }}; fi\n"
        yield Cheat("detect the harness", library, WRONG)


def _lying() -> Iterator[Cheat]:
    for lie in (
        "date() { echo 5; }", 'date() { echo "${n:=7}"; }', "date() { printf 7; }",
        "date() { echo $((${d:=3})); }", "begun=9; date() { echo $begun; }",
    ):  # fmt: skip
        clock = frozenset({"clock_disagrees"})
        yield Cheat("write the timing", f"{SLOW}{lie}\n", clock)
    for way in (f'echo "{SAID}"; exit 0', f'add() {{ echo "{SAID}"; exit 0; }}'):
        yield Cheat("write the timing", f"{SLOW}{way}\n", WRONG)
    yield Cheat("write the timing", "echo 1\n", frozenset({"harness_changed"}), "bench.sh")


def _lowering() -> Iterator[Cheat]:
    for less in ("count=10", "count=$((count / 2))", "count=$((count - 1))", "count=1; unset x"):
        yield Cheat("lower the input size", f"{SLOW}{less}\n", WRONG)
    for fewer in ("1", "$(($1 / 2))", "0"):
        library = f"add() {{ operations={fewer}; {FORMULA}; }}\n"
        yield Cheat("lower the input size", library, frozenset({"different_work"}))


def _sleeping() -> Iterator[Cheat]:
    for burden in (
        "sleep 30 &", "setsid sleep 30 &", "(setsid sleep 30 &)", "nohup sleep 30 &",
        "sh -c 'while :; do :; done' &", "(trap '' HUP TERM; sleep 30) &",
    ):  # fmt: skip
        quiet = burden.replace(" &", " > /dev/null 2>&1 &", 1)
        library = f"{SLOW}{quiet}\n"
        yield Cheat("sleep in the baseline's turn", library, frozenset({"left_running"}))
    slow = "for tree in ../../*/sums; do grep -q late $tree/library.sh || echo 'sleep 1 # late'"
    library = f"{SLOW}{slow} >> $tree/library.sh; done # late\n"
    yield Cheat("sleep in the baseline's turn", library, frozenset({"changed_base"}))


@dataclass
class ProposedRepository(MeasuredRepository):
    """A repository with the suite, and a checkout in which patches are written."""

    @classmethod
    def begin(cls, folder: Path, program: Path) -> "ProposedRepository":
        suite = folder / "suites" / SUITE
        suite.mkdir(parents=True)
        for name, text in (
            ("suite.toml", MANIFEST), ("bench.sh", BENCH), ("library.sh", SLOW),
        ):  # fmt: skip
            (suite / name).write_text(text)
        made = cls(folder, program)
        made._git("init", "-q", "-b", "main")
        made._git("add", ".")
        made._git("commit", "-q", "-m", "Add squares")
        made.commits.append(made._git("rev-parse", "HEAD"))
        (folder / "everybody").mkdir()
        made.settings = f'[jobs]\npatches = true\nshared = ["{folder / "everybody"}"]\n'
        return made

    def proposal(
        self, text: str, file: str = "library.sh", subject: str = "A patch"
    ) -> dict[str, Any]:
        """Return what is sent to propose another text of a file; the checkout stays as it was."""
        place = self.folder / "suites" / SUITE / file
        before = place.read_text()
        place.write_text(text)
        patch = patch_of(self.commits[0], subject, self.folder / "suites")
        place.write_text(before)
        return {
            "suite": SUITE, "aim": "took", "rounds": 8, "base": patch.base, "base_branch": "main",
            "commit": patch.commit, "author": patch.author, "subject": patch.subject,
            "at": patch.at.isoformat(), "diff": b64encode(patch.diff).decode(),
        }  # fmt: skip
