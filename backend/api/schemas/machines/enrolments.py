"""Tokens by which agents enrol."""

from pydantic import AwareDatetime, BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.api.schemas.machines.pages import AgentRegistration, PublicKey, Signature


class AgentEnrolmentWanted(Sent):
    testbed: Name | None = None
    """The only one that the agent will measure on; without it the agent names its own."""


class AgentEnrolmentMade(BaseModel):
    """A token for one agent; only its hash is stored."""

    id: int = 0
    """Its number, by which it is withdrawn. 0: an older server, which gives none."""
    token: str
    """Shown once."""
    expires_at: AwareDatetime


class OpenEnrolment(BaseModel):
    """A token that nobody used yet; it is not known here."""

    id: int
    testbed: str | None
    """The only one that it lets an agent in for; null: the one that the agent names."""
    asked_by: str
    """Name of whoever made it."""
    created_at: AwareDatetime
    expires_at: AwareDatetime


class AgentEnrolmentUsed(AgentRegistration):
    """An agent that enrols by a token: who it is, and the Ed25519 key that it will sign with."""

    token: Text = Field(min_length=1, max_length=200)
    public_key: PublicKey
    """In hexadecimal."""
    proof: Signature
    """Of “tidemark agent key v1”, the agent's name and the key, each ended by a line feed."""


class AgentLetIn(BaseModel):
    """What an enrolled agent needs from now on."""

    id: str
    project: str
    testbed: str
    """That of the token, or the one that the agent named."""
    secret: str
    """Of its own API key, which may report and take jobs for that testbed; shown once."""
    version: str
    """Of the server: agents differ from it by one minor version at most."""
