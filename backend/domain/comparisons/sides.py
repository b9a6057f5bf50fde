"""What is compared with what: each side a run, a commit, or a name that stands for one."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from backend.domain.catalogue.parameters import Scalar
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.reports.run_pages import MOMENTARY, RunSurroundings

Place = Literal["baseline", "contender"]
Measured = Literal["in turns", "in one run", "in runs apart"]
Reported = Literal["environment", "machine"]
"""What can be called the same: every run of both sides said something of it."""
NOUNS = {
    "run": "run",
    "commit": "commit",
    "branch": "branch",
    "tag": "tag",
    "pull": "pull request",
    "fork": "branch or pull request",
    "base": "commit",
    "testbed": "testbed",
}
"""What each kind of side is called."""
FORMS = (
    "write run:<id>, commit:<name>, branch:<name> or pull:<number> for its newest commit,"
    " fork:<branch or number> for where that left its base, base:<commit> for the newest commit"
    " at or before it that was measured as the other side was, tag:<name>=<value>,"
    " or testbed:<name> for the commit of the other side there"
)
TOOLS = frozenset(
    [
        "cargo",
        "cc",
        "cflags",
        "clang",
        "compiler",
        "cxx",
        "flags",
        "gcc",
        "go",
        "java",
        "jdk",
        "ld",
        "linker",
        "llvm",
        "lto",
        "mold",
        "node",
        "openssl",
        "profile",
        "python",
        "rustc",
        "rustflags",
        "target",
        "toolchain",
        "version",
    ]
)
"""Words in the names of attributes that say how a program was built, not how it was run."""
MOST_NAMED = 8
"""Attributes that a warning names."""


@dataclass(frozen=True, slots=True)
class SideChoice:
    """One side as asked for; `parameters` choose variants of this side only.

    `commit` holds a tag or testbed to the commit that it stood for once.
    """

    place: Place
    kind: str
    name: str
    parameters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    commit: str = ""

    @property
    def text(self) -> str:
        return f"{self.kind}:{self.name}"

    @property
    def noun(self) -> str:
        """Name what it asks for: commit “abc”, pull request 12."""
        name = self.name[:100]
        return f"{NOUNS[self.kind]} {name if self.name.isdigit() else f'“{name}”'}"

    def wrong(self, reason: str, remedy: str) -> InvalidError:
        return InvalidError(reason, [Fault(f"/query/{self.place}", reason, remedy)])

    def missing(self, reason: str, remedy: str) -> NotFoundError:
        return NotFoundError(reason, [Fault(f"/query/{self.place}", reason, remedy)])


@dataclass(frozen=True, slots=True)
class SideRun:
    """A run of one side, as far as it decides how results may be compared."""

    id: int
    suite_id: int
    testbed_id: int
    commit_id: int
    suite: str
    testbed: str
    commit: str
    machine: str | None
    machine_id: int | None
    agent: str | None
    seed: int | None
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class SideDifference:
    """An attribute that differs between the sides; null: not given there."""

    kind: Literal["machine", "toolchain", "settings"]
    name: str
    before: Scalar | None
    after: Scalar | None


def read_side(place: Place, text: str, parameters: Mapping[str, Sequence[str]]) -> SideChoice:
    """Read `run:12`, `commit:abc`, `tag:lto=on`, …; InvalidError where it is none of them."""
    kind, _, name = text.partition(":")
    side = SideChoice(place, kind, name, parameters)
    if kind not in NOUNS or not name:
        raise side.wrong(f"“{text[:100]}” names neither a run, a commit nor a branch", FORMS)
    if kind == "run" and not _is_id(name):
        raise side.wrong(
            f"“{name[:100]}” is no id of a run", "take the number from the list of runs"
        )
    if kind == "pull" and not _is_id(name):
        raise side.wrong(f"“{name[:100]}” is no number of a pull request", "write pull:<number>")
    if kind == "tag" and "=" not in name:
        raise side.wrong(f"“{name[:100]}” is no tag with a value", "write tag:<name>=<value>")
    return side


def _is_id(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) <= 19 and 0 < int(name) < 2**63  # noqa: PLR2004


def measured(baseline: Sequence[SideRun], contender: Sequence[SideRun]) -> Measured:
    """Say how far apart both sides were measured.

    In turns: in one run of an agent, which passes over all variants round by round; or in two
    runs of one agent with one seed on one machine whose times overlap, since it does one thing
    at a time.
    """
    if len(baseline) != 1 or len(contender) != 1:
        return "in runs apart"
    first, second = baseline[0], contender[0]
    if first.id == second.id:
        return "in turns" if first.agent is not None else "in one run"
    return "in turns" if _is_one_session(first, second) else "in runs apart"


def _is_one_session(first: SideRun, second: SideRun) -> bool:
    if None in (first.agent, first.seed, first.machine_id, first.finished_at, second.finished_at):
        return False
    same = (first.agent, first.seed, first.machine_id) == (
        second.agent,
        second.seed,
        second.machine_id,
    )
    return same and _overlap(first, second) and _overlap(second, first)


def _overlap(first: SideRun, second: SideRun) -> bool:
    return first.finished_at is not None and second.started_at < first.finished_at


def differing_attributes(
    baseline: Sequence[RunSurroundings], contender: Sequence[RunSurroundings]
) -> list[SideDifference]:
    """List the attributes of environment and fingerprint whose values are not those of both."""
    found = []
    for kind in ("environment", "fingerprint"):
        before, after = ([getattr(one, kind) for one in side] for side in (baseline, contender))
        for name in sorted({name for one in (*before, *after) for name in one} - MOMENTARY):
            first, second = _values(before, name), _values(after, name)
            if set(first) != set(second):
                of = "machine" if kind == "fingerprint" else _kind(name)
                found.append(SideDifference(of, name, _said(first), _said(second)))
    return found


def reported_kinds(runs: Sequence[RunSurroundings]) -> list[Reported]:
    """Say of what all the runs of both sides reported anything."""
    found: list[Reported] = []
    if all(one.environment.keys() - MOMENTARY for one in runs):
        found.append("environment")
    if all(one.fingerprint.keys() - MOMENTARY for one in runs):
        found.append("machine")
    return found


def _kind(name: str) -> Literal["toolchain", "settings"]:
    """Say what an attribute of the environment belongs to, by the words of its name."""
    words = re.split(r"[^a-z]+", name.lower())
    return "toolchain" if TOOLS.intersection(words) else "settings"


def _values(side: Iterable[Mapping[str, Scalar]], name: str) -> dict[object, Scalar | None]:
    """Return the values of an attribute by how JSON tells them apart: true is not 1."""
    found = [one.get(name) for one in side]
    return {(isinstance(one, bool), one): one for one in found}


def _said(values: Mapping[object, Scalar | None]) -> Scalar | None:
    """Return the value of a side, or all of them where its runs differ among themselves."""
    if len(values) == 1:
        return next(iter(values.values()))
    return ", ".join("not given" if one is None else str(one) for one in values.values())


def surroundings_warnings(
    baseline: Sequence[SideRun],
    contender: Sequence[SideRun],
    differences: Sequence[SideDifference],
) -> list[str]:
    """Say what beside the code differs between the sides."""
    said = []
    for noun, both in (
        ("testbeds", [{run.testbed for run in side} for side in (baseline, contender)]),
        ("machines", [{run.machine or "" for run in side} for side in (baseline, contender)]),
    ):
        if both[0] != both[1] and all(all(names) for names in both):
            first, second = (", ".join(sorted(names)) for names in both)
            said.append(f"The sides were measured on different {noun}: {first} and {second}.")
    if differences:
        names = [one.name for one in differences]
        more = len(names) - MOST_NAMED
        rest = f" and {more} more" if more > 0 else ""
        said.append(f"Not only the code differs: {', '.join(names[:MOST_NAMED])}{rest}.")
    return said


def quoted(names: Iterable[str]) -> str:
    """List names as a sentence about both sides quotes them."""
    return ", ".join(f"“{name[:100]}”" for name in sorted(names))
