"""What the histories of results say of runs that lie far from their level."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.claims.records import ClaimResult
from backend.domain.comparisons.results import NoiseTable
from backend.storage.comparisons.sides import read_noise


def read_noise_of(session: Session, project_id: int, results: Sequence[ClaimResult]) -> NoiseTable:
    """Return the noise of the series of some results, which are themselves no history."""
    noise = read_noise(session, project_id, [one.series.id for one in results])
    return noise.apart_from_labelled(
        [one.series for one in results], [one.value for one in results]
    )
