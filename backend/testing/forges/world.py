"""What a forge holds, whichever it is: commits, pull requests, people and what was written."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha1
from zlib import crc32

from backend.domain.pulls.forge_checks import ForgeRole

BOT = "tidemark-bot"
TOKEN = "a token of the bot"  # noqa: S105  of a forge on this machine
REPOSITORY = "acme/engine"


def commit_named(name: str) -> str:
    """Return a hash for a commit that a test calls by a name."""
    return sha1(name.encode(), usedforsecurity=False).hexdigest()


@dataclass
class Pull:
    number: int
    title: str
    author: str
    head: str
    head_branch: str
    base_branch: str
    is_from_fork: bool = False
    is_open: bool = True
    merged_as: str | None = None


@dataclass
class Comment:
    id: int
    number: int
    author: str
    body: str
    at: datetime
    reactions: list[tuple[str, str]] = field(default_factory=list)
    """Who, and what the forge calls it."""


@dataclass
class Shown:
    """A check run, or the newest status of a name."""

    id: int
    commit: str
    name: str
    state: str
    """As the forge calls it; of a check run its conclusion, or status until it has one."""
    title: str
    summary: str
    url: str
    is_run: bool = False
    ref: str | None = None


@dataclass
class World:
    """One repository on one forge."""

    repository: str = REPOSITORY
    parents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    pulls: dict[int, Pull] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    checks: list[Shown] = field(default_factory=list)
    roles: dict[str, ForgeRole] = field(default_factory=lambda: {BOT: ForgeRole.ADMIN})
    _ids: int = 1000

    def fresh_id(self) -> int:
        self._ids += 1
        return self._ids

    def commit(self, name: str, *parents: str, branch: str = "") -> str:
        """Make a commit, and let a branch end there; names and hashes are taken alike."""
        made = commit_named(name)
        self.parents[made] = tuple(self.find(one) for one in parents)
        if branch:
            self.branches[branch] = made
        return made

    def find(self, name: str) -> str:
        """Return the hash behind a branch, a name or a hash; KeyError where there is none."""
        for known in (self.branches.get(name), name, commit_named(name)):
            if known in self.parents:
                return str(known)
        raise KeyError(name)

    def pull(self, number: int, head: str, **more: object) -> Pull:
        """Open a pull request from a branch to main."""
        told: dict[str, object] = {
            "title": f"Pull request {number}", "author": "ada", "head_branch": f"topic-{number}",
            "base_branch": "main",
        }  # fmt: skip
        made = Pull(number=number, head=self.find(head), **(told | more))  # type: ignore[arg-type]
        self.pulls[number] = made
        return made

    def write(self, number: int, author: str, body: str) -> Comment:
        now = datetime.now(UTC).replace(microsecond=0)
        made = Comment(self.fresh_id(), number, author, body, now)
        self.comments.append(made)
        return made

    def comment_by(self, known_as: int) -> Comment:
        return next(one for one in self.comments if one.id == known_as)

    def comments_of(self, number: int, author: str | None = None) -> list[Comment]:
        return [
            one for one in self.comments
            if one.number == number and author in (None, one.author)
        ]  # fmt: skip

    def check_named(self, commit: str, name: str) -> Shown | None:
        return next((one for one in self.checks if (one.commit, one.name) == (commit, name)), None)

    def history(self, start: str) -> list[str]:
        """Return a commit and everything before it, nearest first."""
        found = [start]
        for one in found:
            found += [parent for parent in self.parents[one] if parent not in found]
        return found

    def fork_point(self, one: str, other: str) -> str | None:
        past = set(self.history(self.find(other)))
        return next((commit for commit in self.history(self.find(one)) if commit in past), None)

    def only_in(self, one: str, other: str) -> list[str]:
        """Return what one has and the other has not."""
        past = set(self.history(self.find(other)))
        return [commit for commit in self.history(self.find(one)) if commit not in past]

    def user_id(self, login: str) -> int:
        return crc32(login.encode())

    def people(self) -> Iterable[str]:
        authors = {one.author for one in self.pulls.values()} | {c.author for c in self.comments}
        return sorted(authors | set(self.roles))
