"""Have all rungs of a ladder measured again in turns, and say what they answer together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.errors import InvalidError
from backend.domain.jobs.records import JobList
from backend.domain.jobs.states import JobState
from backend.domain.jobs.targets import (
    JobAsker,
    JobCommit,
    JobKind,
    JobPlan,
    JobRequest,
    JobTarget,
    chosen_variant,
    is_of_patch,
    most_commits,
)
from backend.domain.ladders.records import RungRecord
from backend.domain.people.projects import Project
from backend.domain.reports.run_pages import ListedRun
from backend.services.events import Teller
from backend.services.jobs.ask import NOBODY, ask_once, on_testbed
from backend.services.jobs.read import list_alike, read_job
from backend.services.ladders.page import RatioRange, show_ladder
from backend.services.ladders.read import find_ladder
from backend.storage.catalogue.labels import read_labels
from backend.storage.ladders import rows as ladders
from backend.storage.reports.run_lists import read_runs

ROUNDS = 12
FEWEST = 2
"""Rungs that can be held against each other."""


@dataclass(frozen=True, slots=True)
class RungMeasuredAgain:
    """What a rung is found to be beside all others, in turns."""

    id: int
    label: str
    verdict: str
    sentence: str
    versus_baseline: RatioRange | None


@dataclass(frozen=True, slots=True)
class LadderMeasuredAgain:
    """What a ladder answers by the newest job that measured all of its rungs."""

    job_id: int
    """The job that measured them."""
    headline: str
    remarks: Sequence[str]
    in_rounds: bool
    """Every rung has a result of each round."""
    rungs: Sequence[RungMeasuredAgain]


@dataclass(frozen=True, slots=True)
class LadderJobs:
    """Jobs that measured all rungs of a ladder, and what the newest of them found."""

    jobs: JobList
    """Newest first, and what another one would cost."""
    again: LadderMeasuredAgain | None
    """Nothing while no job has ended, or its runs are not ingested."""


@dataclass(frozen=True, slots=True)
class _Rungs:
    """The rungs of a ladder that rest on results, and on which runs and series."""

    measured: Sequence[RungRecord]
    labels: Mapping[int, SeriesLabel]
    runs: Mapping[int, ListedRun]

    def commit_of(self, rung: RungRecord) -> JobCommit:
        run = self.runs[rung.run_id or 0]
        return JobCommit(run.commit.name, run.branch)

    @property
    def commits(self) -> list[JobCommit]:
        """Return the commit of the baseline, then the others whatever the order of the rungs."""
        found = [self.commit_of(one) for one in self.measured if one.role == "baseline"]
        others = {self.commit_of(one) for one in self.measured}.difference(found)
        return found + sorted(others, key=lambda one: (one.commit, one.branch))

    @property
    def testbed(self) -> str:
        return next((one.testbed for one in self.labels.values()), "")

    def hindrance(self) -> str:
        """Return why they cannot be measured in turns; empty where they can."""
        places = {(one.suite, one.testbed) for one in self.labels.values()}
        commits, most = self.commits, most_commits(JobKind.LADDER)
        results = {(self.commit_of(one), one.series_id) for one in self.measured}
        reasons = {
            "fewer than two rungs were measured here": len(self.measured) < FEWEST,
            "its baseline was not measured here": not any(
                one.role == "baseline" for one in self.measured
            ),
            "two of its rungs are the same variant at the same commit": (
                len(results) < len(self.measured)
            ),
            "only rungs of one suite on one testbed can be measured in turns": len(places) > 1,
            "one of its rungs is a patch, which no repository has": any(
                is_of_patch(one) for one in commits
            ),
            f"its rungs stand on {len(commits)} commits; {most} can be measured in turns": (
                len(commits) > most
            ),
        }
        return next((reason for reason, holds in reasons.items() if holds), "")


def list_ladder_jobs(session: Session, project: Project, ladder_id: int) -> LadderJobs:
    """Return the jobs that measured all rungs again, what another one costs, and the answer."""
    rungs = _rungs(session, project.id, ladder_id)
    if hindrance := rungs.hindrance():
        return LadderJobs(list_alike(session, project.id, None, rungs.testbed, hindrance), None)
    wanted = _request(session, project, NOBODY, ladder_id, rungs)
    jobs = list_alike(session, project.id, wanted, rungs.testbed)
    done = next((one.id for one in jobs.over if one.state is JobState.FINISHED), None)
    again = None if done is None else _answer(session, project.id, ladder_id, rungs, done)
    return LadderJobs(jobs, again)


def ask_ladder(
    session: Session, teller: Teller, project: Project, asker: JobAsker, ladder_id: int
) -> int:
    """Ask for all rungs to be measured again; returns the job, a new one or one that is open."""
    rungs = _rungs(session, project.id, ladder_id)
    if hindrance := rungs.hindrance():
        raise InvalidError(hindrance)
    wanted = _request(session, project, asker, ladder_id, rungs)
    return ask_once(session, teller, project.id, wanted)


def _rungs(session: Session, project_id: int, ladder_id: int) -> _Rungs:
    find_ladder(session, project_id, ladder_id)
    kept = ladders.read_rungs(session, project_id, [ladder_id])[ladder_id]
    runs = read_runs(session, project_id, [one.run_id for one in kept if one.run_id])
    by_id = {one.id: one for one in runs}
    labels = read_labels(session, project_id, [one.series_id for one in kept if one.series_id])
    measured = [one for one in kept if one.run_id in by_id and one.series_id in labels]
    return _Rungs(measured, labels, by_id)


def _request(
    session: Session, project: Project, asker: JobAsker, ladder_id: int, rungs: _Rungs
) -> JobRequest:
    labels = rungs.labels.values()
    target = JobTarget(
        suite=next(one.suite for one in labels),
        commits=rungs.commits,
        only=sorted({chosen_variant(one.benchmark, one.parameters) for one in labels}),
        rounds=ROUNDS,
        repository=project.repository_url or "",
    )
    name = find_ladder(session, project.id, ladder_id).name
    wanted = JobRequest(
        JobKind.LADDER, target, asker, f"measure all rungs of {name} again",
        plan=JobPlan(ladder=ladder_id),
    )  # fmt: skip
    return on_testbed(session, project.id, wanted, rungs.testbed)


def _answer(
    session: Session, project_id: int, ladder_id: int, rungs: _Rungs, job_id: int
) -> LadderMeasuredAgain | None:
    """Judge the ladder by the runs of a job; None while they are not all there."""
    detail = read_job(session, project_id, job_id)
    run_of = {one.arm: one.run_id for one in detail.runs if one.is_counted}
    commits = rungs.commits
    if len(run_of) < len(commits):
        return None
    again = [
        replace(one, run_id=run_of[commits.index(rungs.commit_of(one))]) for one in rungs.measured
    ]
    results = ladders.read_rung_results(session, project_id, [one.result for one in again])
    runs = {one.id: one for one in read_runs(session, project_id, list(run_of.values()))}
    record = find_ladder(session, project_id, ladder_id)
    shown = show_ladder(record, again, results, runs, in_turns=True)
    lines = [
        RungMeasuredAgain(
            one.record.id, one.record.label, one.verdict, one.sentence, one.versus_baseline
        )
        for one in shown.rungs
    ]
    return LadderMeasuredAgain(job_id, shown.headline, shown.remarks, shown.in_rounds, lines)
