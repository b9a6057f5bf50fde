"""The first page of a project."""

from sqlalchemy.orm import Session

from backend.domain.change_states import State
from backend.domain.overviews import Overview, ProjectCounts, SuiteCard
from backend.domain.projects import Project
from backend.domain.series_filters import SeriesFilters
from backend.domain.shown_changes import OPEN_STATES
from backend.settings import settings
from backend.storage import overviews
from backend.storage.change_lists import ChangeQuery, count_changes, read_change_page
from backend.storage.machine_pages import read_agents
from backend.storage.run_lists import read_run_page

CHANGES = 50
RUNS = 20


def read_overview(session: Session, project: Project) -> Overview:
    """Return what the project holds, what changed in it, and what goes on."""
    totals = overviews.read_totals(session, project.id)
    changes = read_change_page(session, project.id, ChangeQuery(OPEN_STATES), None, CHANGES)
    reports = overviews.read_report_counts(session, project.id)
    return Overview(
        project=ProjectCounts(
            project.slug,
            project.name,
            project.visibility,
            project.created_at,
            totals.runs,
            totals.series,
        ),
        totals=totals,
        suites=[
            _card(session, project.id, suite)
            for suite in overviews.read_suite_counts(session, project.id)
        ],
        open_changes=changes.rows,
        # a changed machine or an unchanged binary is shown, and asks nobody for anything
        open_change_total=count_changes(
            session, project.id, ChangeQuery(OPEN_STATES, steps_of_code=True)
        ),
        suspected_total=count_changes(
            session, project.id, ChangeQuery((State.SUSPECTED,), steps_of_code=True)
        ),
        recent_runs=read_run_page(session, project.id, SeriesFilters(), None, RUNS).rows,
        agents=read_agents(session, project.id, settings().beat_seconds),
        pending_reports=reports.pending,
        failed_reports=reports.failed,
    )


def _card(session: Session, project_id: int, suite: overviews.SuiteCounts) -> SuiteCard:
    return SuiteCard(
        id=suite.id,
        name=suite.name,
        summary=suite.summary,
        benchmarks=suite.benchmarks,
        series=suite.series,
        runs=suite.runs,
        last_run_at=suite.last_run_at,
        regressions=suite.regressions,
        improvements=suite.improvements,
        sparklines=overviews.read_sparklines(session, project_id, suite.id),
    )
