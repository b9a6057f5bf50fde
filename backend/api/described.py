"""Descriptions of the API's properties: the docstrings that stand under the fields of its classes.

They are read from the source when somebody asks for the description, not at start: no server
waits for them.
"""

import ast
import inspect
import json
import re
import sys
import tomllib
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import BaseModel

from backend.domain.plain_values import NULL_IF_NOT_FINITE

Document = dict[str, Any]
NULL = {"type": "null"}
MEANINGS = Path(__file__).with_name("property_meanings.toml")
"""Texts for fields that have none in the code, most of them under many classes."""


def described(document: Document, routers: Sequence[APIRouter]) -> Document:
    """Return the description of calls with what each property means."""
    describe(document, _classes(routers))
    return with_plain_pages(document)


def describe(document: Document, classes: Mapping[str, type]) -> None:
    """Add to each component what the class behind it says of its properties.

    A dataclass is an answer: it carries each field, also one with a default.
    """
    meanings = tomllib.loads(MEANINGS.read_text())
    for name, component in document["components"]["schemas"].items():
        properties = component.get("properties", {})
        behind = classes.get(name.removesuffix("-Input").removesuffix("-Output"))
        texts = meanings.get("usual", {}) | meanings.get(name, {})
        if behind is not None:
            texts |= docstrings(behind)
        for field, schema in properties.items():
            if field in texts:
                schema.setdefault("description", texts[field])
        if behind is not None and is_dataclass(behind):
            component["required"] = list(properties)
            for field in _nullable(behind):
                properties[field] = _or_null(properties[field])


def with_plain_pages(document: Document) -> Document:
    """Name each page of a list after what it lists: `CommitPage` for a page of commits."""
    plain: Document = json.loads(re.sub(r"\bPage_(\w+?)_(?=\")", r"\1Page", json.dumps(document)))
    return plain


def _or_null(schema: Document) -> Document:
    words: Document = {key: schema.pop(key) for key in ("title", "description") if key in schema}
    return {"anyOf": [schema, NULL], **words}


def _nullable(answer: type) -> Iterator[str]:
    hints = typing.get_type_hints(answer, include_extras=True)
    for field, hint in hints.items():
        if NULL_IF_NOT_FINITE in getattr(hint, "__metadata__", ()):
            yield field


def docstrings(described: type) -> dict[str, str]:
    """Return the texts under the fields of a class and of those that it extends."""
    found: dict[str, str] = {}
    for one in reversed(described.__mro__):
        if one.__module__.startswith("backend."):
            found |= _of_module(one.__module__).get(one.__qualname__, {})
    return found


@cache
def _of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    return {node.name: _of_class(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _of_class(node: ast.ClassDef) -> dict[str, str]:
    found = {}
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
    return found


def _classes(routers: Sequence[APIRouter]) -> dict[str, type]:
    """Return the classes that calls take and answer, with all that stand in them, by name."""
    found: dict[str, type] = {}
    for route in (one for router in routers for one in router.routes):
        if isinstance(route, APIRoute):
            bodies = [one.field_info.annotation for one in route.dependant.body_params]
            for hint in (route.response_model, *bodies):
                _collect(hint, found)
    return found


def _collect(hint: Any, found: dict[str, type]) -> None:  # noqa: ANN401  a type, or a form of typing
    for inner in typing.get_args(hint):
        _collect(inner, found)
    hint = typing.get_origin(hint) or hint
    if not isinstance(hint, type) or hint.__name__ in found:
        return
    if is_dataclass(hint) or issubclass(hint, BaseModel):
        found[hint.__name__] = hint
        for inner in typing.get_type_hints(hint).values():
            _collect(inner, found)
