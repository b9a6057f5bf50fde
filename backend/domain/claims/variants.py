"""Which results a statement speaks of: its sides, and the variants that fit them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar, canonical
from backend.domain.claims.records import CORES, ClaimResult
from backend.domain.reports.claims import ClaimParameters, ClaimStatement, ClaimVariant


@dataclass(frozen=True, slots=True)
class ClaimSide:
    """One variant that a statement names; each parameter with the values that will do."""

    label: str
    suite: str
    benchmark: str
    metric: str
    parameters: Mapping[str, Sequence[Scalar]]
    published: str

    @property
    def names(self) -> tuple[str, str, str]:
        """Return suite, benchmark and metric."""
        return self.suite, self.benchmark, self.metric

    @property
    def fixed(self) -> set[str]:
        """Return the parameters that have one value."""
        return {name for name, values in self.parameters.items() if len(values) == 1}

    @property
    def name(self) -> str:
        """Name it as its author does, else by what makes it this variant."""
        if self.label:
            return self.label
        values = [f"{name}={self.parameters[name][0]}" for name in sorted(self.fixed)]
        return " ".join(values) or self.benchmark


def sides_of(statement: ClaimStatement, home: str, cores: float | None) -> list[ClaimSide]:
    """Return the variants of a statement, the contender of a ratio first."""
    if statement.kind == "ratio":
        variants = [one for one in (statement.contender, statement.baseline) if one is not None]
    elif statement.kind == "best":
        variants = [ClaimVariant(label=statement.benchmark)]
    else:
        variants = list(statement.variants) or [ClaimVariant()]
    return [_side(statement, one, home, cores) for one in variants]


def side_of(
    statement: ClaimStatement, variant: ClaimVariant, home: str, cores: float | None
) -> ClaimSide:
    """Return one variant with what its statement says of it."""
    return _side(statement, variant, home, cores)


def _side(
    statement: ClaimStatement, variant: ClaimVariant, home: str, cores: float | None
) -> ClaimSide:
    return ClaimSide(
        label=variant.label,
        suite=variant.suite or statement.suite or home,
        benchmark=variant.benchmark or statement.benchmark,
        metric=variant.metric or statement.metric,
        parameters=_values(statement.parameters | variant.parameters, cores),
        published=variant.published,
    )


def _values(parameters: ClaimParameters, cores: float | None) -> dict[str, list[Scalar]]:
    return {
        name: [with_cores(one, cores) for one in (given if isinstance(given, list) else [given])]
        for name, given in parameters.items()
    }


def with_cores(value: Scalar, cores: float | None) -> Scalar:
    """Return the core count in place of its name, where it is known."""
    return cores if value == CORES and cores is not None else value


def choose_results(
    sides: Sequence[ClaimSide], results: Sequence[ClaimResult]
) -> list[ClaimResult | None]:
    """Return the result of each side; None where it has none.

    Parameters that no side fixes are the same on all sides of one benchmark, and on those of
    others where they can be. The choice with the fewest gaps counts, and among equals the one
    with the values that are named first.
    """
    fitting = [_fitting(side, results) for side in sides]
    fixed = {name for side in sides for name in side.fixed}
    best: list[ClaimResult | None] = [None] * len(sides)
    for place, own in enumerate(fitting):
        for pivot in own:
            found = [
                pivot if at == place else _agreeing(pivot, others, fixed)
                for at, others in enumerate(fitting)
            ]
            if found.count(None) < best.count(None):
                best = found
    return best


def _fitting(side: ClaimSide, results: Sequence[ClaimResult]) -> list[ClaimResult]:
    """Return the results that match one arm; results with the named values come first."""
    ranked = []
    for one in results:
        label = one.series
        if side.names == (label.suite, label.benchmark, label.metric):
            rank = rank_of(label.parameters, side.parameters)
            if rank is not None:
                ranked.append((rank, str(canonical(label.parameters)), one.series.id, one))
    return [one for *_, one in sorted(ranked, key=lambda entry: entry[:3])]


def rank_of(
    given: Mapping[str, Scalar], wanted: Mapping[str, Sequence[Scalar]]
) -> tuple[int, ...] | None:
    """Return the place of each value among those wanted; None where one is not among them."""
    rank = []
    for name, values in wanted.items():
        places = [at for at, one in enumerate(values) if is_equal(given.get(name), one)]
        if not places:
            return None
        rank.append(places[0])
    return tuple(rank)


def is_equal(one: Scalar | None, other: Scalar) -> bool:
    """Say whether two values are one: 4 and 4.0 are, true and 1 are not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def _agreeing(
    pivot: ClaimResult, others: Sequence[ClaimResult], fixed: set[str]
) -> ClaimResult | None:
    """Return the first result that has the values of the pivot where no side fixes them.

    One of another benchmark may differ there: a slower client sends fewer orders.
    """
    mine = pivot.series
    elsewhere = None
    for one in others:
        label = one.series
        free = set(label.parameters) & set(mine.parameters) - fixed
        if all(is_equal(label.parameters[name], mine.parameters[name]) for name in free):
            return one
        if (label.suite, label.benchmark) != (mine.suite, mine.benchmark):
            elsewhere = elsewhere or one
    return elsewhere
