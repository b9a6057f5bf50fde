"""What is compared with what: this commit with where it left the default branch, or as named."""

import re
from dataclasses import dataclass

from backend.cli.exits import CommandError
from backend.cli.git import commit_of, default_branch, facts_of, merge_base
from backend.cli.origin import ResultOrigin
from backend.cli.verb import Desk
from backend.client.calls import comparisons as calls

KINDS = ("run", "commit", "branch", "pull", "fork", "base", "tag", "testbed")
KINDS_BY_NAME = ("branch", "commit", "tag", "testbed")
HASH = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True, slots=True)
class Baseline:
    """A side, and why it is the baseline."""

    side: str
    why: str = ""
    is_chosen: bool = False
    """Nobody named it."""
    is_default_branch: bool = False
    """The contender is a commit of the default branch, and this the one measured before it."""


def contender_of(desk: Desk, origin: ResultOrigin, text: str | None) -> str:
    """Return the side that is judged: this commit where nobody names another."""
    if text is None or text == "HEAD":
        return f"commit:{_here(origin)}"
    return _named(desk, text, at="commit")


def baseline_of(desk: Desk, origin: ResultOrigin, text: str | None, contender: str) -> Baseline:
    """Return what the contender is compared with.

    A branch that the contender is on stands for what was measured before it there.
    """
    is_here = contender == f"commit:{origin.commit or facts_of().commit}"
    if text is None:
        if not is_here:
            raise CommandError("what to compare with is not known", "name a baseline as well")
        return _left_at(origin, _here(origin))
    kind, colon, name = text.partition(":")
    own = origin.branch or facts_of().branch
    if is_here and own and own in {text, name if colon and kind == "branch" else ""}:
        return _before(_here(origin), own, is_default_branch=own == _default(origin))
    return Baseline(_named(desk, text, at="base"))


def _here(origin: ResultOrigin) -> str:
    at = origin.commit or facts_of().commit
    if not at:
        raise CommandError("there is no checkout here to take the commit from", "name a commit")
    return at


def _default(origin: ResultOrigin) -> str:
    return origin.default_branch or default_branch()


def _left_at(origin: ResultOrigin, at: str) -> Baseline:
    """Find where a commit left the branch that it goes to."""
    target = origin.base or _default(origin)
    is_default = not origin.pull_request and target != "" and target == _own(origin)
    if is_default:
        return _before(at, target, is_default_branch=True)
    fork = origin.merge_base or (merge_base(at, target) if target else "")
    if fork and fork != at:
        return Baseline(f"base:{fork}", f"where this left {target}", is_chosen=True)
    if fork == at:
        return _before(at, target, is_default_branch=True)
    if origin.pull_request:
        side = f"fork:{origin.pull_request}"
        return Baseline(side, f"where the pull request left {target}", is_chosen=True)
    return _before(at, "", is_default_branch=False)


def _own(origin: ResultOrigin) -> str:
    return origin.branch or facts_of().branch


def _before(at: str, branch: str, *, is_default_branch: bool) -> Baseline:
    why = f"measured before it on {branch}" if branch else "the newest measured commit before it"
    return Baseline(f"base:{at}", why, True, is_default_branch)


def _named(desk: Desk, text: str, *, at: str) -> str:
    """Return the API name of a side, from git or from what the server knows."""
    if text.partition(":")[0] in KINDS and ":" in text:
        return text
    if text.isdigit():
        return f"run:{text}"
    found = commit_of(text)
    if found:
        return f"{at}:{found}"
    if HASH.fullmatch(text):
        return f"commit:{text}"
    offered = desk.ask(calls.sides(desk.project, text=text[:200])).sides
    kinds = {one.kind for one in offered if one.name == text}
    return next((f"{kind}:{text}" for kind in KINDS_BY_NAME if kind in kinds), f"branch:{text}")
