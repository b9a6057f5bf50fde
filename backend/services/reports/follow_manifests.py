"""Make the pages that manifests name, of the runs that were stored: ladders, splits, defaults."""

from dataclasses import dataclass, field

import msgspec
from sqlalchemy.orm import Session

from backend.domain.claims.records import JudgedRun
from backend.domain.reports.suite_pages import SuiteLadder, SuiteSplit, SuiteSweep
from backend.services.ladders.follow import LadderRun, follow_ladder
from backend.services.splits.named import follow_named
from backend.storage import outbox
from backend.storage.catalogue import suites
from backend.storage.catalogue.labels import read_labels
from backend.storage.claims.measured import read_judged_runs
from backend.storage.ladders.sources import read_document
from backend.storage.splits.causes import NewestRun, read_series_of_run


class _Pages(msgspec.Struct, frozen=True):
    ladders: list[SuiteLadder] = []
    splits: list[SuiteSplit] = []
    sweeps: list[SuiteSweep] = []


class _Report(msgspec.Struct, frozen=True):
    suite: _Pages = _Pages()


@dataclass(slots=True)
class FollowedPages:
    """Pages that rest on other runs now."""

    ladders: list[int] = field(default_factory=list)
    splits: list[int] = field(default_factory=list)


def follow_manifests(session: Session, project_id: int, outbox_id: int) -> FollowedPages:
    """Look at all runs that wait, the oldest first; nothing where it is done already."""
    found = FollowedPages()
    run_ids = outbox.take_all(session, outbox_id)
    for run in read_judged_runs(session, project_id, run_ids) if run_ids else []:
        _follow(session, project_id, run, found)
    return found


def _follow(session: Session, project_id: int, run: JudgedRun, found: FollowedPages) -> None:
    document = read_document(session, project_id, run.id)
    pages = msgspec.json.decode(document, type=_Report).suite if document else _Pages()
    _store_defaults(session, project_id, run.suite, pages)
    labels = read_labels(session, project_id, read_series_of_run(session, project_id, run.id))
    measured = LadderRun(
        run.id, run.suite, run.testbed, run.started_at, run.cores,
        [labels[id_] for id_ in sorted(labels)],
    )  # fmt: skip
    for ladder in pages.ladders:
        ladder_id = follow_ladder(session, project_id, measured, ladder)
        found.ladders += [] if ladder_id is None else [ladder_id]
    for split in pages.splits:
        newest = NewestRun(run.id, run.suite, run.testbed)
        split_id = follow_named(session, project_id, newest, split)
        found.splits += [] if split_id is None else [split_id]


def _store_defaults(session: Session, project_id: int, suite: str, pages: _Pages) -> None:
    """Remember what holds where nobody sets a swept parameter."""
    defaults: dict[str, dict[str, object]] = {}
    for one in pages.sweeps:
        defaults.setdefault(one.benchmark, {})[one.parameter] = one.default
    for benchmark, own in defaults.items():
        suites.store_sweep_defaults(session, project_id, (suite, benchmark), own)
