"""Rules by which CI systems upload without a secret."""

from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter

from backend.api.audited import writes, writes_nothing
from backend.api.dependencies import CurrentActor, Db, KeyedProject
from backend.api.parameters.filters import Id
from backend.api.schemas.people import ci_rules as schema
from backend.api.shared_calls import Call
from backend.domain.people.ci_rules import WantedRule
from backend.services.people.ci_access import remove_rule, save_rule, try_claims
from backend.storage.people.ci_rules import rules_of

router = APIRouter(prefix="/projects/{project}/ci-rules", tags=["ci-rules"], route_class=Call)


@router.get("")
def list_rules(db: Db, project: KeyedProject) -> list[schema.CiRule]:
    """Return the rules of the project by name."""
    return [schema.CiRule(**asdict(rule)) for rule in rules_of(db, project.id)]


@router.post("", status_code=HTTPStatus.CREATED, dependencies=[writes("made", "CI rule")])
def add_rule(
    wanted: schema.NewCiRule, db: Db, project: KeyedProject, actor: CurrentActor
) -> schema.CiRule:
    """Keep a rule: tokens that fit it upload reports of one testbed, and do nothing else."""
    kept = save_rule(db, project, actor, WantedRule(**wanted.model_dump()))
    return schema.CiRule(**asdict(kept))


@router.post("/trials", dependencies=[writes_nothing("tries claims and keeps nothing")])
def try_rules(given: schema.Claims, db: Db, project: KeyedProject) -> list[schema.Trial]:
    """Say of each rule what of some claims does not fit it."""
    return [
        schema.Trial.model_validate(asdict(one)) for one in try_claims(db, project, given.claims)
    ]


@router.delete(
    "/{rule_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[writes("removed", "CI rule")]
)
def end_rule(rule_id: Id, db: Db, project: KeyedProject) -> None:
    """Remove a rule; what was uploaded by it stays."""
    remove_rule(db, project, rule_id)
