"""GitHub: for an App with its key, or for a token."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from backend.domain.pulls.forge_checks import ForgeRole
from backend.testing.forges.descriptions import Description
from backend.testing.forges.github_description import github_description
from backend.testing.forges.server import Asked, RefusedError, StandIn
from backend.testing.forges.world import BOT, TOKEN, Comment, Pull, Shown, World

APP_ID = 424242
INSTALLATION = "77"
SLUG = "tidemark"
TOKEN_LASTS = timedelta(hours=1)
LONGEST_CLAIM_S = 600
ROLES = {
    ForgeRole.NONE: ("none", ""), ForgeRole.READ: ("read", "read"),
    ForgeRole.TRIAGE: ("read", "triage"), ForgeRole.WRITE: ("write", "write"),
    ForgeRole.MAINTAIN: ("write", "maintain"), ForgeRole.ADMIN: ("admin", "admin"),
}  # fmt: skip
"""`permission` knows four words only; `role_name` says it."""


def github_stand_in(prefix: str = "", repository: str = "acme/engine") -> StandIn:
    """Return GitHub, or with the prefix /api/v3 an Enterprise Server."""
    world = World(repository)
    manners = GitHubManners(world, prefix)
    stand_in = StandIn(world, manners)
    manners.clock = stand_in.now
    return stand_in


@dataclass
class GitHubManners:
    world: World
    prefix: str
    clock: Callable[[], datetime] = field(init=False)
    issued: dict[str, datetime] = field(default_factory=dict)
    """Tokens of the installation, and until when each is good."""

    @cached_property
    def description(self) -> Description:
        return github_description()

    @cached_property
    def key(self) -> RSAPrivateKey:
        return generate_private_key(65537, 2048)

    @property
    def key_pem(self) -> str:
        form = PrivateFormat.TraditionalOpenSSL
        return self.key.private_bytes(Encoding.PEM, form, NoEncryption()).decode()

    def admit(self, asked: Asked) -> None:
        scheme, _, shown = asked.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer":
            raise RefusedError(401, "Requires authentication")
        if asked.template.startswith("/app"):
            self._admit_app(shown)
            return
        until = self.issued.get(shown)
        if shown != TOKEN and (until is None or until <= self.clock()):
            raise RefusedError(401, "Bad credentials")
        if "{owner}" in asked.template and "/".join(asked.places[:2]) != self.world.repository:
            raise RefusedError(404, "Not Found")

    def _admit_app(self, shown: str) -> None:
        now = self.clock().timestamp()
        try:
            told = jwt.decode(
                shown, self.key.public_key(), ["RS256"],
                options={"verify_exp": False, "verify_iat": False, "require": ["iat", "exp"]},
            )  # fmt: skip
        except jwt.PyJWTError as error:
            raise RefusedError(401, "A JSON web token could not be decoded") from error
        if str(told.get("iss")) != str(APP_ID):
            raise RefusedError(401, "Integration must generate a public key")
        if told["exp"] <= now:
            raise RefusedError(401, "'Expiration time' claim ('exp') must be in the future")
        if told["exp"] > now + LONGEST_CLAIM_S:
            raise RefusedError(401, "'Expiration time' claim ('exp') is too far in the future")
        if told["iat"] > now:
            raise RefusedError(401, "'Issued at' claim ('iat') must be in the past")

    def answer(self, asked: Asked) -> tuple[int, Any]:
        deeds: dict[tuple[str, str], Callable[[Asked], tuple[int, Any]]] = {
            ("GET", "/pulls/{pull_number}"): self._pull,
            ("GET", "/compare/{basehead}"): self._compare,
            ("GET", "/issues/{issue_number}/comments"): self._comments,
            ("POST", "/issues/{issue_number}/comments"): self._write,
            ("PATCH", "/issues/comments/{comment_id}"): self._edit,
            ("POST", "/issues/comments/{comment_id}/reactions"): self._react,
            ("POST", "/check-runs"): self._make_run,
            ("PATCH", "/check-runs/{check_run_id}"): self._change_run,
            ("GET", "/commits/{ref}/check-runs"): self._runs,
            ("POST", "/statuses/{sha}"): self._status,
            ("GET", "/collaborators/{username}/permission"): self._role,
            ("GET", "/user"): lambda _: (200, {"login": BOT, "id": self.world.user_id(BOT)}),
            ("GET", "/app"): lambda _: (200, {"id": APP_ID, "slug": SLUG}),
            ("POST", "/app/installations/{installation_id}/access_tokens"): self._token,
        }
        return deeds[asked.method, asked.template.removeprefix("/repos/{owner}/{repo}")](asked)

    def refusal(self, refused: RefusedError) -> Any:
        address = "https://docs.github.com/rest"
        return {
            "message": str(refused),
            "documentation_url": address,
            "status": str(refused.status),
        }

    def limited(self, until: datetime) -> RefusedError:
        headers = {
            "x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(until.timestamp())),
        }  # fmt: skip
        return RefusedError(403, "API rate limit exceeded for installation ID 77.", **headers)

    def user(self, login: str) -> dict[str, Any]:
        kind = "Bot" if login.endswith("[bot]") else "User"
        return {"login": login, "id": self.world.user_id(login), "type": kind}

    def pull_document(self, pull: Pull) -> dict[str, Any]:
        owner, _, name = self.world.repository.partition("/")
        home = {
            "id": 1,
            "name": name,
            "full_name": self.world.repository,
            "owner": self.user(owner),
        }
        fork = home | {"id": 2, "full_name": f"{pull.author}/{name}"}
        origin = fork if pull.is_from_fork else home
        return {
            "number": pull.number, "title": pull.title, "user": self.user(pull.author),
            "html_url": f"https://github.example/{self.world.repository}/pull/{pull.number}",
            "state": "open" if pull.is_open else "closed",
            "merged": pull.merged_as is not None,
            "merged_at": None if pull.merged_as is None else "2026-11-01T12:00:00Z",
            "merge_commit_sha": pull.merged_as,
            "head": {"sha": pull.head, "ref": pull.head_branch, "repo": origin},
            "base": {
                "sha": self.world.find(pull.base_branch), "ref": pull.base_branch, "repo": home,
            },
        }  # fmt: skip

    def comment_document(self, comment: Comment) -> dict[str, Any]:
        return {
            "id": comment.id, "body": comment.body, "user": self.user(comment.author),
            "created_at": comment.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        }  # fmt: skip

    def _us(self, asked: Asked) -> str:
        is_token = asked.headers["authorization"] == f"Bearer {TOKEN}"
        return BOT if is_token else f"{SLUG}[bot]"

    def _pull(self, asked: Asked) -> tuple[int, Any]:
        pull = self.world.pulls.get(int(asked.places[2]))
        if pull is None:
            raise RefusedError(404, "Not Found")
        return 200, self.pull_document(pull)

    def _compare(self, asked: Asked) -> tuple[int, Any]:
        one, _, other = asked.places[2].partition("...")
        try:
            ahead = self.world.only_in(other, one)
            behind = self.world.only_in(one, other)
            met = self.world.fork_point(one, other)
        except KeyError as error:
            raise RefusedError(404, "Not Found") from error
        words = {(0, 0): "identical", (1, 0): "ahead", (0, 1): "behind", (1, 1): "diverged"}
        status = words[min(len(ahead), 1), min(len(behind), 1)]
        counts = {"ahead_by": len(ahead), "behind_by": len(behind), "total_commits": len(ahead)}
        return 200, counts | {"status": status, "merge_base_commit": {"sha": met}}

    def _comments(self, asked: Asked) -> tuple[int, Any]:
        written = self.world.comments_of(int(asked.places[2]))
        return 200, [self.comment_document(one) for one in asked.page(written)]

    def _write(self, asked: Asked) -> tuple[int, Any]:
        number = int(asked.places[2])
        if number not in self.world.pulls:
            raise RefusedError(404, "Not Found")
        made = self.world.write(number, self._us(asked), asked.body["body"])
        return 201, self.comment_document(made)

    def _found(self, asked: Asked) -> Comment:
        try:
            return self.world.comment_by(int(asked.places[2]))
        except StopIteration as error:
            raise RefusedError(404, "Not Found") from error

    def _edit(self, asked: Asked) -> tuple[int, Any]:
        comment = self._found(asked)
        comment.body = asked.body["body"]
        return 200, self.comment_document(comment)

    def _react(self, asked: Asked) -> tuple[int, Any]:
        told = (self._us(asked), asked.body["content"])
        comment = self._found(asked)
        comment.reactions += [told] if told not in comment.reactions else []
        return 201, {"content": told[1]}

    def _role(self, asked: Asked) -> tuple[int, Any]:
        role = self.world.roles.get(asked.places[2])
        if role is None:
            raise RefusedError(404, "Not Found")
        permission, name = ROLES[role]
        return 200, {"permission": permission, "role_name": name}

    def _status(self, asked: Asked) -> tuple[int, Any]:
        told = asked.body
        record(self.world, Shown(
            self.world.fresh_id(), asked.places[2], told["context"], told["state"],
            told["description"], "", told["target_url"],
        ))  # fmt: skip
        return 201, {"state": told["state"], "context": told["context"]}

    def _make_run(self, asked: Asked) -> tuple[int, Any]:
        self._admit_to_checks(asked)
        run = Shown(self.world.fresh_id(), asked.body["head_sha"], "", "", "", "", "", is_run=True)
        self.world.checks.append(run)
        self._set(run, asked.body)
        return 201, self._run_document(run)

    def _change_run(self, asked: Asked) -> tuple[int, Any]:
        self._admit_to_checks(asked)
        found = [one for one in self.world.checks if one.id == int(asked.places[2])]
        if not found:
            raise RefusedError(404, "Not Found")
        self._set(found[0], asked.body)
        return 200, self._run_document(found[0])

    def _admit_to_checks(self, asked: Asked) -> None:
        if asked.headers["authorization"] == f"Bearer {TOKEN}":
            raise RefusedError(403, "You must authenticate via a GitHub App.")

    def _set(self, run: Shown, told: Any) -> None:
        run.name, run.url = told["name"], told["details_url"]
        run.state = told.get("conclusion") or told["status"]
        run.title, run.summary = told["output"]["title"], told["output"]["summary"]

    def _run_document(self, run: Shown) -> dict[str, Any]:
        is_done = run.state != "in_progress"
        return {
            "id": run.id, "name": run.name, "head_sha": run.commit,
            "status": "completed" if is_done else "in_progress",
            "conclusion": run.state if is_done else None,
            "app": {"id": APP_ID, "slug": SLUG},
        }  # fmt: skip

    def _runs(self, asked: Asked) -> tuple[int, Any]:
        found = [
            self._run_document(one) for one in self.world.checks
            if one.is_run and (one.commit, one.name) == (asked.places[2], asked.one("check_name"))
        ]  # fmt: skip
        return 200, {"total_count": len(found), "check_runs": asked.page(found)}

    def _token(self, asked: Asked) -> tuple[int, Any]:
        if asked.places[0] != INSTALLATION:
            raise RefusedError(404, "Integration not found")
        name = self.world.repository.rpartition("/")[2]
        if asked.body["repositories"] != [name]:
            raise RefusedError(422, "There is at least one repository that does not exist")
        token = f"ghs_{len(self.issued)}"
        self.issued[token] = self.clock() + TOKEN_LASTS
        until = self.issued[token].strftime("%Y-%m-%dT%H:%M:%SZ")
        return 201, {"token": token, "expires_at": until}


def record(world: World, shown: Shown) -> Shown:
    """Let the newest status of a name stand for a commit."""
    known = world.check_named(shown.commit, shown.name)
    if known is not None:
        world.checks.remove(known)
    world.checks.append(shown)
    return shown
