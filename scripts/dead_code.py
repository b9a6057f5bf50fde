"""Fail where a function, class or method of Python is used by nothing, not even by a test.

Fields and variables are not looked at: a field of an answer is read by the page.
"""

import sys

from places import ROOT
from vulture.core import Vulture

LOOKED_AT = ("backend", "workers", "scripts", "migrations/env.py")
GENERATED = ["*/backend/client/*"]
KINDS = ("function", "class", "method", "property", "unreachable_code")
CALLED_BY_DECORATOR = [
    "@app.*", "@cache*", "@task", "@*.command*", "@event.*", "@field_validator*", "@mcp.*",
    "@model_validator*", "@pytest*", "@router.*", "@*.task*", "@worker_*", "@given*",
    "@*.connect*", "@*.middleware*", "@*.exception_handler*",
]  # fmt: skip
CALLED_BY_NAME = [
    # of tests: pytest, http.server, aiosmtpd
    "test_*", "pytest_*", "do_*", "handle_*", "log_message", "Test*",
    # of click, uvicorn, celery and limits, which call what they are given
    "list_commands", "get_command", "format_commands", "init_processes", "keep_subprocess_alive",
    "SlowClientTimeout", "watched_app", "ConsumerHeart", "acquire_sliding_window_entry",
    "clear_sliding_window",
    # of Python
    "__getattr__",
    # tables: migrations and statements name them in SQL
    "*Row",
]  # fmt: skip


def main() -> int:
    """Print each definition; return the exit code."""
    search = Vulture(ignore_names=CALLED_BY_NAME, ignore_decorators=CALLED_BY_DECORATOR)
    search.scavenge([str(ROOT / place) for place in LOOKED_AT], exclude=GENERATED)
    unused = [item for item in search.get_unused_code() if item.typ in KINDS]
    for item in unused:
        place = item.filename.relative_to(ROOT)
        print(f"{place}:{item.first_lineno} {item.typ} {item.name} is used by nothing. Delete it.")
    return 1 if unused else 0


if __name__ == "__main__":
    sys.exit(main())
