"""Find the runs of both sides of a comparison, and refuse what cannot be compared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.compared_sides import SideChoice, SideRun
from backend.domain.errors import DomainError
from backend.domain.series_filters import SeriesFilters
from backend.storage.comparisons import (
    MOST_RUNS,
    RunScope,
    find_runs,
    is_known,
    read_testbeds_of_commit,
)

Choices = tuple[SideChoice, SideChoice]


@dataclass(frozen=True, slots=True)
class ChosenSides:
    """The runs of both sides, and what had to be left out."""

    baseline: list[SideRun]
    contender: list[SideRun]
    warnings: Sequence[str] = ()


def choose_sides(
    session: Session,
    project_id: int,
    choices: Choices,
    filters: SeriesFilters,
    *,
    across_testbeds: bool,
) -> ChosenSides:
    """Return the runs of both sides.

    A run beside a commit or branch narrows that to its own suite and, unless testbeds are
    compared with one another, to its testbed. NotFoundError or InvalidError say what is wrong.
    """
    scope = RunScope(
        list(filters.suite) or None, list(filters.testbed) or None, list(filters.branch) or None
    )
    found: dict[int, list[SideRun]] = {}
    for number in sorted((0, 1), key=lambda one: choices[one].kind != "run"):
        other = 1 - number
        if choices[other].kind == "run" and other in found and choices[number].kind != "run":
            scope = _narrowed(scope, found[other][0], across_testbeds=across_testbeds)
        found[number] = _runs(session, project_id, choices[number], scope)
    said = [warning for number in (0, 1) if (warning := _cut(choices[number], found[number]))]
    sides = ChosenSides(found[0][:MOST_RUNS], found[1][:MOST_RUNS], said)
    apart = _apart(sides, choices)
    _check(apart, choices, across_testbeds=across_testbeds)
    return apart


def _narrowed(scope: RunScope, run: SideRun, *, across_testbeds: bool) -> RunScope:
    testbeds = scope.testbeds if across_testbeds else [run.testbed]
    return replace(scope, suites=[run.suite], testbeds=testbeds)


def _runs(session: Session, project_id: int, choice: SideChoice, scope: RunScope) -> list[SideRun]:
    runs = find_runs(session, project_id, (choice.kind, choice.name), scope)
    if not runs:
        raise _absent(session, project_id, choice, scope)
    for noun, name, allowed in (
        ("suite", runs[0].suite, scope.suites),
        ("testbed", runs[0].testbed, scope.testbeds),
    ):
        if allowed is not None and name not in allowed:  # a run is found wherever it is
            reason = f"{choice.text} is of {noun} “{name}”, not of {_quoted(allowed)}"
            raise choice.wrong(reason, f"leave the {noun} out, or choose another run")
    return runs


def _absent(session: Session, project_id: int, choice: SideChoice, scope: RunScope) -> DomainError:
    """Say why a side has no runs."""
    if choice.kind == "run":
        return choice.missing(
            f"there is no run {choice.name} in this project", "take a run of the list of runs"
        )
    noun = f"{choice.kind} “{choice.name[:100]}”"
    if not is_known(session, project_id, choice.kind, choice.name):
        return choice.missing(
            f"there is no {noun} in this project",
            f"write the name of the {choice.kind} in full, as it was uploaded",
        )
    places = [
        f"{word} {_quoted(names)}"
        for word, names in (
            ("on testbed", scope.testbeds),
            ("of suite", scope.suites),
            ("on branch", scope.branches if choice.kind == "commit" else None),
        )
        if names is not None
    ]
    reason = " ".join([f"{noun} has no results", *places])
    elsewhere = (
        read_testbeds_of_commit(session, project_id, choice.name) if choice.kind == "commit" else []
    )
    remedy = f"it was measured on {_quoted(elsewhere)}" if elsewhere else "measure it first"
    return choice.missing(reason, remedy if places else "measure it first")


def _cut(choice: SideChoice, runs: Sequence[SideRun]) -> str:
    if len(runs) <= MOST_RUNS:
        return ""
    return f"{choice.text} has more than {MOST_RUNS} runs: the newest {MOST_RUNS} are compared."


def _apart(sides: ChosenSides, choices: Choices) -> ChosenSides:
    """Take runs that are on both sides from the longer one, unless variants are compared."""
    if any(choice.parameters for choice in choices):
        return sides
    first, second = ({run.id for run in side} for side in (sides.baseline, sides.contender))
    if first == second:
        reason = f"{choices[0].text} and {choices[1].text} are the same results"
        raise choices[1].wrong(
            reason,
            "choose another run or commit, or other parameters for each side"
            " (baseline.param.<name>, contender.param.<name>)",
        )
    shared = first & second
    if len(first) >= len(second):
        return replace(sides, baseline=[run for run in sides.baseline if run.id not in shared])
    return replace(sides, contender=[run for run in sides.contender if run.id not in shared])


def _check(sides: ChosenSides, choices: Choices, *, across_testbeds: bool) -> None:
    both = sides.baseline, sides.contender
    suites = [{run.suite for run in side} for side in both]
    if not suites[0] & suites[1]:
        raise choices[1].wrong(
            f"the baseline is of suite {_quoted(suites[0])},"
            f" the contender of suite {_quoted(suites[1])}",
            "compare runs of one suite",
        )
    testbeds = [{run.testbed for run in side} for side in both]
    if across_testbeds:
        for choice, names in zip(choices, testbeds, strict=True):
            if len(names) > 1:
                raise choice.wrong(
                    f"{choice.text} was measured on several testbeds: {_quoted(names)}",
                    "name a run, which has one testbed, to compare testbeds",
                )
    elif not testbeds[0] & testbeds[1]:
        raise choices[1].wrong(
            f"the baseline was measured on testbed {_quoted(testbeds[0])},"
            f" the contender on testbed {_quoted(testbeds[1])}",
            "compare runs of one testbed, or say across_testbeds=true"
            " to compare the testbeds themselves",
        )


def _quoted(names: Sequence[str] | set[str]) -> str:
    return ", ".join(f"“{name[:100]}”" for name in sorted(names))
