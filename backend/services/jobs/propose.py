"""Have a patch judged: measured between two turns of its base; the answer is a signed receipt."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

import msgspec
from sqlalchemy.orm import Session

from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.jobs.evidence import (
    LEAST_GAIN,
    USUAL_ROUNDS,
    ProposalEvidence,
    ProposalJudgement,
)
from backend.domain.jobs.proposals import judge_evidence
from backend.domain.jobs.receipts import (
    FORMAT,
    Receipt,
    ReceiptAim,
    ReceiptAnswers,
    ReceiptFacts,
    ReceiptPatch,
)
from backend.domain.jobs.records import JobRun, StoredJob
from backend.domain.jobs.targets import PATCHES, PROPOSALS, JobAsker, JobKind
from backend.domain.jobs.verdicts import JobVerdict
from backend.domain.people.projects import Project
from backend.services.events import Teller
from backend.services.jobs.patches import PatchWanted, ask_patch, request_of
from backend.services.jobs.steps import publish_job
from backend.services.notary import Notary
from backend.storage.jobs import lists, proposals
from backend.storage.jobs import rows as jobs
from backend.storage.people import projects
from backend.wording.proposals import proposal_sentence

MANIFEST = "suite.toml"
ARMS = {0, 1, 2}
"""Base, patch, and the base again."""
_HEADERS = (b"--- ", b"+++ ", b"diff --git ", b"rename from ", b"rename to ")


class ProposalWanted(PatchWanted, Protocol):
    """A patch that asks to be kept, and what for."""

    @property
    def aim(self) -> str: ...
    @property
    def least_gain(self) -> float: ...


def ask_proposal(
    session: Session,
    teller: Teller,
    notary: Notary,
    project: Project,
    asker: JobAsker,
    asked: ProposalWanted,
) -> int:
    """Ask for a patch to be judged; only agents that judge with a referee measure it."""
    notary.insist()
    touched = manifests_in(asked.diff)
    if touched:
        why = "the files of the harness come from the base"
        faults = [Fault("/diff", f"it changes {one}: {why}", "leave it out") for one in touched]
        raise InvalidError("the patch changes a manifest", faults)
    wanted = request_of(project, asker, asked)
    target = replace(
        wanted.target,
        aim=asked.aim,
        least_gain=asked.least_gain or LEAST_GAIN,
        rounds=asked.rounds or USUAL_ROUNDS,
    )
    labels = [*dict.fromkeys([PATCHES, PROPOSALS, *wanted.labels])]
    why = f"propose: {asked.subject}"
    judged = replace(wanted, kind=JobKind.PROPOSE, target=target, why=why, labels=labels)
    return ask_patch(session, teller, project, judged, asked)


def manifests_in(diff: bytes) -> list[str]:
    """Return the manifests of suites that a patch changes."""
    lines = [line for line in diff.splitlines() if line.startswith(_HEADERS)]
    words = {word for line in lines for word in line.replace(b'"', b" ").split()}
    found = {one.decode(errors="replace") for one in words if one.rsplit(b"/")[-1] == b"suite.toml"}
    return sorted({one.removeprefix("a/").removeprefix("b/") for one in found})


def judge_proposal(
    session: Session,
    teller: Teller,
    notary: Notary,
    job: tuple[int, StoredJob],
    runs: Sequence[JobRun],
) -> None:
    """Say whether a patch is kept, and sign what is said."""
    project_id, held = job
    evidence = proposals.read_evidence(session, project_id, held.id)
    said = judge_evidence(evidence, held.target.least_gain)
    arms = {one.arm: one.run_id for one in runs if one.lease == held.lease}
    if said.finding == "kept" and set(arms) != ARMS:
        said = ProposalJudgement("not measured", trouble="a report of the base or the patch failed")
    run_ids = [arms[one] for one in sorted(arms)]
    sentence = proposal_sentence(said, held.target.aim)
    facts = _facts(session, notary, job, (evidence or ProposalEvidence(), said), run_ids)
    text = msgspec.json.encode(replace(facts, sentence=sentence)).decode()
    proposals.store_receipt(session, project_id, held.id, notary.sign(text))
    gain, itself = said.gain, said.itself
    verdict = JobVerdict(said.finding, sentence, runs=run_ids)
    if gain is not None and itself is not None:
        verdict = JobVerdict(
            said.finding, sentence, gain.ratio, gain.low, gain.high, gain.pairs, run_ids,
            itself.ratio,
        )  # fmt: skip
    jobs.change(session, project_id, held.id, verdict=msgspec.to_builtins(verdict))
    publish_job(session, teller, project_id, held.id)


def _facts(
    session: Session,
    notary: Notary,
    job: tuple[int, StoredJob],
    seen: tuple[ProposalEvidence, ProposalJudgement],
    run_ids: Sequence[int],
) -> ReceiptFacts:
    project_id, held = job
    evidence, said = seen
    project = projects.get(session, project_id)
    place = held.measured_on or held.testbed_id
    named = lists.name_testbeds(session, project_id, [place]) if place is not None else {}
    target = held.target
    return ReceiptFacts(
        format=FORMAT,
        server=notary.server,
        project=project.slug if project is not None else "",
        job=held.id,
        suite=target.suite,
        testbed=named.get(place or 0, ""),
        sandbox=evidence.sandbox,
        aim=ReceiptAim(
            target.aim, evidence.unit, evidence.direction, target.least_gain, target.only
        ),
        patch=_patch(session, project_id, held),
        verdict=said.finding,
        sentence="",
        refusals=said.refusals,
        trouble=said.trouble,
        gain=said.gain,
        itself=said.itself,
        clock=said.clock,
        variants=said.variants,
        worse=said.worse,
        answers=ReceiptAnswers(
            sum(one.answers for one in evidence.variants),
            bool(evidence.variants) and all(one.is_fresh for one in evidence.variants),
            evidence.counters,
            evidence.removed,
        ),
        runs=run_ids,
        asked_at=held.asked_at,
        judged_at=datetime.now(UTC),
    )


def _patch(session: Session, project_id: int, held: StoredJob) -> ReceiptPatch:
    told = held.target.patch
    base, patch = held.target.commits[:2]
    lines = jobs.read_patch(session, project_id, held.id) or b""
    return ReceiptPatch(
        base.commit,
        patch.commit,
        told.author if told is not None else "",
        told.subject if told is not None else "",
        hashlib.sha256(lines).hexdigest(),
    )


def read_receipt(session: Session, project_id: int, job_id: int) -> Receipt:
    """Return the receipt of a proposal; NotFoundError where it has none yet."""
    found = proposals.read_receipt(session, project_id, job_id)
    if found is None:
        raise NotFoundError(f"job {job_id} of this project has no receipt")
    facts = msgspec.json.decode(found.signed, type=ReceiptFacts)
    return Receipt(facts, found.signed, found.signature, found.key)
