"""Administration beside the database: first steps, keys, imports, the API's description.

People and scripts reach it as `tidemark admin …`.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from backend.adapters.split_tables import TableChoice, read_roles
from backend.admin_keeping import add_verbs
from backend.domain.errors import DomainError
from backend.domain.people.accounts import PeopleQuery
from backend.domain.people.audit import AuditedAction
from backend.domain.people.projects import Actor, User
from backend.domain.people.rights import Scope
from backend.services.claims.save import save_first_claims
from backend.services.people.audit import leave_event_of_shell
from backend.services.people.manage_accounts import (
    disable_account,
    enable_account,
    end_sessions_of,
    find_account,
    set_administrator,
)
from backend.services.people.manage_keys import create_key
from backend.services.people.reset_password import make_password_link
from backend.services.people.set_up import (
    ADMINISTRATOR,
    ensure_project,
    make_agent_key,
    take_first_steps,
)
from backend.services.people.sign_in import issue_sign_in_link
from backend.services.relay import BrokerRelay
from backend.services.reports.import_history import ANY_FORMAT, ImportRequest, import_history
from backend.services.splits.decide import PublishedUpload, publish_split
from backend.services.task_queue import TaskQueue
from backend.services.thresholds.save import save_first_thresholds
from backend.settings import database_roles, limits, settings
from backend.storage.database_roles import APPLICATION, OWNER, RolePasswords, make_roles
from backend.storage.engine import make_engine, transaction
from backend.storage.people.people_list import people
from backend.wording.effects import taken_words

CLAIMS = Path(__file__).resolve().parents[1] / "bench-agents" / "claims.toml"
"""Published results of the suites here; a checkout has the file, an image has not."""
RULES = CLAIMS.with_name("rules.toml")
"""Which jobs are asked for by themselves in the first project."""
OPERATOR = Actor(User(0, "shell", "", is_admin=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong use and wrong input end with 2 and one sentence."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options) or 0)
    except (DomainError, OSError) as error:
        print(f"tidemark: {error}", file=sys.stderr)
        for fault in error.faults if isinstance(error, DomainError) else ():
            place = fault.pointer.replace("/query/", "--")
            print(f"  {place}: {fault.reason}; {fault.remedy}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tidemark admin", description="Administer the Tidemark server that runs here."
    )
    verbs = parser.add_subparsers(required=True, metavar="COMMAND")
    first = verbs.add_parser("first-steps", help="make what a new installation needs; prints JSON")
    first.set_defaults(run=_first_steps)
    link = verbs.add_parser("sign-in", help="print a one-time link for the administrator")
    link.set_defaults(run=_sign_in)
    key = verbs.add_parser("agent-key", help="create a key for an agent; prints it once")
    key.add_argument("--project", default="main")
    key.add_argument("--name", default="agent")
    key.add_argument("--testbed", help="the only one it may measure and upload for; else any")
    key.set_defaults(run=_agent_key)
    _add_key(verbs)
    _add_import(verbs)
    table = verbs.add_parser("publish-split", help="keep a table of published figures as a split")
    table.add_argument("file", type=Path, help="TSV, CSV or JSON: settings or members as rows")
    table.add_argument("--project", default="main")
    table.add_argument("--name", default="", help="what to call it: ring = 64")
    table.add_argument("--source", default="", help="who published it, and where")
    table.add_argument("--baseline", type=int, default=0, help="row of the baseline, from 0")
    table.add_argument("--contender", type=int, default=1, help="row of the contender, from 0")
    table.add_argument(
        "--column",
        action="append",
        default=[],
        metavar="HEAD=ROLE",
        help="setting, higher, lower, cost higher, cost lower, ignore; may be given several times",
    )
    table.set_defaults(run=_publish_split)
    _add_people(verbs)
    add_verbs(verbs)
    roles = verbs.add_parser(
        "database-roles", help="make the database's owner and the application's role"
    )
    roles.set_defaults(run=_database_roles)
    openapi = verbs.add_parser("openapi", help="print the API's description")
    openapi.set_defaults(run=_openapi)
    return parser


def _add_key(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    key = verbs.add_parser("key", help="create an API key, for tidemark login; prints it once")
    key.add_argument("--project", default="main")
    key.add_argument("--name", default="shell")
    key.add_argument(
        "--scope",
        action="append",
        choices=[scope.value for scope in Scope],
        help="what it may do; may be given several times; else read, report and triage",
    )
    key.set_defaults(run=_key)


def _add_people(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add what administrators can do on the page People, for whoever cannot come in there."""
    listed = verbs.add_parser("people", help="list the accounts of people")
    listed.add_argument("text", nargs="?", help="part of a name or an address")
    listed.set_defaults(run=_people)
    for name, (what, _, _) in ACCOUNT_VERBS.items():
        verb = verbs.add_parser(name, help=what)
        verb.add_argument("email", help="address of the account")
        verb.set_defaults(run=_change_account, verb=name)
    link = verbs.add_parser("password-link", help="print a one-time link to set a new password")
    link.add_argument("email", help="address of the account")
    link.set_defaults(run=_password_link)


def _add_import(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    history = verbs.add_parser("import", help="import a history of another tracker")
    history.add_argument("file", type=Path)
    history.add_argument("--project", default="main")
    history.add_argument("--testbed", default="", help="where it was measured, else as it says")
    history.add_argument("--branch", default="", help="one branch holds one history")
    history.add_argument(
        "--same-history",
        action="store_true",
        help="it goes on with what stands on the branch, though no commit or address says so",
    )
    history.add_argument("--format", default=ANY_FORMAT, help="else by its content")
    history.add_argument(
        "--direction",
        action="append",
        default=[],
        metavar="KEY=lower|higher|unknown",
        help="answer a question about a suite and unit; may be given several times",
    )
    history.set_defaults(run=_import)


ACCOUNT_VERBS: dict[str, tuple[str, Callable[[Session, Actor, int], None], AuditedAction]] = {
    "disable": (
        "let a person in no more: sessions end, their keys stop",
        disable_account,
        AuditedAction("disabled", "account"),
    ),
    "enable": ("let a person in again", enable_account, AuditedAction("enabled", "account")),
    "make-administrator": (
        "let a person administer the installation",
        partial(set_administrator, is_admin=True),
        AuditedAction("made", "administrator"),
    ),
    "unmake-administrator": (
        "let a person administer no more",
        partial(set_administrator, is_admin=False),
        AuditedAction("unmade", "administrator"),
    ),
    "end-sessions": (
        "sign a person out everywhere",
        end_sessions_of,
        AuditedAction("ended", "all sessions"),
    ),
}
"""What is done to one account, by the name of the command."""


@contextmanager
def _transaction() -> Iterator[Session]:
    engine = make_engine(settings().database_url)
    try:
        with transaction(engine) as session:
            yield session
    finally:
        engine.dispose()


def _first_steps(_options: argparse.Namespace) -> None:
    relay = BrokerRelay(settings().redis_url)
    with _transaction() as session:
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
    with _transaction() as session:
        token = issue_sign_in_link(session, *ADMINISTRATOR, settings().sign_in_minutes)
        leave_event_of_shell(session, None, AuditedAction("made", "sign-in link"))
    print(f"{settings().address}/sign-in?token={token}")
    print(f"It works once, within {settings().sign_in_minutes} minutes.", file=sys.stderr)


def _people(options: argparse.Namespace) -> None:
    following: str | None = "0"
    while following is not None:
        with _transaction() as session:
            page = people(session, PeopleQuery(options.text), int(following), 200)
        for one in page.rows:
            marks = ["administrator"] * one.is_admin + ["disabled"] * (one.disabled_at is not None)
            roles = [f"{role.role} of {role.slug}" for role in one.roles]
            seen = f"last seen {one.seen_at:%Y-%m-%d %H:%M}" if one.seen_at else "never seen"
            print("\t".join((one.email, one.name, seen, ", ".join(marks + roles))))
        following = page.next


def _change_account(options: argparse.Namespace) -> None:
    _, change, deed = ACCOUNT_VERBS[options.verb]
    with _transaction() as session:
        change(session, OPERATOR, find_account(session, options.email))
        leave_event_of_shell(session, None, deed)


def _password_link(options: argparse.Namespace) -> None:
    with _transaction() as session:
        made = make_password_link(session, settings(), find_account(session, options.email))
        leave_event_of_shell(session, None, AuditedAction("made", "password link"))
    print(f"{settings().address}{made.path}")
    print(f"It works once, until {made.expires_at:%Y-%m-%d %H:%M} UTC.", file=sys.stderr)


def _agent_key(options: argparse.Namespace) -> None:
    with _transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        secret = make_agent_key(session, project, options.name, options.testbed)
        leave_event_of_shell(session, project.id, AuditedAction("made", "API key"))
    print(secret)


def _key(options: argparse.Namespace) -> None:
    scopes = [Scope(name) for name in options.scope or ("read", "report", "triage")]
    with _transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        _, secret = create_key(session, project.id, options.name, scopes)
        leave_event_of_shell(session, project.id, AuditedAction("made", "API key"))
    print(secret)


def _import(options: argparse.Namespace) -> int:
    directions = dict(answer.rsplit("=", 1) for answer in options.direction if "=" in answer)
    wanted = ImportRequest(
        options.format,
        options.file.read_bytes(),
        options.testbed,
        options.branch,
        directions,
        options.same_history,
    )
    relay = BrokerRelay(settings().redis_url)
    with _transaction() as session:
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


def _publish_split(options: argparse.Namespace) -> None:
    roles = dict(given.rsplit("=", 1) for given in options.column if "=" in given)
    choice = TableChoice(options.source, read_roles(roles), options.baseline, options.contender)
    upload = PublishedUpload(options.file.read_bytes(), choice, options.name)
    with _transaction() as session:
        project = ensure_project(session, options.project, options.project.capitalize())
        split_id = publish_split(session, project.id, upload, OPERATOR)
        leave_event_of_shell(session, project.id, AuditedAction("published", "split"))
    print(f"{settings().address}/p/{project.slug}/splits/{split_id}")


def _database_roles(_options: argparse.Namespace) -> None:
    given = database_roles()
    superuser = make_url(given.superuser_url).set(
        drivername="postgresql", password=given.superuser_password_file.read_text().strip()
    )
    passwords = RolePasswords(
        given.owner_password.get_secret_value(), given.application_password.get_secret_value()
    )
    make_roles(superuser.render_as_string(hide_password=False), passwords)
    print(f"{OWNER} owns the database, {APPLICATION} may read and write its rows.")


def _openapi(_options: argparse.Namespace) -> None:
    from backend.api.app import create_app  # noqa: PLC0415  the other verbs need no application

    print(json.dumps(create_app().openapi(), indent=1, sort_keys=True))


if __name__ == "__main__":
    raise SystemExit(main())
