"""Lines derived from series by a formula."""

from pydantic import BaseModel

from backend.api.schemas.series.lists import History
from backend.domain.catalogue.labels import SeriesLabel


class DerivedHistory(BaseModel):
    """A history whose series are lines of the formula, their ids counting from -1 downwards.

    `n` is the fewest samples behind any operand at that commit, `run` that of the first operand.
    """

    history: History
    operands: list[SeriesLabel]
    """The series that the formula names."""
    notes: list[str]
    """What is left out, and where an interval cannot be known."""
