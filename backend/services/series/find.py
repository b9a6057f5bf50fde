"""Finding series: the facets that narrow them, and the list that remains."""

from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import FacetLook, Facets, SeriesFilters
from backend.domain.pages import Page, PageRequest
from backend.domain.series.facets import count_facets
from backend.domain.series.lists import SeriesListing
from backend.storage.commits.series_writes import WriteMemory
from backend.storage.series.facets import read_catalogue, read_dimensions, read_known
from backend.storage.series.lists import read_series_page

_unfiltered: WriteMemory[Facets] = WriteMemory()


def find_facets(
    session: Session, project_id: int, filters: SeriesFilters, look: FacetLook
) -> Facets:
    """Count the series that each value of each facet would leave.

    Of all series together they are counted once after each write of the project.
    """

    def count() -> Facets:
        return _count(session, project_id, filters, look)

    if look.contains or not filters.is_empty:
        return count()
    return _unfiltered.ask(session, project_id, count, further=look)


def _count(session: Session, project_id: int, filters: SeriesFilters, look: FacetLook) -> Facets:
    known = read_known(session, project_id)
    series = read_dimensions(session, project_id, filters, known)
    return count_facets(series, read_catalogue(session, project_id, known), filters, look)


def find_series(
    session: Session, project_id: int, filters: SeriesFilters, page: PageRequest
) -> Page[SeriesListing]:
    """Return one page of the series that pass the filters."""
    return read_series_page(session, project_id, filters, page)
