"""One release, as suites of the agent measure it: installed, named, called for one sample.

Usage: release.py install|version PACKAGE RELEASE, or release.py sample PACKAGE RELEASE BENCHMARK.
"""  # noqa: INP001 - a script

import os
import sys

from tidemark_demo.one_release import main

PYTHON = "TIDEMARK_DEMO_PYTHON"
"""The interpreter that the demo measured with: wheels fit one interpreter."""

if __name__ == "__main__":
    wanted = os.environ.get(PYTHON, sys.executable)
    if not os.path.samefile(wanted, sys.executable):
        os.execv(wanted, [wanted, *sys.argv])  # noqa: S606 - our own program
    sys.exit(main(sys.argv[1:]))
