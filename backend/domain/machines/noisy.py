"""What single runs said against their machine, in words that stand beside what rests on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from backend.domain.machines.fitness import BUSY, QUIET, is_unfit_alone
from backend.domain.machines.quarantine import MachineQuarantine


@dataclass(frozen=True, slots=True)
class ReadingOfRun:
    """What one run said of its machine while it was measured."""

    run: int
    machine_id: int
    machine: str
    score: float | None
    low: float | None
    high: float | None
    verdict: str | None
    """Of the control benchmark: steady, moved, or veto."""
    warnings: int
    """Of the preflight."""
    foreign_share: float | None = None
    """Of the machine, by others while it measured."""

    @property
    def is_unfit(self) -> bool:
        return is_unfit_alone(self.verdict, self.score, self.foreign_share)

    @property
    def is_noisy(self) -> bool:
        is_loud = self.score is not None and self.score < QUIET
        return self.is_unfit or self.verdict == "moved" or is_loud or self._others_used >= BUSY

    @property
    def _others_used(self) -> float:
        return self.foreign_share or 0.0


@dataclass(frozen=True, slots=True)
class NoisyMachine:
    """A machine against which some of the runs spoke: “bench-1”, “which was noisy: …”."""

    machine_id: int
    machine: str
    text: str
    """Follows “measured on” and its name: “which was noisy: noise score 58 of 100 [55, 60]”."""
    is_unfit: bool
    """One of its runs says that it was not fit to measure wall times, or it was in quarantine."""


def worst_of(readings: Sequence[ReadingOfRun]) -> dict[int, ReadingOfRun]:
    """Return the reading of each machine that speaks most against it, where any does.

    Warnings of the preflight alone are no such reading: on a virtual machine they always stand.
    """
    found: dict[int, ReadingOfRun] = {}
    for one in sorted(readings, key=_badness, reverse=True):
        if one.is_noisy:
            found.setdefault(one.machine_id, one)
    return found


def noisy_machines(
    readings: Sequence[ReadingOfRun], checks: Mapping[int, int]
) -> list[NoisyMachine]:
    """Say what speaks against each machine; `checks` counts those of a run's preflight."""
    found = []
    for machine_id, worst in worst_of(readings).items():
        said, counts = _standing(worst)
        own = [one for one in readings if one.machine_id == machine_id]
        those = [one for one in own if counts(one)]
        where = "" if len(own) == 1 else f" in {len(those)} of {len(own)} runs"
        at_worst = " at worst" if len(those) > 1 else ""
        why = ", ".join(_reasons(worst, checks.get(worst.run, 0)))
        text = f"{said}{where}:{at_worst} {why}"
        found.append(NoisyMachine(machine_id, worst.machine, text, worst.is_unfit))
    return sorted(found, key=lambda one: one.machine)


def marked(noisy: Sequence[NoisyMachine], stays: Sequence[MachineQuarantine]) -> list[NoisyMachine]:
    """Say first of each machine that it was in quarantine meanwhile; the newest stay tells."""
    found = {one.machine_id: one for one in noisy}
    for stay in sorted(stays, key=lambda one: one.since):
        said = f"which was in quarantine from {stay.since:%Y-%m-%d %H:%M} UTC: {stay.why}"
        known = next((one for one in noisy if one.machine_id == stay.machine_id), None)
        more = "" if known is None else f"; {known.text.removeprefix('which ')}"
        found[stay.machine_id] = NoisyMachine(
            stay.machine_id, stay.machine, said + more, is_unfit=True
        )
    return sorted(found.values(), key=lambda one: one.machine)


def _badness(one: ReadingOfRun) -> tuple[bool, bool, float, int]:
    """Order readings; of those alike, the one with more warnings tells."""
    return one.is_unfit, one.is_noisy, -(100.0 if one.score is None else one.score), one.warnings


def _standing(worst: ReadingOfRun) -> tuple[str, Callable[[ReadingOfRun], bool]]:
    """Say how a machine was, and which runs are counted as such."""
    if worst.is_unfit:
        return "which was not fit to measure wall times", lambda one: one.is_unfit
    return "which was noisy", lambda one: one.is_noisy


def _reasons(one: ReadingOfRun, checks: int) -> list[str]:
    said = []
    if one.score is not None and one.score < QUIET:
        has_ends = one.low is not None and one.high is not None
        ends = f" [{one.low:.0f}, {one.high:.0f}]" if has_ends else ""
        said.append(f"noise score {one.score:.0f} of 100{ends}")
    if one.verdict == "veto":
        said.append("the control benchmark vetoed the run")
    if one.verdict == "moved":
        said.append("control benchmark drifted")
    if one.foreign_share is not None and one.foreign_share >= BUSY:
        said.append(f"others used {100.0 * one.foreign_share:.0f}\u202f% of it")
    if one.warnings:
        said.append(f"its preflight warned of {one.warnings} of {checks} checks")
    return said
