"""Long times without results before a change: what came in them may be its cause as well."""

from datetime import timedelta

from backend.domain.catalogue.labels import CommitRef

LONG = timedelta(days=90)


def pause_days(commit: CommitRef, before: CommitRef | None) -> int | None:
    """Return for how many days nothing was measured before a commit; None where that is usual."""
    if commit.time is None or before is None or before.time is None:
        return None
    pause = commit.time - before.time
    return pause.days if pause >= LONG else None
