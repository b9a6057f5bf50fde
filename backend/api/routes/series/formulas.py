"""Formulas over series: ratio, difference, normalise, geomean."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Response

from backend.api.dependencies import Db, ReadableProject
from backend.api.routes.series.lists import AS_COLUMNS, Ordinal
from backend.api.shared_calls import Call
from backend.domain.series.formulas import LONGEST
from backend.services.series.evaluate_formula import DerivedHistory, evaluate_formula

router = APIRouter(prefix="/projects/{project}/formula", tags=["series"], route_class=Call)


@router.get("", response_model=DerivedHistory)
def formula(
    db: Db,
    project: ReadableProject,
    formula: Annotated[str, Query(min_length=1, max_length=LONGEST)],
    budget: Annotated[int, Query(ge=100, le=10_000)] = 2_000,
    first: Annotated[Ordinal, Query(alias="from")] = None,
    last: Annotated[Ordinal, Query(alias="to")] = None,
) -> Response:
    """Evaluate a formula over series at each commit where all of them have a result.

    `ratio(#1, #2)`, `difference(#1, #2)`, `normalise(#1)`, `normalise({benchmark=search}, #2)`,
    `geomean({suite=runtime, metric=time})`, `geomean(normalise({testbed=a|b}))`.
    """
    found = evaluate_formula(db, project.id, formula, budget, (first, last))
    return Response(orjson.dumps(found, option=AS_COLUMNS), media_type="application/json")
