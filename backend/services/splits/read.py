"""Splits for people: the list, one of them judged now, and one that is not kept yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from backend.domain.comparisons.sides import SideRun
from backend.domain.errors import NotFoundError
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.pages import Page, PageRequest
from backend.domain.reports.run_pages import ListedRun
from backend.domain.splits.stored import (
    PublishedSubject,
    SideSubject,
    SplitEvent,
    SplitSubject,
    StoredSplit,
)
from backend.services.machines import noisy as name_noisy_machines
from backend.services.splits.judge import JudgedSubject, ReadSides, judge_subject
from backend.services.splits.page import SplitQuestion, SplitView
from backend.storage.reports.run_lists import read_runs
from backend.storage.splits import rows as splits

SHOWN_RUNS = 20
"""Runs of a side that are told in full."""


@dataclass(frozen=True, slots=True)
class SplitSide:
    """A side of a split, and the runs that it turned out to be, the newest first."""

    asked: str
    """`run:…`, `commit:…`, or `before:…` and `from:…` for the runs on either side of a commit."""
    parameters: dict[str, list[str]]
    runs: Sequence[ListedRun]
    run_count: int


@dataclass(frozen=True, slots=True)
class SplitDetail:
    """Everything that the page of a split shows; without `stored` it is not kept."""

    stored: StoredSplit | None
    subject: SplitSubject | PublishedSubject
    view: SplitView
    measured: str
    baseline: SplitSide | None
    contender: SplitSide | None
    events: Sequence[SplitEvent]
    noisy_machines: Sequence[NoisyMachine]


def list_splits(
    session: Session, project_id: int, filters: splits.SplitFilters, page: PageRequest
) -> Page[StoredSplit]:
    """Return a page of the list, newest first."""
    return splits.read_page(session, project_id, filters, page)


def read_split(
    session: Session, project_id: int, split_id: int, asked: SplitQuestion
) -> SplitDetail:
    """Judge a split now; weights that nobody asks for are those that were saved."""
    stored = splits.find(session, project_id, split_id)
    if stored is None:
        raise NotFoundError(f"there is no split {split_id} in this project")
    question = asked if not asked.weighing.equal else SplitQuestion(
        stored.weighing, asked.group, asked.objectives
    )  # fmt: skip
    judged = judge_subject(session, project_id, stored.subject, question, stored.name)
    events = splits.read_events(session, project_id, split_id)
    return _detail(session, project_id, (stored, stored.subject), judged, events)


def preview_split(
    session: Session, project_id: int, subject: SplitSubject, asked: SplitQuestion
) -> SplitDetail:
    """Judge two sides as a split without keeping it."""
    judged = judge_subject(session, project_id, subject, asked)
    return _detail(session, project_id, (None, subject), judged, ())


def _detail(
    session: Session,
    project_id: int,
    what: tuple[StoredSplit | None, SplitSubject | PublishedSubject],
    judged: JudgedSubject,
    events: Sequence[SplitEvent],
) -> SplitDetail:
    stored, subject = what
    sides = judged.sides
    shown: list[SplitSide | None] = [None, None]
    if sides is not None and isinstance(subject, SplitSubject):
        shown = [
            _side(session, project_id, side, runs)
            for side, runs in (
                (subject.baseline, sides.baseline),
                (subject.contender, sides.contender),
            )
        ]
    return SplitDetail(
        stored=stored,
        subject=subject,
        view=judged.view,
        measured=sides.measured if sides else "published",
        baseline=shown[0],
        contender=shown[1],
        events=events,
        noisy_machines=name_noisy_machines.of_runs(session, project_id, _run_ids(sides)),
    )


def _run_ids(sides: ReadSides | None) -> list[int]:
    """Return the runs that are compared; published figures have none."""
    if sides is None:
        return []
    return sorted({run.id for run in (*sides.baseline, *sides.contender)})


def _side(
    session: Session, project_id: int, side: SideSubject, runs: Sequence[SideRun]
) -> SplitSide:
    listed = read_runs(session, project_id, [run.id for run in runs[:SHOWN_RUNS]])
    parameters = {name: list(values) for name, values in side.parameters.items()}
    return SplitSide(side.text, parameters, listed, len(runs))
