"""Ask for what rules want measured: changes confirmed or bisected, sweeps refined."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy.orm import Session

from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.errors import InvalidError, NotFoundError
from backend.domain.jobs.nights import JobRule, RuleMinutes, RuleStanding, night_of
from backend.domain.jobs.targets import PATCH_BRANCH, JobKind
from backend.domain.jobs.verdicts import VerdictTallies
from backend.domain.people.audit import AuditActor, AuditedAction, Who
from backend.domain.people.projects import Project
from backend.domain.sweeps.curves import SweepRow
from backend.domain.thresholds.rules import selection_words
from backend.services.events import Teller
from backend.services.jobs.ask import hold_asking
from backend.services.jobs.bisect import ask_bisection
from backend.services.jobs.confirm import ask_confirmation
from backend.services.jobs.read import tally_verdicts
from backend.services.people.audit import leave_event
from backend.services.sweeps.choose import SweepChoice
from backend.services.sweeps.read import read_sweep
from backend.services.sweeps.refine import ask_refinement, list_refinements
from backend.storage import sweeps
from backend.storage.jobs import by_rules
from backend.storage.people import projects
from backend.storage.thresholds import rows as thresholds

MOST_CHANGES = 1_000
"""Newest changes among which a rule finds those that it selects."""
MOST_SWEEPS = 100


ASKED_FOR = AuditedAction("asked for", "job")


@dataclass(slots=True)
class _Wanted:
    """A job that a rule asks for, as a person would."""

    change: int
    budget_minutes: int
    rounds: int | None = None


_Asking = Callable[[int], int | None]
"""Asks for one job of so many minutes; None where it cannot be measured after all."""


def projects_with_rules(session: Session) -> list[int]:
    """Return the projects whose rules may ask for jobs."""
    return by_rules.projects_with_rules(session)


def follow_job_rules(session: Session, teller: Teller, project_id: int) -> list[int]:
    """Ask for the jobs that the rules of a project want and nobody asked for; returns their ids.

    May be done at any time and again: what has a job is not asked for twice.
    """
    rules = thresholds.read_rules(session, project_id).jobs
    project = projects.get(session, project_id)
    if not rules or project is None:
        return []
    if not by_rules.hold_following(session, project_id):
        return []  # another worker follows them
    night = night_of(datetime.now(UTC))
    asked: list[int] = []
    for rule in rules:
        taken = by_rules.minutes_of(session, project_id, [rule], night)
        minutes = taken.get(rule.asker.key, RuleMinutes())
        following = _Following(session, teller, project, rule)
        for ask in following.wanted() if minutes.left_of(rule) else ():
            left = minutes.left_of(rule)
            if not left:
                break
            hold_asking(session, project_id)
            job = ask(left)
            if job is not None:
                by = AuditActor(Who.SERVER, name=rule.asker.name)
                leave_event(session, project_id, ASKED_FOR, by, "")
                asked.append(job)
                minutes = replace(minutes, held=minutes.held + left)
    return asked


@dataclass(frozen=True, slots=True)
class _Following:
    """One rule of a project that is followed."""

    session: Session
    teller: Teller
    project: Project
    rule: JobRule

    def wanted(self) -> Iterator[_Asking]:
        """Return what the rule selects and no job was asked for, newest first."""
        return self._sweeps() if self.rule.ask is JobKind.SWEEP else self._changes()

    def _changes(self) -> Iterator[_Asking]:
        found = by_rules.unasked_changes(self.session, self.project.id, self.rule, MOST_CHANGES)
        series = sorted({of for _, of in found})
        described = thresholds.describe_series(self.session, self.project.id, series)
        chosen = self._chosen(described)
        for change, of in found:
            if of in chosen:
                yield partial(self._judged, change)

    def _judged(self, change: int, minutes: int) -> int | None:
        wanted = _Wanted(change, minutes)
        asked = self.session, self.teller, self.project, self.rule.asker, wanted
        try:
            if self.rule.ask is JobKind.CONFIRM:
                return ask_confirmation(*asked)
            return ask_bisection(*asked)
        except InvalidError:
            return None

    def _sweeps(self) -> Iterator[_Asking]:
        for row in sweeps.read_sweeps(self.session, self.project.id)[:MOST_SWEEPS]:
            series = sweeps.read_swept_series(
                self.session, self.project.id, row.benchmark_id, row.axis
            )
            ids = [one.id for one in series]
            described = thresholds.describe_series(self.session, self.project.id, ids)
            chosen = self._chosen(described)
            named = bool(self.rule.filters.metric)
            choices = {
                SweepChoice(one.metric if named else None, one.testbed, one.branch)
                for one in series
                if one.id in chosen
            }
            for choice in choices:
                if self._is_undecided(row, choice):
                    yield partial(self._refined, row, choice)

    def _is_undecided(self, row: SweepRow, choice: SweepChoice) -> bool:
        """Tell whether the newest run leaves open what is best, and no job refined it."""
        where = row.benchmark_id, row.axis
        branch = choice.branch or ""
        if branch.startswith(PATCH_BRANCH):
            return False
        try:
            jobs = list_refinements(self.session, self.project, where, choice)
            if jobs.held or jobs.waiting or jobs.over or (jobs.offer and jobs.offer.cannot):
                return False
            found = read_sweep(self.session, self.project.id, *where, choice)
        except NotFoundError:
            return False
        commit = found.run.commit.name
        if by_rules.is_of_others(self.session, self.project.id, branch, commit):
            return False
        return any(curve.form.more_rounds != 0 for curve in found.curves)

    def _refined(self, row: SweepRow, choice: SweepChoice, minutes: int) -> int | None:
        wanted = row.benchmark_id, row.axis, choice
        try:
            return ask_refinement(
                self.session, self.teller, self.project, self.rule.asker, wanted, minutes
            )
        except InvalidError:
            return None

    def _chosen(self, described: dict[int, SeriesDescription]) -> set[int]:
        passed = SeriesTable(list(described.values())).matching(self.rule.filters)
        return {id_ for id_, is_in in zip(described, passed, strict=True) if is_in}


def read_tallies(session: Session, project_id: int) -> VerdictTallies:
    """Count what measuring suspicions again found, and say how the rules that ask for it stand."""
    told = tally_verdicts(session, project_id)
    rules = thresholds.read_rules(session, project_id).jobs
    night = night_of(datetime.now(UTC))
    taken = by_rules.minutes_of(session, project_id, rules, night)
    found = by_rules.findings_of_rules(session, project_id)
    standings = []
    for rule in rules:
        key = rule.asker.key
        minutes = taken.get(key, RuleMinutes())
        is_spent = minutes.left_of(rule) == 0 and minutes.held == 0.0
        findings = [
            found.get((key, finding), 0)
            for finding in ("confirmed", "refuted", "unclear", "unsteady")
        ]
        standings.append(
            RuleStanding(
                rule.name, rule.ask, rule.states, selection_words(rule.filters), rule.minutes,
                minutes.spent, minutes.held, night.ends if is_spent else None, *findings,
            )
        )  # fmt: skip
    return replace(told, rules=standings)
