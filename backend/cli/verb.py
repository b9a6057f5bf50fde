"""What every verb has in common: the options that choose server and project, and how it speaks."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from backend.cli.environment import Environment, config_file, environment, running_here
from backend.cli.exits import CommandError, Exit
from backend.cli.servers import KnownServer, KnownServers, address_of, read_servers
from backend.cli.spool import pauses, persist
from backend.cli.table import Column, table, wrapped
from backend.client.answers import one_line
from backend.client.call import ApiCall

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

    from backend.client.sender import Sender

Answer = TypeVar("Answer")
Thing = TypeVar("Thing")
PIECE = 1 << 16
PROSE = 75
"""Longest line of prose."""


@dataclass
class Desk:
    """What a verb works with: where it sends, of which project, and where it writes."""

    env: Environment = field(default_factory=environment)
    server_name: str = ""
    project_name: str = ""
    as_json: bool = False
    token: str = ""
    """A signed token of a CI system, used where there is no key."""

    @cached_property
    def known(self) -> KnownServers:
        return read_servers(config_file(self.env))

    @cached_property
    def server(self) -> KnownServer:
        """Return what is meant: named, of the environment, signed in to, or running here."""
        named = self.known.find(self.server_name) if self.server_name else None
        if named:
            return named if named.key else KnownServer(named.url, self._key, named.project)
        given = self.server_name or self.env.get("TIDEMARK_URL", "")
        if given:
            url = address_of(given)
            stored = self.known.find(url) or KnownServer(url)
            return KnownServer(url, self._key or stored.key, stored.project)
        default = self.known.servers.get(self.known.default)
        if default:
            return KnownServer(default.url, self._key or default.key, default.project)
        return KnownServer(self._running_here(), self._key)

    @property
    def _key(self) -> str:
        return self.env.get("TIDEMARK_KEY", "").strip()

    def _running_here(self) -> str:
        file = running_here(self.env)
        try:
            return str(json.loads(file.read_text())["url"]).rstrip("/") if file else _nowhere()
        except (OSError, ValueError, KeyError):
            return _nowhere()

    @cached_property
    def sender(self) -> "Sender":
        from backend.client.sender import Sender, Server  # noqa: PLC0415  help sends nothing

        key, origin = self.server.key or self.token, self.env.get("TRACEPARENT", "")
        return Sender(Server(self.server.url, key, origin), watched)

    def use_token_of_job(self) -> None:
        """Let the token that a CI system signs for the job speak where there is no key."""
        if not self.server.key:
            from backend.cli.ci_tokens import token_of_job  # noqa: PLC0415  asks over HTTP

            self.token = token_of_job(self.env, self.server.url)

    def ask(self, call: ApiCall[Answer]) -> Answer:
        return self.sender.send(call)

    def insist(self, make: Callable[[], ApiCall[Answer]]) -> Answer:
        """Ask again while the server is busy or away, for TIDEMARK_PATIENCE seconds."""
        return persist(lambda: self.ask(make()), pauses(self.env.get("TIDEMARK_PATIENCE", "")))

    @property
    def named_project(self) -> str:
        """Return the project that somebody named, or nothing."""
        return self.project_name or self.env.get("TIDEMARK_PROJECT", "") or self.server.project

    @cached_property
    def project(self) -> str:
        """Return the project that is meant; the only one there is needs no name."""
        if self.named_project:
            return self.named_project
        if self.token:
            raise CommandError("a job without a key names its project", "set TIDEMARK_PROJECT")
        from backend.client.calls import projects  # noqa: PLC0415  as above

        found = [one.slug for one in self.ask(projects.list_projects())]
        if len(found) == 1:
            return found[0]
        if not found:
            said = (
                f"no project of {self.server.url} is visible without a key"
                if not (self.server.key)
                else "this key sees no project"
            )
            raise CommandError(said, "sign in: tidemark login, or name it: --project", Exit.REFUSED)
        raise CommandError(
            f"there are several projects: {', '.join(found[:8])}",
            "name one: --project, or TIDEMARK_PROJECT",
        )

    def page(self, tail: str) -> str:
        """Return the address of a page of the project."""
        return f"{self.server.url}/p/{self.project}{tail}"

    @property
    def width(self) -> int:
        """Return the columns of the terminal; what is piped away is never cut."""
        return max(shutil.get_terminal_size().columns, 40) if sys.stdout.isatty() else 10_000

    def say(self, text: str = "") -> None:
        """Write a line of prose."""
        for line in wrapped(one_line(text), min(self.width, PROSE)):
            click.echo(line)

    def line(self, text: str = "") -> None:
        """Write a line that stays one: an address, a secret, an entry."""
        click.echo(one_line(text))

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> None:
        cells = [[one_line("" if cell is None else str(cell)) for cell in row] for row in rows]
        for written in table(columns, cells, self.width):
            click.echo(written)

    def answer(self) -> None:
        """Write what the server said last, as it said it."""
        click.echo(self.sender.said.decode().rstrip("\n"))

    def save(self, call: ApiCall[bytes], file: Path) -> None:
        """Write an answer into a new file that is whole under its name, or not there."""
        part = file.with_name(f"{file.name}.part")
        if file.exists():
            raise CommandError(f"{file} is there already", "choose another name")
        try:
            with part.open("wb") as sink:
                self.sender.save(call, sink)
            part.rename(file)
        finally:
            part.unlink(missing_ok=True)
        self.line(f"{file}: {file.stat().st_size:,} bytes")

    def json(self, value: object) -> None:
        click.echo(json.dumps(value, ensure_ascii=False, indent=1))

    @staticmethod
    def note(text: str) -> None:
        """Write beside the answer: progress, hints."""
        for line in wrapped(one_line(text), PROSE):
            click.echo(line, err=True)


def progress(things: Sequence[Thing], label: str) -> Iterator[Thing]:
    """Give one thing after the other, with a bar on stderr where a person looks on."""
    with _bar(things, label) as bar:
        yield from bar


def progress_to(whole: int, steps: Iterator[int], label: str) -> None:
    """Draw how far something else is, as often as `steps` says how much of it is done."""
    with _bar(range(whole), label) as bar:
        for done in steps:
            bar.update(done - bar.pos)


def watched(body: bytes) -> Iterator[bytes]:
    """Give what is sent piece by piece, with a bar."""
    with _bar(range(len(body)), "Sending") as bar:
        for begin in range(0, len(body), PIECE):
            piece = body[begin : begin + PIECE]
            yield piece
            bar.update(len(piece))


def _bar(things: Sequence[Thing], label: str) -> "ProgressBar[Thing]":
    is_watched = sys.stderr.isatty()
    return click.progressbar(things, label=label, file=sys.stderr, hidden=not is_watched)


def _nowhere() -> NoReturn:
    raise CommandError(
        "no server is chosen", "sign in: tidemark login https://…, or set TIDEMARK_URL"
    )


Function = TypeVar("Function", bound=Callable[..., Any])
pass_desk = click.make_pass_decorator(Desk, ensure=True)


def _set(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    def remember(context: click.Context, _option: click.Parameter, value: Any) -> None:  # noqa: ANN401
        if value:
            setattr(context.ensure_object(Desk), name, value)

    return remember


def project_names(context: click.Context, _option: click.Parameter, begun: str) -> list[str]:
    """Offer projects for completion; silence where the server cannot be asked."""
    from backend.client.calls import projects  # noqa: PLC0415  as above

    try:
        found = context.ensure_object(Desk).ask(projects.list_projects())
    except Exception:  # noqa: BLE001  a shell that completes shows no errors
        return []
    return [one.slug for one in found if one.slug.startswith(begun)]


def server_names(context: click.Context, _option: click.Parameter, begun: str) -> list[str]:
    try:
        known = context.ensure_object(Desk).known.servers
    except CommandError:
        return []
    return [name for name in known if name.startswith(begun)]


def at_server(function: Function) -> Function:
    """Give a verb the options --server and --json."""
    return click.option(
        "--server", metavar="NAME", expose_value=False, callback=_set("server_name"),
        shell_complete=server_names, help="A server by name or address; else the default one.",
    )(click.option(
        "--json", is_flag=True, expose_value=False, callback=_set("as_json"),
        help="The answer as JSON, for programs.",
    )(function))  # fmt: skip


def in_project(function: Function) -> Function:
    """Give a verb the options --project, --server and --json."""
    return click.option(
        "-p", "--project", metavar="NAME", expose_value=False, callback=_set("project_name"),
        shell_complete=project_names, help="A project by its short name; else the default one.",
    )(at_server(function))  # fmt: skip


def filtered(function: Function) -> Function:
    """Give a verb the options that choose series."""
    for name, what in reversed(
        [
            ("suite", "Of this suite"),
            ("benchmark", "Of this benchmark"),
            ("metric", "Of this metric"),
            ("testbed", "Measured on this testbed"),
            ("branch", "On this branch"),
        ]
    ):
        function = click.option(
            f"--{name}", metavar="NAME", multiple=True, help=f"{what}; may be given several times."
        )(function)
    function = click.option(
        "--param", "parameters", metavar="NAME=VALUE", multiple=True, callback=_pairs("param"),
        help="With this value of a parameter; may be given several times.",
    )(function)  # fmt: skip
    return click.option("--text", default=None, metavar="WORDS", help="With these words in it.")(
        function
    )


def _pairs(kind: str) -> Callable[[click.Context, click.Parameter, Sequence[str]], list[Any]]:
    def read(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> list[Any]:
        for one in given:
            if "=" not in one:
                raise click.BadParameter(f"“{one}” is not NAME=VALUE")
        return [(f"{kind}.{name}", value) for name, value in (one.split("=", 1) for one in given)]

    return read
