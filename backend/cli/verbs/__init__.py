"""The verbs of the command, one file for each noun; each is imported when it is asked for."""

from importlib import import_module
from keyword import iskeyword

import click

from backend.cli.verbs.admin import SHORTCUTS

VERBS = {
    "login": ("login", "Remember a server and a key for it."),
    "logout": ("login", "Forget a server and its key."),
    "projects": ("projects", "List the projects that you may read."),
    "project": ("projects", "Create, save or delete a project."),
    "report": ("report", "Send results; keep and resend what fails."),
    "reports": ("reports", "List reports that could not be read."),
    "compare": ("compare", "Compare this commit with its base; a gate for scripts."),
    "series": ("history", "List series and their newest points."),
    "history": ("history", "Read series commit by commit."),
    "alerts": ("alerts", "List, show and triage changes."),
    "sweep": ("sweep", "Show a metric by parameter value, and the best."),
    "splits": ("nouns.splits", "List trade-offs: faster here, slower there."),
    "ladders": ("nouns.ladders", "List what was tried, and what was kept."),
    "claims": ("claims", "Check published results here."),
    "runs": ("runs", "List and show runs; exclude or delete wrong ones."),
    "jobs": ("nouns.jobs", "List running and queued jobs."),
    "bisect": ("nouns.jobs", "Find the commit that caused a change."),
    "backfill": ("nouns.jobs", "Measure commits around a change."),
    "try": ("nouns.tries", "Measure what you changed on the official machine."),
    "propose": ("nouns.proposals", "Measure a patch; get a signed receipt."),
    "verify": ("nouns.proposals", "Check the signature of a receipt."),
    "confirm": ("nouns.jobs", "Have a change measured again."),
    "machines": ("nouns.machines", "List machines, and whether they are fit."),
    "correct": ("correct", "Correct metrics, names and commits."),
    "mappings": ("mappings", "Define what columns of files mean."),
    "keys": ("keys", "List, create and revoke API keys."),
    "members": ("nouns.members", "List members; invite, give roles."),
    "channels": ("nouns.channels", "List, add, test and remove channels."),
    "subscriptions": ("nouns.subscriptions", "Choose what each channel receives."),
    "thresholds": ("thresholds", "Check, try and save threshold rules."),
    "import": ("imports", "Import the history of another tool."),
    "export": ("export", "Write points of series as CSV."),
    "mcp": ("mcp", "Tools for assistants over stdio."),
    "admin": ("admin", "Administer the server that runs here."),
    "completion": ("completion", "Completion for bash, zsh, fish."),
}
"""Module and help of each verb, in the order in which somebody meets them."""


class _Imported(dict[str, click.Command]):
    """Commands by name: who asks for one gets it imported, who lists them does not."""

    def __getitem__(self, name: str) -> click.Command:
        module, _ = VERBS[name]
        verbs = import_module(f"backend.cli.verbs.{module}")
        found: click.Command = getattr(verbs, _attribute(name))
        return found


def _attribute(name: str) -> str:
    return f"{name}_" if iskeyword(name) else name


class Verbs(click.Group):
    """All verbs; some of `admin` also without it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        return SHORTCUTS.get(cmd_name) or (self.commands[cmd_name] if cmd_name in VERBS else None)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in VERBS.items()])


def _say_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    if not asked or context.resilient_parsing:
        return
    from backend.client.version import installed_version  # noqa: PLC0415  rarely asked for

    click.echo(f"tidemark {installed_version()}")
    context.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Ends with 0: fine, 1: a regression, 2: wrong use or wrong input, 3: inconclusive, "
    "4: refused, 5: not reached, try again later. docs/ci.md shows it in CI systems.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version,
    help="Show the version and exit.",
)  # fmt: skip
def tidemark() -> None:
    """Ask a Tidemark server what changed, and send it what was measured."""


tidemark.commands = _Imported(dict.fromkeys(VERBS, click.Command(None)))
