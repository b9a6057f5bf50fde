"""Hold whoever is bound to one testbed to it, by whichever name it goes."""

from sqlalchemy.orm import Session

from backend.domain.people.projects import Actor, demand_testbed
from backend.storage.catalogue.names import is_one_testbed, testbed_names


def hold_to_testbed(session: Session, project_id: int, actor: Actor, testbed: str) -> None:
    """Refuse another testbed; one that was renamed is the same under all its names."""
    bound = actor.testbed
    if bound is None or bound == testbed:
        return
    if not is_one_testbed(session, project_id, bound, testbed):
        demand_testbed(actor, testbed)


def bound_names(session: Session, project_id: int, actor: Actor) -> list[str] | None:
    """Return the names of the one testbed that an actor is bound to; None: it is bound to none."""
    bound = actor.testbed
    return None if bound is None else testbed_names(session, project_id, bound)
