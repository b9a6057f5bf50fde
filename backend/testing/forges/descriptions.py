"""What a forge publishes about its API: operations, what they take and what they answer."""

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jsonschema import Draft202012Validator

Schema = Mapping[str, Any]
MISSING: Any = object()
_TEXTS = {"date-time": "2026-11-01T12:00:00Z", "uri": "https://forge.example/x"}


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked of a forge."""

    method: str
    template: str
    query: frozenset[str]
    body: Schema | None
    answers: Mapping[int, Schema | None]
    """By status; None where the description has no document for it."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        parts = re.split(r"\{[^}]+\}", self.template)
        return re.compile("([^/]+)".join(re.escape(part) for part in parts))

    def request_faults(self, query: Sequence[str], body: Any) -> list[str]:
        """Return what the description does not know of in a request."""
        faults = [f"{name} is no parameter" for name in query if name not in self.query]
        if body is not None and self.body is None:
            faults.append("no body is described")
        if self.body is not None:
            faults += faults_of(self.body, body)
        return [f"{self.method} {self.template}: {fault}" for fault in faults]

    def answer_faults(self, status: int, document: Any) -> list[str]:
        """Return what the description does not know of in an answer."""
        schema = self.answers.get(status)
        faults = faults_of(schema, document) if schema is not None else []
        return [f"{self.method} {self.template} {status}: {fault}" for fault in faults]


@dataclass(frozen=True)
class Description:
    """All that our clients ask of one forge."""

    operations: Sequence[Operation]
    events: Mapping[str, Schema] = field(default_factory=dict)
    """Of webhooks, by event and action."""

    def find(self, method: str, path: str) -> tuple[Operation, tuple[str, ...]] | None:
        """Return the operation behind an address, and what its places hold."""
        for operation in self.operations:
            found = operation.pattern.fullmatch(path)
            if found and operation.method == method:
                return operation, found.groups()
        return None


def faults_of(schema: Schema, document: Any) -> list[str]:
    """Return where a document does not fit its schema."""
    found = Draft202012Validator(schema).iter_errors(document)
    return [f"{error.json_path}: {error.message[:200]}" for error in found]


def closed(schema: Any) -> Any:
    """Return a schema that takes no property it does not name: clients read them tolerantly."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        inner["additionalProperties"] = False
    return inner


def filled(schema: Schema, given: Any = MISSING) -> Any:
    """Return the smallest document that fits a schema and says what is given."""
    return _Filling(schema.get("$defs", {})).fill(schema, given)


@dataclass(frozen=True)
class _Filling:
    named: Mapping[str, Schema]

    def fill(self, schema: Schema, given: Any) -> Any:
        if "$ref" in schema:
            return self.fill(self.named[schema["$ref"].rpartition("/")[2]], given)
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            return self.fill(self._choose(options, given), given)
        if schema.get("type") == "object":
            return self._object(schema, given)
        if schema.get("type") == "array":
            members = [] if given is MISSING else given
            return [self.fill(schema.get("items", {}), one) for one in members]
        return _plain(schema) if given is MISSING else given

    def _object(self, schema: Schema, given: Any) -> Any:
        if given is not MISSING and not isinstance(given, Mapping):
            return given
        told = {} if given is MISSING else given
        properties = schema.get("properties", {})
        names = [*schema.get("required", ()), *(name for name in told)]
        return {
            name: self.fill(properties.get(name, {}), told.get(name, MISSING))
            for name in dict.fromkeys(names)
        }

    def _choose(self, options: Sequence[Schema], given: Any) -> Schema:
        resolved = [self._resolved(one) for one in options]
        if given is None or given is MISSING:
            is_null = given is None
            return next((s for s in resolved if (s.get("type") == "null") is is_null), resolved[0])
        wanted = _kind(given)
        fits = [s for s in resolved if s.get("type", wanted) == wanted]
        if isinstance(given, Mapping):
            known = [s for s in fits if set(given) <= set(s.get("properties", given))]
            fits = known or fits
        return (fits or resolved)[0]

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self.named[schema["$ref"].rpartition("/")[2]]
        return schema


def _kind(given: Any) -> str:
    kinds = {bool: "boolean", str: "string", int: "integer", list: "array", dict: "object"}
    return kinds.get(type(given), "number")


def _plain(schema: Schema) -> Any:
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    made = {
        "string": _TEXTS.get(str(schema.get("format")), "x"),
        "integer": 1, "number": 1, "boolean": False, "null": None,
    }  # fmt: skip
    return copy.copy(made.get(str(schema.get("type"))))
