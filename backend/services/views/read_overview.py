"""The first page of a project."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import OF_CODE, GroupCause, GroupState
from backend.domain.changes.alert_standing import ENDED
from backend.domain.changes.group_views import AlertGroup
from backend.domain.filled import filled
from backend.domain.machines.pages import Agent
from backend.domain.notifications.outages import OutageKind
from backend.domain.pages import PageRequest
from backend.domain.people.projects import Actor, Project
from backend.domain.views.overviews import (
    MachineHealth,
    MachineRuns,
    Mover,
    OpenChanges,
    OpenHistory,
    OpenPulls,
    Overview,
    ProjectCounts,
    ShownNews,
    SuiteCard,
)
from backend.services.changes.read_alert_groups import show_groups
from backend.services.machines.judge import judge_machines
from backend.settings import settings
from backend.stats.changes import Options
from backend.storage.changes import alert_counts, alert_lists
from backend.storage.changes.alert_counts import NONE, GroupKind, Standing, StandingGroups
from backend.storage.changes.alert_lists import STANDING, GroupQuery
from backend.storage.changes.views import read_changes
from backend.storage.machines.health import read_machine_health
from backend.storage.machines.pages import read_agents
from backend.storage.notifications import outages
from backend.storage.pulls import requests as pull_requests
from backend.storage.pulls.requests import PullFilters
from backend.storage.reports.run_lists import read_newest_runs
from backend.storage.views import overviews, seen_marks
from backend.wording.absences import absence_words

ASIDE = (GroupCause.SAME_BINARY, GroupCause.MACHINE)
GROUPS = 12
OLD_GROUPS = 4
A_WEEK = timedelta(days=7)
ASIDES = 4
RUNS = 20
PULLS = 5
RUNS_TO_JUDGE = 2 * Options().min_runs
"""With fewer there is no place at which both levels have the runs that a change must have."""
NAMED = (3, 4)
"""Members and commits that are named of each group: the page answers at a glance."""


def read_overview(session: Session, project: Project) -> Overview:
    """Return what the project holds, what changed in it, and what goes on, for everybody."""
    as_of = datetime.now(UTC)
    totals = overviews.read_totals(session, project.id)
    standing = alert_counts.read_standing(session, project.id)
    in_hand = _of_code(standing, GroupState.ACKNOWLEDGED)
    waiting = _open(session, project.id, standing)
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
        open=waiting,
        open_change_total=waiting.regressions + waiting.improvements + waiting.others,
        acknowledged_total=in_hand.groups,
        suspected_total=overviews.count_suspected(session, project.id),
        pulls=_pulls(session, project.id),
        recent_runs=read_newest_runs(session, project.id, RUNS),
        machines=_machines(session, project.id, agents),
        agents=agents,
        outages=[
            one
            for one in outages.open_outages(session, project.id)
            if one.kind is not OutageKind.SERVER
        ],
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


def _of_code(standing: Standing, state: GroupState) -> StandingGroups:
    """Return the groups of one state that the code may have made, outside of pull requests."""
    live = GroupKind(state, is_of_code=True, is_of_pull=False, is_history=False)
    return alert_counts.together(standing, live, live._replace(is_history=True))


def _open(session: Session, project_id: int, standing: Standing) -> OpenChanges:
    kind = GroupKind(GroupState.OPEN, is_of_code=True, is_of_pull=False, is_history=False)
    live = standing.get(kind, NONE)
    past = standing.get(kind._replace(is_history=True), NONE)
    aside = standing.get(kind._replace(is_of_code=False), NONE)
    in_pulls = [kind._replace(is_of_pull=True, is_of_code=one) for one in (True, False)]
    counts = _of_code(standing, GroupState.OPEN)
    stored = alert_lists.read_groups_by_id(
        session, project_id, [*live.worst[:GROUPS], *past.worst[:OLD_GROUPS], *aside.worst[:ASIDES]]
    )
    shown = show_groups(session, project_id, stored, NAMED)
    asides = [one for one in shown if one.cause in ASIDE]
    movers = [one for one in shown if one.cause in OF_CODE]
    worst = [one.lead_id for one in stored[:1] if live.groups]
    return OpenChanges(
        movers=_movers(session, project_id, movers),
        history=OpenHistory(past.groups, past.regressions, past.improvements, past.others),
        total=counts.groups,
        regressions=counts.regressions,
        improvements=counts.improvements,
        others=counts.others,
        in_pulls=alert_counts.together(standing, *in_pulls).groups,
        worst=next(iter(read_changes(session, project_id, worst)), None),
        asides=asides,
        aside_total=aside.groups,
        improved_this_week=live.improved_since(datetime.now(UTC) - A_WEEK),
    )


def _movers(session: Session, project_id: int, groups: Sequence[AlertGroup]) -> list[Mover]:
    lines = overviews.read_lines(session, project_id, [one.lead.series.id for one in groups])
    newest = {series: (line.values, line.change_at) for series, line in lines.items()}
    around = overviews.read_around(session, project_id, [one.lead.id for one in groups])
    return [
        Mover(one, *around.get(one.lead.id, newest.get(one.lead.series.id, ((), ()))))
        for one in groups
    ]


def _pulls(session: Session, project_id: int) -> OpenPulls:
    page = pull_requests.read_page(
        session, project_id, PullFilters(is_open=True), PageRequest(None, PULLS)
    )
    return OpenPulls(page.rows, page.total)


def read_news(
    session: Session, project: Project, actor: Actor, since: datetime | None = None
) -> ShownNews:
    """Return what was opened and what came to an end since a signed-in person's mark.

    `since` says it for those who have none.
    """
    return _news(session, project.id, since_of(session, project, actor, since))


def _news(session: Session, project_id: int, since: datetime | None) -> ShownNews:
    if since is None:
        return ShownNews(None)
    appeared = GroupQuery(STANDING, causes=OF_CODE, is_of_pull=False, opened_since=since)
    ended = GroupQuery(tuple(ENDED), is_of_pull=False, ended_since=since)
    asides = GroupQuery(STANDING, causes=ASIDE, is_of_pull=False, opened_since=since)
    fresh = alert_lists.read_groups(session, project_id, appeared, GROUPS)
    gone = alert_lists.read_groups(session, project_id, ended, GROUPS)
    shown = show_groups(session, project_id, [*fresh, *gone], NAMED)
    return ShownNews(
        since=since,
        appeared=shown[: len(fresh)],
        appeared_total=alert_lists.count_open(session, project_id, appeared).groups,
        ended=shown[len(fresh) :],
        ended_total=alert_lists.count_open(session, project_id, ended).groups,
        machines=alert_lists.count_open(session, project_id, asides).groups,
        runs=seen_marks.runs_since(session, project_id, since),
    )


def _machines(session: Session, project_id: int, agents: Sequence[Agent]) -> list[MachineHealth]:
    found = read_machine_health(session, project_id)
    fitness = judge_machines(session, project_id, {one.id: one.name for one in found}, agents)
    return [
        MachineHealth(
            **{name: getattr(one, name) for name in MachineRuns.__slots__},
            fitness=fitness[one.id],
        )
        for one in found
    ]


def _cards(session: Session, project_id: int) -> list[SuiteCard]:
    lines = overviews.read_sparklines(session, project_id)
    suites = overviews.read_suite_counts(session, project_id)
    empty = [suite.id for suite in suites if suite.series == 0]
    absent = overviews.read_absences(session, project_id, empty) if empty else {}
    return [
        filled(
            SuiteCard,
            suite,
            runs_missing=max(0, RUNS_TO_JUDGE - suite.typical),
            absent=absence_words(absent[suite.id]) if suite.id in absent else "",
            sparklines=lines.get(suite.id, []),
        )
        for suite in suites
    ]
