"""login and logout: which servers somebody uses, and with which key."""

import sys

import click

from backend.cli.environment import config_file
from backend.cli.exits import CommandError, Exit
from backend.cli.servers import KnownServer, address_of, is_open_to_others, write_servers
from backend.cli.table import Column
from backend.cli.verb import Desk, at_server, pass_desk, server_names
from backend.client.calls.projects import list_projects
from backend.client.sender import Sender, Server


@click.command(short_help="Remember a server and a key for it.")
@click.argument("url", required=False)
@click.option("--key", help="An API key; without it, it is asked for, or read from a pipe.")
@click.option("--name", metavar="NAME", help="What to call the server; else its host.")
@click.option("-p", "--project", metavar="NAME", help="The project that is meant by default.")
@click.option("--list", "is_listing", is_flag=True, help="List the servers that are known.")
@click.option(
    "--default", metavar="NAME", shell_complete=server_names, help="Make a known one the default."
)
@at_server
@pass_desk
def login(  # noqa: PLR0913  as the options are
    desk: Desk,
    url: str | None,
    key: str | None,
    name: str | None,
    project: str | None,
    is_listing: bool,  # noqa: FBT001  click hands options over by name
    default: str | None,
) -> None:
    """Remember a server and a key for it.

    Keys are made on the page Settings, API keys. They are kept in a file that only you can read:
    ~/.config/tidemark/servers.json. TIDEMARK_URL and TIDEMARK_KEY need no login.
    """
    if is_listing:
        _list(desk)
    elif default:
        _choose(desk, default)
    else:
        _sign_in(desk, address_of(url or desk.server.url), (key, name, project))


def _sign_in(desk: Desk, url: str, said: tuple[str | None, str | None, str | None]) -> None:
    key, name, project = said
    secret = (key or _asked_for()).strip()
    found = [one.slug for one in Sender(Server(url, secret)).send(list_projects())]
    if project and project not in found:
        raise CommandError(
            f"this key does not see the project “{project}”",
            f"choose one of: {', '.join(found) or 'none'}",
            Exit.REFUSED,
        )
    chosen = project or (found[0] if len(found) == 1 else "")
    called = name or url.split("//", 1)[1]
    desk.known.save(called, KnownServer(url, secret, chosen))
    file = config_file(desk.env)
    write_servers(file, desk.known)
    if desk.as_json:
        desk.json({"server": called, "url": url, "project": chosen, "projects": found})
        return
    seen = f"{len(found)} projects" if len(found) != 1 else f"project {found[0]}"
    desk.say(f"Signed in to {url} as “{called}”: {seen}. The key is in {file}.")
    if not chosen and found:
        desk.say(f"Choose a default project with --project: {', '.join(found[:8])}.")


def _asked_for() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("API key", hide_input=True, err=True))
    return sys.stdin.readline()


def _list(desk: Desk) -> None:
    known = desk.known
    if desk.as_json:
        shown = {
            name: {"url": one.url, "project": one.project} for name, one in known.servers.items()
        }
        desk.json({"default": known.default, "servers": shown})
        return
    if not known.servers:
        desk.say("No server is known. Sign in to one: tidemark login https://tidemark.example")
        return
    rows = [
        ("*" if name == known.default else "", name, one.url, one.project, f"{one.key[:10]}…")
        for name, one in known.servers.items()
    ]
    heads = ("", "Server", "Address", "Project", "Key")
    desk.table([Column(head) for head in heads], rows)
    file = config_file(desk.env)
    if is_open_to_others(file):
        desk.note(f"Others can read {file}: chmod 600 it, and make new keys.")


def _choose(desk: Desk, name: str) -> None:
    if name not in desk.known.servers:
        raise CommandError(f"no server “{name}” is known", "see tidemark login --list")
    desk.known.default = name
    write_servers(config_file(desk.env), desk.known)
    desk.say(f"“{name}” is the default now.")


@click.command(short_help="Forget a server and its key.")
@click.argument("name", required=False, shell_complete=server_names)
@pass_desk
def logout(desk: Desk, name: str | None) -> None:
    """Forget a server and its key; the key itself stays good until it is revoked."""
    called = name or desk.known.default
    if not desk.known.forget(called):
        raise CommandError(f"no server “{called}” is known", "see tidemark login --list")
    write_servers(config_file(desk.env), desk.known)
    desk.say(f"Forgot “{called}”. To end its key, revoke it: page Settings, API keys.")
