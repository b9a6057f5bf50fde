"""The first page of a project."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.change_groups import (
    Cause,
    ChangeGroup,
    GroupState,
    Sighting,
    cause_of,
    grouped,
    news_of,
    state_of,
    worse_first,
    worst_of,
)
from backend.domain.change_states import State
from backend.domain.findings import Verdict
from backend.domain.machine_pages import ShownAgent
from backend.domain.overviews import (
    JudgedMachine,
    MachineHealth,
    OpenChanges,
    Overview,
    ProjectCounts,
    ShownNews,
    SuiteCard,
)
from backend.domain.projects import Actor, Project
from backend.domain.series_filters import SeriesFilters
from backend.services.judge_machines import judge_machines
from backend.services.read_change_groups import show_groups
from backend.settings import settings
from backend.storage import overviews, seen_marks
from backend.storage.change_groups import read_sightings
from backend.storage.change_lists import ChangeQuery
from backend.storage.machine_health import read_machine_health
from backend.storage.machine_pages import read_agents
from backend.storage.run_lists import read_run_page
from backend.storage.shown_changes import read_changes

GROUPS = 12
ASIDES = 4
RUNS = 20
NAMED = (3, 4)
"""Members and commits that are named of each group: the page answers at a glance."""


def read_overview(
    session: Session, project: Project, actor: Actor, since: datetime | None = None
) -> Overview:
    """Return what the project holds, what changed in it, and what goes on.

    News are told since a signed-in person's mark; `since` says it for those who have none.
    """
    as_of = datetime.now(UTC)
    totals = overviews.read_totals(session, project.id)
    asking = ChangeQuery((State.CONFIRMED, State.SUSPECTED))
    sightings = read_sightings(session, project.id, asking)
    groups = grouped(one for one in sightings if one.state == State.CONFIRMED)
    reports = overviews.read_report_counts(session, project.id)
    agents = read_agents(session, project.id, settings().beat_seconds)
    return Overview(
        as_of=as_of,
        project=ProjectCounts(
            project.slug,
            project.name,
            project.visibility,
            project.created_at,
            totals.runs,
            totals.series,
        ),
        totals=totals,
        suites=_cards(session, project.id),
        news=_news(session, project.id, since_of(session, project, actor, since)),
        open=_open(session, project.id, groups),
        open_change_total=_count(sightings, GroupState.OPEN),
        acknowledged_total=sum(_is_in_hand(group) for group in groups),
        suspected_total=_count(sightings, GroupState.SUSPECTED),
        recent_runs=read_run_page(session, project.id, SeriesFilters(), None, RUNS).rows,
        machines=_machines(session, project.id, agents),
        agents=agents,
        pending_reports=reports.pending,
        failed_reports=reports.failed,
    )


def since_of(
    session: Session, project: Project, actor: Actor, since: datetime | None
) -> datetime | None:
    """Return up to when somebody has seen what happened: their mark, or what their browser says."""
    if actor.user is None:
        return since
    return seen_marks.read_mark(session, project.id, actor.user.id)


def _count(sightings: Sequence[Sighting], state: GroupState) -> int:
    """Count the changes in a state that the code may have made."""
    return sum(state_of(one) is state and cause_of(one) is Cause.CODE for one in sightings)


def _is_in_hand(group: ChangeGroup) -> bool:
    return group.cause is Cause.CODE and group.state is GroupState.ACKNOWLEDGED


def _open(session: Session, project_id: int, groups: Sequence[ChangeGroup]) -> OpenChanges:
    waiting = [group for group in groups if group.state is GroupState.OPEN]
    of_code = worse_first(group for group in waiting if group.cause is Cause.CODE)
    asides = [group for group in waiting if group.cause is not Cause.CODE]
    members = [
        one for group in of_code for one in group.members if state_of(one) is GroupState.OPEN
    ]
    counts = [sum(one.verdict == verdict for one in members) for verdict in Verdict]
    worst = worst_of(of_code)
    shown = show_groups(session, project_id, [*of_code[:GROUPS], *asides[:ASIDES]], NAMED)
    cut = min(len(of_code), GROUPS)
    return OpenChanges(
        groups=shown[:cut],
        total=len(of_code),
        regressions=counts[0],
        improvements=counts[1],
        others=counts[2],
        worst=read_changes(session, project_id, [worst.id])[0] if worst else None,
        asides=shown[cut:],
        aside_total=len(asides),
    )


def _news(session: Session, project_id: int, since: datetime | None) -> ShownNews:
    if since is None:
        return ShownNews(None)
    news = news_of(read_sightings(session, project_id, ChangeQuery(since=since)))
    return ShownNews(
        since=since,
        appeared=show_groups(session, project_id, news.appeared[:GROUPS], NAMED),
        appeared_total=len(news.appeared),
        ended=show_groups(session, project_id, news.ended[:GROUPS], NAMED),
        ended_total=len(news.ended),
        machines=len(news.machines),
        runs=seen_marks.runs_since(session, project_id, since),
    )


def _machines(
    session: Session, project_id: int, agents: Sequence[ShownAgent]
) -> list[JudgedMachine]:
    found = read_machine_health(session, project_id)
    fitness = judge_machines(session, project_id, {one.id: one.name for one in found}, agents)
    return [
        JudgedMachine(
            **{name: getattr(one, name) for name in MachineHealth.__slots__},
            fitness=fitness[one.id],
        )
        for one in found
    ]


def _cards(session: Session, project_id: int) -> list[SuiteCard]:
    lines = overviews.read_sparklines(session, project_id)
    return [
        SuiteCard(
            id=suite.id,
            name=suite.name,
            summary=suite.summary,
            benchmarks=suite.benchmarks,
            series=suite.series,
            runs=suite.runs,
            last_run_at=suite.last_run_at,
            regressions=suite.regressions,
            improvements=suite.improvements,
            sparklines=lines.get(suite.id, []),
        )
        for suite in overviews.read_suite_counts(session, project_id)
    ]
