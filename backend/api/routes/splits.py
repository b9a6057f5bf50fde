"""Splits: the list, one judged now, and what people say of it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response, status
from pydantic import BaseModel, Field

from backend.adapters.split_tables import Role, TableChoice, read_roles, read_table
from backend.api.answers.splits import detail_body, row_body
from backend.api.answers.tables import as_table
from backend.api.audited import writes, writes_nothing
from backend.api.bodies import whole_body
from backend.api.dependencies import (
    CurrentActor,
    Db,
    ReadableProject,
    ReportingProject,
    TriagedProject,
)
from backend.api.parameters.filters import Cursor, Id, Limit, Names
from backend.api.parameters.query_names import takes_names
from backend.api.parameters.sides import TAKES_SIDES, parameters_of
from backend.api.schemas import splits as schema
from backend.api.schemas.inputs import Label, Text
from backend.api.shared_calls import Call
from backend.domain.errors import Fault, InvalidError
from backend.domain.pages import PageRequest
from backend.domain.splits.stored import SideSubject, SplitState, SplitSubject
from backend.domain.splits.verdicts import Weighing
from backend.services.splits.decide import (
    PublishedUpload,
    decide_split,
    note_split,
    person_subject,
    publish_split,
    save_split,
    weigh_split,
)
from backend.services.splits.page import SplitQuestion
from backend.services.splits.read import list_splits, preview_split, read_split
from backend.storage.splits.rows import SplitFilters

router = APIRouter(prefix="/projects/{project}/splits", tags=["splits"], route_class=Call)

LARGEST_TABLE = 1_000_000
COLUMN = "column."
Short = Annotated[str, Query(max_length=300)]
Side = Annotated[str, Query(min_length=1, max_length=500, examples=["run:12"])]
RowPlace = Annotated[int, Query(ge=0, lt=10_000)]
GivenWeights = Annotated[list[Annotated[str, Query(max_length=400)]], Query(max_length=2_000)]


def _question(
    weight: GivenWeights = [],  # noqa: B006 - FastAPI copies it
    tag_weight: GivenWeights = [],  # noqa: B006
    group: Short = "",
    x: Short = "",
    y: Short = "",
) -> SplitQuestion:
    """Read what of a split is looked at: `weight=3:name of a member`, `tag_weight=2:key=value`."""
    weighing = Weighing(_weights("weight", weight), _weights("tag_weight", tag_weight))
    return SplitQuestion(weighing, group, (x, y))


Question = Annotated[SplitQuestion, Depends(_question)]


def _weights(name: str, given: list[str]) -> dict[str, float]:
    found = {}
    for text in given:
        number, separator, of = text.partition(":")
        try:
            found[of] = float(number)
        except ValueError:
            separator = ""
        if not separator or not of:
            reason = f"“{text[:100]}” is no weight"
            remedy = "write a number, a colon and what it is for, as in 3:random_mixed"
            raise InvalidError(reason, [Fault(f"/query/{name}", reason, remedy)])
    return found


class SplitsQuery(BaseModel):
    """Which splits are listed; empty: every one."""

    state: list[schema.StateName] = Field(default=[], max_length=3)
    origin: list[schema.OriginName] = Field(default=[], max_length=2)
    kind: list[schema.KindName] = Field(default=[], max_length=2)
    suite: list[Text] = Field(default=[], max_length=50)
    testbed: list[Text] = Field(default=[], max_length=50)
    text: Text = Field(default="", max_length=500)


@router.get("")
def splits(
    db: Db,
    project: ReadableProject,
    query: Annotated[SplitsQuery, Query()],
    cursor: Cursor = None,
    limit: Limit = 50,
) -> schema.SplitPage:
    """List splits, the newest first."""
    filters = SplitFilters(
        query.state, query.origin, query.kind, query.suite, query.testbed, query.text
    )
    found = list_splits(db, project.id, filters, PageRequest(cursor, limit))
    rows = [row_body(row) for row in found.rows]
    return schema.SplitPage(rows=rows, total=found.total, next=found.next)


@router.post("", status_code=status.HTTP_201_CREATED, dependencies=[writes("kept", "split")])
def save(
    new: schema.NewSplit, response: Response, db: Db, project: TriagedProject, actor: CurrentActor
) -> schema.SavedSplit:
    """Keep two sides as a split; the same sides again give the same split."""
    subject = SplitSubject(
        SideSubject(new.baseline, new.baseline_parameters),
        SideSubject(new.contender, new.contender_parameters),
        new.suite,
        new.testbed,
        new.branch,
        new.metric,
    )
    split_id, is_new = save_split(db, project.id, person_subject(subject), new.name, actor)
    if not is_new:
        response.status_code = status.HTTP_200_OK
    return schema.SavedSplit(id=split_id, is_new=is_new)


class SubjectQuery(BaseModel):
    """What of both sides is judged."""

    suite: Names = []
    testbed: Names = []
    branch: Names = []
    metric: Names = []


@router.get("/preview", dependencies=[TAKES_SIDES])
def preview(  # noqa: PLR0913 - as they stand in the address
    request: Request,
    db: Db,
    project: ReadableProject,
    baseline: Side,
    contender: Side,
    filters: Annotated[SubjectQuery, Query()],
    question: Question,
) -> schema.SplitDetail:
    """Judge two sides as a split without keeping it; sides and filters as of a comparison."""
    subject = SplitSubject(
        SideSubject(baseline, parameters_of(request, "baseline")),
        SideSubject(contender, parameters_of(request, "contender")),
        filters.suite,
        filters.testbed,
        filters.branch,
        filters.metric,
    )
    return detail_body(preview_split(db, project.id, person_subject(subject), question))


Table = Annotated[bytes, Depends(whole_body(lambda: LARGEST_TABLE))]


@router.post("/tables", dependencies=[writes_nothing("reads a table and keeps nothing")])
def look_at_table(_: ReadableProject, table: Table) -> schema.PublishedTable:
    """Read a table of published figures (TSV, CSV or JSON) and say what it seems to hold."""
    found = read_table(table)
    return schema.PublishedTable.model_validate(
        {"layout": found.layout, "columns": found.columns, "rows": found.names},
        from_attributes=True,
    )


@router.post(
    "/published",
    status_code=status.HTTP_201_CREATED,
    dependencies=[writes("published", "split"), takes_names(COLUMN)],
)
def publish(  # noqa: PLR0913 - as they stand in the address
    request: Request,
    db: Db,
    project: ReportingProject,
    table: Table,
    actor: CurrentActor,
    name: Annotated[Label, Query()] = "",
    source: Annotated[str, Query(max_length=500)] = "",
    baseline: RowPlace = 0,
    contender: RowPlace = 1,
) -> schema.SavedSplit:
    """Keep a table of published figures as a split.

    `baseline` and `contender` are places of rows, `column.<head>` says what a column is:
    setting, higher, lower (is better), cost higher, cost lower (shown, not weighed), ignore.
    """
    choice = TableChoice(source, _roles(request), baseline, contender)
    upload = PublishedUpload(table, choice, name)
    return schema.SavedSplit(id=publish_split(db, project.id, upload, actor), is_new=True)


def _roles(request: Request) -> dict[str, Role]:
    heads = ((key, value) for key, value in request.query_params.multi_items())
    return read_roles(
        {key.removeprefix(COLUMN): value for key, value in heads if key.startswith(COLUMN)}
    )


@router.get("/{split_id}", dependencies=[as_table("members")])
def split(db: Db, project: ReadableProject, split_id: Id, question: Question) -> schema.SplitDetail:
    """Judge a split from what is stored now, by its saved weights or by those of the address."""
    return detail_body(read_split(db, project.id, split_id, question))


@router.put("/{split_id}/state", dependencies=[writes("decided", "split")])
def decide(
    decision: schema.SplitDecision,
    db: Db,
    project: TriagedProject,
    actor: CurrentActor,
    split_id: Id,
) -> schema.SplitDetail:
    """Accept or reject a split, or open it again."""
    wanted = SplitState(decision.state)
    decide_split(db, project.id, split_id, wanted, (actor, decision.reason))
    return _now(db, project.id, split_id)


@router.put("/{split_id}/note", dependencies=[writes("annotated", "split")])
def note(
    written: schema.SplitNote, db: Db, project: TriagedProject, actor: CurrentActor, split_id: Id
) -> schema.SplitDetail:
    """Replace the note of a split."""
    note_split(db, project.id, split_id, written.note, actor)
    return _now(db, project.id, split_id)


@router.put("/{split_id}/weights", dependencies=[writes("weighed", "split")])
def weigh(
    weights: schema.GivenWeights, db: Db, project: TriagedProject, actor: CurrentActor, split_id: Id
) -> schema.SplitDetail:
    """Save the weights by which a split is judged; none: all members count alike."""
    weigh_split(db, project.id, split_id, Weighing(weights.members, weights.tags), actor)
    return _now(db, project.id, split_id)


def _now(db: Db, project_id: int, split_id: int) -> schema.SplitDetail:
    return detail_body(read_split(db, project_id, split_id, SplitQuestion(Weighing())))
