"""Machines that were noisy while something was measured on them."""

from pydantic import BaseModel


class NoisyMachine(BaseModel):
    """A machine against which its own runs speak, of those that the answer rests on."""

    machine_id: int
    machine: str
    text: str
    """Follows “measured on” and its name: “which was noisy: noise score 58 of 100 [55, 60]”."""
