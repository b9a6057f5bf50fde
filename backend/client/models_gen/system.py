"""Models. Made by scripts/python_client.py of the API's description; do not edit."""

from __future__ import annotations

from typing import Literal, TypeAlias
from msgspec import UNSET, Struct, UnsetType


class ReadyAnswer(Struct):
    """
    Everything does its work; otherwise the answer is a problem that names each part.
    """

    status: Literal["ready"] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET


class ReceiptKey(Struct):
    """
    The public key by which receipts of this installation are checked.
    """

    algorithm: Literal["ed25519"]
    key: str
    pem: str


class RecentAgent(Struct):
    """
    An agent heard of in the last 30 days.
    """

    name: str
    project: str
    silent_s: float


class ServerPoint(Struct):
    """
    One point of the charts of the server.
    """

    at: str
    database_bytes: int
    disk_free_bytes: int | None
    failed_per_minute: float | None
    ingestion_lag_s: float
    mean_answer_s: float | None
    reports_waiting: int
    requests_per_minute: float | None
    work_oldest_s: float
    work_waiting: int


Severity: TypeAlias = Literal["fault", "warning"]


class WaitingTask(Struct):
    """
    Background work of one kind that is not done.
    """

    count: int
    name: str
    oldest_s: float


class Finding(Struct):
    """
    One thing that is wrong with the server, and its remedy.
    """

    part: str
    reason: str
    remedy: str
    severity: Severity


class ServerStatus(Struct):
    """
    What whoever operates the server wants to know.
    """

    agents: list[RecentAgent]
    findings: list[Finding]
    hours: int
    now: ServerPoint | None
    points: list[ServerPoint]
    read_at: str
    version: str
    waiting: list[WaitingTask]
