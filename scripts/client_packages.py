"""The typed clients of the API as packages of their own: a wheel for Python, a tarball for npm.

Both are made of what is generated from the API's description: `backend/client`, and the types of
the pages. The Python client needs msgspec; the one for TypeScript brings openapi-fetch along.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import web_pages
from places import FRONTEND, PYTHON, ROOT

MODULES = ("answers.py", "call.py", "sender.py", "wire.py")
FOLDERS = ("calls", "models_gen")
BUNDLED = ("openapi-fetch", "openapi-typescript-helpers")
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tidemark-bench-client"
version = "{version}"
description = "Typed client of the API of Tidemark"
requires-python = ">=3.11"
license = "Apache-2.0"
license-files = ["LICENSE"]
dependencies = [{msgspec}]

[tool.hatch.build.targets.wheel]
only-include = ["tidemark_client"]
"""
INIT = '''"""Typed client of the API of Tidemark.

    from tidemark_client import Sender, Server
    from tidemark_client.calls import projects

    Sender(Server("https://tidemark.example", key)).send(projects.list_projects())
"""

from tidemark_client.answers import RefusedError, ServerError, ServerUnreachableError
from tidemark_client.sender import Sender, Server

__all__ = ["RefusedError", "Sender", "Server", "ServerError", "ServerUnreachableError"]
'''
SCRIPT = """import createFetchClient from "openapi-fetch";

export function createClient(url, key) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  return createFetchClient({ baseUrl: url.replace(/\\/+$/, ""), headers });
}
"""
TYPES = """import type { Client } from "openapi-fetch";
import type { paths } from "./schema.gen.js";

export type { components, operations, paths } from "./schema.gen.js";

/** A client of the server at this address, on behalf of whoever has the key. */
export declare function createClient(url: string, key?: string): Client<paths>;
"""


def build(into: Path, version: str) -> list[Path]:
    """Build both; the one for npm where there is a Node and the pages are installed."""
    with tempfile.TemporaryDirectory() as folder:
        made = [_python(Path(folder) / "python", into, version)]
        if (FRONTEND / "node_modules" / BUNDLED[0]).is_dir():
            made.append(_npm(Path(folder) / "npm", into, version))
    return made


def _python(here: Path, into: Path, version: str) -> Path:
    package = here / "tidemark_client"
    for name in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "backend" / "client" / name, package / name, ignore=ignored)
    for name in MODULES:
        shutil.copy(ROOT / "backend" / "client" / name, package / name)
    for file in package.rglob("*.py"):
        file.write_text(file.read_text().replace("backend.client", "tidemark_client"))
    (package / "__init__.py").write_text(INIT)
    (package / "py.typed").touch()
    shutil.copy(ROOT / "LICENSE", here / "LICENSE")
    declared = (ROOT / "pyproject.toml").read_text()
    msgspec = next(line.strip() for line in declared.splitlines() if '"msgspec' in line)
    project = PROJECT.format(version=version, msgspec=msgspec.partition("#")[0].strip().strip(","))
    (here / "pyproject.toml").write_text(project)
    command = [str(PYTHON), "-m", "hatchling", "build", "-t", "wheel", "--directory", str(into)]
    subprocess.run(command, cwd=here, check=True, stdout=sys.stderr)
    return into / f"tidemark_bench_client-{version}-py3-none-any.whl"


def _npm(here: Path, into: Path, version: str) -> Path:
    here.mkdir()
    shutil.copy(FRONTEND / "src" / "api" / "schema.gen.ts", here / "schema.gen.d.ts")
    shutil.copy(ROOT / "LICENSE", here / "LICENSE")
    (here / "index.js").write_text(SCRIPT)
    (here / "index.d.ts").write_text(TYPES)
    known = {one: FRONTEND / "node_modules" / one for one in BUNDLED}
    for name, folder in known.items():
        shutil.copytree(folder, here / "node_modules" / name)
    exact = {
        name: json.loads((folder / "package.json").read_text())["version"]
        for name, folder in known.items()
    }
    described = {
        "name": "tidemark-bench-client", "version": version, "license": "Apache-2.0",
        "description": "Typed client of the API of Tidemark", "type": "module",
        "main": "index.js", "types": "index.d.ts",
        "files": ["index.js", "index.d.ts", "schema.gen.d.ts"],
        "dependencies": exact, "bundleDependencies": [*BUNDLED],
    }  # fmt: skip
    (here / "package.json").write_text(json.dumps(described, indent=2))
    env = web_pages.with_node(dict(os.environ))
    command = ["npm", "pack", "--silent", "--pack-destination", str(into)]
    subprocess.run(command, cwd=here, env=env, check=True, stdout=sys.stderr)
    return into / f"tidemark-bench-client-{version}.tgz"
