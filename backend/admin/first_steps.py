"""What a new installation needs, and the link by which its administrator signs in."""

import argparse
import json
import sys
from pathlib import Path

from sqlalchemy.orm import Session

from backend.admin.sessions import one_transaction
from backend.domain.people.audit import AuditedAction
from backend.services.claims.save import save_first_claims
from backend.services.people.audit import leave_event_of_shell
from backend.services.people.set_up import ADMINISTRATOR, ensure_project, take_first_steps
from backend.services.people.sign_in import issue_sign_in_link
from backend.services.relay import BrokerRelay
from backend.services.task_queue import TaskQueue
from backend.services.thresholds.save import save_first_thresholds
from backend.settings import settings

CLAIMS = Path(__file__).resolve().parents[2] / "bench-agents" / "claims.toml"
"""Published results of the suites here; a checkout has the file, an image has not."""
RULES = CLAIMS.with_name("rules.toml")
"""Which jobs are asked for by themselves in the first project."""


def _first_steps(_options: argparse.Namespace) -> None:
    relay = BrokerRelay(settings().redis_url)
    with one_transaction() as session:
        steps = take_first_steps(session, settings().sign_in_minutes)
        leave_event_of_shell(session, None, AuditedAction("made", "sign-in link"))
        queue, project = TaskQueue(session, relay), ensure_project(session, steps.project, "Main")
        _add_first_claims(session, queue, project.id)
        _add_first_rules(session, queue, project.id)
    relay.close()
    print(json.dumps({"project": steps.project, "sign_in_url_path": steps.sign_in_path}))


def _add_first_claims(session: Session, queue: TaskQueue, project_id: int) -> None:
    """Let the runs of the local agent judge what was published of its suites."""
    if CLAIMS.exists() and save_first_claims(session, queue, project_id, CLAIMS.read_text()):
        leave_event_of_shell(session, project_id, AuditedAction("imported", "claims"))


def _add_first_rules(session: Session, queue: TaskQueue, project_id: int) -> None:
    """Let the local agent measure again what the demo and its suites leave open."""
    if RULES.exists() and save_first_thresholds(session, queue, project_id, RULES.read_text()):
        leave_event_of_shell(session, project_id, AuditedAction("changed", "thresholds"))


def _sign_in(_options: argparse.Namespace) -> None:
    with one_transaction() as session:
        token = issue_sign_in_link(session, *ADMINISTRATOR, settings().sign_in_minutes)
        leave_event_of_shell(session, None, AuditedAction("made", "sign-in link"))
    print(f"{settings().address}/sign-in?token={token}")
    print(f"It works once, within {settings().sign_in_minutes} minutes.", file=sys.stderr)


COMMANDS = {"first-steps": _first_steps, "sign-in": _sign_in}
