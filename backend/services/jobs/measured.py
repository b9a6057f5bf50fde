"""What the leases of a job measured of one series: results of each arm, and their rounds."""

from collections.abc import Sequence

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.comparisons.measured_rounds import in_step
from backend.domain.jobs.records import JobRun
from backend.stats.arrays import Floats
from backend.storage.reports.stored_samples import RunSamples, read_namesake_of_run

Arms = list[RunSamples | None]


def arms_by_lease(
    session: Session, project_id: int, series: int, runs: Sequence[JobRun]
) -> dict[int, Arms]:
    """Return what each lease brought of a series, by arm; None where an arm has no result.

    Patches and mixes of commits have branches of their own, and there a series of the same name.
    """
    return {
        lease: _arms(session, project_id, series, [one for one in runs if one.lease == lease])
        for lease in sorted({one.lease for one in runs})
    }


def _arms(session: Session, project_id: int, series: int, runs: Sequence[JobRun]) -> Arms:
    runs_of = {one.arm: one.run_id for one in reversed(runs)}
    return [
        read_namesake_of_run(session, project_id, runs_of[arm], series) if arm in runs_of else None
        for arm in range(max(runs_of) + 1)
    ]


def rounds_of(leases: Sequence[Arms]) -> Floats | None:
    """Return (arms, rounds) of all leases one after the other; None where there are no rounds."""
    arms = min(len(one) for one in leases)
    parts = []
    for lease in leases:
        results = [one for one in lease[:arms] if one is not None and one.samples]
        rows = in_step([one.samples or () for one in results], [one.rounds for one in results])
        if len(results) < arms or rows is None or not (np.isfinite(rows) & (rows > 0.0)).all():
            return None
        parts.append(rows)
    return np.concatenate(parts, axis=1)
