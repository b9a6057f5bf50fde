"""Projects, the session and API keys."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from backend.api.schemas.inputs import Name, Sent, Text
from backend.domain.people.projects import SLUG

Visibility = Literal["public", "private"]
Scope = Literal["read", "report", "agent", "triage", "admin"]


class KnownProject(BaseModel):
    """A project as every page needs it; how much is in it takes longer to tell."""

    slug: str
    name: str
    visibility: Visibility
    created_at: datetime
    repository_url: str | None = None
    """Where its code can be looked at; http or https."""
    rights: list[str] = []
    """What the caller may do in it, as the calls declare it (`x-action`)."""


class Project(KnownProject):
    runs: int
    series: int


class ProjectChange(Sent):
    """What can be changed of a project; what is left out stays as it is."""

    repository_url: Text | None = None
    """Empty: it is not known. Commits and comparisons are linked to where it is."""
    visibility: Visibility | None = None
    """Public: everybody may read it."""


class NewProject(Sent):
    slug: str = Field(pattern=SLUG)
    name: Name
    visibility: Visibility = "private"


class ProjectReturn(Sent):
    """How a deleted project comes back."""

    slug: Annotated[str, Field(pattern=SLUG)] | None = None
    """Another short name, should its own be taken."""


class User(BaseModel):
    id: int
    name: str
    email: str
    is_admin: bool


class AgentUpdates(BaseModel):
    """Where new agents are told to look for newer versions, once somebody turns that on."""

    channel: str
    """An address or a folder; empty: none is named."""
    key: str
    """The public key that signs them."""


class Session(BaseModel):
    """Who is signed in; `user` is null for a visitor."""

    user: User | None
    projects: list[KnownProject]
    provider: str | None
    """What the identity provider is called by which one can sign in at /sign-in/provider."""
    sends_mail: bool
    """Who forgot their password can ask for a link by mail."""
    agent_updates: AgentUpdates | None
    """What stands in the configuration of new agents; null: no key is configured, or a visitor."""


class NewApiKey(Sent):
    name: Name
    scopes: list[Scope] = Field(min_length=1)
    testbed: Name | None = None
    expires_in_days: int | None = Field(default=None, ge=1, le=3650)
