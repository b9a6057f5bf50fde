"""Whether all components of the server do their work."""

from typing import Literal

from pydantic import BaseModel


class ReadyAnswer(BaseModel):
    """Everything does its work; otherwise the answer is a problem that names each part."""

    status: Literal["ready"] = "ready"
    warnings: list[str] = []
    """What will be out of order if nobody acts, such as a disk that is nearly full."""
