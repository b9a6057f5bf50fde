"""How often somebody may ask: kinds of calls, who is counted, and the words of a refusal."""

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor


class CallKind(StrEnum):
    """What a call costs, or whom it could bother; each kind is counted by itself."""

    READ = "reads"
    WRITE = "writes"
    UPLOAD = "uploads"
    EXPENSIVE = "heavy questions"
    """Comparisons, searches, tables, dry runs: a hundred times the work of a read."""
    GUESS = "attempts to get in"
    """Passwords, links and invitations, which somebody could try until one fits."""
    TEST = "test messages"
    """They reach somebody else."""
    INVITATION = "invitations"
    STREAM = "streams of events"
    """Held at once, not begun in a time."""


class CallerKind(StrEnum):
    """Whose requests are counted together."""

    KEY = "key"
    PERSON = "person"
    ADDRESS = "address"
    MEMBERS = "members"
    """All people and keys in one project."""
    VISITORS = "visitors"
    """All who ask in one project without an account: they cannot use up what members have."""


SUBJECTS = {
    CallerKind.KEY: "this API key",
    CallerKind.PERSON: "this account",
    CallerKind.ADDRESS: "the address {name}",
    CallerKind.MEMBERS: "all members and keys of the project “{name}” together",
    CallerKind.VISITORS: "all visitors of the project “{name}” together",
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever is counted, as one name."""

    kind: CallerKind
    name: str


@dataclass(frozen=True, slots=True)
class CallRate:
    """So many calls in so many seconds; in 0 seconds: held at once."""

    amount: int
    window_s: int


@dataclass(frozen=True, slots=True)
class WindowCounts:
    """Calls in this window and in the one before, which weighs less and less."""

    before: int
    current: int
    left_s: float
    """Seconds to the end of this window."""


def room_in(rate: CallRate, counts: WindowCounts) -> tuple[int, int]:
    """Return how many calls are left now, and after how many whole seconds there is one, from 1."""
    share = counts.left_s / rate.window_s
    left = max(0, rate.amount - floor(counts.before * share) - counts.current)
    if counts.current < rate.amount:
        # what is counted of the window before has to fall below this
        below = rate.amount - counts.current
        wait_s = counts.left_s - below * rate.window_s / max(below, counts.before)
    else:
        wait_s = counts.left_s + (1 - rate.amount / counts.current) * rate.window_s
    return left, max(1, ceil(wait_s))


@dataclass(frozen=True, slots=True)
class CallStanding:
    """What is left of a rate to somebody after a call, taken or refused."""

    kind: CallKind
    caller: Caller
    rate: CallRate
    left: int
    wait_s: int
    """Seconds until more is left; of a refusal at least 1."""
    is_refused: bool = False


def refusal_in_words(standing: CallStanding) -> str:
    """Say which limit is reached, whom it counts, and when to come again."""
    rate, caller = standing.rate, standing.caller
    subject = SUBJECTS[caller.kind].format(name=caller.name)
    window = f"in {rate.window_s} s" if rate.window_s else "at once"
    return (
        f"too many {standing.kind}: {subject} may have {rate.amount} {window}; "
        f"nothing was done, send it again in {standing.wait_s} s"
    )
