"""Connections to forges, pull requests, webhooks and acceptances."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, SecretStr

from backend.api.schemas.inputs import Sent, Text
from backend.api.schemas.labels import PageOf
from backend.domain.catalogue.labels import DirectionName
from backend.domain.pulls.requests import ReceivedWebhook

ForgeKindName = Literal["github", "gitlab", "gitea"]
PullStateName = Literal["waiting", "failed", "accepted", "passed", "undecided"]
Secret = Annotated[SecretStr, Field(max_length=10_000)]
Place = Annotated[Text, Field(min_length=1, max_length=300)]
Effect = Annotated[float, Field(ge=0, le=100)]


class NewForgeConnection(Sent):
    """A repository, and what lets us write there: a token, or a GitHub App."""

    kind: ForgeKindName
    api_url: Place
    """Of the API: https://api.github.com, https://gitlab.com/api/v4, https://codeberg.org/api/v1"""
    repository: Place
    """“owner/name”"""
    token: Secret = SecretStr("")
    app_id: Annotated[Text, Field(max_length=100)] = ""
    app_key: Secret = SecretStr("")
    """PEM."""
    installation: Annotated[Text, Field(max_length=100)] = ""


class ForgeEdit(Sent):
    """What is left out stays."""

    token: Secret | None = None
    is_gating: bool | None = None
    least_effect: Effect | None = None
    """A share: 0.03 for 3 %."""
    has_picture: bool | None = None


class WebhookSecret(BaseModel):
    secret: str


class ForgeUpdate(BaseModel):
    """How far the forge was told."""

    is_due: bool
    next_at: datetime | None
    attempts: int
    reason: str
    remedy: str
    gave_up_at: datetime | None


class PullRequest(BaseModel):
    id: int
    number: int | None
    """None: a merge group."""
    title: str
    author: str
    url: str
    head: str
    head_branch: str
    base_branch: str
    is_from_fork: bool
    is_open: bool
    merged_as: str | None
    was_rewritten: bool
    state: PullStateName
    headline: str
    judged_at: datetime | None
    check_state: str | None
    check_head: str | None
    check_title: str | None
    checked_at: datetime | None
    commented_at: datetime | None
    created_at: datetime
    telling: ForgeUpdate


class PullPage(PageOf):
    rows: list[PullRequest]
    is_connected: bool


class PullBase(BaseModel):
    commit: str
    fork_point: str | None
    before_fork: int
    words: str


class PullRow(BaseModel):
    verdict: str
    name: str
    """In short, as the comment writes it."""
    full_name: str = ""
    """With the names of the parameters; empty where it was judged before there were any."""
    suite: str
    testbed: str
    sentence: str
    levels: str = ""
    """Before and after with their unit; empty where it was judged before they were kept."""
    ratio: float
    """0: unknown."""
    low: float
    high: float
    direction: DirectionName
    series: int
    is_gated: bool
    judged_by: str = ""
    """The rule of the thresholds that judges the series; empty where none is kept."""


class PullBudget(BaseModel):
    """A budget that the head breaks, or is too near to."""

    budget: str
    name: str
    """What it is of."""
    testbed: str
    sentence: str
    series: int
    is_gated: bool


class PullAcceptance(BaseModel):
    id: int
    head: str
    by: str
    via: Literal["comment", "page"]
    reason: str
    at: datetime
    regressions: int
    is_holding: bool


class PullJudgement(BaseModel):
    """What was found out about one head; it may be the one before, while the newest waits."""

    head: str
    measured: str
    base: PullBase | None
    counts: dict[str, int]
    compared: int
    sentence: str
    rows: list[PullRow]
    budgets: list[PullBudget]
    failing: int
    rule: str
    unknown: str
    splits: list[str]
    noise: list[str]
    differences: list[str]
    warnings: list[str]
    why: str


class PullDetail(PullRequest):
    judgement: PullJudgement | None
    comment: str | None
    """As it was posted."""
    acceptances: list[PullAcceptance]
    webhooks: list[ReceivedWebhook]


class NewPullAcceptance(Sent):
    reason: Annotated[Text, Field(min_length=1, max_length=500)]


class MadePullAcceptance(BaseModel):
    id: int
