"""Write what docker-compose.yml needs: fresh secrets, and a file with every setting.

Runs again after an update: it adds what is missing and changes nothing that is there.
"""

import secrets
import shutil
import sys
from pathlib import Path

from places import ROOT

GENERATED = (
    "TIDEMARK_OWNER_PASSWORD",
    "TIDEMARK_APPLICATION_PASSWORD",
    "TIDEMARK_REDIS_PASSWORD",
    "TIDEMARK_SECRET",
)
SUPERUSER_BEFORE = "TIDEMARK_DATABASE_PASSWORD"
"""Where older releases kept the password of the database's superuser."""
TEMPLATE = ROOT / "settings.env.example"


def main() -> int:
    """Write the files; return the exit code."""
    for line in prepare(ROOT):
        print(line)
    return 0


def prepare(directory: Path) -> list[str]:
    """Bring the files in a directory to what this release needs; return what was done."""
    file = directory / ".env"
    known = _read(file)
    missing = [name for name in GENERATED if not known.get(name)]
    done = []
    if missing:
        file.touch(mode=0o600)
        before = file.read_text()
        gap = "" if not before or before.endswith("\n") else "\n"
        fresh = "".join(f"{name}={secrets.token_urlsafe(32)}\n" for name in missing)
        file.write_text(before + gap + fresh)
        done.append(f"{file}: added {', '.join(missing)}")
    superuser = directory / ".secrets" / "database-superuser"
    if not superuser.exists():
        _write_secret(superuser, known.get(SUPERUSER_BEFORE) or secrets.token_urlsafe(32))
        done.append(f"{superuser}: written")
    chosen = directory / "settings.env"
    if not chosen.exists():
        chosen.touch(mode=0o600)
        shutil.copyfile(TEMPLATE, chosen)
        done.append(f"{chosen}: written; every setting is in it, none is set")
    return done or ["Everything is there already and stays as it is."]


def _read(file: Path) -> dict[str, str]:
    lines = file.read_text().splitlines() if file.exists() else []
    pairs = (line.partition("=") for line in lines if not line.lstrip().startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}


def _write_secret(file: Path, secret: str) -> None:
    # the containers run as accounts of their own: the folder keeps others out, not the file
    file.parent.mkdir(mode=0o700, exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(secret)
    file.chmod(0o444)


if __name__ == "__main__":
    sys.exit(main())
