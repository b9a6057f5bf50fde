"""Put the worst aspect of each comparison first: its tail or spread, where that moved further."""

import numpy as np
from sqlalchemy.orm import Session

from backend.domain.comparisons.aspects import (
    Columns,
    aspects_of_session,
    held_aspects,
    rows_with_aspects,
    series_to_read,
)
from backend.domain.comparisons.entries import LinedUp
from backend.domain.comparisons.results import ComparisonSetting, NoiseTable
from backend.stats.arrays import Ints
from backend.stats.comparison.verdicts import WORSE_IF_LARGER
from backend.stats.suites.aspects import centre_shifts, with_aspects
from backend.stats.suites.compare import SuiteComparison
from backend.storage.comparisons.aspects import read_histories


def judge_aspects(  # noqa: PLR0913  what was judged, and how
    session: Session,
    project_id: int,
    suite: SuiteComparison,
    lined: LinedUp,
    columns: Columns,
    noise: NoiseTable,
    setting: ComparisonSetting,
    threshold: float,
) -> SuiteComparison:
    """Judge tails and spread beside the centres of a suite."""
    worse = _worse(suite, lined)
    if setting.measured != "in runs apart":
        measured, looked = aspects_of_session(suite, lined, worse)
        return with_aspects(suite, measured, looked, worse, threshold)
    rows = rows_with_aspects(suite, lined, columns, noise, worse)
    centres = centre_shifts(suite.comparisons)
    wanted = series_to_read(rows, centres)
    if not wanted:
        return suite
    histories = read_histories(session, project_id, wanted)
    compared = np.unique(np.concatenate([one.run for one in columns]))
    held = held_aspects(rows, histories, compared, centres)
    tested = sum(int(one.is_tested.sum()) for one in rows)
    return with_aspects(suite, held, tested, worse, threshold)


def _worse(suite: SuiteComparison, lined: LinedUp) -> Ints:
    """Return +1 where larger is worse, -1 where better, 0 where nobody said, for each row."""
    directions = {
        metric: WORSE_IF_LARGER[label.direction]
        for metric, label in lined.labels.of_metrics().items()
    }
    return np.array([directions[key[1]] for key in suite.keys], np.int64)  # type: ignore[index]
