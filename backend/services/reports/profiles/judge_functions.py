"""Judge the functions of a program by the profiles of its commits, after reports were stored."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from sqlalchemy.orm import Session

from backend.domain.reports.function_costs import (
    FunctionTable,
    ProfiledCommit,
    by_module,
    tabulated,
)
from backend.services.reports.profiles.profiled_commits import MOST_PROFILES, profiled_commit
from backend.stats.functions.judging import FunctionChange, ReportedCost, judge_functions
from backend.storage import outbox
from backend.storage.changes import function_changes
from backend.storage.changes.function_changes import (
    NewFunctionChange,
    ProfileHistory,
    ReportedFunction,
    StoredProfile,
)

MOST_CHANGES = 40
"""Of one history; those at the newest commits are kept."""


def judge_functions_requested(session: Session, project_id: int, outbox_id: int) -> None:
    """Do the work of one outbox row and remove it."""
    subjects = outbox.take(session, outbox_id)
    if subjects is None:
        return
    function_changes.hold_judging(session, project_id)
    runs = [-one for one in subjects if one < 0]
    variants = [one for one in subjects if one > 0]
    for history in function_changes.histories_of(session, project_id, variants, runs):
        _judge(session, project_id, history)
    outbox.remove(session, outbox_id)


def _judge(session: Session, project_id: int, history: ProfileHistory) -> None:
    stored = function_changes.read_history(session, project_id, history, MOST_PROFILES)
    profiles = [_profiled(session, project_id, one) for one in stored]
    table = tabulated(profiles)
    told = function_changes.read_reported(session, project_id, history)
    commits = {one.position: one.commit_id for one in stored}
    found = list(_found(table, told, commits))
    function_changes.replace_changes(session, project_id, history, found[-MOST_CHANGES:])


def _profiled(session: Session, project_id: int, stored: StoredProfile) -> ProfiledCommit:
    """Return a profile by function; what is added up for the first time is kept."""
    profiled = profiled_commit(stored)
    if stored.functions is None:
        function_changes.store_functions(session, project_id, stored.id, asdict(profiled.functions))
    return profiled


def _found(
    table: FunctionTable, told: Sequence[ReportedFunction], commits: dict[int, int]
) -> Iterator[NewFunctionChange]:
    """Yield functions that changed, and modules none of whose functions did by itself."""
    functions = _judged(table, [one for one in told if not one.is_module])
    modules = by_module(table)
    named = [
        (one, table.tree.modules[place])
        for one in functions
        for place in (one.function, *one.others)
    ]
    alone = [
        one
        for one in _judged(modules, [one for one in told if one.is_module])
        if not any(
            name == modules.names[one.function] and _overlap(one, other) for other, name in named
        )
    ]
    every = [(table, one) for one in functions] + [(modules, one) for one in alone]
    for source, change in sorted(every, key=lambda one: one[1].index):
        yield _described(source, change, commits, is_module=source is modules)


def _judged(table: FunctionTable, told: Sequence[ReportedFunction]) -> list[FunctionChange]:
    names = {name: place for place, name in enumerate(table.names)}
    places = {position: place for place, position in enumerate(table.positions)}
    known = [
        ReportedCost(names[one.name], places[one.position])
        for one in told
        if one.name in names and one.position in places
    ]
    return judge_functions(table.counts, table.tree, known)


def _overlap(one: FunctionChange, other: FunctionChange) -> bool:
    return one.first <= other.last and other.first <= one.last


def _described(
    table: FunctionTable, change: FunctionChange, commits: dict[int, int], *, is_module: bool
) -> NewFunctionChange:
    positions = table.positions
    cost = float(table.counts.cost[: change.index].mean())
    return NewFunctionChange(
        name=table.names[change.function],
        is_module=is_module,
        others=[table.names[one] for one in change.others],
        commit_id=commits[positions[change.index]],
        position=positions[change.index],
        # between the commit profiled before and this one others may lie that were not profiled
        first_position=positions[change.first - 1] + 1,
        last_position=positions[change.last],
        before=change.before,
        after=change.after,
        ratio=change.ratio,
        low=change.low,
        high=change.high,
        cost=cost if math.isfinite(cost) else None,
    )
