"""Judge the tails and the spread of a series as its centres are judged."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from sqlalchemy.orm import Session

from backend.domain.catalogue.metrics import NoiseKind
from backend.domain.changes.aspects import (
    SPREAD,
    JudgedAspect,
    direction_of,
    is_judged,
    judge_aspects,
    reported_aspects,
)
from backend.domain.changes.findings import ChangeFinding
from backend.domain.changes.judging import AskedEvidence, PointConditions
from backend.domain.changes.reconciliation import Known
from backend.services.changes.analyse_series import Detection
from backend.services.changes.describe import findings_of
from backend.stats.aspects import (
    ASPECTS,
    FEWEST_POINTS,
    mode_centres,
    representatives,
    unknown_band,
)
from backend.stats.histograms.recordings import decode
from backend.storage.reports.results import SeriesColumns, read_aspects
from backend.storage.series.histories import Window
from backend.storage.series.recordings import read_recordings

NEIGHBOURS = 10
"""Results before and after a change by which modes are named."""


def findings_of_aspects(
    session: Session,
    detection: Detection,
    centre: Sequence[ChangeFinding],
    known: Sequence[Known],
    held: Sequence[Known],
) -> list[ChangeFinding]:
    """Return what is told of aspects, and remember between what each of a result to come may lie.

    `known` is all that is stored of the series; of it, `held` stands until it is disproved.
    """
    state, columns = detection.state, detection.columns
    n = columns.value.size
    is_corrected = state.analysed_n == 0 and n >= FEWEST_POINTS
    if state.bands is None and not is_corrected:
        return []
    machines = list(detection.history.levelled.offsets[-1]) or [0]
    state.bands = np.tile((-np.inf, np.inf), (len(machines), len(ASPECTS), 1))
    if detection.noise is NoiseKind.EXACT:
        return []
    rows = read_aspects(session, detection.project_id, state.series_id, len(ASPECTS))
    counts = np.isfinite(rows).sum(axis=0).tolist()
    if not any(counts):
        state.bands = None
        return []
    for place, (name, points) in enumerate(zip(ASPECTS, counts, strict=True)):
        if is_judged(name, detection.direction):
            state.bands[:, place] = unknown_band(n, points)
        else:
            rows[:, place] = np.nan
    conditions = PointConditions(columns.fingerprint, columns.version)
    asked = AskedEvidence(
        detection.threshold.in_history(detection.noise), detection.threshold.evidence.z
    )
    found: list[tuple[JudgedAspect, ChangeFinding]] = []
    for judged in judge_aspects(rows, columns.position, conditions, asked, held):
        state.bands[:, judged.place] = judged.bands(machines, n)
        one = _detection_of(detection, judged)
        found += [
            (judged, _named(session, one, judged.name, finding))
            for finding in findings_of(session, one)
        ]
    return reported_aspects(centre, found, known, columns.position.tolist())


def _detection_of(detection: Detection, judged: JudgedAspect) -> Detection:
    return replace(
        detection,
        direction=direction_of(judged.name, detection.direction),
        columns=replace(_among(detection.columns, judged.is_usable), value=judged.values),
        history=judged.history,
    )


def _among(columns: SeriesColumns, usable: NDArray[np.bool_]) -> SeriesColumns:
    return SeriesColumns(
        columns.value[usable],
        columns.position[usable],
        columns.commit[usable],
        columns.run[usable],
        columns.fingerprint[usable],
        columns.version[usable],
    )


def _named(session: Session, one: Detection, aspect: str, finding: ChangeFinding) -> ChangeFinding:
    """Say what moved, and of the spread the modes where their number is another."""
    named = replace(finding, aspect=aspect)
    if aspect != SPREAD:
        return named
    positions = one.columns.position
    at = int(np.searchsorted(positions, finding.place.position))
    before_n, after_n = min(NEIGHBOURS, finding.before_n), min(NEIGHBOURS, finding.after_n)
    ends = (at - before_n, at, at + after_n)
    before, after = (
        _modes_between(session, one, int(positions[first]), int(positions[last - 1]))
        for first, last in pairwise(ends)
    )
    if len(before) == len(after) or not (before and after):
        return named
    return replace(named, modes_before=before, modes_after=after)


def _modes_between(session: Session, one: Detection, first: int, last: int) -> tuple[float, ...]:
    window = Window(first, last, is_cut=False)
    stored = read_recordings(session, one.project_id, one.state.series_id, window, 1)
    values = [
        representatives(decode(each.histogram)) * (each.scale or 1.0)
        if each.histogram is not None
        else representatives(each.samples or ())
        for each in stored
        if each.histogram is not None or each.samples
    ]
    return mode_centres(np.concatenate(values)) if values else ()
