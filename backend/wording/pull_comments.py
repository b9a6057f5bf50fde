"""The one comment on a pull request: verdict first, then evidence, never above 40 kB.

A name stands in `<code>`, where no forge calls people, links issues or runs quick actions. Every
character that Markdown or HTML could take for its own is written as its number, so that a word
stays as it is read.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backend.domain.commits.names import short_commit
from backend.domain.jobs.place_words import place_sentence
from backend.domain.jobs.records import ShownJob
from backend.domain.jobs.states import HELD, JobState
from backend.domain.notifications.messages import MARKS, one_line
from backend.domain.pulls.acceptances import GateAcceptance, holding
from backend.domain.pulls.commands import PREFIX
from backend.domain.pulls.forge_checks import CheckState, ForgeCheck
from backend.domain.pulls.judgements import PullBudget, PullJudgement, PullRow, PullState, state_of
from backend.wording.effects import counted
from backend.wording.numbers import counted_in
from backend.wording.pulls import base_words, headline_of

CHECK_STATES = {
    PullState.WAITING: CheckState.PENDING,
    PullState.FAILED: CheckState.FAILURE,
    PullState.ACCEPTED: CheckState.SUCCESS,
    PullState.PASSED: CheckState.SUCCESS,
    PullState.UNDECIDED: CheckState.NEUTRAL,
}
LONGEST_NAME = 160
LONGEST_SENTENCE = 600
_MARKUP = re.compile(r"[!\"#$&'()*:<>@\\^`{|}~_]|(?<=www)\.", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[\]]")
_CALLS = re.compile(r"([@#!$~^&]|\bGH-)(?=\w)", re.IGNORECASE)
NO_WIDTH = "\u200b"
"""Stands where a text would call somebody or link an issue, wherever it is copied to."""
MOST_BYTES = 40_000
"""GitHub takes 65,536 characters; GitLab and Gitea take more. Nobody reads as many."""
SPARE_BYTES = 600
PART_BYTES = 12_000
"""Of the open rows, and of the notes below them, however long the names are."""
MOST_SHOWN = 5
"""Rows that stand open."""
MARK_OF = {"regression": MARKS["worse"], "improvement": MARKS["better"], "change": "◆"}
WORD_OF = {"regression": "worse", "improvement": "better", "change": "differs", "same": "same"}
TABLE = "| | result | before → after | change | on |\n|---|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class Links:
    """Where the pages are; empty where there is nothing to show yet."""

    pull: str
    comparison: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the newest command was answered; `text` is Markdown of ours."""

    asked: str
    by: str
    lines: Sequence[str]
    head: str = ""
    """The commit that was the head then; empty where an older reply has none."""
    jobs: Sequence[int] = ()
    """That it asked agents for."""


@dataclass(frozen=True, slots=True)
class PullReport:
    """All that the comment tells."""

    project: str
    """The slug: what tells our comments of several projects apart."""
    judgement: PullJudgement
    links: Links
    acceptances: Sequence[GateAcceptance] = ()
    reply: Reply | None = None
    jobs: Sequence[str] = ()
    """How the jobs of the reply stand, in Markdown of ours."""
    last: PullJudgement | None = None
    """Of the head before, while the new one waits for results."""


def marker_of(project: str) -> str:
    """Return the invisible first line by which our comment is found again."""
    return f"<!-- tidemark:{project} -->"


def compose_comment(story: PullReport) -> str:
    """Write the whole comment; the folded part is cut so that all of it fits."""
    head = "\n\n".join(part for part in _head(story) if part)
    reply, foot = _replied(story), _foot(story)
    room = MOST_BYTES - SPARE_BYTES - _bytes(head) - _bytes(reply) - _bytes(foot)
    folded = _folded(story, room)
    return "\n\n".join(part for part in (head, folded, reply, foot) if part)


def _head(story: PullReport) -> Iterable[str]:
    judgement = story.judgement
    state = state_of(judgement, story.acceptances)
    yield marker_of(story.project)
    yield f"### {_mark(judgement, state)}{prose(_heading(story))}"
    yield _accepted(story)
    if state is PullState.WAITING:
        yield _waiting(story)
    elif judgement.why:
        yield prose(judgement.why)
    if judgement.compared:
        yield from _found(story)


def _heading(story: PullReport) -> str:
    return headline_of(story.judgement, story.acceptances, is_whole=True)


def _mark(judgement: PullJudgement, state: PullState) -> str:
    worse = state is PullState.FAILED or judgement.counts.get("regression", 0)
    return f"{MARKS['worse']} " if worse else ""


def _waiting(story: PullReport) -> str:
    head = short_commit(story.judgement.head)
    said = [f"Nothing was measured at {named(head)} yet; this comment follows the results."]
    if story.judgement.why:
        said.append(prose(story.judgement.why))
    if story.last is not None:
        before = prose(headline_of(story.last, story.acceptances))
        said.append(f"At the head before, {named(short_commit(story.last.head))}: {before}.")
    return " ".join(said)


def _found(story: PullReport) -> Iterable[str]:
    judgement, links = story.judgement, story.links
    shown = [_line(one) for one in _open_rows(judgement)]
    if shown:
        yield "\n".join([TABLE, *shown])
    if judgement.budgets:
        yield "\n".join(_within([_budget(one) for one in judgement.budgets], PART_BYTES))
    if links.picture:
        picture = f"![The largest differences with their intervals]({links.picture})"
        yield f"[{picture}]({links.comparison})"
    pages = f"[All of the comparison]({links.comparison}) · [This pull request]({links.pull})"
    yield f"{prose(judgement.sentence)} {pages}"
    yield _conditions(judgement)


def _budget(one: PullBudget) -> str:
    mark = f"{MARKS['worse']} Budget, fails the gate" if one.is_gated else "Budget"
    where = f"{named(one.name)} on {named(one.testbed)}"
    return f"- {mark}: {named(one.budget)}, {where}: {prose(one.sentence)}"


def _open_rows(judgement: PullJudgement) -> Sequence[PullRow]:
    """Return the rows that stand open: the worst of what differs, as many as there is room for."""
    found: list[PullRow] = []
    room = PART_BYTES
    for row in judgement.rows[:MOST_SHOWN]:
        room -= _bytes(_line(row))
        if row.verdict not in MARK_OF or room < 0:
            break
        found.append(row)
    return found


def _conditions(judgement: PullJudgement) -> str:
    """Say in one line how quiet the machines were, and what beside the code differs."""
    beside = judgement.beside
    machines = [one for one in beside.noise if not one.startswith("Intervals")]
    noise = machines[0].rstrip(".") if machines else "not reported"
    many = len(beside.differences)
    other = f"{beside.differences[0].rstrip('.')}" if many == 1 else f"{many} differences"
    return f"Noise: {prose(noise)}. Environment: {prose(other) if many else 'the same'}."


def _notes(judgement: PullJudgement) -> list[str]:
    beside = judgement.beside
    told = [
        f"- {label}: {prose(sentence)}"
        for label, sentences in (
            ("Base", [base_words(judgement.base)] if judgement.base else []),
            ("Gate", [judgement.rule] if judgement.rule else []),
            ("Split", beside.splits),
            ("Unknown", [judgement.unknown] if judgement.unknown else []),
            ("Noise", beside.noise),
            ("Environment", beside.differences),
            ("Mind", beside.warnings),
        )
        for sentence in sentences
    ]
    kept = _within(told, PART_BYTES)
    hidden = len(told) - len(kept)
    return [*kept, f"- {counted(hidden, 'more remark')} on the page"] if hidden else kept


def _within(lines: Sequence[str], room: int) -> list[str]:
    """Return the first lines that fit."""
    kept: list[str] = []
    for line in lines:
        room -= _bytes(line)
        if room < 0:
            break
        kept.append(line)
    return kept


def _accepted(story: PullReport) -> str:
    given = holding(story.judgement.failing, story.acceptances)
    if given is None:
        return ""
    day = f"{given.at:%Y-%m-%d}"
    return (
        f"Accepted by {named(given.by)} on {day} ({given.via}): {named(given.reason, 500)}."
        " It holds until something else fails the gate or one of these gets worse."
    )


def _replied(story: PullReport) -> str:
    reply = story.reply
    if reply is None:
        return ""
    is_old = reply.head not in {"", story.judgement.head}
    at = f" at the earlier head {named(short_commit(reply.head))}" if is_old else ""
    asked = f"{named(reply.by)} asked {named(reply.asked, 120)}{at}:"
    return "\n".join([asked, "", *reply.lines, *story.jobs])


def job_line(address: str, job: ShownJob) -> str:
    """Say how a job stands: its place and when it begins, how far it is, or what came of it."""
    names = [short_commit(one.commit) for one in job.target.commits]
    what = f"{named(job.target.suite)} on {named(job.testbed or 'any testbed')}"
    both = " and ".join(named(one) for one in names)
    if job.waits_for is not None:
        how = place_sentence(job.waits_for, job.starts_in, job.takes)
    elif job.verdict is not None and job.state is JobState.FINISHED:
        how = job.verdict.sentence
    elif job.state is JobState.FINISHED:
        how = "Measured; the results above follow."
    elif job.state in HELD:
        how = f"{job.agent or 'An agent'} has it."
    else:
        how = f"Over, {job.state}: {job.reason}."
    return f"- [Job {job.id}]({address}), {what}, {both} in turns: {prose(how)}"


def _folded(story: PullReport, room: int) -> str:
    """Write the rows that do not stand open, as many as there is room for, and the remarks."""
    judgement = story.judgement
    if not judgement.compared:
        return "\n".join(_notes(judgement))
    opened = len(_open_rows(judgement))
    rest = judgement.compared - opened
    summary = f"The other {counted(rest, 'result')}, and what all rests on" if rest else "Remarks"
    opening = f"<details><summary>{summary}</summary>"
    notes = "\n".join(_notes(judgement))
    room -= _bytes(opening) + _bytes(notes) + _bytes(TABLE)
    lines = _within([_line(row) for row in judgement.rows[opened:]], room)
    hidden = rest - len(lines)
    more = f"And {counted_in(hidden)} more, on [the page]({story.links.comparison})."
    table = "\n".join([TABLE, *lines]) if lines else ""
    parts = (opening, table, more if hidden else "", notes, "</details>")
    return "\n\n".join(part for part in parts if part)


def _line(row: PullRow) -> str:
    mark = " ".join(part for part in (MARK_OF.get(row.verdict), WORD_OF.get(row.verdict)) if part)
    gates = ", fails the gate" if row.is_gated else ""
    if row.verdict == "regression" and row.judged_by:
        gates += f" ({prose(row.judged_by)})"
    return (
        f"| {mark or 'unknown'}{gates} | {named(row.full_name or row.name)} | {prose(row.levels)}"
        f" | {prose(row.sentence)} | {named(row.testbed)} |"
    )


def _foot(story: PullReport) -> str:
    judgement = story.judgement
    head = named(short_commit(judgement.head))
    against = f" against {named(short_commit(judgement.base.commit))}" if judgement.base else ""
    return f"<sub>{head}{against} · <code>{PREFIX} help</code> · Tidemark</sub>"


def _bytes(text: str) -> int:
    return len(text.encode()) + 2


def check_summary(story: PullReport) -> str:
    """Say in a few lines of Markdown what the check rests on."""
    judgement = story.judgement
    parts = [_accepted(story), prose(judgement.sentence) if judgement.compared else ""]
    parts += [prose(judgement.why), "\n".join(_notes(judgement))]
    gated = [_line(one) for one in judgement.rows[:MOST_SHOWN] if one.is_gated]
    failing = _within(gated, PART_BYTES)
    parts.append("\n".join([TABLE, *failing]) if failing else "")
    broken = _within([_budget(one) for one in judgement.budgets if one.is_gated], PART_BYTES)
    parts.append("\n".join(broken))
    hidden = len(judgement.failing) - len(failing) - len(broken)
    if hidden > 0:
        parts.append(f"And {counted(hidden, 'more failure')} of the gate.")
    return "\n\n".join(part for part in parts if part)


def check_name(project: str) -> str:
    """Return the name under which a branch rule asks for it; the same for ever."""
    return f"tidemark/{project}"


def check_of(story: PullReport) -> ForgeCheck:
    """Say what the gate says of the head."""
    state = state_of(story.judgement, story.acceptances)
    return ForgeCheck(
        name=check_name(story.project),
        state=CHECK_STATES[state],
        title=headline_of(story.judgement, story.acceptances),
        summary=check_summary(story),
        url=story.links.comparison or story.links.pull,
    )


def named(text: str, longest: int = LONGEST_NAME) -> str:
    """Write a name, a subject or a reason on one line, so that it stays what it is."""
    return f"<code>{_BRACKETS.sub(_number, _inert(one_line(text, longest)))}</code>"


def prose(text: str) -> str:
    """Write a sentence of ours that may quote what people named; intervals keep their brackets."""
    return _inert(one_line(text, LONGEST_SENTENCE))


def _inert(text: str) -> str:
    return _MARKUP.sub(_number, _CALLS.sub(rf"\1{NO_WIDTH}", text))


def _number(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"
