"""Claims: a file of them, as it is sent."""

from typing import Annotated

from pydantic import Field

from backend.api.schemas.inputs import Sent, Text
from backend.domain.claims.files import LONGEST


class ClaimImport(Sent):
    text: Annotated[Text, Field(min_length=1, max_length=LONGEST)]
    """A file of claims, TOML or JSON; a suite's manifest is one as well."""
