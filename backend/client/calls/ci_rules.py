"""Calls: ci rules. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import ApiCall, quoted
from backend.client.models_gen import CiRule, Claims, NewCiRule, Trial


def list_rules(project: str) -> ApiCall[list[CiRule]]:
    """Return the rules of the project by name."""
    return ApiCall("GET", f"/projects/{quoted(project)}/ci-rules", list[CiRule])


def add_rule(project: str, *, body: NewCiRule) -> ApiCall[CiRule]:
    """Keep a rule: tokens that fit it upload reports of one testbed, and do nothing else."""
    return ApiCall("POST", f"/projects/{quoted(project)}/ci-rules", CiRule, body=body)


def try_rules(project: str, *, body: Claims) -> ApiCall[list[Trial]]:
    """Say of each rule what of some claims does not fit it."""
    return ApiCall("POST", f"/projects/{quoted(project)}/ci-rules/trials", list[Trial], body=body)


def end_rule(project: str, rule_id: int) -> ApiCall[None]:
    """Remove a rule; what was uploaded by it stays."""
    return ApiCall("DELETE", f"/projects/{quoted(project)}/ci-rules/{quoted(rule_id)}", None)
