"""The verbs of the command, one file for each noun."""

from importlib.metadata import PackageNotFoundError, version

import click

from backend.cli.verbs.admin import SHORTCUTS, admin
from backend.cli.verbs.alerts import alerts
from backend.cli.verbs.claims import claims
from backend.cli.verbs.compare import compare
from backend.cli.verbs.completion import completion
from backend.cli.verbs.export import export
from backend.cli.verbs.history import history, series
from backend.cli.verbs.imports import import_
from backend.cli.verbs.keys import keys
from backend.cli.verbs.login import login, logout
from backend.cli.verbs.mcp import mcp
from backend.cli.verbs.projects import projects
from backend.cli.verbs.report import report
from backend.cli.verbs.reports import reports
from backend.cli.verbs.sweep import sweep
from backend.cli.verbs.thresholds import thresholds


class Verbs(click.Group):
    """Verbs in the order in which somebody meets them; some of `admin` also without it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return SHORTCUTS.get(cmd_name) or super().get_command(ctx, cmd_name)


def _version() -> str:
    try:
        return version("tidemark")
    except PackageNotFoundError:
        return "of this checkout"


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Ends with 0: fine, 1: a regression, 2: wrong use or wrong input, 3: cannot tell, "
    "4: refused, 5: not reached, try again later. docs/ci.md shows it in CI systems.",
)
@click.version_option(_version(), message="tidemark %(version)s")
def tidemark() -> None:
    """Ask a Tidemark server what changed, and send it what was measured."""


for verb in (
    login, logout, projects, report, reports, compare, series, history, alerts, sweep, claims, keys,
    thresholds, import_, export, mcp, admin, completion,
):  # fmt: skip
    tidemark.add_command(verb)
