"""Calls: ci rules. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from backend.client.call import Call, quoted
from backend.client.models_gen import CiRule, Claims, NewCiRule, Trial


def list_rules(project: str) -> Call[list[CiRule]]:
    """Return the rules of the project by name."""
    return Call("GET", f"/projects/{quoted(project)}/ci-rules", list[CiRule])


def add_rule(project: str, *, body: NewCiRule) -> Call[CiRule]:
    """Keep a rule: tokens that fit it upload reports of one testbed, and do nothing else."""
    return Call("POST", f"/projects/{quoted(project)}/ci-rules", CiRule, body=body)


def try_rules(project: str, *, body: Claims) -> Call[list[Trial]]:
    """Say of each rule what of some claims does not fit it."""
    return Call("POST", f"/projects/{quoted(project)}/ci-rules/trials", list[Trial], body=body)


def end_rule(project: str, rule_id: int) -> Call[None]:
    """Remove a rule; what was uploaded by it stays."""
    return Call("DELETE", f"/projects/{quoted(project)}/ci-rules/{quoted(rule_id)}", None)
