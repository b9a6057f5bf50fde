"""The typed client in Python, made of the API's description: models, and calls.

The models are made by datamodel-code-generator, and stand in a module for each group of calls:
making a class takes time, and a command needs few. Each operation becomes one function, whose
parameters, body and answer are those of the description.
"""

import ast
import json
import keyword
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from places import ROOT, VENV

CLIENT = ROOT / "backend" / "client"
MODELS = CLIENT / "models_gen"
SHARED = "shared"
"""The module of models that several groups of calls need."""
CALLS = CLIENT / "calls"
PREFIX = "/api/v1"
METHODS = ("get", "post", "put", "patch", "delete")
NOTE = "Made by scripts/python_client.py of the API's description; do not edit."

NOT_IN_MODELS = frozenset(
    {"title", "default", "pattern", "minLength", "maxLength", "minItems", "maxItems"}
    | {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "examples", "description"}
)
"""Left out of the models: limits are the server's business, what is left out is not sent, and
what each field means would take longer to load than a command takes: it stands at /api/docs."""

LONG_NAME = re.compile(r"backend__api__schemas__(?:\w+__)?([a-z_]+)__(\w+)")

NAMES = {
    "typing": ("Annotated", "Any", "Literal", "TypeAlias"),
    "msgspec": ("UNSET", "Meta", "Struct", "UnsetType"),
}
"""What modules of models import."""

Operation = tuple[str, str, str, str, dict[str, Any]]
"""Group, name, method, path, and all that is said of it."""

PLAIN = str, int, float, bool
"""Types of defaults that models have."""

SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def files(document: dict[str, Any]) -> dict[Path, str]:
    """Return the generated files by their place."""
    document = json.loads(LONG_NAME.sub(_short_name, json.dumps(document)))
    calls: dict[Path, str] = {}
    needed: dict[str, set[str]] = {}
    for group, text, models in _modules(document):
        calls[CALLS / f"{group}.py"], needed[group] = text, models
    return dict(_model_files(_models(document), needed)) | calls


def _short_name(found: re.Match[str]) -> str:
    """Name a model that shares its name with another after its file as well: `PullsFinding`."""
    return found[1].title().replace("_", "") + found[2]


def _models(document: dict[str, Any]) -> str:
    plain = {**document, "paths": {}}
    schemas = document["components"]["schemas"]
    said = {name: schema.get("description") for name, schema in schemas.items()}
    bare = {
        name: _with_defaults(schema, schemas[name])
        | ({"description": said[name]} if said[name] else {})
        for name, schema in _bare(schemas).items()
    }
    plain["components"] = {"schemas": bare}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "models.py"
        source.write_text(json.dumps(plain))
        command = [
            # by its module: the script names the place that the environment was made in
            VENV / "bin" / "python", "-m", "datamodel_code_generator",
            "--input", source, "--input-file-type", "openapi", "--output", target,
            "--output-model-type", "msgspec.Struct", "--target-python-version", "3.11",
            "--enum-field-as-literal", "all", "--use-schema-description", "--use-double-quotes",
            "--disable-timestamp", "--custom-file-header", f'"""Models. {NOTE}"""',
            "--formatters", "ruff-format",
        ]  # fmt: skip
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        # what has a default is never left unset
        return re.sub(r" \| UnsetType = (?!UNSET)", " = ", target.read_text())


def _bare(part: Any, *, is_named: bool = True) -> Any:  # noqa: ANN401  any part of JSON
    """Return a schema without what models have not; names of properties are no keywords."""
    if isinstance(part, list):
        return [_bare(one, is_named=False) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _bare(inner, is_named=not is_named and name == "properties")
        for name, inner in part.items()
        if is_named or name not in NOT_IN_MODELS
    }


def _with_defaults(bare: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Let fields of answers be their default where a server of before does not give them."""
    left = {
        name: one["default"]
        for name, one in schema.get("properties", {}).items()
        if name in schema.get("required", ()) and isinstance(one.get("default"), PLAIN)
    }
    if not left:
        return bare
    parts = {
        name: one | ({"default": left[name]} if name in left else {})
        for name, one in bare["properties"].items()
    }
    return bare | {
        "properties": parts,
        "required": [name for name in schema["required"] if name not in left],
    }


OPENING = """
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
"""
LOADING = """
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        try:
            module = import_module(f"{__name__}.{PLACES[name]}")
        except KeyError:
            raise AttributeError(name) from None
        return getattr(module, name)
"""


def _model_files(text: str, needed: dict[str, set[str]]) -> Iterator[tuple[Path, str]]:
    """Write one module of models for each group, one for what they share, and who finds them."""
    lines = text.splitlines()
    models: dict[str, str] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.AnnAssign):
            name = node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.target)
            models[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    uses = {
        name: set(re.findall(r"\b[A-Z]\w+\b", said)) & models.keys() - {name}
        for name, said in models.items()
    }
    places = _places(uses, needed)
    for place in sorted(set(places.values())):
        own = [name for name in models if places[name] == place]
        others = sorted({one for name in own for one in uses[name] if places[one] != place})
        body = "\n\n\n".join(models[name] for name in own)
        yield MODELS / f"{place}.py", _formatted(_model_head(body, others) + body + "\n")
    found = "".join(
        f"    from backend.client.models_gen.{place} import {name} as {name}\n"
        for name, place in sorted(places.items())
    )
    known = f"PLACES = {json.dumps(dict(sorted(places.items())))}\n"
    yield (
        MODELS / "__init__.py",
        _formatted(f'"""Models. {NOTE}"""\n{OPENING}{found}{known}{LOADING}'),
    )


def _places(uses: dict[str, set[str]], needed: dict[str, set[str]]) -> dict[str, str]:
    """Say in which module each model stands."""
    groups: dict[str, set[str]] = {name: set() for name in uses}
    for group, models in needed.items():
        waiting = set(models)
        while waiting:
            name = waiting.pop()
            groups[name].add(group)
            waiting |= {one for one in uses[name] if group not in groups[one]}
    return {name: min(those) if len(those) == 1 else SHARED for name, those in groups.items()}


def _model_head(body: str, others: list[str]) -> str:
    head = f'"""Models. {NOTE}"""\n\nfrom __future__ import annotations\n\n'
    for module in ("typing", "msgspec"):
        names = [one for one in NAMES[module] if re.search(rf"\b{one}\b", body)]
        head += f"from {module} import {', '.join(names)}\n" if names else ""
    if others:
        head += f"from backend.client.models_gen.{SHARED} import {', '.join(others)}\n"
    return head + "\n"


def _modules(document: dict[str, Any]) -> Iterator[tuple[str, str, set[str]]]:
    """Write one module for each group of calls, as the description groups them."""
    groups: dict[str, list[Operation]] = {}
    for operation in _operations(document):
        groups.setdefault(re.sub(r"\W", "_", operation[0]), []).append(operation)
    for group, operations in groups.items():
        written = [_function(*operation[1:]) for operation in operations]
        models = sorted(set().union(*(used for _, used in written)))
        text = "".join(text for text, _ in written)
        head = f'"""Calls: {group.replace("_", " ")}. {NOTE}"""\n\n'
        head += "from __future__ import annotations\n\n"
        typing = [name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", text)]
        head += f"from typing import {', '.join(typing)}\n\n" if typing else ""
        head += (
            f"from backend.client.call import ApiCall{', quoted' if 'quoted(' in text else ''}\n"
        )
        head += f"from backend.client.models_gen import {', '.join(models)}\n" if models else ""
        yield group, _formatted(head + text), set(models)


def _formatted(text: str) -> str:
    command = [VENV / "bin" / "ruff", "format", "--isolated", "--line-length", "100", "-"]
    done = subprocess.run(command, input=text, text=True, check=True, capture_output=True)
    return done.stdout


def _operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, operations in sorted(document["paths"].items()):
        for method in METHODS:
            if method in operations and path.startswith(PREFIX):
                said = operations[method]
                name = said["operationId"].split("_api_v1_")[0]
                yield said["tags"][0], name, method, path.removeprefix(PREFIX), said


def _function(name: str, method: str, path: str, operation: dict[str, Any]) -> tuple[str, set[str]]:
    """Write the function of one operation; name the models it needs."""
    parameters = operation.get("parameters", [])
    places = sorted(
        (one for one in parameters if one["in"] == "path"), key=lambda one: path.index(one["name"])
    )
    asked = [one for one in parameters if one["in"] == "query"]
    types = {one["name"]: _type(one["schema"]) for one in (*places, *asked)}
    signature = [f"{one['name']}: {types[one['name']]}" for one in places]
    body = _body(operation) if method != "get" else None
    keywords = [f"body: {body}"] if body else []
    for one in sorted(asked, key=lambda one: not one.get("required")):
        text = types[one["name"]]
        absent = "" if one.get("required") else f"{'' if 'None' in text else ' | None'} = None"
        keywords.append(f"{_identifier(one['name'])}: {text}{absent}")
    answer = _answer(operation)
    address = re.sub(r"\{(\w+)\}", r"{quoted(\1)}", path)
    query = "".join(f'"{one["name"]}": {_identifier(one["name"])}, ' for one in asked)
    inner = [f'"{method.upper()}"', f'{"f" if places else ""}"{address}"', answer]
    inner += [f"query={{{query}}}"] if query else []
    inner += ["body=body"] if body else []
    says = operation.get("description") or operation["summary"] + "."
    text = (
        f"\n\ndef {name}({', '.join(signature + (['*', *keywords] if keywords else []))})"
        f' -> ApiCall[{answer}]:\n    """{says.splitlines()[0]}"""\n'
        f"    return ApiCall({', '.join(inner)})\n"
    )
    needed = " ".join([*types.values(), body or "", answer])
    return text, set(re.findall(r"\b[A-Z]\w+\b", re.sub(r'"[^"]*"', "", needed))) - {
        "Any",
        "None",
        "Literal",
    }


def _identifier(name: str) -> str:
    plain = re.sub(r"\W", "_", name)
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def _body(operation: dict[str, Any]) -> str | None:
    """Return the type of what is sent; calls that read a file as it is describe no body."""
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        return _type(content["application/json"]["schema"])
    return "bytes" if operation["x-action"] == "report" else None


def _answer(operation: dict[str, Any]) -> str:
    good = next(said for code, said in operation["responses"].items() if code.startswith("2"))
    content = good.get("content", {})
    if not content:
        return "None"
    return (
        _type(content["application/json"]["schema"]) if "application/json" in content else "bytes"
    )


def _type(schema: dict[str, Any]) -> str:
    """Write the type of a schema as it stands in a signature."""
    if "$ref" in schema:
        return re.sub(r"\W", "", str(schema["$ref"]).rsplit("/", 1)[-1])
    if "anyOf" in schema or "oneOf" in schema:
        return " | ".join(_type(one) for one in schema.get("anyOf") or schema["oneOf"])
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(one) for one in schema['enum'])}]"
    kind = schema.get("type")
    if kind == "array":
        return f"list[{_type(schema['items'])}]"
    if kind == "null":
        return "None"
    return SCALARS.get(str(kind), "dict[str, Any]" if kind == "object" else "Any")
