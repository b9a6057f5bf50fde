"""What the days of all teams have in common: one step, and how it is told everywhere."""

import re

from sqlalchemy import text

from backend.storage.engine import make_engine
from backend.testing.breaking.killing import WORK_LEFT
from backend.testing.browser import Visitor
from backend.testing.receivers import Mailbox
from backend.testing.stack import Stack, wait_until
from backend.tests.cli.shell import Shell

BEFORE, AFTER, PULLED = 0.00175, 0.001929, 0.0022
"""Seconds before the step, after it, and of the pull request; without noise, so that an estimate
is the same whenever it is made."""
STEP, LAST = 6, 12
"""The first commit after the step, and the first one that brings the level back."""
PATIENCE_S = 900.0
SLOWER = re.compile(r"(\d\d\.\d+ % slower)")


def wait_for_quiet(stack: Stack) -> None:
    """Wait until all that was reported is judged: a message and a page then know the same."""
    engine = make_engine(stack.database_url, 1)

    def is_quiet() -> bool:
        with engine.connect() as connection:
            return int(connection.execute(text(WORK_LEFT)).scalar_one()) == 0

    wait_until(is_quiet, "all work is done", PATIENCE_S)
    engine.dispose()


def spaced(text: str) -> str:
    """Return a text with one plain space wherever there is any."""
    return " ".join(text.split())


def size_in(text: str) -> str:
    """Return by how much something is slower, as it is written."""
    found = SLOWER.search(spaced(text))
    assert found is not None, text
    return found[1]


def see(person: Visitor, size: str) -> None:
    """Wait until the page says how much slower it is."""
    page = person.page.get_by_role("main")
    wait_until(lambda: size in spaced(page.inner_text()), f"the page says {size}", PATIENCE_S)


def mails_to(mailbox: Mailbox, address: str) -> list[tuple[str, str]]:
    """Return subject and text of what somebody was sent."""
    found = []
    for mail, recipients in zip(mailbox.mails, mailbox.recipients, strict=False):
        plain = mail.get_body(("plain",))
        if address in recipients and plain is not None:
            found.append((spaced(str(mail["Subject"])), spaced(plain.get_content())))
    return found


def wait_for_mail(mailbox: Mailbox, address: str, beginning: str) -> None:
    """Wait for a mail whose subject begins so."""

    def is_sent() -> bool:
        return any(one.startswith(beginning) for one, _ in mails_to(mailbox, address))

    wait_until(is_sent, f"{address} is sent “{beginning}”", PATIENCE_S)


def told_alike(
    person: Visitor, stack: Stack, team: Shell, mailbox: Mailbox, told: tuple[str, str]
) -> str:
    """See that command, mail and page say the same of how large the step is; return that."""
    address, culprit = told
    wait_until(lambda: mails_to(mailbox, address), "it is mailed", PATIENCE_S)
    subject, said = mails_to(mailbox, address)[0]
    size = size_in(team.run("alerts", "show", "1").out)
    assert (culprit[:8] in subject, size_in(subject), size_in(said)) == (True, size, size)
    person.open(f"{stack.url}/p/{team.settings['TIDEMARK_PROJECT']}/alert-groups/1")
    see(person, size)
    return size


def is_found(team: Shell) -> bool:
    """Say whether the first alert group of a team is open."""
    rows = team.run("alerts", "--json").json["rows"]
    return any(one["number"] == 1 and one["state"] == "open" for one in rows)


def accept_on_the_page(person: Visitor, stack: Stack, project: str, size: str) -> None:
    """Read on the page of pull request 7 how much slower it is, and accept that."""
    person.open(f"{stack.url}/p/{project}/pull-requests")
    person.page.get_by_role("link", name="#7").click()
    see(person, size)
    person.page.get_by_label("Reason").fill("it is worth it")
    person.page.get_by_role("button", name="Accept the regressions").click()
