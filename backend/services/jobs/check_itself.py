"""Check a machine against itself: one commit as two, in turns; what differs is no change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import InvalidError, NotFoundError
from backend.domain.jobs.records import JobList, JobRun, StoredJob
from backend.domain.jobs.targets import (
    SELF_CHECK_ROUNDS,
    JobAsker,
    JobKind,
    JobRequest,
    JobTarget,
)
from backend.domain.jobs.verdicts import Finding, JobVerdict
from backend.domain.machines.quarantine import MachineQuarantine, is_due, why_flaky
from backend.domain.machines.readings import MadeReading
from backend.domain.people.audit import SERVER, AuditedAction
from backend.domain.people.projects import Project
from backend.services.events import Teller
from backend.services.jobs.ask import ask_job, hold_asking
from backend.services.jobs.read import NewJob, list_about
from backend.services.jobs.steps import publish_job
from backend.services.machines.compare_with_itself import compare_in_turns
from backend.services.machines.quarantine import let_out, put_in
from backend.services.people.audit import leave_event, record, record_nothing_written
from backend.storage.jobs import lists, self_checks
from backend.storage.jobs import rows as jobs
from backend.storage.machines import quarantines
from backend.storage.machines import readings as machine_readings
from backend.storage.people import projects
from backend.wording.machines import self_check_sentence

RECENT = 20
SHOWN = 20
ITSELF = "Tidemark"
BY_ITSELF = JobAsker(ITSELF, "machines")
WATCHED = AuditedAction("put into quarantine", "machine")
CHECKED = AuditedAction("asked for", "job")


def ask_check(
    session: Session, teller: Teller, project: Project, asker: JobAsker, machine_id: int
) -> int:
    """Have a machine checked; returns the job, a new or an open one."""
    hold_asking(session, project.id)
    open_ones = lists.read_of_machine(session, project.id, machine_id, 1, is_open=True)
    if open_ones:
        record_nothing_written(session)
        record(session, open_ones[0].id)
        return open_ones[0].id
    return ask_job(session, teller, project.id, _request(session, project, asker, machine_id))


def list_checks(session: Session, project: Project, machine_id: int) -> JobList:
    """Return the checks of a machine, the newest first, and what another one would cost."""
    if not self_checks.has_machine(session, project.id, machine_id):
        raise NotFoundError(f"there is no machine {machine_id} in this project")
    found = lists.read_of_machine(session, project.id, machine_id, SHOWN)
    code = self_checks.checkable_code(session, project.id, machine_id)
    if code is None:
        return list_about(session, project.id, found, NewJob(JobKind.AA, "", "", 0, NOTHING))
    testbed = lists.name_testbeds(session, project.id, [code.testbed_id])[code.testbed_id]
    return list_about(
        session, project.id, found, NewJob(JobKind.AA, code.suite, testbed, machine_id=machine_id)
    )


NOTHING = "no agent has measured a suite on this machine yet"


def _request(session: Session, project: Project, asker: JobAsker, machine_id: int) -> JobRequest:
    code = self_checks.checkable_code(session, project.id, machine_id)
    if code is None:
        raise InvalidError(NOTHING)
    target = JobTarget(
        suite=code.suite,
        commits=[code.commit],
        rounds=SELF_CHECK_ROUNDS,
        repository=project.repository_url or "",
    )
    return JobRequest(
        kind=JobKind.AA,
        target=target,
        asker=asker,
        why=f"check {code.machine} against itself",
        testbed_id=code.testbed_id,
        machine_id=machine_id,
    )


def judge_check(
    session: Session, teller: Teller, job: tuple[int, StoredJob], runs: Sequence[JobRun]
) -> None:
    """Say whether the same code differed from itself; a good check ends the quarantine."""
    project_id, held = job
    arms = {one.arm: one.run_id for one in runs if one.lease == held.lease}
    if {0, 1} <= arms.keys():
        compared, alarms = compare_in_turns(session, project_id, arms[0], arms[1])
    else:
        compared, alarms = 0, 0
    finding: Finding = "unsteady" if alarms else "steady" if compared else "not measured"
    run_ids = [arms[one] for one in sorted(arms)]
    told = machine_readings.read_of_runs(session, project_id, run_ids)
    # one that is never quiet still gives good answers in turns
    is_vetoed = any(one.verdict == "veto" for one in told)
    sentence = self_check_sentence(compared, alarms, is_vetoed=is_vetoed)
    verdict = JobVerdict(finding, sentence, runs=run_ids, compared=compared, alarms=alarms)
    jobs.change(session, project_id, held.id, verdict=msgspec.to_builtins(verdict))
    publish_job(session, teller, project_id, held.id)
    if finding == "steady" and not is_vetoed:
        _lift(session, teller, job, run_ids)


def _lift(
    session: Session, teller: Teller, job: tuple[int, StoredJob], run_ids: Sequence[int]
) -> None:
    project_id, held = job
    if held.machine_id is None:
        return  # somebody chose what it measures, and how often
    stays = quarantines.read_open(session, project_id)
    for machine_id in self_checks.machines_of(session, project_id, run_ids):
        stay = stays.get(machine_id)
        if stay is None or held.leased_at is None or held.leased_at < stay.since:
            continue
        said = f"A/A job {held.id} was steady", ITSELF
        let_out(session, teller, project_id, machine_id, said)
        leave_event(session, project_id, AuditedAction("let out of quarantine", "machine"),
                    SERVER, "")  # fmt: skip


def projects_to_watch(session: Session) -> list[int]:
    """Return the projects whose machines may be flaky."""
    return self_checks.projects_with_agents(session)


@dataclass(frozen=True, slots=True)
class _Watched:
    stay: MachineQuarantine | None
    why: str


def watch_machines(session: Session, teller: Teller, project_id: int) -> int:
    """Put flaky machines into quarantine and have those there checked; returns how many steps.

    May be done at any time and again: what stands already is not done twice.
    """
    project = projects.get(session, project_id)
    machine_ids = self_checks.served_machines(session, project_id)
    if project is None or not machine_ids:
        return 0
    steps = 0
    for machine_id, watched in _watched(session, project_id, machine_ids).items():
        if watched.stay is None and watched.why:
            put_in(session, teller, project_id, machine_id, (watched.why, ITSELF))
            leave_event(session, project_id, WATCHED, SERVER, "")
            steps += 1
        elif watched.stay is not None and _is_due(session, project_id, watched.stay):
            ask_check(session, teller, project, BY_ITSELF, machine_id)
            leave_event(session, project_id, CHECKED, SERVER, "")
            steps += 1
    return steps


def _watched(session: Session, project_id: int, machine_ids: Sequence[int]) -> dict[int, _Watched]:
    stays = quarantines.read_open(session, project_id)
    told = self_checks.seen_in_turns(session, project_id, machine_ids)
    readings: dict[int, list[MadeReading]] = machine_readings.read_newest(
        session, project_id, machine_ids, RECENT
    )
    return {
        one: _Watched(stays.get(one), why_flaky(told[one], readings[one])) for one in machine_ids
    }


def _is_due(session: Session, project_id: int, stay: MachineQuarantine) -> bool:
    is_open, ended_at = self_checks.newest_check(session, project_id, stay)
    if is_open or not is_due(ended_at, datetime.now(UTC)):
        return False
    return self_checks.checkable_code(session, project_id, stay.machine_id) is not None
