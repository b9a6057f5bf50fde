"""Generate the clients of the API from the API itself; --check only compares."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import python_client
import web_pages
from places import FRONTEND, PYTHON, ROOT

TYPES = FRONTEND / "src" / "api" / "schema.gen.ts"


def main() -> int:
    """Write or compare the generated files; return the exit code."""
    command = [str(PYTHON), "-m", "backend.admin", "openapi"]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    fresh = {TYPES: _types(said), **python_client.files(json.loads(said))}
    stale = [file for file, text in fresh.items() if not _is(file, text)]
    if "--check" not in sys.argv:
        for file in stale:
            file.parent.mkdir(exist_ok=True)
            file.write_text(fresh[file])
            print(f"Written: {file.relative_to(ROOT)}")
        return 0
    for file in stale:
        print(f"{file.relative_to(ROOT)} does not match the API; run make client.")
    return 1 if stale else 0


def _is(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text() == text


def _types(said: bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        document, types = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        document.write_bytes(said)
        program: Path = FRONTEND / "node_modules" / ".bin" / "openapi-typescript"
        subprocess.run(
            [program, document, "--output", types], cwd=FRONTEND, check=True, capture_output=True,
            env=web_pages.with_node(dict(os.environ)),
        )  # fmt: skip
        return types.read_text()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.stderr.buffer.write(error.stderr or b"")
        sys.exit(1)
