"""Whether commits that come to a branch are of the history that stands there.

A branch is one line of commits. Put two repositories on one and their commits interleave by time:
changes of both share commit ranges, and one is given as the cause of the other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from backend.domain.commits.forges import forge_of
from backend.domain.errors import ConflictError, Fault


@dataclass(frozen=True, slots=True)
class HistoryOrigin:
    """What is known of where commits come from."""

    repositories: frozenset[str] = frozenset()
    """Addresses that their own addresses give away."""
    first: datetime | None = None
    last: datetime | None = None


def origin_of(addresses: Iterable[str | None], times: Iterable[datetime | None]) -> HistoryOrigin:
    """Say where commits come from by their addresses, where they have any, and their times."""
    forges = (forge_of(None, address) for address in addresses if address)
    known = [time for time in times if time is not None]
    return HistoryOrigin(
        # capitals mean nothing in addresses of forges
        frozenset(forge.repository.lower() for forge in forges if forge),
        min(known, default=None),
        max(known, default=None),
    )


def demand_one_history(branch: str, here: HistoryOrigin, coming: HistoryOrigin) -> None:
    """Raise ConflictError unless commits without one in common may be of one repository.

    Addresses decide where both sides have them. Where one has none, what comes wholly before or
    wholly after may go on with the branch; what falls between its commits is not taken unasked.
    """
    if here.repositories and coming.repositories:
        if not here.repositories & coming.repositories:
            raise _refused(branch, _other_repository(branch, here, coming), coming)
    elif _interleave(here, coming):
        raise _refused(branch, _ambiguous(branch), coming)


def _interleave(here: HistoryOrigin, coming: HistoryOrigin) -> bool:
    if here.first is None or here.last is None or coming.first is None or coming.last is None:
        return False
    return coming.first <= here.last and here.first <= coming.last


def _other_repository(branch: str, here: HistoryOrigin, coming: HistoryOrigin) -> str:
    return (
        f"“{branch}” holds commits of {_named(here)}, those of the file are of {_named(coming)}, "
        "and the two have no commit in common"
    )


def _ambiguous(branch: str) -> str:
    return (
        f"commits of the file fall between those of “{branch}”, none of them stands there, "
        "and no address says that both are of one repository"
    )


def _named(origin: HistoryOrigin) -> str:
    return " and ".join(sorted(origin.repositories)[:2])


def _refused(branch: str, reason: str, coming: HistoryOrigin) -> ConflictError:
    offer = _own_branch(branch, sorted(coming.repositories))
    remedy = (
        f"take a branch of its own, such as “{offer}”; where both are one history all the same "
        "(a repository that moved), say so (same_history; on the command line --same-history)"
    )
    return ConflictError(
        "the file would mix two histories on one branch; nothing was stored",
        [Fault("/query/branch", reason, remedy, offer)],
    )


def _own_branch(branch: str, repositories: Sequence[str]) -> str:
    """Return a name that says whose branch it is: "hyper", or "hyper/next" beside "next"."""
    name = repositories[0].rpartition("/")[2] if repositories else "imported"
    return name if branch in ("main", "master", name) else f"{name}/{branch}"
