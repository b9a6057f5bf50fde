"""What is sent about accounts: whom to list, and links to a new password."""

from typing import Literal

from backend.api.schemas.inputs import Sent
from backend.api.schemas.people.members import Address, Password, Token

AccountStateName = Literal["enabled", "disabled", "administrators"]


class LinkRequest(Sent):
    email: Address
    """Address of the account."""


class LinkToken(Sent):
    token: Token
    """What the link ends in."""


class NewPassword(LinkToken):
    password: Password
    """The new one."""
