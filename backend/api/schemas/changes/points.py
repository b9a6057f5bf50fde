"""Change points as pages show them."""

from backend.api.schemas.inputs import Sent


class ChangeJudgement(Sent):
    """What a person says of a change point."""

    is_change: bool
    """False: it is none, whatever later results show. True: take that back."""
