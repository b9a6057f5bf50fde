"""What can keep Tidemark from starting, as one sentence for the person at the terminal."""


class CannotStartError(Exception):
    """Starting is impossible; the message names place, reason and remedy."""


class StopRequestedError(Exception):
    """A person or the system asked the supervisor to stop."""
