"""What `make fuzz` prints."""

from http import HTTPStatus

from backend.fuzz.asking import FuzzRun, Tally

CLASSES = (2, 3, 4, 5)
MOST_MISFITS = 20


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  it is a command


def progress(account: FuzzRun) -> None:
    """Say after each round how far it is."""
    say(f"  {account.asked} requests, {len(account.faults)} faults")


def table(account: FuzzRun) -> None:
    """Print how often each call was asked and what it answered."""
    say(f"\n{'call':<78} {'asked':>6} {'2xx':>6} {'3xx':>5} {'4xx':>6} {'5xx':>4} {'misfit':>6}")
    for label, tally in sorted(account.tallies.items(), key=lambda one: one[0].split(" ")[::-1]):
        counts = [_of_class(tally, one) for one in CLASSES]
        counts[-1] += tally.statuses[0]
        ok, elsewhere, refused, failed = counts
        say(
            f"{label[:78]:<78} {tally.asked:>6} {ok:>6} {elsewhere:>5} {refused:>6} {failed:>4} "
            f"{tally.misfits:>6}"
        )


def _of_class(tally: Tally, hundreds: int) -> int:
    return sum(count for status, count in tally.statuses.items() if status // 100 == hundreds)


def closing(account: FuzzRun, seed: int, took_s: float) -> None:
    """Print every fault with what repeats it, and one closing line."""
    for label, said in list(account.misfits.items())[:MOST_MISFITS]:
        say(f"\nAn answer of another form than described: {label}\n  {said}")
    for fault in account.faults:
        say(f"\nFAULT {fault.operation} as {fault.actor}\n  {fault.what}\n  {fault.curl}")
    slowed = sum(tally.statuses[HTTPStatus.TOO_MANY_REQUESTS] for tally in account.tallies.values())
    told = f"; {slowed} were answered 429" if slowed else ""
    say(
        f"\n{account.asked} requests of {len(account.tallies)} calls in {took_s:.0f} s{told}: "
        f"{len(account.faults)} answered 5xx or not at all. SEED={seed}"
    )
