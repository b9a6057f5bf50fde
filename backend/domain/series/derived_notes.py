"""What a reader of a derived line must know of the commits and intervals that it lacks."""

from collections.abc import Sequence

from backend.domain.series.derived_points import DerivedPoints
from backend.domain.words.effects import counted


def notes_of(results: Sequence[DerivedPoints]) -> list[str]:
    """Say what is left out, over all lines together."""
    points = sum(len(result.points.value) for result in results)
    without_partner = sum(result.without_partner for result in results)
    without_logarithm = sum(result.without_logarithm for result in results)
    without_interval = sum(result.without_interval for result in results)
    notes = []
    if without_partner:
        notes.append(
            f"{counted(without_partner, 'commit')} left out: not every series has a result there."
        )
    if without_logarithm:
        notes.append(
            f"{counted(without_logarithm, 'commit')} left out: a result there is not above zero,"
            " or its series has none that is."
        )
    if without_interval:
        notes.append(
            f"{without_interval} of {counted(points, 'point')} without an interval:"
            " a result there has none."
        )
    return notes
