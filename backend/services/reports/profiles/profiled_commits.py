"""Profiles of a history by function, as they are judged and drawn."""

from backend.domain.reports.function_costs import FunctionCosts, ProfiledCommit, function_costs
from backend.domain.reports.profiles import decompress, stacks_of
from backend.settings import limits
from backend.storage.changes.function_changes import StoredProfile

MOST_PROFILES = 240
"""Of one history; the newest count."""


def profiled_commit(stored: StoredProfile) -> ProfiledCommit:
    """Return a stored profile by function."""
    if stored.functions is None:
        lines = decompress(stored.stacks or b"", limits().unpacked_profile_bytes)
        costs = function_costs(stacks_of(lines))
    else:
        costs = FunctionCosts(**stored.functions)
    cost = stored.cpu_s / stored.repetitions if stored.cpu_s and stored.repetitions else None
    return ProfiledCommit(stored.position, stored.samples, cost, costs)
