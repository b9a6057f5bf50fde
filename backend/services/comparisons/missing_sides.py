"""Why a side of a comparison has no runs, and what to do about it."""

from sqlalchemy.orm import Session

from backend.domain.comparisons.sides import SideChoice, quoted
from backend.domain.errors import DomainError
from backend.storage.comparisons.runs import (
    RunScope,
    is_known,
    read_fork,
    read_namesakes,
    read_testbeds_of_commit,
)

SHORTEST_BEGINNING = 4
"""Letters from which on a commit is known by the beginning of its name."""


def whole_name(session: Session, project_id: int, choice: SideChoice) -> str | None:
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


def why_missing(
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
