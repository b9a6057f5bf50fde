"""Read what functions took, profiled commit by commit."""

from collections.abc import Iterator, Sequence

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.reports.function_changes import FunctionHistories, FunctionHistory
from backend.domain.reports.function_costs import FunctionTable, by_module, tabulated
from backend.services.reports.profiles.profiled_commits import MOST_PROFILES, profiled_commit
from backend.storage.changes import function_changes
from backend.storage.commits.refs import read_commits

MOST_HISTORIES = 8


def read_function_histories(
    session: Session, project_id: int, profile_id: int, names: Sequence[str]
) -> FunctionHistories:
    """Return the histories of named functions and modules; without names, of those that changed.

    They are of the variant, testbed and branch of a profile, and on the machine of the newest one.
    A name that no profile has is left out. NotFoundError where there is no such profile.
    """
    history = function_changes.find_history(session, project_id, profile_id)
    if history is None:
        raise NotFoundError(f"there is no profile {profile_id} in this project")
    stored = function_changes.read_history(session, project_id, history, MOST_PROFILES)
    table = tabulated([profiled_commit(one) for one in stored])
    wanted = list(names) or _changed(session, project_id, profile_id)
    commits = {one.position: one.commit_id for one in stored}
    known = read_commits(session, project_id, commits.values())
    counts = table.counts
    return FunctionHistories(
        commits=[known[commits[position]] for position in table.positions],
        samples=[int(one) for one in counts.samples],
        cpu_s=[None if np.isnan(one) else float(one) for one in counts.cost],
        histories=list(_histories(table, wanted[:MOST_HISTORIES])),
    )


def _changed(session: Session, project_id: int, profile_id: int) -> list[str]:
    found = function_changes.read_of_profile(session, project_id, profile_id, MOST_HISTORIES)
    return list(dict.fromkeys(one.name for one in found))


def _histories(table: FunctionTable, names: Sequence[str]) -> Iterator[FunctionHistory]:
    modules = by_module(table)
    for name in names:
        is_module = name not in table.names
        source = modules if is_module else table
        if name in source.names:
            column = list(source.names).index(name)
            own = source.counts.own[:, column] / source.counts.samples
            total = None if is_module else source.counts.total[:, column] / source.counts.samples
            yield FunctionHistory(
                name, is_module, own.tolist(), None if total is None else total.tolist()
            )
