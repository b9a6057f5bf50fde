"""Alert groups: what the list of changes, the first page and the page of a group show."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.domain.changes.alert_groups import (
    OF_CODE,
    GroupCause,
    GroupDirection,
    GroupedChanges,
    GroupState,
    direction_of,
    grouped,
    newest_first,
)
from backend.domain.changes.findings import FindingVerdict
from backend.domain.changes.group_views import (
    AlertGroup,
    Assignee,
    GroupEvent,
    GroupPlace,
    GroupTriage,
)
from backend.domain.changes.pages import ChangeSurroundings
from backend.domain.changes.states import State
from backend.domain.changes.views import ChangePoint, comparison_of
from backend.domain.errors import NotFoundError
from backend.domain.filled import filled
from backend.domain.machines.noisy import NoisyMachine
from backend.domain.pages import PageRequest
from backend.domain.people.projects import Project
from backend.domain.pulls.requests import MergedPull
from backend.domain.splits.proposals import cause_of_commit
from backend.domain.splits.stored import GroupSplit, in_short
from backend.services.changes.read_surroundings import find_witness, read_surroundings
from backend.services.machines import noisy as name_noisy_machines
from backend.storage.changes import alert_activity, alert_lists, group_places, related_groups
from backend.storage.changes.alert_lists import GroupQuery
from backend.storage.changes.grouping_inputs import (
    read_common_commits,
    read_grouping_inputs,
    read_members,
)
from backend.storage.changes.lists import ChangeQuery
from backend.storage.changes.stored_groups import StoredGroup
from backend.storage.changes.views import read_changes
from backend.storage.commits.refs import read_commits
from backend.storage.pulls import requests as pull_requests
from backend.storage.splits import rows as splits

MEMBERS = 12
"""Members of a group that a list names."""
COMMITS = 4
"""Commits of a group that a list names."""
MOST_MEMBERS, MOST_COMMITS = 500, 50
"""Of one group on its own page."""
NEAR = 8
ANY = GroupQuery()


@dataclass(frozen=True, slots=True)
class AlertGroupPage:
    """Groups in order, and what all of them hold: see GroupCounts."""

    rows: Sequence[AlertGroup]
    total: int
    changes: int
    """Change points in all groups together, as far as they pass the filters."""
    asides: int
    """Groups of these whose cause is not the code: a machine that changed, or one binary."""
    aside_changes: int
    """Change points in those."""
    history: int
    """Groups of the code that were old when their results came, as imported ones are."""
    history_changes: int
    """Change points in those."""
    in_pulls: int
    """Groups that pass on branches of pull requests, also where the list leaves them out."""
    next: str | None


@dataclass(frozen=True, slots=True)
class AlertGroupDetail:
    """One group with its story and what is near it."""

    group: AlertGroup
    comparison_url: str | None
    """Where the commits between both levels of its worst change can be read."""
    witness: ChangePoint
    """The change whose reports tell most of what else changed."""
    surroundings: ChangeSurroundings
    """What else changed with that one."""
    places: Sequence[GroupPlace]
    """Where its series are measured; the one with the most that moved in front."""
    splits: Sequence[GroupSplit]
    """What is kept of who gains and who pays at its commits."""
    noisy_machines: Sequence[NoisyMachine]
    """Where the runs around its worst change speak against their machines."""
    story: Sequence[GroupEvent]
    """What happened to it and what people did, the oldest first."""
    near: Sequence[AlertGroup]
    """Groups on the same branch whose commits in question overlap: perhaps one cause."""
    alike: Sequence[AlertGroup]
    """Groups that moved mostly the same series."""
    pulls: Sequence[MergedPull]
    """Pull requests that became one of the commits in question."""


def list_groups(
    session: Session, project_id: int, query: GroupQuery, page: PageRequest
) -> AlertGroupPage:
    """Return one page of groups with a change that passes the filters.

    Suspicions make no groups that are kept; they are put together when somebody looks.
    """
    if GroupState.SUSPECTED in query.states:
        return _list_suspicions(session, project_id, query, page.limit)
    found = alert_lists.read_group_rows(session, project_id, query, page)
    return AlertGroupPage(
        rows=show_groups(session, project_id, found.rows, query=query),
        next=found.next,
        **asdict(found.counts),
    )


def read_alert_group(session: Session, project: Project, number: int) -> AlertGroupDetail:
    """Return the page of a group; NotFoundError where the project has none of this number."""
    stored = alert_lists.read_group(session, project.id, number)
    if stored is None:
        raise NotFoundError(f"there is no change #{number} in this project")
    (group,) = show_groups(session, project.id, [stored], (MOST_MEMBERS, MOST_COMMITS))
    witness = find_witness(session, project.id, group.lead, group.members)
    around = related_groups.read_near(session, project.id, stored, NEAR)
    mine = (number, group.cause, [one.series.id for one in group.members])
    alike = related_groups.read_alike(session, project.id, mine, NEAR)
    known = {one.number for one in around}
    return AlertGroupDetail(
        group=group,
        comparison_url=comparison_of(project, group.lead),
        witness=witness,
        surroundings=read_surroundings(session, project.id, witness),
        places=_places(session, project.id, stored),
        splits=_splits(session, project.id, stored),
        noisy_machines=name_noisy_machines.of_change(session, project.id, group.lead.id),
        story=alert_activity.read(session, project.id, stored.id),
        near=show_groups(session, project.id, around),
        alike=show_groups(session, project.id, [one for one in alike if one.number not in known]),
        pulls=pull_requests.find_merged(
            session, project.id, [one.name for one in group.commits.named]
        ),
    )


def _places(session: Session, project_id: int, group: StoredGroup) -> list[GroupPlace]:
    """Return where else its series are measured; what a machine did concerns no other one."""
    if group.cause not in OF_CODE:
        return []
    positions = (group.first_position, group.last_position)
    return group_places.read_places(session, project_id, group.id, positions)


def _splits(session: Session, project_id: int, group: StoredGroup) -> list[GroupSplit]:
    """Return the splits at its commits; there are none where all went one way."""
    if not (group.regressions and group.improvements):
        return []
    places = group_places.read_commits_by_place(session, project_id, group.id)
    causes = [cause_of_commit(commit, place) for commit, place in places]
    return [in_short(one) for one in splits.find_by_causes(session, project_id, causes)]


def show_groups(
    session: Session,
    project_id: int,
    groups: Sequence[StoredGroup],
    most: tuple[int, int] = (MEMBERS, COMMITS),
    query: GroupQuery = ANY,
) -> list[AlertGroup]:
    """Say what the groups are; `most` limits the members and the commits that are named of each."""
    if not groups:
        return []
    ids = alert_lists.read_member_ids(
        session, project_id, [one.id for one in groups], query, most[0]
    )
    worst = [ids[one.id][0] if ids[one.id] else one.lead_id for one in groups]
    members = read_members(session, project_id, [id_ for found in ids.values() for id_ in found])
    known = {one.series.id: one.series for one in members.values()}
    leads = {one.id: one for one in read_changes(session, project_id, worst, known)}
    ranges = [
        ((one.branch_id, one.first_position, one.last_position), leads[lead].commit)
        for one, lead in zip(groups, worst, strict=True)
    ]
    commits = read_common_commits(session, project_id, ranges, most[1])
    named = read_commits(
        session,
        project_id,
        [id_ for one in groups for id_ in (one.fixed_commit_id, one.culprit_commit_id)],
    )
    return [
        filled(
            AlertGroup,
            one,
            cause=GroupCause(one.cause),
            state=GroupState(one.state),
            direction=GroupDirection(one.direction),
            branch=leads[lead].series.branch,
            lead=leads[lead],
            commits=common,
            members=[members[id_] for id_ in ids[one.id] if id_ in members],
            triage=filled(
                GroupTriage,
                one,
                by=one.state_by,
                at=one.state_at,
                assignee=Assignee(one.assignee_id, one.assignee or "")
                if one.assignee_id is not None
                else None,
                fixed_in=named.get(one.fixed_commit_id or 0),
                culprit=named.get(one.culprit_commit_id or 0),
            ),
        )
        for one, lead, common in zip(groups, worst, commits, strict=True)
    ]


def _list_suspicions(
    session: Session, project_id: int, query: GroupQuery, limit: int
) -> AlertGroupPage:
    """Put together what is suspected; no more than one page of it is shown."""
    asked = ChangeQuery(
        (State.SUSPECTED,), query.verdict, series=query.filters, min_effect=query.min_effect
    )
    inputs = read_grouping_inputs(session, project_id, asked)
    buckets = sorted(grouped(inputs), key=newest_first, reverse=True)
    of_pulls = alert_lists.find_branches_of_pulls(session, project_id)
    in_pulls = [bucket.key.branch_id in of_pulls for bucket in buckets]
    meant = {True, False} if query.is_of_pull is None else {query.is_of_pull}
    shown = [bucket for bucket, one in zip(buckets, in_pulls, strict=True) if one in meant]
    rows = show_buckets(session, project_id, shown[:limit])
    changes = sum(len(bucket.members) for bucket in shown)
    # boundaries of machines are known, not suspected, and few suspicions are worth counting apart
    return AlertGroupPage(
        rows, len(shown), changes,
        asides=0, aside_changes=0, history=0, history_changes=0, in_pulls=sum(in_pulls), next=None,
    )  # fmt: skip


def show_buckets(
    session: Session,
    project_id: int,
    buckets: Sequence[GroupedChanges],
    most: tuple[int, int] = (MEMBERS, COMMITS),
) -> list[AlertGroup]:
    """Say what change points that are in no group would make together."""
    leads = read_changes(session, project_id, [bucket.lead.id for bucket in buckets])
    named = [member.id for bucket in buckets for member in bucket.members[: most[0]]]
    members = read_members(session, project_id, named)
    ranges = [
        ((bucket.key.branch_id, bucket.first_position, bucket.last_position), lead.commit)
        for bucket, lead in zip(buckets, leads, strict=True)
    ]
    commits = read_common_commits(session, project_id, ranges, most[1])
    return [
        AlertGroup(
            number=None,
            cause=bucket.key.cause,
            state=STATES[State(lead.state)],
            direction=direction_of(*_ways(bucket)),
            branch=lead.series.branch,
            lead=lead,
            commits=common,
            changes=len(bucket.members),
            series=len({member.series_id for member in bucket.members}),
            regressions=_ways(bucket)[0],
            improvements=_ways(bucket)[1],
            members=[members[one.id] for one in bucket.members[: most[0]] if one.id in members],
            opened_at=lead.detected_at,
            changed_at=datetime.fromtimestamp(max(one.changed_at for one in bucket.members), UTC),
            triage=None,
        )
        for bucket, lead, common in zip(buckets, leads, commits, strict=True)
    ]


STATES = {
    State.SUSPECTED: GroupState.SUSPECTED,
    State.CONFIRMED: GroupState.OPEN,
    State.FIXED: GroupState.FIXED,
    State.REFUTED: GroupState.INVALID,
    State.CLEARED: GroupState.WITHDRAWN,
    State.WITHDRAWN: GroupState.WITHDRAWN,
}
"""How a change point that is in no group stands, in the words of groups."""


def _ways(bucket: GroupedChanges) -> tuple[int, int]:
    verdicts = [member.verdict for member in bucket.members]
    return verdicts.count(FindingVerdict.REGRESSION), verdicts.count(FindingVerdict.IMPROVEMENT)
