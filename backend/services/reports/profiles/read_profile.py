"""Profiles for people: one with its functions, and its stacks as they were sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.reports.profiles import (
    FunctionTime,
    ListedProfile,
    ProfilePeers,
    decompress,
    functions_of,
    stacks_of,
)
from backend.settings import limits
from backend.storage.changes import function_changes
from backend.storage.reports import profile_places, profiles

MOST_FUNCTIONS = 500
"""Functions of one answer; those with least time of their own are left out."""
MOST_PEERS = 20
"""Profiles of each kind that one can be compared with."""
REMEMBERED = 32
"""Profiles whose functions one process keeps: at most 1 MiB of stacks each."""


@dataclass(frozen=True, slots=True)
class ProfileDetail(ListedProfile):
    """A profile and its functions, those with most time of their own first.

    Without a count where none of them were asked for.
    """

    functions: Sequence[FunctionTime]
    """The 500 with most samples of their own, or as many as were asked for."""
    function_count: int | None
    """Null where none were asked for."""


def read_profile(
    session: Session, project_id: int, profile_id: int, most: int = MOST_FUNCTIONS
) -> ProfileDetail:
    """Return one profile; NotFoundError where the project has none with this id.

    Functions are added up only where some are asked for: of 100,000 frames it takes half a second.
    """
    listed = profiles.read_profile(session, project_id, profile_id)
    if listed is None:
        raise _missing(profile_id)
    functions, count = (
        _added_up(read_stacks(session, project_id, profile_id)) if most else ((), None)
    )
    return ProfileDetail(
        **{name: getattr(listed, name) for name in ListedProfile.__slots__},
        functions=functions[:most],
        function_count=count,
    )


@lru_cache(REMEMBERED)
def _added_up(stacks: bytes) -> tuple[Sequence[FunctionTime], int]:
    """Return the first functions and how many there are; stacks never change."""
    found = functions_of(stacks_of(decompress(stacks, limits().unpacked_profile_bytes)))
    return found[:MOST_FUNCTIONS], len(found)


def read_peers(session: Session, project_id: int, profile_id: int) -> ProfilePeers:
    """Return where a profile comes from, and what it can be compared with."""
    place = profile_places.read_place(session, project_id, profile_id)
    if place is None:
        raise _missing(profile_id)
    asked = (session, project_id, profile_id, MOST_PEERS)
    return ProfilePeers(
        place=place,
        same_variant=profile_places.read_same_variant(*asked),
        same_run=profile_places.read_same_run(*asked),
        functions=function_changes.read_of_profile(*asked),
    )


def read_stacks(session: Session, project_id: int, profile_id: int) -> bytes:
    """Return the folded stacks of a profile in gzip, as they were sent."""
    stacks = profiles.read_stacks(session, project_id, profile_id)
    if stacks is None:
        raise _missing(profile_id)
    return stacks


def _missing(profile_id: int) -> NotFoundError:
    return NotFoundError(f"there is no profile {profile_id} in this project")
