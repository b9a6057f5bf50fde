"""Several metrics of one sweep: whether one value of the axis is best for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.domain.catalogue.parameters import Scalar


@dataclass(frozen=True, slots=True)
class SweepAgreement:
    """What the curves of one facet say together; `values` are in every best set."""

    facet: Mapping[str, Scalar]
    values: Sequence[float]
    """In the best set of every metric."""
    sentence: str
