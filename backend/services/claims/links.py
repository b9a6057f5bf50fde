"""Pages that show the runs of a claim otherwise: sweeps, and what its suites name."""

from urllib.parse import quote, urlencode

from sqlalchemy.orm import Session

from backend.domain.claims.records import StoredClaim
from backend.domain.claims.shown import ClaimLink
from backend.domain.pages import PageRequest
from backend.domain.splits.stored import SplitOrigin
from backend.storage.claims.measured import find_benchmark
from backend.storage.ladders.declared import read_ladders_of
from backend.storage.splits.rows import SplitFilters, read_page

MOST_SPLITS = 5


def read_links(
    session: Session, project_id: int, claim: StoredClaim, testbed: str
) -> list[ClaimLink]:
    """Return the sweeps, splits and ladders of a claim on a testbed."""
    return [
        *_sweeps(session, project_id, claim, testbed),
        *_splits(session, project_id, claim, testbed),
        *_ladders(session, project_id, claim, testbed),
    ]


def _sweeps(session: Session, project_id: int, claim: StoredClaim, testbed: str) -> list[ClaimLink]:
    found = []
    for one in claim.document.statements:
        if one.kind != "best":
            continue
        benchmark = find_benchmark(session, project_id, one.suite, one.benchmark)
        if benchmark is not None:
            chosen = urlencode({"metric": one.metric, "testbed": testbed})
            address = f"/sweeps/{benchmark}/{quote(one.parameter, safe='')}?{chosen}"
            found.append(
                ClaimLink(f"Sweep of {one.parameter}: the best value, and its cost", address)
            )
    return found


def _splits(session: Session, project_id: int, claim: StoredClaim, testbed: str) -> list[ClaimLink]:
    filters = SplitFilters(origins=[SplitOrigin.SUITE], suites=claim.suites, testbeds=[testbed])
    rows = read_page(session, project_id, filters, PageRequest(None, MOST_SPLITS)).rows
    return [
        ClaimLink(f"Split “{one.name}”: who gains and who loses", f"/splits/{one.id}")
        for one in rows
    ]


def _ladders(
    session: Session, project_id: int, claim: StoredClaim, testbed: str
) -> list[ClaimLink]:
    found = read_ladders_of(session, project_id, claim.suites, testbed)
    return [
        ClaimLink(f"Ladder “{name}”: every attempt in its order", f"/ladders/{ladder}")
        for ladder, name in found
    ]
