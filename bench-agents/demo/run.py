"""Entry of the demo; see README.md beside it."""  # noqa: INP001 - a script

import signal
import sys

from tidemark_demo.cli import main

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends like Ctrl-C
    sys.exit(main())
