"""Find the runs of both sides of a comparison, and refuse what cannot be compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.commits.names import short_commit
from backend.domain.comparisons.sides import SideChoice, SideRun, quoted
from backend.domain.errors import DomainError
from backend.services.comparisons.find_base import runs_at_base
from backend.storage.comparisons.runs import (
    MOST_RUNS,
    RunScope,
    find_runs,
    is_known,
    read_fork,
    read_namesakes,
    read_testbeds_of_commit,
)

Choices = tuple[SideChoice, SideChoice]

TURN = {"run": 0, "testbed": 2, "base": 3}
"""Runs come first, since they narrow the other side; testbeds take its commit, bases its suites."""
NEWEST = ("branch", "pull", "fork", "tag")
"""Kinds that stand for their newest commit that was measured, whatever was measured there."""
SHORTEST_BEGINNING = 4
"""Letters from which on a commit is known by the beginning of its name."""


@dataclass(frozen=True, slots=True)
class ChosenSides:
    """The runs of both sides, and what had to be left out."""

    baseline: list[SideRun]
    contender: list[SideRun]
    across_testbeds: bool = False
    warnings: Sequence[str] = ()

    @property
    def run_ids(self) -> list[int]:
        return [run.id for run in (*self.baseline, *self.contender)]


def find_runs_of_sides(
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
    across = across_testbeds or any(choice.kind == "testbed" for choice in choices)
    scope = RunScope(
        list(filters.suite) or None, list(filters.testbed) or None, list(filters.branch) or None
    )
    found: dict[int, list[SideRun]] = {}
    said: list[str] = []
    for number in sorted((0, 1), key=lambda one: TURN.get(choices[one].kind, 1)):
        own = _scope_given_other(
            replace(scope, pinned=choices[number].commit or None),
            choices, found, number, across_testbeds=across,
        )  # fmt: skip
        if choices[number].kind == "base":
            found[number], remarks = runs_at_base(
                session, project_id, choices[number], found.get(1 - number, []), own
            )
            said += remarks
        else:
            found[number] = _runs(session, project_id, choices[number], own)
    if not across:
        _meet(session, project_id, choices, found, scope)
    said += [
        warning
        for number in (0, 1)
        for warning in (
            _cut(choices[number], found[number]),
            _before_fork(session, project_id, choices[number], found[number]),
        )
        if warning
    ]
    sides = ChosenSides(found[0][:MOST_RUNS], found[1][:MOST_RUNS], across, said)
    apart = _apart(sides, choices)
    _check(apart, choices, across_testbeds=across)
    return apart


def _meet(
    session: Session,
    project_id: int,
    choices: Choices,
    found: dict[int, list[SideRun]],
    scope: RunScope,
) -> None:
    """Where the sides share no suite and testbed, take the newest commit of one that does."""
    for number in (0, 1):
        other = found[1 - number]
        is_met = {(run.suite, run.testbed) for run in found[number]} & {
            (run.suite, run.testbed) for run in other
        }
        if is_met or choices[number].kind not in NEWEST:
            continue
        narrow = replace(
            scope,
            suites=sorted({run.suite for run in other}),
            testbeds=sorted({run.testbed for run in other}),
        )
        choice = (choices[number].kind, choices[number].name)
        found[number] = find_runs(session, project_id, choice, narrow) or found[number]


def _scope_given_other(
    scope: RunScope,
    choices: Choices,
    found: Mapping[int, list[SideRun]],
    number: int,
    *,
    across_testbeds: bool,
) -> RunScope:
    """Return where a side is looked for, given what is known of the other one."""
    other, runs = choices[1 - number], found.get(1 - number)
    if choices[number].kind == "testbed":
        if runs is None:
            return replace(scope, other=other.name)
        commits = sorted({run.commit_id for run in runs})
        return replace(scope, commits=commits, suites=sorted({run.suite for run in runs}))
    if runs is not None and other.kind == "run" and choices[number].kind != "run":
        testbeds = scope.testbeds if across_testbeds else [runs[0].testbed]
        return replace(scope, suites=[runs[0].suite], testbeds=testbeds)
    return scope


def _runs(session: Session, project_id: int, choice: SideChoice, scope: RunScope) -> list[SideRun]:
    runs = find_runs(session, project_id, (choice.kind, choice.name), scope)
    if not runs:
        name = _whole_name(session, project_id, choice)
        if name is None:
            raise _why_missing(session, project_id, choice, scope)
        return _runs(session, project_id, replace(choice, name=name), scope)
    for noun, name, allowed in (
        ("suite", runs[0].suite, scope.suites),
        ("testbed", runs[0].testbed, scope.testbeds if choice.kind != "testbed" else None),
    ):
        if allowed is not None and name not in allowed:  # a run is found wherever it is
            reason = f"{choice.text} is of {noun} “{name}”, not of {quoted(allowed)}"
            raise choice.wrong(reason, f"leave the {noun} out, or choose another run")
    return runs


def _before_fork(
    session: Session, project_id: int, choice: SideChoice, runs: Sequence[SideRun]
) -> str:
    if choice.kind != "fork":
        return ""
    fork = read_fork(session, project_id, choice.name)
    if fork is None or fork == runs[0].commit:
        return ""
    return (
        f"The merge base {short_commit(fork)} was not measured:"
        f" {short_commit(runs[0].commit)} is the newest commit before it that was."
    )


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
            "choose another run or commit, or compare variants: other parameters for each side"
            " (“Variants by parameter” on the page; baseline.param.<name> and"
            " contender.param.<name> in a request)",
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
            f"the baseline is of suite {quoted(suites[0])},"
            f" the contender of suite {quoted(suites[1])}",
            "compare runs of one suite",
        )
    testbeds = [{run.testbed for run in side} for side in both]
    if across_testbeds:
        for choice, names in zip(choices, testbeds, strict=True):
            if len(names) > 1:
                raise choice.wrong(
                    f"{choice.text} was measured on several testbeds: {quoted(names)}",
                    "name a run, which has one testbed, to compare testbeds",
                )
    elif not testbeds[0] & testbeds[1]:
        raise choices[1].wrong(
            f"the baseline was measured on testbed {quoted(testbeds[0])},"
            f" the contender on testbed {quoted(testbeds[1])}",
            "compare runs of one testbed, or say across_testbeds=true"
            " to compare the testbeds themselves",
        )


def _whole_name(session: Session, project_id: int, choice: SideChoice) -> str | None:
    """Return the only commit whose name begins like this; InvalidError where there are several."""
    if choice.kind != "commit" or is_known(session, project_id, choice.kind, choice.name):
        return None
    if len(choice.name) < SHORTEST_BEGINNING:
        return None
    names = read_namesakes(session, project_id, choice.name)
    if len(names) > 1:
        reason = f"several commits begin with “{choice.name[:100]}”: {quoted(names)}"
        raise choice.wrong(reason, "write more of the name")
    return names[0] if names else None


def _why_missing(
    session: Session, project_id: int, choice: SideChoice, scope: RunScope
) -> DomainError:
    """Say why a side has no runs."""
    if choice.kind == "run":
        return choice.missing(
            f"there is no run {choice.name} in this project", "take a run of the list of runs"
        )
    if not is_known(session, project_id, choice.kind, choice.name):
        noun = choice.kind if choice.kind in ("commit", "branch", "testbed") else "name"
        remedy = f"write the {'name of the ' if noun != 'name' else ''}{noun} in full"
        return choice.missing(
            f"there is no {choice.noun} in this project", f"{remedy}, as it was uploaded"
        )
    if choice.kind == "fork":
        return _unknown_fork(session, project_id, choice)
    if choice.kind == "testbed":
        return _elsewhere(choice, scope)
    return _unmeasured(session, project_id, choice, scope)


def _unknown_fork(session: Session, project_id: int, choice: SideChoice) -> DomainError:
    fork = read_fork(session, project_id, choice.name)
    if fork is None:
        return choice.missing(
            f"where {choice.noun} left its base branch is not known",
            "send base.commit, or the ancestry of the commit, with its reports; or choose a commit",
        )
    return choice.missing(
        f"neither commit “{fork[:100]}”, where {choice.noun} left its base branch, nor one before"
        " it was measured",
        "measure it, or choose another commit",
    )


def _elsewhere(choice: SideChoice, scope: RunScope) -> DomainError:
    what = "the commit of the other side" if scope.commits else f"a commit of {scope.other}"
    if scope.commits is None and scope.other is None:
        return choice.missing(f"{choice.noun} has no results", "measure there first")
    return choice.missing(
        f"{choice.noun} has no results of {what}",
        "measure that commit there, or choose runs by their number",
    )


def _unmeasured(
    session: Session, project_id: int, choice: SideChoice, scope: RunScope
) -> DomainError:
    places = [
        f"{word} {quoted(names)}"
        for word, names in (
            ("on testbed", scope.testbeds),
            ("of suite", scope.suites),
            ("on branch", scope.branches if choice.kind in ("commit", "tag") else None),
        )
        if names is not None
    ]
    reason = " ".join([f"{choice.noun} has no results", *places])
    elsewhere = (
        read_testbeds_of_commit(session, project_id, choice.name) if choice.kind == "commit" else []
    )
    remedy = f"it was measured on {quoted(elsewhere)}" if elsewhere else "measure it first"
    return choice.missing(reason, remedy if places else "measure it first")
