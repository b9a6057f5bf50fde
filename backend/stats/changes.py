"""What the detector is told and what it answers."""

from dataclasses import dataclass

FEWEST_RUNS = 6
"""Between two known boundaries, from which their noise is known and changes are looked for."""


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of the detector. Only the first two are meant for users.

    `z0` is the sensitivity: 3.0 sensitive, 3.4 balanced, 4.5 strict.
    `min_effect` hides smaller changes (|ln ratio|, or the difference where values are
    not all positive); it is not a means against noise.
    """

    z0: float = 3.4
    min_effect: float = 0.0
    z_per_log_n: float = 0.2
    penalty: float = 2.5
    clip: float = 3.0
    noise_weight: float = 4.0
    rank_z: float = 2.5
    rho_max: float = 0.8
    slope_t: float = 2.5
    beside_slope: float = 2.0
    min_runs: int = 3
    window: int = 60
    rank_window: int = 30
    refine: int = 5
    culprit_cost: float = 8.0


@dataclass(frozen=True, slots=True)
class Change:
    """One change point: `index` is the first run of the new level.

    `z` is the strength of the evidence. `before` and `after` are the levels either
    side in the unit of the input, `ratio` is after / before with the interval
    `low`..`high` (nan where the old level is not positive). `first`..`last`,
    inclusive, are the runs at which the change may have happened. `is_held`: the detector
    does not find it now; it was told before, stands as it was told, and nothing disproves it.
    """

    index: int
    z: float
    before: float
    after: float
    ratio: float
    low: float
    high: float
    first: int
    last: int
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class ReportedChange:
    """A change point that people were told of: it stands until runs near it disprove it.

    `change` is what they were told; `sigma`, `rho` and `slope` are the noise when it was last
    found, as `Analysis` states it.
    """

    change: Change
    sigma: float
    rho: float
    slope: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything the detector says about one series of `n` runs.

    `sigma`, `rho` and `slope` (per run) describe the noise, its lag-1 correlation and
    the drift of the newest stretch, in ln units where `logarithmic`. `mde` is the
    smallest relative change that five runs would show; nan where it is unknown.
    `scatter` and `scatter_rho` are those of the newest stretch that is long enough to show
    them, which has `scatter_runs` runs: on a machine that changed, of before until there is more.
    `changes` holds what was found, `forced` the boundaries that were given.
    """

    n: int
    logarithmic: bool
    changes: tuple[Change, ...]
    forced: tuple[int, ...]
    sigma: float
    rho: float
    slope: float
    mde: float
    scatter: float
    scatter_rho: float
    scatter_runs: int
    warnings: tuple[str, ...]

    @property
    def regime_start(self) -> int:
        """Return the first run of the newest level."""
        return max((*self.forced, *(change.index for change in self.changes)), default=0)
