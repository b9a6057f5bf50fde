"""Rules of CI systems in the database."""

from datetime import timedelta

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from backend.domain.filled import filled
from backend.domain.people.ci_rules import CiRule, WantedRule
from backend.storage.tables.people.ci_rules import CiRuleRow

USED_AGAIN = timedelta(minutes=1)


def rules_of(session: Session, project_id: int, issuer: str | None = None) -> list[CiRule]:
    """Return the rules of a project by name, or only those of one issuer."""
    found = select(CiRuleRow).where(CiRuleRow.project_id == project_id)
    if issuer is not None:
        found = found.where(CiRuleRow.issuer == issuer)
    ordered = found.order_by(func.lower(CiRuleRow.name), CiRuleRow.id)
    return [_rule(row) for row in session.scalars(ordered)]


def add(session: Session, project_id: int, rule: WantedRule, by: str) -> CiRule:
    row = CiRuleRow(
        project_id=project_id,
        name=rule.name,
        issuer=rule.issuer,
        audience=rule.audience,
        claims=dict(rule.claims),
        testbed=rule.testbed,
        created_by=by,
    )
    session.add(row)
    session.flush()
    session.refresh(row)
    return _rule(row)


def remove(session: Session, project_id: int, rule_id: int) -> str | None:
    """Remove a rule; returns its name, None where there is none."""
    gone = delete(CiRuleRow).where(CiRuleRow.project_id == project_id, CiRuleRow.id == rule_id)
    return session.scalars(gone.returning(CiRuleRow.name)).one_or_none()


def note_use(session: Session, project_id: int, rule_id: int) -> None:
    """Note the use of a rule; once a minute is exact enough."""
    is_stale = or_(
        CiRuleRow.last_used_at.is_(None),
        CiRuleRow.last_used_at < func.now() - USED_AGAIN,
    )
    session.execute(
        update(CiRuleRow)
        .where(CiRuleRow.project_id == project_id, CiRuleRow.id == rule_id, is_stale)
        .values(last_used_at=func.now())
    )


def _rule(row: CiRuleRow) -> CiRule:
    return filled(CiRule, row)
