"""What an assistant says of a patch that is to be measured."""

from base64 import b64encode
from typing import Annotated

from pydantic import Field

LARGEST = 650_000
MeasuringSuite = Annotated[str, Field(description="Name of the suite that measures it")]
Base = Annotated[str, Field(description="Commit that the diff was made of: hash or tag")]
BaseBranch = Annotated[str, Field(description="Branch of that commit")]
Diff = Annotated[
    str, Field(min_length=1, max_length=LARGEST, description="As git diff writes it, paths a/ b/")
]
Subject = Annotated[str, Field(min_length=1, max_length=150, description="What it does")]
Variants = Annotated[
    list[str] | None, Field(max_length=50, description="Benchmarks, or name=value of variants")
]


def encoded(diff: str) -> str:
    """Return a diff as it is sent; its last line ends, as git demands."""
    lines = diff if diff.endswith("\n") else f"{diff}\n"
    return b64encode(lines.encode()).decode()
