"""The command `tidemark`: nothing that happens here ends in a traceback."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

STOPPED, OWN_ERROR = 130, 70


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return what it ends with, see `exits.py`."""
    _open_what_is_closed()
    try:
        from backend.cli.program import run  # noqa: PLC0415  Ctrl-C may come while it is read

        return run(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("tidemark: stopped; nothing more was sent.\n")
        return STOPPED
    except Exception as error:  # noqa: BLE001  the last resort
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        sys.stderr.write(f"tidemark: an error of its own, please report it: {said}\n")
        return OWN_ERROR


def _open_what_is_closed() -> None:
    """Let what nobody hears go nowhere: `>&-` leaves no stream at all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            silence = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  for good
            setattr(sys, name, silence)


if __name__ == "__main__":
    sys.exit(main())
