"""Published figures as a split."""

import argparse

from backend.adapters.split_tables import TableChoice, read_roles
from backend.admin.sessions import OPERATOR, one_transaction
from backend.domain.people.audit import AuditedAction
from backend.services.people.audit import leave_event_of_shell
from backend.services.people.set_up import ensure_project
from backend.services.splits.decide import PublishedUpload, publish_split
from backend.settings import settings


def _publish_split(options: argparse.Namespace) -> None:
    roles = dict(given.rsplit("=", 1) for given in options.column if "=" in given)
    choice = TableChoice(options.source, read_roles(roles), options.baseline, options.contender)
    upload = PublishedUpload(options.file.read_bytes(), choice, options.name)
    with one_transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        split_id = publish_split(session, project.id, upload, OPERATOR)
        leave_event_of_shell(session, project.id, AuditedAction("published", "split"))
    print(f"{settings().address}/p/{project.slug}/splits/{split_id}")


COMMANDS = {"publish-split": _publish_split}
