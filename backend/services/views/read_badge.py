"""A badge of one series: its newest number, or what changed since a commit."""

from sqlalchemy.orm import Session

from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.views.badges import Badge, place_of
from backend.storage.changes.views import changes_of_series
from backend.storage.series.histories import read_lines
from backend.storage.series.lists import read_listings
from backend.wording.previews import change_badge, value_badge


def read_badge(
    session: Session, project_id: int, series_id: int, since: str | None, label: str | None
) -> Badge:
    """Return what the badge says; `since` is the name of a commit or an unmistakable beginning."""
    if since is None:
        listings = read_listings(session, project_id, [series_id])
        if not listings:
            raise _absent(series_id)
        return value_badge(listings[0].series, listings[0].latest, label)
    lines = read_lines(session, project_id, [series_id])
    if series_id not in lines.series:
        raise _absent(series_id)
    line = lines.series[series_id]
    branch = lines.branches[line.branch_id]
    place = place_of(branch, since)
    if place is None:
        reason = f"there is no one commit “{since[:40]}” on the branch “{line.label.branch}”"
        raise InvalidError(reason, [Fault("/query/since", reason, "write its name in full")])
    changes = changes_of_series(session, project_id, {series_id: line.label})[series_id]
    return change_badge(line.label, changes, branch, place, label)


def _absent(series_id: int) -> NotFoundError:
    return NotFoundError(f"there is no series {series_id} in this project")
