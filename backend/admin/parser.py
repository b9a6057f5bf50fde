"""The commands of `tidemark admin`: their options, and the module that has each."""

import argparse
from collections.abc import Callable
from pathlib import Path

from backend.domain.people.rights import Scope

PASSPHRASE = "a file whose first line encrypts the backup"  # noqa: S105
ACCOUNT_VERBS = {
    "disable": "lock a person out: sessions end, their keys stop",
    "enable": "let a person in again",
    "make-administrator": "let a person administer the installation",
    "unmake-administrator": "take administration from a person",
    "end-sessions": "sign a person out everywhere",
}
Add = Callable[[str, str], argparse.ArgumentParser]
"""Makes a command of a name and what it does."""


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tidemark admin", description="Administer the Tidemark server that runs here."
    )
    verbs = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")

    def of(module: str) -> Add:
        def add(name: str, what: str) -> argparse.ArgumentParser:
            verb = verbs.add_parser(name, help=what)
            verb.set_defaults(module=module)
            return verb

        return add

    add = of("first_steps")
    add("first-steps", "make what a new installation needs; prints JSON")
    add("sign-in", "print a one-time link for the administrator")
    _add_keys(of("keys"))
    _add_import(of("histories"))
    _add_split(of("splits"))
    _add_people(of("accounts"))
    _add_keeping(of("keeping"))
    of("database")("database-roles", "make the database's owner and the application's role")
    of("description")("openapi", "print the API's description")
    return parser


def _add_keys(add: Add) -> None:
    agent = add("agent-key", "create a key for an agent; prints it once")
    agent.add_argument("--project", default="main")
    agent.add_argument("--name", default="agent")
    agent.add_argument("--testbed", help="the only one it may measure and upload for; else any")
    key = add("key", "create an API key, for tidemark login; prints it once")
    key.add_argument("--project", default="main")
    key.add_argument("--name", default="shell")
    key.add_argument(
        "--scope",
        action="append",
        choices=[scope.value for scope in Scope],
        help="what it may do; may be given several times; else read, report and triage",
    )


def _add_import(add: Add) -> None:
    history = add("import", "import a history of another tracker")
    history.add_argument("file", type=Path)
    history.add_argument("--project", default="main")
    history.add_argument("--testbed", default="", help="where it was measured, else as it says")
    history.add_argument("--branch", default="", help="one branch holds one history")
    history.add_argument(
        "--same-history",
        action="store_true",
        help="it goes on with what stands on the branch, though no commit or address says so",
    )
    history.add_argument("--format", default="", help="else by its content")
    history.add_argument(
        "--direction",
        action="append",
        default=[],
        metavar="KEY=lower|higher|unknown",
        help="answer a question about a suite and unit; may be given several times",
    )


def _add_split(add: Add) -> None:
    table = add("publish-split", "save a table of published figures as a split")
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


def _add_people(add: Add) -> None:
    """Add what administrators can do on the page People, for whoever cannot come in there."""
    listed = add("people", "list the accounts of people")
    listed.add_argument("text", nargs="?", help="part of a name or an address")
    for name, what in ACCOUNT_VERBS.items():
        add(name, what).add_argument("email", help="address of the account")
    link = add("password-link", "print a one-time link to set a new password")
    link.add_argument("email", help="address of the account")


def _add_keeping(add: Add) -> None:
    for name, what in (
        ("backup", "write everything into one file, while the server works"),
        ("verify", "read a backup to its last byte"),
        ("restore", "bring a backup back into an empty installation"),
    ):
        verb = add(name, what)
        verb.add_argument("file", type=Path)
        verb.add_argument("--passphrase-file", type=Path, help=PASSPHRASE)
    move = add("move", "copy all between the embedded database and one outside")
    move.add_argument("target", choices=["outside", "embedded"])
    saved = add("save-project", "write one project into one archive")
    saved.add_argument("file", type=Path)
    saved.add_argument("--project", default="main", help="short name of the project")
    brought = add("bring-project", "make a project of its archive")
    brought.add_argument("file", type=Path)
    brought.add_argument("--project", default="", help="another short name than it had")
    add("doctor", "name what is wrong here, and what to do about it")
    status = add("status", "show what waits, how the server did, what is wrong")
    status.add_argument("--hours", type=int, default=24, help="how far back (default: 24)")
    status.add_argument("--json", action="store_true", help="print the whole answer as JSON")
