"""Gitea and Forgejo."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from backend.domain.pulls.forge_checks import ForgeRole
from backend.testing.forges.descriptions import Description
from backend.testing.forges.gitea_description import gitea_description
from backend.testing.forges.github import record
from backend.testing.forges.server import Asked, RefusedError, StandIn
from backend.testing.forges.world import BOT, TOKEN, Comment, Pull, Shown, World

PERMISSIONS = {
    ForgeRole.NONE: "none", ForgeRole.READ: "read", ForgeRole.TRIAGE: "read",
    ForgeRole.WRITE: "write", ForgeRole.MAINTAIN: "write", ForgeRole.ADMIN: "admin",
}  # fmt: skip
"""It has no words between."""


def gitea_stand_in(prefix: str = "/api/v1", repository: str = "acme/engine") -> StandIn:
    """Return Gitea."""
    world = World(repository)
    return StandIn(world, GiteaManners(world, prefix))


@dataclass
class GiteaManners:
    world: World
    prefix: str

    @cached_property
    def description(self) -> Description:
        return gitea_description()

    def admit(self, asked: Asked) -> None:
        if asked.headers.get("authorization") != f"token {TOKEN}":
            raise RefusedError(401, "user does not exist")
        if "{owner}" in asked.template and "/".join(asked.places[:2]) != self.world.repository:
            raise RefusedError(404, "The target couldn't be found.")

    def answer(self, asked: Asked) -> tuple[int, Any]:
        deeds: dict[tuple[str, str], Callable[[Asked], tuple[int, Any]]] = {
            ("GET", "/pulls/{index}"): self._pull,
            ("GET", "/compare/{basehead}"): self._compare,
            ("GET", "/issues/{index}/comments"): self._comments,
            ("POST", "/issues/{index}/comments"): self._write,
            ("PATCH", "/issues/comments/{id}"): self._edit,
            ("POST", "/issues/comments/{id}/reactions"): self._react,
            ("POST", "/statuses/{sha}"): self._status,
            ("GET", "/collaborators/{collaborator}/permission"): self._role,
            ("GET", "/user"): lambda _: (200, self.user(BOT)),
        }
        return deeds[asked.method, asked.template.removeprefix("/repos/{owner}/{repo}")](asked)

    def refusal(self, refused: RefusedError) -> Any:
        return {"message": str(refused), "url": "https://gitea.example/api/swagger"}

    def limited(self, until: datetime) -> RefusedError:
        """Say it as a proxy before it does: Gitea itself knows no limit."""
        now = datetime.now(until.tzinfo)
        wait = str(int((until - now).total_seconds()) + 1)
        return RefusedError(429, "Too Many Requests", **{"Retry-After": wait})

    def user(self, login: str) -> dict[str, Any]:
        return {"id": self.world.user_id(login), "login": login, "full_name": login.title()}

    def pull_document(self, pull: Pull) -> dict[str, Any]:
        base = self.world.find(pull.base_branch)
        home = {"id": 1, "full_name": self.world.repository}
        name = self.world.repository.rpartition("/")[2]
        fork = {"id": 2, "full_name": f"{pull.author}/{name}"}
        source = fork if pull.is_from_fork else home
        return {
            "number": pull.number, "title": pull.title, "user": self.user(pull.author),
            "html_url": f"https://gitea.example/{self.world.repository}/pulls/{pull.number}",
            "state": "open" if pull.is_open else "closed",
            "merged": pull.merged_as is not None, "merge_commit_sha": pull.merged_as,
            "merge_base": self.world.fork_point(base, pull.head),
            "head": {
                "sha": pull.head, "ref": pull.head_branch, "repo": source, "repo_id": source["id"],
            },
            "base": {"sha": base, "ref": pull.base_branch, "repo": home, "repo_id": 1},
        }  # fmt: skip

    def comment_document(self, comment: Comment) -> dict[str, Any]:
        return {
            "id": comment.id, "body": comment.body, "user": self.user(comment.author),
            "created_at": comment.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }  # fmt: skip

    def _missing(self) -> RefusedError:
        return RefusedError(404, "The target couldn't be found.")

    def _pull(self, asked: Asked) -> tuple[int, Any]:
        pull = self.world.pulls.get(int(asked.places[2]))
        if pull is None:
            raise self._missing()
        return 200, self.pull_document(pull)

    def _compare(self, asked: Asked) -> tuple[int, Any]:
        one, _, other = asked.places[2].partition("...")
        try:
            found = self.world.only_in(other, one)
        except KeyError as error:
            raise self._missing() from error
        return 200, {"total_commits": len(found), "commits": [{"sha": sha} for sha in found]}

    def _comments(self, asked: Asked) -> tuple[int, Any]:
        written = self.world.comments_of(int(asked.places[2]))
        return 200, [self.comment_document(one) for one in written]

    def _write(self, asked: Asked) -> tuple[int, Any]:
        number = int(asked.places[2])
        if number not in self.world.pulls:
            raise self._missing()
        return 201, self.comment_document(self.world.write(number, BOT, asked.body["body"]))

    def _found(self, asked: Asked) -> Comment:
        try:
            return self.world.comment_by(int(asked.places[2]))
        except StopIteration as error:
            raise self._missing() from error

    def _edit(self, asked: Asked) -> tuple[int, Any]:
        comment = self._found(asked)
        comment.body = asked.body["body"]
        return 200, self.comment_document(comment)

    def _react(self, asked: Asked) -> tuple[int, Any]:
        comment, told = self._found(asked), (BOT, asked.body["content"])
        is_new = told not in comment.reactions
        comment.reactions += [told] if is_new else []
        return (201 if is_new else 200), {"content": told[1], "user": self.user(BOT)}

    def _status(self, asked: Asked) -> tuple[int, Any]:
        told = asked.body
        if asked.places[2] not in self.world.parents:
            raise self._missing()
        record(self.world, Shown(
            self.world.fresh_id(), asked.places[2], told["context"], told["state"],
            told["description"], "", told["target_url"],
        ))  # fmt: skip
        return 201, {"status": told["state"], "context": told["context"]}

    def _role(self, asked: Asked) -> tuple[int, Any]:
        role = self.world.roles.get(asked.places[2])
        if role is None:
            raise self._missing()
        return 200, {"permission": PERMISSIONS[role], "user": self.user(asked.places[2])}
