"""Histories of other trackers."""

import argparse
import shlex

from backend.admin.sessions import OPERATOR, one_transaction
from backend.domain.people.audit import AuditedAction
from backend.services.people.audit import leave_event_of_shell
from backend.services.people.set_up import ensure_project
from backend.services.relay import BrokerRelay
from backend.services.reports.import_history import ANY_FORMAT, ImportRequest, import_history
from backend.services.task_queue import TaskQueue
from backend.settings import limits, settings
from backend.wording.effects import taken_words


def _import(options: argparse.Namespace) -> int:
    directions = dict(answer.rsplit("=", 1) for answer in options.direction if "=" in answer)
    wanted = ImportRequest(
        options.format or ANY_FORMAT,
        options.file.read_bytes(),
        options.testbed,
        options.branch,
        directions,
        options.same_history,
    )
    relay = BrokerRelay(settings().redis_url)
    with one_transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        queue = TaskQueue(session, relay)
        account = import_history(session, queue, project, OPERATOR, wanted, limits())
        leave_event_of_shell(session, project.id, AuditedAction("imported", "history"))
    relay.close()
    for question in account.questions:
        names = ", ".join(question.benchmarks[:5])
        key = shlex.quote(f"{question.key}=lower|higher|unknown")
        print(f"which way is better? --direction {key} ({names})")
    for row in account.rejected:
        print(f"not taken: {row.pointer}: {row.reason}; {row.remedy}")
    for note in account.notes:
        print(note)
    if account.questions:
        print("nothing was stored: add these options, each with lower, higher or unknown")
        return 1
    rows = sum(row.rows for row in account.rejected)
    print(taken_words(account.accepted, account.duplicates, rows))
    return 1 if rows and not account.accepted + account.duplicates else 0


COMMANDS = {"import": _import}
