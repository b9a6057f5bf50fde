"""Keys for agents and for the command `tidemark`."""

import argparse

from backend.admin.sessions import one_transaction
from backend.domain.people.audit import AuditedAction
from backend.domain.people.rights import Scope
from backend.services.people.audit import leave_event_of_shell
from backend.services.people.manage_keys import create_key
from backend.services.people.set_up import ensure_project, make_agent_key


def _agent_key(options: argparse.Namespace) -> None:
    with one_transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        secret = make_agent_key(session, project, options.name, options.testbed)
        leave_event_of_shell(session, project.id, AuditedAction("made", "API key"))
    print(secret)


def _key(options: argparse.Namespace) -> None:
    scopes = [Scope(name) for name in options.scope or ("read", "report", "triage")]
    with one_transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        _, secret = create_key(session, project.id, options.name, scopes)
        leave_event_of_shell(session, project.id, AuditedAction("made", "API key"))
    print(secret)


COMMANDS = {"agent-key": _agent_key, "key": _key}
