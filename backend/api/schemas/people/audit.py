"""The audit trail as pages read it."""

from typing import Literal

Value = str | int | float | bool | None
WhoName = Literal["person", "key", "agent", "ci", "forge", "shell", "server", "nobody"]
