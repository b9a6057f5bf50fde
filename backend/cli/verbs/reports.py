"""reports: list what could not be read, and have it read again."""

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import reports as calls
from backend.client.words import day


@click.group(invoke_without_command=True, short_help="List reports that could not be read.")
@in_project
@click.pass_context
def reports(context: click.Context) -> None:
    """List reports that were accepted and could not be read; have one read again."""
    if context.invoked_subcommand is None:
        _list(context.ensure_object(Desk))


def _list(desk: Desk) -> None:
    found = desk.ask(calls.list_reports(desk.project))
    if desk.as_json:
        desk.answer()
        return
    heads = (Column("Report", is_whole=True), Column("Received", is_whole=True), Column("Why"))
    desk.table(
        heads,
        [
            (one.id, day(one.received_at), "; ".join(fault.reason for fault in one.faults))
            for one in found.rows
        ],
    )


@reports.command(short_help="Have a report read again.")
@click.argument("report_id", metavar="REPORT", type=click.UUID)
@in_project
@pass_desk
def again(desk: Desk, report_id: object) -> None:
    """Read a failed report again, after its cause is fixed; its document is unchanged."""
    desk.ask(calls.read_again(desk.project, str(report_id)))
    if desk.as_json:
        desk.answer()
        return
    desk.line(f"report {report_id} is read again: {desk.page('/reports')}")
