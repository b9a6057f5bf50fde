"""Noise for people: of every testbed, and of one series."""

import math
from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.domain.errors import NotFoundError
from backend.domain.machines.self_comparisons import AlarmRate, SelfComparisonTally
from backend.domain.machines.testbed_noise import (
    FEWEST_POINTS,
    GroupColumns,
    NamedTestbed,
    NoisySeries,
    Ranked,
    TestbedNoise,
    TestbedNoiseList,
    change_within,
    group_noise,
    joined,
    rank,
)
from backend.domain.series.noise import RUNS, SeriesNoise
from backend.storage.catalogue.labels import read_labels
from backend.storage.machines import noise, self_comparisons
from backend.storage.machines.noise import NoiseState
from backend.wording.machines import ranked_sentence, rate_of, why_unknown
from backend.wording.series import noise_of_series

NEWEST_ALARMS = 5


def list_noise_of_testbeds(session: Session, project_id: int) -> TestbedNoiseList:
    """Return what every testbed can show, by name."""
    groups = noise.read_groups(session, project_id, FEWEST_POINTS)
    rates = _rates(session, project_id)
    return TestbedNoiseList(
        [
            _of_testbed(session, project_id, testbed, groups.get(testbed.id, []), rates)
            for testbed in noise.read_testbeds(session, project_id)
        ]
    )


def _rates(session: Session, project_id: int) -> dict[int, AlarmRate]:
    return {
        testbed_id: rate_of(
            tally,
            self_comparisons.read_alarms(session, project_id, testbed_id, NEWEST_ALARMS)
            if tally.alarms
            else [],
        )
        for testbed_id, tally in self_comparisons.read_tallies(session, project_id).items()
    }


def _of_testbed(
    session: Session,
    project_id: int,
    testbed: NamedTestbed,
    groups: Sequence[GroupColumns],
    rates: dict[int, AlarmRate],
) -> TestbedNoise:
    ranked = rank(joined(groups))
    return TestbedNoise(
        id=testbed.id,
        name=testbed.name,
        repeatable=testbed.repeatable,
        sentence=ranked_sentence(ranked) if ranked.scatter.series else why_unknown(groups),
        scatter=ranked.scatter,
        groups=[group_noise(one) for one in groups],
        noisiest=_noisiest(session, project_id, ranked),
        alarms=rates.get(testbed.id)
        or rate_of(SelfComparisonTally(testbed.id, 0, 0, 0, 0, 0, None), []),
    )


def _noisiest(session: Session, project_id: int, ranked: Ranked) -> list[NoisySeries]:
    labels = read_labels(session, project_id, ranked.noisiest)
    rows = zip(ranked.noisiest, ranked.scatters, ranked.changes, ranked.points, strict=True)
    return [
        NoisySeries(labels[id_], scatter, change, points) for id_, scatter, change, points in rows
    ]


def read_noise_of_series(
    session: Session, project_id: int, series_id: int, set_up: float
) -> SeriesNoise:
    """Return where the scatter of a series comes from; NotFoundError where there is none."""
    label = read_labels(session, project_id, [series_id]).get(series_id)
    if label is None:
        raise NotFoundError(f"there is no series {series_id} in this project")
    state = noise.read_state(session, project_id, series_id)
    runs = min(state.regime_n, RUNS) if state else 0
    level = noise.read_newest_level(session, project_id, series_id, runs)
    return noise_of_series(label, level, _change(state), set_up)


def _change(state: NoiseState | None) -> float:
    """Return the smallest change that shows within five runs; nan where the noise is unknown."""
    if state is None or not state.is_logarithmic or state.n < FEWEST_POINTS:
        return math.nan
    return change_within(state.sigma, state.rho, state.regime_n)
