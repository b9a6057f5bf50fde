"""Let CI systems upload by a token that they sign themselves: rules, and who fits one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from backend.adapters.signed_tokens import Claims, UntrustedTokenError, look_at
from backend.domain.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    UnauthenticatedError,
)
from backend.domain.people.ci_rules import (
    LONGEST_LIFE_S,
    MOST_RULES,
    CiRule,
    Trial,
    WantedRule,
    check_rule,
    misfits_of,
    subject_of,
)
from backend.domain.people.projects import Actor, CiToken, Project
from backend.domain.people.rights import VISITOR
from backend.services.people.audit import record
from backend.services.people.issuer_keys import IssuerKeys
from backend.storage.people import ci_rules, projects
from backend.storage.reports import documents

NO_RULE = "no rule of this project fits the token"


def save_rule(session: Session, project: Project, actor: Actor, wanted: WantedRule) -> CiRule:
    """Keep a rule; InvalidError for one that would let everybody in."""
    check_rule(wanted)
    if len(ci_rules.rules_of(session, project.id)) >= MOST_RULES:
        raise ConflictError(f"the project has {MOST_RULES} rules; remove some first")
    kept = ci_rules.add(session, project.id, wanted, actor.name)
    patterns = "; ".join(f"{name} = {pattern}" for name, pattern in kept.claims.items())
    record(session, kept.id, kept.name, issuer=kept.issuer, claims=patterns, testbed=kept.testbed)
    return kept


def remove_rule(session: Session, project: Project, rule_id: int) -> None:
    name = ci_rules.remove(session, project.id, rule_id)
    if name is None:
        raise NotFoundError(f"there is no rule {rule_id} in this project")
    record(session, rule_id, name)


def try_claims(session: Session, project: Project, claims: Mapping[str, Any]) -> list[Trial]:
    """Say of each rule what of some claims does not fit it; nothing is believed or kept."""
    found = ci_rules.rules_of(session, project.id)
    return [Trial(rule, misfits_of(rule, claims)) for rule in found]


def actor_of_token(session: Session, issuers: IssuerKeys, token: str, slug: str) -> Actor:
    """Return who uploads by a token of a CI system.

    Nothing is asked of an issuer that no rule of the project names, and nobody learns whether
    there is such a project. A token may come several times while it is good: a job uploads as
    often as it measures, and a document that comes again is stored once.
    """
    try:
        issuer = look_at(token).issuer
        project = projects.find(session, slug)
        rules = ci_rules.rules_of(session, project.id, issuer) if project else []
        if project is None or not rules:
            raise UnauthenticatedError(NO_RULE)
        claims = issuers.claims(token, issuer, [rule.audience for rule in rules])
        _demand_short_life(claims)
    except UntrustedTokenError as error:
        raise UnauthenticatedError(f"the token is not believed: {error}") from error
    rule = next((one for one in rules if not misfits_of(one, claims)), None)
    if rule is None:
        raise UnauthenticatedError(_why(rules, claims))
    ci_rules.note_use(session, project.id, rule.id)
    return Actor(ci=CiToken(rule.id, project.id, rule.name, rule.testbed, subject_of(claims)))


def reading_job(actor: Actor, session: Session, report_id: str) -> Actor:
    """Let a job read what became of a report that jobs of its rule have sent."""
    job = _job_of(actor)
    own = documents.is_of_rule(session, job.project_id, job.rule_id, _uuid(report_id))
    return _reading(job, is_own=own)


def comparing_job(actor: Actor, session: Session, contender: str) -> Actor:
    """Let a job compare a commit of which jobs of its rule have sent results."""
    job = _job_of(actor)
    kind, _, name = contender.partition(":")
    own = kind == "commit" and documents.has_rule_measured(
        session, job.project_id, job.rule_id, name
    )
    return _reading(job, is_own=own)


def _job_of(actor: Actor) -> CiToken:
    if actor.ci is None:
        raise UnauthenticatedError(NO_RULE)
    return actor.ci


def _reading(job: CiToken, *, is_own: bool) -> Actor:
    if not is_own:
        raise ForbiddenError(
            "a token of a CI system reads and compares what jobs of its rule have reported"
        )
    return Actor(ci=replace(job, rights=VISITOR))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _demand_short_life(claims: Claims) -> None:
    if claims["exp"] - claims["iat"] > LONGEST_LIFE_S:
        raise UntrustedTokenError("the token is good for longer than a day")


def _why(rules: list[CiRule], claims: Claims) -> str:
    """Say what does not fit the rule that is nearest."""
    nearest = min((misfits_of(rule, claims) for rule in rules), key=len)
    parts = [f"{one.claim} is “{one.found}”, not “{one.wanted}”" for one in nearest]
    return f"{NO_RULE}: {'; '.join(parts)}"[:500]
