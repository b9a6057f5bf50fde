"""Find what a commit is compared with: the nearest one at or before a place that was measured."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.commits.names import short_commit
from backend.domain.comparisons.sides import SideChoice, SideRun
from backend.storage.comparisons.nearest import find_nearest_measured
from backend.storage.comparisons.runs import RunScope, find_runs, is_known, read_namesakes


def runs_at_base(
    session: Session,
    project_id: int,
    choice: SideChoice,
    other: Sequence[SideRun],
    scope: RunScope,
) -> tuple[list[SideRun], list[str]]:
    """Return the runs of the nearest commit that was measured as `other` was, and remarks.

    The commit of the other side is never its own base. NotFoundError where there is none.
    """
    name = _known_name(session, project_id, choice)
    pairs = sorted({(run.suite_id, run.testbed_id) for run in other})
    excluded = sorted({run.commit for run in other})
    near = find_nearest_measured(session, project_id, name, pairs, excluded)
    if near is None:
        raise choice.missing(
            f"neither commit “{name[:100]}” nor one before it was measured with the suites and"
            " testbeds of the other side",
            "measure the base branch first, or choose another commit",
        )
    narrow = RunScope(
        suites=scope.suites or sorted({run.suite for run in other}),
        testbeds=scope.testbeds or sorted({run.testbed for run in other}),
    )
    runs = find_runs(session, project_id, ("commit", near.commit), narrow)
    return runs, _remarks(name, near.commit, excluded, has_all=near.has_all)


def _known_name(session: Session, project_id: int, choice: SideChoice) -> str:
    """Return the whole name of the commit; NotFoundError where nobody reported it."""
    if is_known(session, project_id, "commit", choice.name):
        return choice.name
    names = read_namesakes(session, project_id, choice.name)
    if len(names) == 1:
        return names[0]
    raise choice.missing(
        f"there is no {choice.noun} in this project",
        "send the ancestry of commits with their reports (more history in the checkout:"
        " fetch-depth, GIT_DEPTH), or choose another commit",
    )


def _remarks(name: str, measured: str, excluded: Sequence[str], *, has_all: bool) -> list[str]:
    said = []
    if measured != name and name not in excluded:
        said.append(
            f"Commit {short_commit(name)} was not measured: {short_commit(measured)} is the"
            " newest one before it that was."
        )
    if not has_all:
        said.append(
            f"Not every suite and testbed was measured at {short_commit(measured)}:"
            " what is missing there is not compared."
        )
    return said
