"""Comparisons: a run, commit, branch, … against another, one row of it, and what to compare."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from backend.api.answers.tables import as_table, wants_csv
from backend.api.dependencies import IN_TURN, Db, ReadableProject
from backend.api.middleware.compression import takes_gzip
from backend.api.parameters.filters import VariantFilters
from backend.api.parameters.sides import TAKES_SIDES, parameters_of
from backend.api.schemas.comparisons import ComparedDetail, Comparison
from backend.api.shared_calls import Call
from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.comparisons.side_offers import SideOffers
from backend.domain.comparisons.sides import read_side
from backend.domain.gzip_parts import join
from backend.services.comparisons.compare_runs import ComparisonRequest, RunComparison, compare_runs
from backend.services.comparisons.offer_sides import offer_sides
from backend.services.comparisons.page import MOST_ROWS
from backend.services.comparisons.page_store import PageStore
from backend.services.comparisons.read_row import read_compared_row
from backend.services.comparisons.write_page import AS_ROWS, write_page
from backend.stats.comparison.verdicts import STANDARD, Verdict
from backend.stats.suites.compare import FALSE_DISCOVERIES

router = APIRouter(prefix="/projects/{project}/comparison", tags=["comparisons"], route_class=Call)

WORTH_PACKING = 100_000
"""Bytes from which on a page is packed once for all who read it; smaller ones each time."""
Side = Annotated[str, Query(min_length=1, max_length=500, examples=["branch:main"])]


class Demands(BaseModel):
    """How strictly to judge, and what of the answer to show."""

    threshold: float = Field(default=STANDARD.threshold, ge=0.0, le=1.0, allow_inf_nan=False)
    q: float = Field(default=FALSE_DISCOVERIES, gt=0.0, le=0.5, allow_inf_nan=False)
    across_testbeds: bool = False
    verdict: list[Verdict] = Field(default=[], max_length=10)
    limit: int = Field(default=MOST_ROWS, ge=0, le=MOST_ROWS)
    columns: bool = False
    rows: Literal["all", "changed"] = "all"


@router.get("", response_model=Comparison, dependencies=[IN_TURN, TAKES_SIDES, as_table("rows")])
def comparison(  # noqa: PLR0913 - as they stand in the address
    request: Request,
    db: Db,
    project: ReadableProject,
    baseline: Side,
    contender: Side,
    filters: VariantFilters,
    demands: Annotated[Demands, Query()],
) -> Response:
    """Compare `run:<id>`, `commit:<name>` or `branch:<name>` (its newest commit) with another.

    Also `pull:<number>` (its newest commit), `fork:<branch or number>` (where that left its base),
    `tag:<name>=<value>` (the newest commit with runs tagged so) and `testbed:<name>` (the commit
    of the other side there). `suite`, `testbed` and `branch` choose what is compared; `benchmark`,
    `metric`, `param.<name>`, `text` and `verdict` which rows are shown, `limit` how many in words;
    `columns` asks for all of them as columns. `rows=changed` gives, where more than 1,000 match,
    those that differ, or the first 1,000 if none does; `folded` says how many are left out, and the
    same request without it has them. `baseline.param.<name>` and `contender.param.<name>` compare
    variants with one another, also within one run.
    `threshold` is the smallest effect that counts, `q` the share of verdicts that may be false.
    """
    asked = _asked(request, (baseline, contender), filters, demands)
    found = compare_runs(db, project.id, asked, write_page, _pages(request))
    # the page stands last in the object, as it was written for whoever asked first
    begin, page = orjson.dumps(_body(found), option=AS_ROWS)[:-1], found.page
    if len(page.written) < WORTH_PACKING or not takes_gzip(request.scope) or wants_csv(request):
        return Response(begin + page.written, media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    body = join(begin, page.written, page.packed())
    return Response(body, media_type="application/json", headers=headers)


@router.get("/row", response_model=ComparedDetail, dependencies=[TAKES_SIDES])
def compared_row(  # noqa: PLR0913 - as they stand in the address
    request: Request,
    db: Db,
    project: ReadableProject,
    baseline: Side,
    contender: Side,
    filters: VariantFilters,
    demands: Annotated[Demands, Query()],
    series: Annotated[int, Query(ge=1, lt=2**63)],
) -> Response:
    """Give one row of a comparison in full, by the series of its contender.

    Its samples, what other metrics of the variant did, and its profiles.
    """
    asked = _asked(request, (baseline, contender), filters, demands)
    found = read_compared_row(db, project.id, asked, series)
    return Response(orjson.dumps(found, option=AS_ROWS), media_type="application/json")


@router.get("/sides")
def sides(
    db: Db,
    project: ReadableProject,
    text: Annotated[str, Query(max_length=200)] = "",
    beside: Annotated[int | None, Query(ge=1, lt=2**63)] = None,
) -> SideOffers:
    """Offer runs, commits, branches, pull requests, tags and testbeds to compare, newest first.

    `beside`: the run on the other side; only runs of its suite are offered then.
    """
    return offer_sides(db, project.id, text, beside)


def _pages(request: Request) -> PageStore:
    """Return what this process has in common with others; two made at once do no harm."""
    state = request.app.state
    if state.pages is None:
        state.pages = PageStore(state.settings.redis_url)
    pages: PageStore = state.pages
    return pages


def _asked(
    request: Request, sides: tuple[str, str], filters: SeriesFilters, demands: Demands
) -> ComparisonRequest:
    return ComparisonRequest(
        baseline=read_side("baseline", sides[0], parameters_of(request, "baseline")),
        contender=read_side("contender", sides[1], parameters_of(request, "contender")),
        filters=filters,
        verdicts=demands.verdict,
        limit=demands.limit,
        as_columns=demands.columns,
        threshold=demands.threshold,
        false_discoveries=demands.q,
        across_testbeds=demands.across_testbeds,
        only_changed=demands.rows == "changed",
    )


def _body(found: RunComparison) -> Mapping[str, Any]:
    """Lay out what is told beside the page, as `Comparison` describes it."""
    return {
        "baseline": found.baseline,
        "contender": found.contender,
        "measured": found.measured,
        "threshold": found.rules.threshold,
        "alpha": found.rules.alpha,
        "differences": found.differences,
        "reported": found.reported,
        "noisy_machines": found.noisy_machines,
        "warnings": found.warnings,
    }
