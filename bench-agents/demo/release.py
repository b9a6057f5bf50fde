"""One release, as suites of the agent measure it: installed, named, called for one sample.

Usage: release.py install|version PACKAGE RELEASE, or release.py sample PACKAGE RELEASE BENCHMARK.
"""

import os
import sys
from pathlib import Path

from tidemark_demo.one_release import main

PYTHON = "TIDEMARK_DEMO_PYTHON"
"""The interpreter that the demo measured with: wheels fit one interpreter."""

STATE = "TIDEMARK_DEMO_STATE"
USUAL_STATE = Path(__file__).resolve().parents[2] / ".tidemark" / "demo"

if __name__ == "__main__":
    if wanted := os.environ.pop(PYTHON, ""):
        os.execv(wanted, [wanted, *sys.argv])  # noqa: S606 - our own program
    sys.exit(main(sys.argv[1:], Path(os.environ.get(STATE, USUAL_STATE))))
