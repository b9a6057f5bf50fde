"""Generate the types of the API client from the API itself; --check only compares."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import web_pages
from places import FRONTEND, PYTHON, ROOT

GENERATED = FRONTEND / "src" / "api" / "schema.gen.ts"


def main() -> int:
    """Write or compare the generated file; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = _generate(Path(folder))
    if "--check" not in sys.argv:
        GENERATED.write_text(fresh)
        print(f"Written: {GENERATED.relative_to(ROOT)}")
        return 0
    if GENERATED.is_file() and GENERATED.read_text() == fresh:
        return 0
    print(f"{GENERATED.relative_to(ROOT)} does not match the API; run make client.")
    return 1


def _generate(folder: Path) -> str:
    document, types = folder / "openapi.json", folder / "schema.ts"
    command = [str(PYTHON), "-m", "backend.cli", "openapi"]
    document.write_bytes(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
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
