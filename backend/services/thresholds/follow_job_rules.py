"""Ask for what rules want measured: changes confirmed or bisected, sweeps refined."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, islice

from sqlalchemy.orm import Session

from backend.domain.catalogue.matching import SeriesDescription, SeriesTable
from backend.domain.errors import InvalidError, NotFoundError
from backend.domain.jobs.nights import JobRule, Night, RuleMinutes, RuleStanding, night_of
from backend.domain.jobs.targets import PATCH_BRANCH, JobKind
from backend.domain.jobs.upheld import upheld_rate
from backend.domain.jobs.verdicts import VerdictTallies
from backend.domain.people.audit import AuditActor, AuditedAction, Who
from backend.domain.people.projects import Project
from backend.domain.sweeps.curves import SweepRow
from backend.domain.thresholds.rules import selection_words
from backend.services.events import Teller
from backend.services.jobs.ask import hold_asking
from backend.services.jobs.backfill import ask_backfill, ask_gaps
from backend.services.jobs.bisect import ask_bisection
from backend.services.jobs.confirm import ask_confirmation
from backend.services.jobs.read import tally_verdicts
from backend.services.people.audit import leave_event
from backend.services.sweeps.choose import SweepChoice
from backend.services.sweeps.read import read_sweep
from backend.services.sweeps.refine import ask_refinement, list_refinements
from backend.storage import sweeps
from backend.storage.jobs import by_rules
from backend.storage.jobs.by_rules import UnaskedChange
from backend.storage.jobs.lists import find_testbed, name_testbeds
from backend.storage.jobs.queue import attended_testbeds
from backend.storage.people import projects
from backend.storage.thresholds import rows as thresholds

MOST_SWEEPS = 100
MOST_PLACES = 100
"""Suites on a testbed and branch whose gaps are sought in one look."""
MOST_GROUPS = 200
"""Alert groups tried in one look, those with the newest changes first."""
HOPELESS = timedelta(days=7)
"""So long a sweep that a job left undecided is not asked for again, whatever its commit."""

ASKED_FOR = AuditedAction("asked for", "job")


@dataclass(slots=True)
class _Wanted:
    """A job that a rule asks for, as a person would."""

    change: int
    budget_minutes: int
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class _Asking:
    """One job that a rule wants."""

    testbed: int
    ask: Callable[[int], int | None]
    """Asks for it with so many minutes; None where it cannot be measured after all."""


def projects_with_rules(session: Session) -> list[int]:
    """Return the projects whose rules may ask for jobs."""
    return by_rules.projects_with_rules(session)


def follow_job_rules(session: Session, teller: Teller, project_id: int) -> int | None:
    """Ask for one job that the rules of a project want and nobody asked for; returns its id.

    May be done at any time and again: what has a job is not asked for twice. Nobody else can ask
    from then until the transaction ends, so that each job has a transaction of its own.
    """
    rules = thresholds.read_rules(session, project_id).jobs
    project = projects.get(session, project_id)
    if not rules or project is None:
        return None
    if not by_rules.hold_following(session, project_id):
        return None  # another worker follows them
    night = night_of(datetime.now(UTC))
    asked = (_follow(_Following(session, teller, project, rule, night)) for rule in rules)
    return next((job for job in asked if job is not None), None)


def _follow(following: "_Following") -> int | None:
    """Ask for the first job that one rule wants, within its minutes of the night."""
    session, project_id, rule = following.session, following.project.id, following.rule
    taken = by_rules.minutes_of(session, project_id, [rule], following.night)
    minutes = taken.get(rule.asker.key, RuleMinutes())
    left = minutes.left_of(rule)
    for wanted in following.wanted() if left else ():
        if wanted.testbed in minutes.absent:
            continue
        with session.begin_nested() as attempt:
            hold_asking(session, project_id)
            job = wanted.ask(left)
            if job is None:
                attempt.rollback()  # it gives back the lock
                continue
        by = AuditActor(Who.SERVER, name=rule.asker.name)
        leave_event(session, project_id, ASKED_FOR, by, "")
        return job
    return None


@dataclass(frozen=True, slots=True)
class _Following:
    """One rule of a project that is followed."""

    session: Session
    teller: Teller
    project: Project
    rule: JobRule
    night: Night

    def wanted(self) -> Iterator[_Asking]:
        """Return what the rule selects and no job was asked for, newest first."""
        if self.rule.ask is JobKind.SWEEP:
            return self._sweeps()
        if self.rule.ask is JobKind.BACKFILL:
            return chain(self._changes(), self._gaps())
        return self._changes()

    def _changes(self) -> Iterator[_Asking]:
        found = by_rules.unasked_changes(self.session, self.project.id, self.rule, self.night)
        series = sorted({one.series for one in found})
        described = thresholds.describe_series(self.session, self.project.id, series)
        chosen = self._chosen(described)
        groups: dict[object, list[UnaskedChange]] = {}
        for one in found:
            if one.series in chosen:
                groups.setdefault(one.group or (one.id,), []).append(one)
        for group in islice(groups.values(), MOST_GROUPS):
            for one in sorted(group, key=lambda one: one.effect, reverse=True):
                yield _Asking(one.testbed, partial(self._judged, one.id))

    def _judged(self, change: int, minutes: int) -> int | None:
        wanted = _Wanted(change, minutes)
        asked = self.session, self.teller, self.project, self.rule.asker, wanted
        try:
            if self.rule.ask is JobKind.CONFIRM:
                return ask_confirmation(*asked)
            if self.rule.ask is JobKind.BACKFILL:
                return ask_backfill(*asked)
            return ask_bisection(*asked)
        except InvalidError:
            return None

    def _gaps(self) -> Iterator[_Asking]:
        """Return what was never measured anywhere else, where an agent is."""
        described = thresholds.describe_series(self.session, self.project.id)
        chosen = self._chosen(described)
        here = attended_testbeds(self.session, self.project.id)
        places = dict.fromkeys(
            (one.suite, one.testbed, one.branch) for id_, one in described.items() if id_ in chosen
        )
        for place in islice(places, MOST_PLACES):
            testbed = find_testbed(self.session, self.project.id, place[1])
            if testbed in here and not place[2].startswith(PATCH_BRANCH):
                yield _Asking(testbed, partial(self._filled, place))

    def _filled(self, place: tuple[str, str, str], minutes: int) -> int | None:
        wanted = place, self.night.begins
        return ask_gaps(self.session, self.teller, self.project, self.rule.asker, wanted, minutes)

    def _sweeps(self) -> Iterator[_Asking]:
        for row in sweeps.read_sweeps(self.session, self.project.id)[:MOST_SWEEPS]:
            series = sweeps.read_swept_series(
                self.session, self.project.id, row.benchmark_id, row.axis
            )
            ids = [one.id for one in series]
            described = thresholds.describe_series(self.session, self.project.id, ids)
            chosen = self._chosen(described)
            named = bool(self.rule.filters.metric)
            choices: dict[SweepChoice, list[int]] = {}
            for one in series:
                if one.id in chosen:
                    metric = one.metric if named else None
                    choice = SweepChoice(metric, one.testbed, one.branch)
                    choices.setdefault(choice, []).append(one.id)
            for choice, of in choices.items():
                if self._is_undecided(row, choice) and not self._is_hopeless(of):
                    testbed = find_testbed(self.session, self.project.id, choice.testbed or "")
                    yield _Asking(testbed or 0, partial(self._refined, row, choice))

    def _is_hopeless(self, series: Sequence[int]) -> bool:
        since = datetime.now(UTC) - HOPELESS
        return by_rules.is_without_hope(self.session, self.project.id, series, since)

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
    absent = {id_ for one in taken.values() for id_ in one.absent}
    names = name_testbeds(session, project_id, absent)
    standings = []
    for rule in rules:
        key = rule.asker.key
        minutes = taken.get(key, RuleMinutes())
        is_spent = minutes.left_of(rule) == 0 and minutes.held == 0.0
        upheld, refuted, unclear, unsteady = (
            found.get((key, finding), 0)
            for finding in ("confirmed", "refuted", "unclear", "unsteady")
        )
        standings.append(
            RuleStanding(
                rule.name, rule.ask, rule.states, selection_words(rule.filters), rule.minutes,
                minutes.spent, minutes.held, night.ends if is_spent else None,
                [names[one] for one in minutes.absent if one in names],
                upheld, refuted, unclear, unsteady,
                upheld_rate(upheld, upheld + refuted + unclear + unsteady),
            )
        )  # fmt: skip
    return replace(told, rules=standings)
