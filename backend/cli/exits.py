"""What the command ends with. Scripts and CI systems rely on these numbers."""

from enum import IntEnum


class Exit(IntEnum):
    FINE = 0
    REGRESSION = 1
    """The gate is closed: something became worse."""
    WRONG_USE = 2
    """The command, a file or a value is wrong."""
    CANNOT_TELL = 3
    """The gate is neither open nor closed: too little was measured."""
    REFUSED = 4
    """The server says no: no key, no right, no such thing."""
    TRY_LATER = 5
    """The server was not reached or is busy; what was to be sent is kept."""
    STOPPED = 130
    """Ctrl-C."""


class CommandError(Exception):
    """Ends the command with one sentence, what to do, and its number."""

    def __init__(self, said: str, remedy: str = "", code: Exit = Exit.WRONG_USE) -> None:
        super().__init__(said)
        self.remedy = remedy
        self.code = code
