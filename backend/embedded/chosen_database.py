"""Which database is meant: the embedded one only where nothing says that another one is."""

from backend.embedded.errors import CannotStartError
from backend.embedded.state import StateDir
from backend.settings import Settings

WITH_OUTSIDE = {
    "database_direct_url": "TIDEMARK_DATABASE_DIRECT_URL",
    "database_read_url": "TIDEMARK_DATABASE_READ_URL",
}


def demand_one_database(settings: Settings) -> None:
    """Raise where a replica or a direct way is named and its database is not.

    The schema and backups would be those of one database, and the results those of the other.
    """
    if "database_url" in settings.model_fields_set:
        return
    for field, name in WITH_OUTSIDE.items():
        if getattr(settings, field):
            raise CannotStartError(
                f"{name} is set and TIDEMARK_DATABASE_URL is not: set both, or unset {name}, "
                "which has no meaning for the embedded database."
            )


def demand_newest_results(state: StateDir, settings: Settings) -> None:
    """Raise where the embedded database would be used and a move took its results outside."""
    if "database_url" in settings.model_fields_set or not state.moved_note.is_file():
        return
    raise CannotStartError(
        f"The results were moved to {state.moved_note.read_text().strip()}: set "
        "TIDEMARK_DATABASE_URL to the address of that database, or bring them back with "
        "tidemark admin move embedded. To start on the older results that are still here, delete "
        f"{state.moved_note}."
    )
