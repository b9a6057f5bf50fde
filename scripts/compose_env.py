"""Write .env with fresh secrets for docker-compose.yml; an existing file is left alone."""

import secrets
import sys

from places import ROOT

NAMES = ("TIDEMARK_DATABASE_PASSWORD", "TIDEMARK_REDIS_PASSWORD", "TIDEMARK_SECRET")


def main() -> int:
    """Write the file; return the exit code."""
    file = ROOT / ".env"
    if file.exists():
        print(f"{file} is there already and stays as it is.")
        return 1
    file.touch(mode=0o600)
    file.write_text("".join(f"{name}={secrets.token_urlsafe(32)}\n" for name in NAMES))
    print(f"Written: {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
