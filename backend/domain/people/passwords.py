"""Which passwords are taken, and how long somebody waits who guesses them."""

from dataclasses import dataclass

SHORTEST = 12
LONGEST = 200
FEWEST_DIFFERENT = 5
FREE_FAILURES = 5
"""So many mistakes cost nothing."""
FREE_FAILURES_OF_ADDRESS = 20
"""An address may be an office of many people."""
LONGEST_WAIT_S = 900
LONGEST_WAIT_OF_ACCOUNT_S = 60
"""Short, because anybody can make somebody else wait."""
MEMORY_S = 3600
"""For how long failures are remembered after the last one."""


@dataclass(frozen=True, slots=True)
class Weakness:
    reason: str
    remedy: str


def weakness_of(password: str, email: str) -> Weakness | None:
    """Say why a password is not taken: length counts, not what kinds of characters it has."""
    if len(password) < SHORTEST:
        return Weakness(f"it has fewer than {SHORTEST} characters", "take a longer one")
    if len(password) > LONGEST:
        return Weakness(f"it has more than {LONGEST} characters", "take a shorter one")
    if len(set(password)) < FEWEST_DIFFERENT:
        return Weakness("it repeats a few characters", "take several words")
    name = email.partition("@")[0].lower()
    if password.lower() in {email.lower(), name * 2, name * 3}:
        return Weakness("it is the e-mail address", "take one that nobody knows")
    return None


def wait_after(failures: int, *, is_address: bool) -> int:
    """Return the seconds to wait after so many failures in a row: doubled by each further one."""
    free = FREE_FAILURES_OF_ADDRESS if is_address else FREE_FAILURES
    longest = LONGEST_WAIT_S if is_address else LONGEST_WAIT_OF_ACCOUNT_S
    if failures < free:
        return 0
    return int(min(longest, 2 ** min(failures - free, 20)))
