"""Have a developer's patch measured against its base, and keep its lines for agents and people."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, Protocol

from sqlalchemy.orm import Session

from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.filled import filled
from backend.domain.jobs.records import LeasedPatch, PatchText, StoredJob
from backend.domain.jobs.targets import (
    DIFFS,
    PATCHES,
    JobAsker,
    JobCommit,
    JobKind,
    JobPatch,
    JobRequest,
    JobTarget,
    branch_of_patch,
    is_commit_name,
    name_of_patch,
)
from backend.domain.people.projects import Project
from backend.services.events import Teller
from backend.services.jobs.ask import ask_job, on_testbed
from backend.storage.jobs import rows as jobs

_LONGEST_AUTHOR = 100


class PatchWanted(Protocol):
    """A patch, its base, and how both are measured."""

    @property
    def suite(self) -> str: ...
    @property
    def base(self) -> str: ...
    @property
    def base_branch(self) -> str: ...
    @property
    def commit(self) -> str | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def subject(self) -> str: ...
    @property
    def at(self) -> datetime | None: ...
    @property
    def diff(self) -> bytes: ...
    @property
    def only(self) -> Sequence[str]: ...
    @property
    def mode(self) -> Literal["quick", "full"]: ...
    @property
    def rounds(self) -> int | None: ...
    @property
    def testbed(self) -> str | None: ...
    @property
    def labels(self) -> Sequence[str]: ...
    @property
    def budget_minutes(self) -> int: ...


def ask_try(
    session: Session, teller: Teller, project: Project, asker: JobAsker, asked: PatchWanted
) -> int:
    """Ask for a patch and its base in turns; only agents that take patches measure it."""
    return ask_patch(session, teller, project, request_of(project, asker, asked), asked)


def request_of(project: Project, asker: JobAsker, asked: PatchWanted) -> JobRequest:
    """Return the job that measures a patch and its base; InvalidError where no base is named."""
    if not is_commit_name(asked.base):
        fault = Fault("/base", "it is not the name of a commit", "give its hash or its tag")
        raise InvalidError("this cannot be measured", [fault])
    at = int((asked.at or datetime.now(UTC)).timestamp())
    commit = asked.commit or name_of_patch(asked.base, asked.diff)
    author = asked.author or _author(asker.name)
    patch = JobPatch(commit, asked.base, author, asked.subject, at)
    needed = [PATCHES] if asked.commit else [PATCHES, DIFFS]
    target = JobTarget(
        suite=asked.suite,
        commits=[
            JobCommit(asked.base, asked.base_branch),
            JobCommit(commit, branch_of_patch(commit)),
        ],
        only=asked.only,
        mode=asked.mode,
        rounds=asked.rounds,
        repository=project.repository_url or "",
        patch=patch,
    )
    return JobRequest(
        kind=JobKind.COMPARE,
        target=target,
        asker=asker,
        why=f"try: {asked.subject}",
        labels=[*dict.fromkeys([*needed, *asked.labels])],
        budget_minutes=asked.budget_minutes,
    )


def _author(name: str) -> str:
    """Return a name as git takes it for that of an author."""
    plain = " ".join("".join(one for one in name if one not in "<>").split())[:_LONGEST_AUTHOR]
    return plain if any(one.isalnum() for one in plain) else "nobody"


def ask_patch(
    session: Session, teller: Teller, project: Project, wanted: JobRequest, asked: PatchWanted
) -> int:
    """Ask for a job of a patch, and keep the lines of the patch with it."""
    if asked.testbed is not None:
        wanted = on_testbed(session, project.id, wanted, asked.testbed)
    job_id = ask_job(session, teller, project.id, wanted)
    jobs.change(session, project.id, job_id, patch=asked.diff)
    return job_id


def patch_of(session: Session, project_id: int, job: StoredJob) -> LeasedPatch | None:
    """Return the patch of a job for the agent that is to apply it."""
    told = job.target.patch
    diff = jobs.read_patch(session, project_id, job.id) if told is not None else None
    if told is None or diff is None:
        return None
    return filled(LeasedPatch, told, diff=b64encode(diff).decode())


def read_patch_text(session: Session, project_id: int, job_id: int) -> PatchText:
    """Return what a job's patch changes; NotFoundError where it has none."""
    diff = jobs.read_patch(session, project_id, job_id)
    if diff is None:
        raise NotFoundError(f"job {job_id} of this project has no patch")
    return PatchText(diff.decode(errors="replace"))
