"""What GitHub publishes, as githubkit makes Python of it: its methods are read, never called."""

import ast
import inspect
import textwrap
from functools import cache
from importlib import import_module
from typing import Any

from pydantic import TypeAdapter

from backend.testing.forges.caching import cached
from backend.testing.forges.descriptions import Description, Operation, Schema, closed

_PACKAGE = "githubkit_schemas.v2022_11_28"
OPERATIONS = {
    "pulls.PullsClient.get": 200,
    "repos.ReposClient.compare_commits": 200,
    "issues.IssuesClient.list_comments": 200,
    "issues.IssuesClient.create_comment": 201,
    "issues.IssuesClient.update_comment": 200,
    "checks.ChecksClient.create": 201,
    "checks.ChecksClient.update": 200,
    "checks.ChecksClient.list_for_ref": 200,
    "repos.ReposClient.create_commit_status": 201,
    "repos.ReposClient.get_collaborator_permission_level": 200,
    "reactions.ReactionsClient.create_for_issue_comment": 201,
    "users.UsersClient.get_authenticated": 200,
    "apps.AppsClient.get_authenticated": 200,
    "apps.AppsClient.create_installation_access_token": 201,
}
"""What our client asks, and the status of success, which clients do not name."""
EVENTS = {
    "pull_request": ("opened", "synchronize", "reopened", "closed", "edited"),
    "issue_comment": ("created",),
    "merge_group": ("checks_requested",),
}


@cache
def github_description() -> Description:
    return cached(__file__, ("githubkit-schemas-2022-11-28",), _read)


def _read() -> Description:
    operations = [_operation(name, status) for name, status in OPERATIONS.items()]
    events = {
        f"{name}.{action}": _event(name, action) for name in EVENTS for action in EVENTS[name]
    }
    ping = import_module(f"{_PACKAGE}.webhooks.ping").PingEvent
    return Description(operations, events | {"ping": _schema(ping)})


def _operation(name: str, status: int) -> Operation:
    module, client, method = name.split(".")
    described = getattr(import_module(f"{_PACKAGE}.rest.{module}"), client)
    tree = ast.parse(textwrap.dedent(inspect.getsource(getattr(described, method))))
    verb, template = (ast.get_docstring(tree.body[0]) or "").split("\n")[2].split()  # type: ignore[arg-type]
    answers = {status: _model(_keyword(tree, "response_model"))}
    for refusal, model in _errors(tree).items():
        answers[refusal] = _model(model)
    return Operation(verb, template, _query(tree), _body(tree), answers)


def _keyword(tree: ast.AST, name: str) -> ast.expr | None:
    found = (node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == name)
    return next((node.value for node in found), None)


def _errors(tree: ast.AST) -> dict[int, ast.expr]:
    told = _keyword(tree, "error_models")
    if not isinstance(told, ast.Dict):
        return {}
    pairs = zip(told.keys, told.values, strict=True)
    return {int(ast.literal_eval(key)): value for key, value in pairs if key is not None}


def _query(tree: ast.AST) -> frozenset[str]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)):
            continue
        if ast.unparse(node.targets[0]) == "params":
            return frozenset(ast.literal_eval(key) for key in node.value.keys if key is not None)
    return frozenset()


def _body(tree: ast.AST) -> Schema | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "type_validate_python":
            return _model(node.args[0])
    return None


def _model(written: ast.expr | None) -> Schema | None:
    if written is None:
        return None
    names = {node.id for node in ast.walk(written) if isinstance(node, ast.Name)}
    models = import_module(f"{_PACKAGE}.models")
    known: dict[str, Any] = {"list": list, "Union": __import__("typing").Union}
    known |= {name: getattr(models, name) for name in names - set(known)}
    return _schema(eval(ast.unparse(written), known))  # noqa: S307  the package's own source


def _event(name: str, action: str) -> Schema:
    module = import_module(f"{_PACKAGE}.webhooks.{name}")
    return _schema(getattr(module, f"{name}_action_types")[action])


def _schema(model: Any) -> Schema:
    described: Schema = closed(TypeAdapter(model).json_schema())
    return described
