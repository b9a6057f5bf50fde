"""Lists of runs, the newest first."""

from collections.abc import Sequence
from typing import Any, LiteralString

from psycopg.rows import dict_row
from sqlalchemy import ColumnElement, Select, String, func, or_, select, tuple_
from sqlalchemy.orm import Session

from backend.domain.catalogue.filters import SeriesFilters
from backend.domain.catalogue.labels import CommitRef
from backend.domain.pages import Page, PageRequest, next_cursor
from backend.domain.reports.corrections import Exclusion
from backend.domain.reports.run_pages import CONTROL_SUITE, ListedRun, RunKind
from backend.storage.catalogue.counting_runs import COUNTS
from backend.storage.commits.refs import read_commits
from backend.storage.engine import raw_connection
from backend.storage.reports.exclusions import exclusions_of
from backend.storage.tables.catalogue import SuiteRow
from backend.storage.tables.commits import BranchRow, CommitRow
from backend.storage.tables.machines.testbeds import TestbedRow
from backend.storage.tables.reports.runs import RunRow

# the array is wrapped so that its length does not make the planner plan the joins again each time
# each `offset 0` holds the planner to what is few: the runs asked for, then the changes of their
# commits, then the series of these. It knows neither how many are asked for nor how few change.
# Runs of one commit share its changes: these are read once
RUNS: LiteralString = """
with asked as materialized (
    select run.*
    from unnest(%(runs)s::bigint[]) as asked (id)
    cross join lateral (
        select * from run where project_id = %(project)s and run.id = asked.id offset 0
    ) as run
), changed as materialized (
    select c.commit_id, s.suite_id, s.testbed_id, s.branch_id,
           count(*) filter (where c.verdict = 'regression') as regressions,
           count(*) filter (where c.verdict = 'improvement') as improvements
    from (select distinct commit_id from asked) as measured
    cross join lateral (
        select commit_id, series_id, verdict from change_point
        where project_id = %(project)s and commit_id = measured.commit_id
          and state in ('confirmed', 'fixed') and not same_code
        offset 0
    ) as c
    cross join lateral (
        select suite_id, testbed_id, branch_id from series
        where project_id = %(project)s and id = c.series_id
        offset 0
    ) as s
    group by c.commit_id, s.suite_id, s.testbed_id, s.branch_id
)
select run.id, suite.name as suite, testbed.name as testbed, machine.name as machine,
       branch.name as branch, run.commit_id, run.pull_request, run.started_at, run.finished_at,
       run.received_at, run.trigger, run.mode, run.result_count as results,
       run.failure_count as failures, run.tags,
       coalesce(changed.regressions, 0) as regressions,
       coalesce(changed.improvements, 0) as improvements,
       run.suite_id, run.machine_id,
       run.result_count = 0 and coalesce(said.verdict = 'veto', false) as is_vetoed
from asked as run
join suite on suite.project_id = run.project_id and suite.id = run.suite_id
join testbed on testbed.project_id = run.project_id and testbed.id = run.testbed_id
join branch on branch.project_id = run.project_id and branch.id = run.branch_id
left join machine on machine.project_id = run.project_id and machine.id = run.machine_id
left join machine_reading said on said.project_id = run.project_id and said.run_id = run.id
left join changed on changed.commit_id = run.commit_id and changed.suite_id = run.suite_id
                 and changed.testbed_id = run.testbed_id and changed.branch_id = run.branch_id
"""


def read_runs(session: Session, project_id: int, run_ids: Sequence[int]) -> list[ListedRun]:
    """Return the runs with these ids, in their order; unknown ones are left out."""
    if not run_ids:
        return []
    cursor = raw_connection(session).cursor(row_factory=dict_row)
    rows = cursor.execute(RUNS, {"project": project_id, "runs": list(run_ids)}).fetchall()
    commits = read_commits(session, project_id, (row["commit_id"] for row in rows))
    excluded = exclusions_of(session, project_id, run_ids)
    runs = {row["id"]: _listed(row, commits, excluded.get(row["id"])) for row in rows}
    return [runs[run_id] for run_id in run_ids if run_id in runs]


def _listed(
    row: dict[str, Any], commits: dict[int, CommitRef], excluded: Exclusion | None
) -> ListedRun:
    commit = commits[row.pop("commit_id")]
    return ListedRun(commit=commit, excluded=excluded, **row)


NEWEST: LiteralString = f"""
select id from run where project_id = %(project)s and {COUNTS}
order by started_at desc, id desc limit %(most)s
"""  # noqa: S608  a constant condition


def read_newest_runs(session: Session, project_id: int, most: int) -> list[ListedRun]:
    """Return the runs that were started last, of those that count."""
    ids = raw_connection(session).execute(NEWEST, {"project": project_id, "most": most}).fetchall()
    return read_runs(session, project_id, [row[0] for row in ids])


def read_run_page(
    session: Session,
    project_id: int,
    filters: SeriesFilters,
    page: PageRequest,
    kind: RunKind = "all",
) -> Page[ListedRun]:
    """Return runs, those that were started last in front."""
    chosen = _chosen(project_id, filters, kind)
    total = session.scalar(select(func.count()).select_from(chosen.subquery()))
    asked = chosen.order_by(RunRow.started_at.desc(), RunRow.id.desc()).limit(page.limit + 1)
    if page.after is not None:
        place = select(RunRow.started_at, RunRow.id).where(
            RunRow.project_id == project_id, RunRow.id == page.after
        )
        asked = asked.where(tuple_(RunRow.started_at, RunRow.id) < place.scalar_subquery())
    ids = list(session.scalars(asked))
    rows = read_runs(session, project_id, ids[: page.limit])
    return Page(rows, total or 0, next_cursor(ids, page.limit))


def count_runs(session: Session, project_id: int, filters: SeriesFilters, kind: RunKind) -> int:
    chosen = _chosen(project_id, filters, kind)
    return session.scalar(select(func.count()).select_from(chosen.subquery())) or 0


def _chosen(project_id: int, filters: SeriesFilters, kind: RunKind) -> Select[int]:
    query = select(RunRow.id).where(RunRow.project_id == project_id)
    if kind != "all":
        control = select(SuiteRow.id).where(
            SuiteRow.project_id == project_id, SuiteRow.name == CONTROL_SUITE
        )
        is_control = RunRow.suite_id.in_(control)
        query = query.where(is_control if kind == "controls" else ~is_control)
    for column, table, names in (
        (RunRow.suite_id, SuiteRow, filters.suite),
        (RunRow.testbed_id, TestbedRow, filters.testbed),
        (RunRow.branch_id, BranchRow, filters.branch),
    ):
        if names:
            query = query.where(
                column.in_(
                    select(table.id).where(table.project_id == project_id, table.name.in_(names))
                )
            )
    return query.where(*(_mentions(project_id, word) for word in filters.words()))


def _mentions(project_id: int, word: str) -> ColumnElement[bool]:
    """Find the word in the commit, the suite, the trigger, the mode or the tags of a run."""
    commit = func.concat_ws(
        " ", CommitRow.name, CommitRow.subject, CommitRow.author_name, type_=String()
    )
    own = func.concat_ws(
        " ", RunRow.trigger, RunRow.mode, RunRow.agent, RunRow.tags.cast(String), type_=String()
    )
    return or_(
        own.icontains(word, autoescape=True),
        RunRow.commit_id.in_(
            select(CommitRow.id).where(
                CommitRow.project_id == project_id, commit.icontains(word, autoescape=True)
            )
        ),
        RunRow.suite_id.in_(
            select(SuiteRow.id).where(
                SuiteRow.project_id == project_id, SuiteRow.name.icontains(word, autoescape=True)
            )
        ),
    )
