"""GitLab, which calls a pull request a merge request and a comment a note."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from backend.domain.pulls.forge_checks import ForgeRole
from backend.testing.forges.descriptions import Description
from backend.testing.forges.gitlab_description import gitlab_description
from backend.testing.forges.server import Asked, RefusedError, StandIn
from backend.testing.forges.world import BOT, TOKEN, Comment, Pull, Shown, World

LEVELS = {
    ForgeRole.READ: 10, ForgeRole.TRIAGE: 20, ForgeRole.WRITE: 30,
    ForgeRole.MAINTAIN: 40, ForgeRole.ADMIN: 50,
}  # fmt: skip
MOVES = {"pending": "enqueue", "running": "run", "success": "success", "failed": "drop"}
LONGEST = 255


def gitlab_stand_in(prefix: str = "/api/v4", repository: str = "acme/tools/engine") -> StandIn:
    """Return GitLab; below a path where the prefix says so."""
    world = World(repository)
    return StandIn(world, GitLabManners(world, prefix))


@dataclass
class GitLabManners:
    world: World
    prefix: str

    @cached_property
    def description(self) -> Description:
        return gitlab_description()

    def admit(self, asked: Asked) -> None:
        if asked.headers.get("private-token") != TOKEN:
            raise RefusedError(401, "401 Unauthorized")
        is_elsewhere = asked.places and asked.places[0] != self.world.repository
        if "{project_id}" in asked.template and is_elsewhere:
            raise RefusedError(404, "404 Project Not Found")

    def answer(self, asked: Asked) -> tuple[int, Any]:
        note = "/merge_requests/{mr_iid}/notes/{note_id}"
        deeds: dict[tuple[str, str], Callable[[Asked], tuple[int, Any]]] = {
            ("GET", "/merge_requests/{mr_iid}"): self._merge_request,
            ("GET", "/repository/merge_base"): self._merge_base,
            ("GET", "/merge_requests/{mr_iid}/notes"): self._notes,
            ("POST", "/merge_requests/{mr_iid}/notes"): self._write,
            ("PUT", note): self._edit,
            ("POST", f"{note}/award_emoji"): self._award,
            ("POST", "/statuses/{commit_id}"): self._status,
            ("GET", "/members/all/{user_id}"): self._member,
            ("GET", "/users"): self._users,
            ("GET", "/user"): lambda _: (200, self.user(BOT)),
        }
        return deeds[asked.method, asked.template.removeprefix("/projects/{project_id}")](asked)

    def refusal(self, refused: RefusedError) -> Any:
        return {"message": str(refused)}

    def limited(self, until: datetime) -> RefusedError:
        at = str(int(until.timestamp()))
        return RefusedError(
            429, "Retry later", **{"RateLimit-Reset": at, "RateLimit-Remaining": "0"}
        )

    def user(self, login: str) -> dict[str, Any]:
        address = f"https://gitlab.example/{login}"
        return {
            "id": self.world.user_id(login), "username": login, "name": login.title(),
            "state": "active", "web_url": address,
        }  # fmt: skip

    def note_document(self, note: Comment) -> dict[str, Any]:
        return {
            "id": note.id, "body": note.body, "author": self.user(note.author), "system": False,
            "noteable_iid": note.number, "created_at": note.at.isoformat(),
        }  # fmt: skip

    def _found(self, asked: Asked) -> Pull:
        found = self.world.pulls.get(int(asked.places[1]))
        if found is None:
            raise RefusedError(404, "404 Not found")
        return found

    def _merge_request(self, asked: Asked) -> tuple[int, Any]:
        pull = self._found(asked)
        base = self.world.find(pull.base_branch)
        state = "opened" if pull.is_open else "merged" if pull.merged_as else "closed"
        address = f"https://gitlab.example/{self.world.repository}/-/merge_requests/{pull.number}"
        return 200, {
            "iid": pull.number, "title": pull.title, "author": self.user(pull.author),
            "web_url": address, "sha": pull.head, "state": state,
            "source_branch": pull.head_branch, "target_branch": pull.base_branch,
            "source_project_id": 2 if pull.is_from_fork else 1, "target_project_id": 1,
            "merge_commit_sha": pull.merged_as, "squash_commit_sha": None,
            "diff_refs": {
                "base_sha": self.world.fork_point(base, pull.head), "start_sha": base,
                "head_sha": pull.head,
            },
        }  # fmt: skip

    def _merge_base(self, asked: Asked) -> tuple[int, Any]:
        refs = asked.query["refs[]"]
        try:
            found = self.world.fork_point(*refs)
        except KeyError as error:
            raise RefusedError(400, f"400 Bad request - Could not find ref: {error}") from error
        if found is None:
            raise RefusedError(404, "404 Merge Base Not Found")
        return 200, {"id": found}

    def _notes(self, asked: Asked) -> tuple[int, Any]:
        written = self.world.comments_of(self._found(asked).number)
        return 200, [self.note_document(one) for one in asked.page(written, 20)]

    def _write(self, asked: Asked) -> tuple[int, Any]:
        made = self.world.write(self._found(asked).number, BOT, asked.body["body"])
        return 201, self.note_document(made)

    def _note(self, asked: Asked) -> Comment:
        known_as = int(asked.places[2])
        found = [
            one for one in self.world.comments_of(self._found(asked).number) if one.id == known_as
        ]
        if not found:
            raise RefusedError(404, "404 Note Not Found")
        return found[0]

    def _edit(self, asked: Asked) -> tuple[int, Any]:
        note = self._note(asked)
        if note.author != BOT:
            raise RefusedError(403, "403 Forbidden")
        note.body = asked.body["body"]
        return 200, self.note_document(note)

    def _award(self, asked: Asked) -> tuple[int, Any]:
        note, told = self._note(asked), (BOT, asked.body["name"])
        if told in note.reactions:
            raise RefusedError(404, "404 Award Emoji Name has already been taken Not Found")
        note.reactions.append(told)
        return 201, {"name": told[1], "user": self.user(BOT)}

    def _status(self, asked: Asked) -> tuple[int, Any]:
        commit, told = asked.places[1], asked.body
        if commit not in self.world.parents:
            raise RefusedError(404, "404 Commit Not Found")
        if told.get("ref") is None and commit not in self._on_branches():
            raise RefusedError(404, "404 References for commit Not Found")
        if max(len(told["description"]), len(told["name"]), len(told["target_url"])) > LONGEST:
            raise RefusedError(400, "description is too long (maximum is 255 characters)")
        known = self.world.check_named(commit, told["name"])
        self._move(known, told["state"])
        if known is None:
            known = Shown(self.world.fresh_id(), commit, told["name"], "", "", "", "")
            self.world.checks.append(known)
        known.state, known.title, known.url = told["state"], told["description"], told["target_url"]
        known.ref = told.get("ref")
        return 201, {"status": known.state, "name": known.name, "sha": commit}

    def _move(self, known: Shown | None, state: str) -> None:
        was = known.state if known else "created"
        is_refused = was == state or (state == "pending" and was != "created")
        if is_refused:
            raise RefusedError(
                400, f"Cannot transition status via :{MOVES[state]} from :{was} "
                f'(Reason(s): Status cannot transition via "{MOVES[state]}")',
            )  # fmt: skip

    def _on_branches(self) -> set[str]:
        return {one for tip in self.world.branches.values() for one in self.world.history(tip)}

    def _member(self, asked: Asked) -> tuple[int, Any]:
        roles = self.world.roles.items()
        found = {self.world.user_id(login): (login, role) for login, role in roles}
        login, role = found.get(int(asked.places[1]), ("", ForgeRole.NONE))
        if role is ForgeRole.NONE:
            raise RefusedError(404, "404 Not found")
        return 200, self.user(login) | {"access_level": LEVELS[role], "expires_at": None}

    def _users(self, asked: Asked) -> tuple[int, Any]:
        wanted = asked.one("username").lower()
        return 200, [self.user(one) for one in self.world.people() if one.lower() == wanted]
