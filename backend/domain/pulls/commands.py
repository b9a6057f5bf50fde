"""What somebody asks for in a comment on a pull request: `/tidemark accept known, see 12`."""

import re
from dataclasses import dataclass
from enum import StrEnum

from backend.domain.pulls.forge_checks import ForgeRole

PREFIX = "/tidemark"
LONGEST_REASON = 500
_COMMAND = re.compile(
    rf"{PREFIX}(?:[ \t]++(?P<word>\S++)(?:[ \t]++(?P<rest>.*+))?+)?+[ \t]*+", re.IGNORECASE
)


class Verb(StrEnum):
    HELP = "help"
    ACCEPT = "accept"
    RERUN = "rerun"
    BISECT = "bisect"
    TRY = "try"


LEAST: dict[Verb, ForgeRole] = {
    Verb.HELP: ForgeRole.READ,
    Verb.ACCEPT: ForgeRole.WRITE,
    Verb.RERUN: ForgeRole.WRITE,
    Verb.BISECT: ForgeRole.WRITE,
    Verb.TRY: ForgeRole.WRITE,
}
"""Who may ask for it, by what they may do in the repository."""


@dataclass(frozen=True, slots=True)
class Command:
    verb: Verb
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Somebody spoke to us, and it is no command."""

    reason: str


def read_command(text: str) -> Command | Unreadable | None:
    """Read the first line of a comment; None where it does not speak to us."""
    first = next(iter(text.strip().splitlines()), "").strip()
    found = _COMMAND.fullmatch(first)
    if found is None:
        return None
    word, rest = (found["word"] or Verb.HELP).lower(), (found["rest"] or "").strip()
    verb = next((one for one in Verb if one == word), None)
    if verb is None:
        return Unreadable(f"there is no command “{word[:40]}”")
    if verb is Verb.ACCEPT and not rest:
        return Unreadable("a reason is missing: why is it accepted")
    if verb is Verb.TRY and not rest:
        return Unreadable("a suite is missing: which one is to be measured")
    return Command(verb, rest[:LONGEST_REASON])


def may_ask(verb: Verb, role: ForgeRole) -> bool:
    return role >= LEAST[verb]


def help_lines() -> list[str]:
    """Say what can be asked for, and by whom."""
    return [
        f"- `{PREFIX} accept <reason>`: take the regressions as they are (needs write access)",
        f"- `{PREFIX} rerun`: agents measure base and head again, in turns (needs write access)",
        f"- `{PREFIX} try <suite>`: the same with a suite that was not measured here yet",
        f"- `{PREFIX} bisect [benchmark]`: agents find the commit of the worst regression",
        f"- `{PREFIX} help`: this list",
    ]
