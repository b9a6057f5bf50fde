"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias
from msgspec import UNSET, Meta, Struct, UnsetType


class ForgeEdit(Struct):
    """
    What is left out stays.
    """

    has_picture: bool | None | UnsetType = UNSET
    is_gating: bool | None | UnsetType = UNSET
    least_effect: float | None | UnsetType = UNSET
    token: str | None | UnsetType = UNSET


class ForgeFinding(Struct):
    """
    One thing that was tried.
    """

    is_good: bool
    said: str
    what: str
    remedy: str = ""


ForgeKind: TypeAlias = Annotated[
    Literal["github", "gitlab", "gitea"],
    Meta(description="How a forge speaks; Forgejo speaks as Gitea does."),
]


class ForgeUpdate(Struct):
    """
    How far the forge was told.
    """

    attempts: int
    gave_up_at: str | None
    is_due: bool
    next_at: str | None
    reason: str
    remedy: str


class MadeForgeConnection(Struct):
    api_url: str
    app_id: str | None
    created_at: str
    created_by: str
    failing_since: str | None
    forged: int
    forged_at: str | None
    has_picture: bool
    has_token: bool
    heard_at: str | None
    id: int
    installation: str | None
    is_gating: bool
    kind: ForgeKind
    last_reason: str
    least_effect: float
    repository: str
    secret: str
    told_at: str | None
    webhook_path: str


class MadePullAcceptance(Struct):
    id: int


class NewForgeConnection(Struct):
    """
    A repository, and what lets us write there: a token, or a GitHub App.
    """

    api_url: str
    kind: Literal["github", "gitlab", "gitea"]
    repository: str
    app_id: str | UnsetType = UNSET
    app_key: str | UnsetType = UNSET
    installation: str | UnsetType = UNSET
    token: str | UnsetType = UNSET


class NewPullAcceptance(Struct):
    reason: str


class PullAcceptance(Struct):
    at: str
    by: str
    head: str
    id: int
    is_holding: bool
    reason: str
    regressions: int
    via: Literal["comment", "page"]


class PullBase(Struct):
    before_fork: int
    commit: str
    fork_point: str | None
    words: str


class PullBudget(Struct):
    """
    A budget that the head breaks, or is too near to.
    """

    budget: str
    is_gated: bool
    name: str
    sentence: str
    series: int
    testbed: str


class PullRequest(Struct):
    author: str
    base_branch: str
    check_head: str | None
    check_state: str | None
    check_title: str | None
    checked_at: str | None
    commented_at: str | None
    created_at: str
    head: str
    head_branch: str
    headline: str
    id: int
    is_from_fork: bool
    is_open: bool
    judged_at: str | None
    merged_as: str | None
    number: int | None
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"]
    telling: ForgeUpdate
    title: str
    url: str
    was_rewritten: bool


class PullRow(Struct):
    direction: Literal["lower", "higher", "unknown"]
    high: float
    is_gated: bool
    low: float
    name: str
    ratio: float
    sentence: str
    series: int
    suite: str
    testbed: str
    verdict: str
    full_name: str | UnsetType = UNSET
    judged_by: str | UnsetType = UNSET
    levels: str | UnsetType = UNSET


class ReceivedWebhook(Struct):
    """
    A webhook as the log shows it.
    """

    delivery: str
    heard_at: str | None
    id: int
    kind: str
    number: int | None
    outcome: str
    received_at: str


class StoredConnection(Struct):
    """
    A connection without its secrets, and how it does.
    """

    api_url: str
    app_id: str | None
    created_at: str
    created_by: str
    failing_since: str | None
    forged: int
    forged_at: str | None
    has_picture: bool
    has_token: bool
    heard_at: str | None
    id: int
    installation: str | None
    is_gating: bool
    kind: ForgeKind
    last_reason: str
    least_effect: float
    repository: str
    told_at: str | None
    webhook_path: str


class WebhookReceipt(Struct):
    outcome: str


class WebhookSecret(Struct):
    secret: str


class ForgeSetup(Struct):
    """
    The connection of a project, and the newest webhooks.
    """

    check: str
    connection: StoredConnection | None
    webhooks: list[ReceivedWebhook]


class PullJudgement(Struct):
    """
    What was found out about one head; it may be the one before, while the newest waits.
    """

    base: PullBase | None
    budgets: list[PullBudget]
    compared: int
    counts: dict[str, int]
    differences: list[str]
    failing: int
    head: str
    measured: str
    noise: list[str]
    rows: list[PullRow]
    rule: str
    sentence: str
    splits: list[str]
    unknown: str
    warnings: list[str]
    why: str


class PullPage(Struct):
    is_connected: bool
    rows: list[PullRequest]
    total: int
    next: str | None | UnsetType = UNSET


class PullDetail(Struct):
    acceptances: list[PullAcceptance]
    author: str
    base_branch: str
    check_head: str | None
    check_state: str | None
    check_title: str | None
    checked_at: str | None
    comment: str | None
    commented_at: str | None
    created_at: str
    head: str
    head_branch: str
    headline: str
    id: int
    is_from_fork: bool
    is_open: bool
    judged_at: str | None
    judgement: PullJudgement | None
    merged_as: str | None
    number: int | None
    state: Literal["waiting", "failed", "accepted", "passed", "undecided"]
    telling: ForgeUpdate
    title: str
    url: str
    was_rewritten: bool
    webhooks: list[ReceivedWebhook]
