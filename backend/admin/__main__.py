"""Run one command of `tidemark admin`."""

import importlib
import sys
from collections.abc import Sequence

from backend.admin.parser import make_parser
from backend.domain.errors import DomainError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong use and wrong input end with 2 and one sentence."""
    options = make_parser().parse_args(arguments)
    run = importlib.import_module(f"backend.admin.{options.module}").COMMANDS[options.command]
    try:
        return int(run(options) or 0)
    except (DomainError, OSError) as error:
        print(f"tidemark: {_described(error)}", file=sys.stderr)
        for fault in error.faults if isinstance(error, DomainError) else ():
            place = fault.pointer.replace("/query/", "--")
            print(f"  {place}: {fault.reason}; {fault.remedy}", file=sys.stderr)
        return 2


def _described(error: DomainError | OSError) -> str:
    """Name the file that could not be used, and why."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


if __name__ == "__main__":
    raise SystemExit(main())
