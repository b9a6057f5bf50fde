"""Which ladders a run offers: the values of a parameter, in the order of the manifest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from backend.domain.catalogue.labels import DirectionName, SeriesLabel
from backend.domain.catalogue.parameters import Scalar
from backend.domain.reports.run_pages import ListedRun


@dataclass(frozen=True, slots=True)
class SourceMetric:
    name: str
    unit: str
    direction: DirectionName


@dataclass(frozen=True, slots=True)
class LadderSource:
    """A parameter whose values would make rungs; `others` are what else a variant has set."""

    benchmark_id: int
    suite: str
    benchmark: str
    parameter: str
    run: ListedRun
    values: Sequence[Scalar]
    metrics: Sequence[SourceMetric]
    others: Sequence[Mapping[str, Scalar]]
    """What else variants have set; one of them is held fixed."""


class _Named(msgspec.Struct):
    benchmark: str = ""
    parameters: dict[str, Scalar] = {}


class _Order(msgspec.Struct):
    results: list[_Named] = []


def manifest_order(document: bytes, benchmark: str, parameter: str) -> list[Scalar]:
    """Return the values of a parameter in the order in which a report names them.

    Agents write results in the order of the manifest. Empty for documents of another format.
    """
    try:
        read = msgspec.json.decode(document, type=_Order)
    except msgspec.MsgspecError:
        return []
    named = [one.parameters for one in read.results if one.benchmark == benchmark]
    return list(dict.fromkeys(one[parameter] for one in named if parameter in one))


def in_order(labels: Sequence[SeriesLabel], parameter: str, order: Sequence[Scalar]) -> list[int]:
    """Return series by the order of their value; values it does not name keep theirs behind."""
    places = {value: place for place, value in enumerate(order)}
    with_value = [one for one in labels if parameter in one.parameters]
    ordered = sorted(
        with_value, key=lambda one: (places.get(one.parameters[parameter], len(places)), one.id)
    )
    return [one.id for one in ordered]


def others_of(label: SeriesLabel, parameter: str) -> dict[str, Scalar]:
    """Return what a variant has set besides the parameter."""
    return {name: value for name, value in label.parameters.items() if name != parameter}
