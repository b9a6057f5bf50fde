"""The accounts of people: what administrators can do on the page People, from a shell."""

import argparse
import sys
from collections.abc import Callable
from functools import partial

from sqlalchemy.orm import Session

from backend.admin.sessions import OPERATOR, one_transaction
from backend.domain.people.accounts import PeopleQuery
from backend.domain.people.audit import AuditedAction
from backend.domain.people.projects import Actor
from backend.services.people.audit import leave_event_of_shell
from backend.services.people.manage_accounts import (
    disable_account,
    enable_account,
    end_sessions_of,
    find_account,
    set_administrator,
)
from backend.services.people.reset_password import make_password_link
from backend.settings import settings
from backend.storage.people.people_list import people

CHANGES: dict[str, tuple[Callable[[Session, Actor, int], None], AuditedAction]] = {
    "disable": (disable_account, AuditedAction("disabled", "account")),
    "enable": (enable_account, AuditedAction("enabled", "account")),
    "make-administrator": (
        partial(set_administrator, is_admin=True),
        AuditedAction("made", "administrator"),
    ),
    "unmake-administrator": (
        partial(set_administrator, is_admin=False),
        AuditedAction("unmade", "administrator"),
    ),
    "end-sessions": (end_sessions_of, AuditedAction("ended", "all sessions")),
}
"""What is done to one account, by the name of the command."""


def _people(options: argparse.Namespace) -> None:
    following: str | None = "0"
    while following is not None:
        with one_transaction() as session:
            page = people(session, PeopleQuery(options.text), int(following), 200)
        for one in page.rows:
            marks = ["administrator"] * one.is_admin + ["disabled"] * (one.disabled_at is not None)
            roles = [f"{role.role} of {role.slug}" for role in one.roles]
            seen = f"last seen {one.seen_at:%Y-%m-%d %H:%M}" if one.seen_at else "never seen"
            print("\t".join((one.email, one.name, seen, ", ".join(marks + roles))))
        following = page.next


def _change_account(options: argparse.Namespace) -> None:
    change, activity = CHANGES[options.command]
    with one_transaction() as session:
        change(session, OPERATOR, find_account(session, options.email))
        leave_event_of_shell(session, None, activity)


def _password_link(options: argparse.Namespace) -> None:
    with one_transaction() as session:
        made = make_password_link(session, settings(), find_account(session, options.email))
        leave_event_of_shell(session, None, AuditedAction("made", "password link"))
    print(f"{settings().address}{made.path}")
    print(f"It works once, until {made.expires_at:%Y-%m-%d %H:%M} UTC.", file=sys.stderr)


COMMANDS = {"people": _people, "password-link": _password_link} | dict.fromkeys(
    CHANGES, _change_account
)
