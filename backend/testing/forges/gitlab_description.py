"""What GitLab takes and answers, as two typed clients have it: python-gitlab and Gitbeaker.

GitLab's own description is in no package. python-gitlab says what may be asked; Gitbeaker's types
say what is answered. Where they fall short of GitLab's documentation, a correction says so.
"""

import json
import subprocess
from functools import cache
from importlib import import_module
from typing import Any

from backend.testing.databases import ROOT
from backend.testing.forges.caching import cached
from backend.testing.forges.descriptions import Description, Operation, Schema
from backend.testing.identity_provider import node

_FRONTEND = ROOT / "frontend"
_TYPES = (
    "ExpandedMergeRequestSchema", "MergeRequestNoteSchema", "CommitStatusSchema", "CommitSchema",
    "SimpleUserSchema", "ExpandedUserSchema", "SimpleMemberSchema", "AwardEmojiSchema",
    "WebhookMergeRequestEventSchema", "WebhookMergeRequestNoteEventSchema",
)  # fmt: skip
_PAGED = frozenset({"page", "per_page"})
_TEXT_OR_NULL: Schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}


@cache
def gitlab_description() -> Description:
    asked = json.loads((_FRONTEND / "package.json").read_text())["devDependencies"]
    return cached(__file__, ("python-gitlab",), _read, asked["@gitbeaker/core"])


def _read() -> Description:
    types = _corrected(_types())
    return Description(_operations(types), {
        "Merge Request Hook": types["WebhookMergeRequestEventSchema"],
        "Note Hook": types["WebhookMergeRequestNoteEventSchema"],
    })  # fmt: skip


def _operations(types: dict[str, Any]) -> list[Operation]:
    objects = import_module("gitlab.v4.objects")
    project = "/projects/{project_id}"
    merge_request = objects.ProjectMergeRequestManager._path + "/{mr_iid}"  # noqa: SLF001
    notes, note = objects.ProjectMergeRequestNoteManager, types["MergeRequestNoteSchema"]
    emoji = objects.ProjectMergeRequestNoteAwardEmojiManager
    of_note = f"{notes._path}/{{note_id}}"  # noqa: SLF001
    refusal: Schema = {"type": "object"}
    refused = {400: refusal, 401: refusal, 403: refusal, 404: refusal}

    def told(
        method: str, path: str, status: int, answer: Schema, body: Schema | None = None,
        query: frozenset[str] = frozenset(),
    ) -> Operation:  # fmt: skip
        return Operation(method, path, query, body, refused | {status: answer})

    return [
        told("GET", merge_request, 200, types["ExpandedMergeRequestSchema"]),
        told("GET", notes._path, 200, _many(note), query=_PAGED | {"sort", "order_by"}),  # noqa: SLF001
        told("POST", notes._path, 201, note, _taken(notes._create_attrs)),  # noqa: SLF001
        told("PUT", of_note, 200, note, _taken(notes._update_attrs)),  # noqa: SLF001
        told("POST", emoji._path, 201, types["AwardEmojiSchema"], _taken(emoji._create_attrs)),  # noqa: SLF001
        told(
            # python-gitlab has both addresses inside methods, not beside them.
            "POST", f"{project}/statuses/{{commit_id}}", 201, types["CommitStatusSchema"],
            _taken(objects.ProjectCommitStatusManager._create_attrs),  # noqa: SLF001
        ),
        told(
            "GET", f"{project}/repository/merge_base", 200, types["CommitSchema"],
            query=frozenset({"refs[]"}),
        ),
        told(
            "GET", objects.UserManager._path, 200, _many(types["SimpleUserSchema"]),  # noqa: SLF001
            query=_PAGED | set(objects.UserManager._list_filters),  # noqa: SLF001
        ),
        told(
            "GET", objects.ProjectMemberAllManager._path + "/{user_id}", 200,  # noqa: SLF001
            types["SimpleMemberSchema"],
        ),
        told("GET", str(objects.CurrentUserManager._path), 200, types["ExpandedUserSchema"]),  # noqa: SLF001
    ]  # fmt: skip


def _many(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _taken(attributes: Any) -> Schema:
    names = [*attributes.required, *attributes.optional]
    return {
        "type": "object",
        "properties": {name: {} for name in names},
        "required": list(attributes.required),
        "additionalProperties": False,
    }


def _corrected(types: dict[str, Any]) -> dict[str, Any]:
    """Say what GitLab's documentation says and the types do not."""
    moved = types["WebhookMergeRequestEventSchema"]["properties"]
    told = moved["object_attributes"]
    # Only where commits were pushed; null until it is merged.
    told["properties"]["oldrev"] = {"type": "string"}
    told["properties"]["merge_commit_sha"] = _TEXT_OR_NULL
    # Only what changed is there, and a title may be.
    moved["changes"]["required"] = []
    moved["changes"]["properties"]["title"] = moved["changes"]["properties"]["target_branch"]
    note = types["WebhookMergeRequestNoteEventSchema"]["properties"]["object_attributes"]
    note["properties"]["action"] = {"enum": ["create", "update"]}
    # A membership need not end, and an address is shown to administrators alone.
    member = types["SimpleMemberSchema"]
    member["properties"]["expires_at"] = _TEXT_OR_NULL
    member["required"].remove("email")
    # Lists of users are short: no moment of creation.
    types["SimpleUserSchema"]["required"].remove("created_at")
    # Until there is a merge or squash commit, or a pipeline, these are null.
    for name in ("merge_commit_sha", "squash_commit_sha", "sha"):
        types["ExpandedMergeRequestSchema"]["properties"][name] = _TEXT_OR_NULL
    return types


def _types() -> dict[str, Any]:
    """Return the types as schemas, by way of the TypeScript compiler."""
    if not (_FRONTEND / "node_modules" / "@gitbeaker" / "core").exists():
        raise FileNotFoundError("@gitbeaker/core is missing: run make, or npm ci in frontend")
    script = _FRONTEND / "scripts" / "typed-schemas.mjs"
    made = subprocess.run(
        [node(), str(script), "@gitbeaker/core", *_TYPES],
        cwd=_FRONTEND, capture_output=True, check=True,
    )  # fmt: skip
    types: dict[str, Any] = json.loads(made.stdout)
    return types
