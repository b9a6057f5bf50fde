"""jobs quotas: how many machine minutes jobs may take, and who took how many."""

import click

from backend.cli.table import Column
from backend.cli.verb import Desk, in_project, pass_desk
from backend.client.calls import jobs as calls
from backend.client.models_gen import QuotasWanted


@click.command()
@click.option("--person", metavar="MINUTES", help="Of each person in 24 hours; “none”: any number.")
@click.option("--whole", metavar="MINUTES", help="Of all jobs in 24 hours; “none”: any number.")
@in_project
@pass_desk
def quotas(desk: Desk, person: str | None, whole: str | None) -> None:
    """Show how many machine minutes jobs may take in 24 hours, and who took how many.

    With --person or --whole: set them. What is asked for beyond waits, and says until when.
    """
    found = desk.ask(calls.quotas(desk.project))
    if person is not None or whole is not None:
        wanted = QuotasWanted(
            found.person_minutes if person is None else _minutes(person),
            found.project_minutes if whole is None else _minutes(whole),
        )
        found = desk.ask(calls.change_quotas(desk.project, body=wanted))
    if desk.as_json:
        desk.answer()
        return
    desk.say(f"In 24 hours: {_of_each(found.person_minutes)} for each person or key,")
    desk.say(f"{_of_each(found.project_minutes)} for all jobs together.")
    heads = (
        Column("Jobs of"), Column("Min", is_number=True), Column("Held", is_number=True),
        Column("Of", is_number=True), Column("Next starts"),
    )  # fmt: skip
    rows = [
        (
            one.who or "all jobs", int(one.spent), round(one.held),
            "" if one.minutes is None else one.minutes,
            minute(one.frees_at) if one.frees_at else "at once",
        )
        for one in [found.whole, *found.people]
    ]  # fmt: skip
    desk.table(heads, rows)


def _minutes(text: str) -> int | None:
    if text == "none":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise click.BadParameter(f"{text!r} is no number of minutes; “none” sets no limit")
    return int(text)


def _of_each(minutes: int | None) -> str:
    return "any number of machine minutes" if minutes is None else f"{minutes} machine minutes"


def minute(at: str) -> str:
    """Say a time of UTC to the minute."""
    return f"{at[:16].replace('T', ' ')} UTC"
