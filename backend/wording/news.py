"""What is news of alert groups and outages, in words: pure, from what pages show."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from backend.domain.catalogue.labels import full_name
from backend.domain.changes.alert_groups import GroupDirection, GroupState
from backend.domain.changes.alert_standing import ENDED, ENDS, WHY_TAKEN_BACK, AlertEvent
from backend.domain.changes.group_views import AlertGroup, CommonCommits
from backend.domain.changes.views import ChangePoint
from backend.domain.commits.names import short_commit
from backend.domain.notifications.messages import LONGEST_TITLE, Mood, NewsEntry, one_line
from backend.domain.notifications.outages import Outage, OutageKind
from backend.domain.quantities import Quantity
from backend.wording.effects import counted, ratio_words, said_of_aspect
from backend.wording.numbers import another_level, levels_words
from backend.wording.pauses import pause_of, since_of, span_words

MOODS: Mapping[str, Mood] = {
    GroupDirection.REGRESSION: "worse",
    GroupDirection.MIXED: "worse",
    GroupDirection.IMPROVEMENT: "better",
}
BEGINNINGS = {
    AlertEvent.OPENED: "",
    AlertEvent.GREW: "Grew: ",
    AlertEvent.NARROWED: "Narrowed: ",
    AlertEvent.FIXED: "Fixed: ",
    AlertEvent.REOPENED: "Back again: ",
    AlertEvent.WITHDRAWN: "Withdrawn: ",
}


@dataclass(frozen=True, slots=True)
class ProjectAddress:
    """Where the pages of a project are."""

    origin: str
    slug: str

    def page(self, tail: str) -> str:
        return f"{self.origin}/p/{quote(self.slug, safe='')}{tail}"


def group_entry(group: AlertGroup, event: AlertEvent, place: ProjectAddress) -> NewsEntry:
    """Tell of an alert group: verdict, interval and basis first, then range and author."""
    lead = group.lead
    beginning, since = _beginning(group, event), _since(group, event)
    return NewsEntry(
        headline=one_line(f"{beginning}{effect_of(lead)}{since}"),
        about=one_line(_about(group)),
        facts=[(label, one_line(text)) for label, text in (*_why(group, event), *_facts(group))],
        address=place.page(f"/alert-groups/{group.number}"),
        mood=_mood(group, event),
        subject=one_line(
            f"{beginning}{full_name(lead.series)} {size_of(lead)}{since}{_more(group)}"
        ),
        place=one_line(group.branch),
    )


def _beginning(group: AlertGroup, event: AlertEvent) -> str:
    if event is AlertEvent.WITHDRAWN and group.state is GroupState.INVALID:
        return "No change after all: "
    return BEGINNINGS[event]


def _mood(group: AlertGroup, event: AlertEvent) -> Mood:
    if event is AlertEvent.WITHDRAWN:
        return "plain"
    return "better" if event is AlertEvent.FIXED else MOODS.get(group.direction, "plain")


def _why(group: AlertGroup, event: AlertEvent) -> Sequence[tuple[str, str]]:
    """Say why a group ended, and who said so, where it stands as this news has it."""
    if event not in ENDS or group.triage is None or group.state not in ENDED:
        return []
    why = group.triage.why or WHY_TAKEN_BACK.get(group.state, "")
    by = f"says {group.triage.by}" if group.triage.by else ""
    said = ", ".join(filter(None, (why, by)))
    return [("Why", said)] if said else []


def effect_of(lead: ChangePoint) -> str:
    """Say how large and how sure a change is."""
    if not math.isfinite(lead.ratio):
        return another_level(lead.before, lead.after, lead.series.unit)
    return said_of_aspect(lead, drift_of(lead) + _ratio_of(lead))


def size_of(lead: ChangePoint) -> str:
    """Say how large a change is as `effect_of` does, to the same digit, without its interval."""
    if not math.isfinite(lead.ratio):
        return another_level(lead.before, lead.after, lead.series.unit)
    said = drift_of(lead) + _ratio_of(lead).partition(" [")[0].partition(", ")[0]
    return said_of_aspect(lead, said)


def _ratio_of(lead: ChangePoint) -> str:
    quantity = Quantity(lead.series.metric, lead.series.unit, lead.series.direction)
    return ratio_words((lead.ratio, lead.low, lead.high), quantity)


def drift_of(lead: ChangePoint) -> str:
    """Name what slid over many commits; empty for a step."""
    return "drift, " if lead.kind == "drift" else ""


def _since(group: AlertGroup, event: AlertEvent) -> str:
    fixed = group.triage.fixed_in if group.triage else None
    if event is AlertEvent.FIXED:
        if fixed:
            return f", until {short_commit(fixed.name)}"
        is_said = group.triage is not None and group.triage.is_said
        return "" if is_said else ", the level came back"
    return f" since {since_of(group)}"


def _about(group: AlertGroup) -> str:
    return f"{full_name(group.lead.series)}{_more(group)}"


def _more(group: AlertGroup) -> str:
    more = group.changes - 1
    return f" and {counted(more, 'more change')}" if more else ""


def _facts(group: AlertGroup) -> Sequence[tuple[str, str]]:
    lead = group.lead
    assignee = group.triage.assignee if group.triage else None
    facts = [
        ("Levels", levels_words(lead.before, lead.after, lead.series.unit)),
        ("Judged on", basis_of(lead)),
        ("Where", f"{lead.series.testbed}, branch {group.branch}"),
        ("Commits", commits_words(group.commits) + _or_earlier(group)),
    ]
    authors = sorted({one.author for one in group.commits.named if one.author})
    if authors and pause_of(group) is None:
        facts.append(("Author" if len(authors) == 1 else "Authors", ", ".join(authors[:3])))
    if assignee is not None:
        facts.append(("Assignee", assignee.name))
    return facts


def basis_of(lead: ChangePoint) -> str:
    """Say which points a change was judged on."""
    if lead.kind == "drift":
        return f"the {counted(lead.after_n, 'point')} it spans"
    return f"{counted(lead.before_n, 'point')} before, {lead.after_n} after"


def _or_earlier(group: AlertGroup) -> str:
    pause = pause_of(group)
    return "" if pause is None else f", or one from the {span_words(pause)} before it"


def commits_words(commits: CommonCommits) -> str:
    """Name the commits in question: one with its subject, more by both ends and their number."""
    if not commits.named:
        return "unknown"
    first, last = commits.named[0], commits.named[-1]
    if commits.count == 1:
        return f"{short_commit(first.name)} {first.subject}".strip()
    ends = f"{short_commit(first.name)} to {short_commit(last.name)}"
    return f"{ends}, {counted(commits.count, 'commit')}"


def outage_entry(outage: Outage, place: ProjectAddress) -> NewsEntry:
    """Tell of something that has gone quiet, or is back."""
    is_over = outage.ended_at is not None
    headline = _outage_headline(outage, is_over=is_over)
    return NewsEntry(
        headline=one_line(headline),
        about=one_line(outage.name),
        facts=[("Since", f"{outage.since:%Y-%m-%d %H:%M} UTC")]
        + ([("Reason", one_line(outage.detail))] if outage.detail else []),
        address=_outage_address(outage, place),
        mood="better" if is_over else "worse",
    )


def _outage_headline(outage: Outage, *, is_over: bool) -> str:
    name = outage.name
    begun, over = {
        OutageKind.AGENT: (f"The agent {name} has gone quiet", f"The agent {name} is back"),
        OutageKind.SUITE: (
            f"The suite {name} has stopped reporting", f"The suite {name} reports again",
        ),
        OutageKind.BENCHMARK: (f"The benchmark {name} fails", f"The benchmark {name} runs again"),
        OutageKind.VETO: (
            f"Runs of {name} are vetoed: the machine is not steady", f"Runs of {name} count again",
        ),
        OutageKind.CHANNEL: (
            f"The channel {name} cannot deliver", f"The channel {name} delivers again",
        ),
        OutageKind.CLAIM: (f"No longer true: {name}", f"True again: {name}"),
        OutageKind.BUDGET: (f"Budget broken: {name}", f"Budget kept again: {name}"),
        OutageKind.SERVER: (f"The server needs attention: {name}", f"Over on the server: {name}"),
    }[outage.kind]  # fmt: skip
    return over if is_over else begun


def _outage_address(outage: Outage, place: ProjectAddress) -> str:
    if outage.kind is OutageKind.SERVER:
        return f"{place.origin}/server"
    return place.page(_outage_page(outage))


def _outage_page(outage: Outage) -> str:
    return {
        OutageKind.AGENT: "/machines",
        OutageKind.SUITE: f"/suites/{outage.thing_id}",
        OutageKind.BENCHMARK: f"/benchmarks/{outage.thing_id}",
        OutageKind.VETO: "/machines",
        OutageKind.CHANNEL: "/settings/notifications",
        OutageKind.CLAIM: f"/claims/{outage.thing_id}",
        OutageKind.BUDGET: f"/explore?series={outage.thing_id}",
    }[outage.kind]


def title_of(project: str, stories: Sequence[NewsEntry], more: int) -> str:
    """Return the subject of a mail: the verdict where there is one, else how many there are."""
    if len(stories) == 1 and not more:
        (one,) = stories
        said = one.subject or f"{one.headline}: {one.about}"
        return one_line(f"{said} ({', '.join(filter(None, (project, one.place)))})", LONGEST_TITLE)
    count = len(stories) + more
    worse = sum(story.mood == "worse" for story in stories)
    better = sum(story.mood == "better" for story in stories)
    ways = ", ".join(
        f"{number} {word}" for number, word in ((worse, "worse"), (better, "better")) if number
    )
    among = " among those named" if more else ""
    return one_line(f"{counted(count, 'alert')} in {project}: {ways}{among}", LONGEST_TITLE)
