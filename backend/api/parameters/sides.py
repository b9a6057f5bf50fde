"""The two sides of a comparison as they stand in an address."""

from fastapi import Request

from backend.api.parameters.filters import MOST_PARAMETERS
from backend.api.parameters.query_names import takes_names
from backend.domain.catalogue.filters import PARAMETER
from backend.domain.comparisons.sides import Place
from backend.domain.errors import Fault, InvalidError

TAKES_SIDES = takes_names(f"baseline.{PARAMETER}", f"contender.{PARAMETER}")
"""Of every call that reads the parameters of both sides."""


def parameters_of(request: Request, place: Place) -> dict[str, list[str]]:
    """Return the values of `baseline.param.<name>` or `contender.param.<name>` by name."""
    head = f"{place}.{PARAMETER}"
    parameters: dict[str, list[str]] = {}
    for key, value in request.query_params.multi_items():
        if key.startswith(head) and len(key) > len(head):
            parameters.setdefault(key.removeprefix(head), []).append(value)
    if len(parameters) > MOST_PARAMETERS:
        reason = f"{len(parameters)} parameters are more than the limit of {MOST_PARAMETERS}"
        raise InvalidError(reason, [Fault(f"/query/{head}*", reason, "choose by fewer")])
    return parameters
