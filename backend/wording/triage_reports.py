"""The triage report of a week as Markdown: what is new, fixed, still open, better, and muted."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from backend.domain.catalogue.labels import full_name
from backend.domain.changes.alert_groups import GroupDirection, GroupState
from backend.domain.changes.group_views import AlertGroup
from backend.domain.commits.names import short_commit
from backend.domain.errors import Fault, InvalidError
from backend.wording.effects import counted
from backend.wording.pauses import pause_of
from backend.wording.previews import sentence_of

WORSE = (GroupDirection.REGRESSION, GroupDirection.MIXED)
AddressOf = Callable[[AlertGroup], str]
_WEEK = re.compile(r"(\d{4})-W(\d{2})")
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")
_MARKS = re.compile(r"([\\`*\[\]<>~]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z]))")
_INTERVAL = re.compile(r"\\\[([^\\A-Za-z]*)\\\]")


@dataclass(frozen=True, slots=True)
class Week:
    """A week of the calendar, Monday to Sunday, in UTC."""

    monday: date

    @property
    def name(self) -> str:
        year, week, _ = self.monday.isocalendar()
        return f"{year}-W{week:02d}"

    @property
    def begins(self) -> datetime:
        return datetime(self.monday.year, self.monday.month, self.monday.day, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        return self.begins + timedelta(days=7)


def week_of(moment: datetime) -> Week:
    day = moment.astimezone(UTC).date()
    return Week(day - timedelta(days=day.weekday()))


def read_week(text: str) -> Week:
    """Read "2026-W47"; InvalidError where it is no week."""
    found = _WEEK.fullmatch(text)
    try:
        if found:
            return Week(date.fromisocalendar(int(found[1]), int(found[2]), 1))
    except ValueError:
        pass
    fault = Fault("/query/week", "it is no week of the calendar", "write it as 2026-W47")
    raise InvalidError("there is no report of that", [fault])


@dataclass(frozen=True, slots=True)
class TriageReport:
    """A week in groups of the code, the largest first."""

    project: str
    week: Week
    as_of: datetime
    opened: Sequence[AlertGroup]
    """Opened within the week, whatever became of them."""
    ended: Sequence[AlertGroup]
    """Fixed, accepted, taken back or found to be no change within the week."""
    waiting: Sequence[AlertGroup]
    """Opened before the week's end, and waiting for somebody."""


@dataclass(frozen=True, slots=True)
class TriageParts:
    """The groups of a week, each in one part."""

    new: Sequence[AlertGroup]
    found: Sequence[AlertGroup]
    """History: old commits, new results."""
    ended: Sequence[AlertGroup]
    waiting: Sequence[AlertGroup]
    better: Sequence[AlertGroup]
    muted: Sequence[AlertGroup]


def parts_of(report: TriageReport) -> TriageParts:
    """Put each group into one part of the report."""
    muted = [one for one in report.waiting if _is_muted(one, report.as_of) and not _is_better(one)]
    elsewhere = {one.number for one in (*report.ended, *muted)}
    opened = [one for one in report.opened if one.number not in elsewhere]
    late = _worst_first(one for one in opened if one.is_history)
    new = _worst_first(one for one in opened if not (one.is_history or _is_better(one)))
    better = [one for one in opened if _is_better(one) and not one.is_history]
    elsewhere |= {one.number for one in opened}
    left = [
        one
        for one in report.waiting
        if not (_is_better(one) or _is_history(one) or one.number in elsewhere)
    ]
    return TriageParts(new, late, report.ended, left, better, muted)


def write_report(report: TriageReport, address_of: AddressOf) -> str:
    """Return the report as text: a heading and a count for each part."""
    parts = parts_of(report)
    monday = report.week.monday
    return "\n".join(
        [
            f"# Triage of {plain(report.project)}, week {report.week.name}",
            "",
            (
                f"{_day(monday)} to {_day(monday + timedelta(days=6))}:"
                f" {counted(len(parts.new), 'new regression')},"
                f" {len(parts.found)} found in history, {len(parts.ended)} closed,"
                f" {len(parts.waiting)} still open from before,"
                f" {counted(len(parts.better), 'improvement')}."
            ),
            *_part("New, worst first", parts.new, address_of),
            *_part("Found in history: old commits, new results", parts.found, address_of),
            *_part("Fixed, accepted, withdrawn or no change", parts.ended, address_of),
            *_open_part(parts.waiting, report, address_of),
            *_part("Improvements", parts.better, address_of),
            *_part("Muted", parts.muted, address_of),
            "",
        ]
    )


def _part(title: str, groups: Sequence[AlertGroup], address_of: AddressOf) -> list[str]:
    if not groups:
        return []
    return ["", f"## {title}", "", *(_line(one, address_of(one)) for one in groups)]


def _open_part(
    groups: Sequence[AlertGroup], report: TriageReport, address_of: AddressOf
) -> list[str]:
    """List what waits by assignee, oldest first."""
    if not groups:
        return []
    lines = ["", "## Still open from before, by assignee"]
    for name in sorted({_assignee(one) for one in groups}, key=lambda one: (one == "", one)):
        of_one = sorted((one for one in groups if _assignee(one) == name), key=_opened)
        lines += ["", f"### {plain(name) or 'Unassigned'}", ""]
        lines += [_line(one, address_of(one), _age(one, report.as_of)) for one in of_one]
    return lines


def _line(group: AlertGroup, address: str, more: str = "") -> str:
    """Write a group as one entry: what, how much, since when, where it stands."""
    series = group.lead.series
    parts = [
        f"- [#{group.number}]({address}) **{plain(sentence_of(group.lead, group))}**",
        f"{plain(full_name(series))} on {plain(series.testbed)}, branch {plain(group.branch)}",
        f"{group.series} series" if group.series > 1 else "",
        _commits(group),
        _lateness(group),
        _state(group),
        more,
    ]
    return ", ".join(part for part in parts if part)


def _commits(group: AlertGroup) -> str:
    if group.commits.count <= 1:
        author = group.commits.since.author if pause_of(group) is None else ""
        return f"by {plain(author)}" if author else ""
    named = group.commits.named
    names = [plain(short_commit(one.name)) for one in (*named[:1], *named[-1:])]
    ends = f" ({' to '.join(names)})" if names else ""
    return f"one of {group.commits.count} commits{ends}"


def _lateness(group: AlertGroup) -> str:
    """Say where a change is old and only its results are new, as in an imported history."""
    time = group.commits.since.time
    if time is None or not group.is_history:
        return ""
    return f"found in history, its commit is of {_day(time.astimezone(UTC).date())}"


def _state(group: AlertGroup) -> str:
    triage = group.triage
    if triage is None or group.state is GroupState.OPEN:
        return "history" if _is_history(group) else str(group.state)
    by = f" by {plain(triage.by)}" if triage.by else ""
    fixed = f" in {plain(short_commit(triage.fixed_in.name))}" if triage.fixed_in else ""
    why = f": {plain(triage.why)}" if triage.why else ""
    return f"{group.state}{by}{fixed}{why}"


def _age(group: AlertGroup, now: datetime) -> str:
    days = max(0, (now - group.opened_at).days)
    due = group.triage.due_on if group.triage else None
    since = f"for {counted(days, 'day')}" if days else "for less than a day"
    return f"{since}{f', due {_day(due)}' if due else ''}"


def _worst_first(groups: Iterable[AlertGroup]) -> list[AlertGroup]:
    """Put what got worse first; within a direction the order is that of size already."""
    return sorted(groups, key=lambda one: one.direction not in WORSE)


def _is_history(group: AlertGroup) -> bool:
    """Tell whether nobody is asked to act: what somebody took in hand waits for them."""
    return group.state is GroupState.OPEN and group.is_history


def _is_better(group: AlertGroup) -> bool:
    return group.direction is GroupDirection.IMPROVEMENT


def _is_muted(group: AlertGroup, now: datetime) -> bool:
    until = group.triage.muted_until if group.triage else None
    return until is not None and until > now


def _assignee(group: AlertGroup) -> str:
    return group.triage.assignee.name if group.triage and group.triage.assignee else ""


def _opened(group: AlertGroup) -> datetime:
    return group.opened_at


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def plain(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line; intervals of numbers stay plain."""
    return _INTERVAL.sub(r"[\1]", _MARKS.sub(r"\\\1", _SPACES.sub(" ", text).strip()))
