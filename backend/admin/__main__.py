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
        print(f"tidemark: {error}", file=sys.stderr)
        for fault in error.faults if isinstance(error, DomainError) else ():
            place = fault.pointer.replace("/query/", "--")
            print(f"  {place}: {fault.reason}; {fault.remedy}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
