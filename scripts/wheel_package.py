"""The one package that the wheel installs: its folder holds `backend` and `workers`.

Nothing else of an installation can import or replace those two, whatever its own packages are.
"""

import sys
from pathlib import Path


def main() -> int:
    """Run the command `tidemark`."""
    sys.path.insert(0, str(Path(__file__).parent))
    from backend.cli.__main__ import main as command  # noqa: PLC0415  found from here on

    return command()
