"""Install what Tidemark needs into this checkout, then become the command that was asked for.

    python3 scripts/bootstrap.py [--dev] [--no-pages] [--no-detector] [--traces] [--otava]
        [-- command …]

Needs nothing but Python 3.11 and the standard library. This file alone must also be readable by
an older Python, so that it can hand over to a newer one or say what is missing.
"""

import os
import shutil
import sys

OLDEST_MINOR = 11
NEWEST_MINOR = 19


def main(arguments: list) -> int:
    """Hand over to a Python that is new enough; return the exit code."""
    if sys.version_info >= (3, OLDEST_MINOR):
        from installation import install  # noqa: PLC0415 - needs the newer Python

        return install(arguments)
    for minor in range(NEWEST_MINOR, OLDEST_MINOR - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            os.execv(newer, [newer, __file__, *arguments])  # noqa: S606 - this same script
    found = sys.version.split()[0]
    print(
        f"Tidemark needs Python 3.11 or newer; this is {found}. "
        "On Debian 12 or newer: apt-get install python3 python3-venv.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
