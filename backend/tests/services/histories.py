"""Histories with little noise for tests of detection, uploaded and judged by the real services."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Engine, text

from backend.domain.changes.judgements import Judge, JudgementKind
from backend.domain.people.projects import Project
from backend.services.changes.detect import detect_requested
from backend.services.changes.judge import judge_change
from backend.services.task_queue import TaskQueue
from backend.storage.engine import transaction
from backend.testing.builders import Document, a_history
from backend.testing.draining import RecordingRelay

NOISE = [0.0, 0.004, -0.003, 0.002, -0.004, 0.001]


def steady(n: int, level: float = 1.0) -> list[float]:
    """Return values around a level with a little deterministic noise."""
    return [level * (1.0 + float(noise)) for noise in np.resize(NOISE, n)]


def on_machine(report: Document, cpu: str) -> Document:
    return report | {"machine": {"name": cpu, "fingerprint": {"cpu_model": cpu}}}


def with_binaries(reports: Sequence[Document], hashes: Sequence[str]) -> list[Document]:
    for report, binary in zip(reports, hashes, strict=True):
        report["results"][0]["binary_hash"] = binary
    return list(reports)


def reruns(
    reports: Sequence[Document], parent: int, commit: int, values: Sequence[tuple[float, float]]
) -> list[Document]:
    """Return pairs of re-runs of two commits of a history, as a confirm job sends them."""
    made = []
    for pair, (old, new) in enumerate(values):
        for place, (index, value) in enumerate(((parent, old), (commit, new))):
            again = a_history([value])[0]
            made.append(
                reports[index]
                | {
                    "idempotency_key": again["idempotency_key"],
                    "results": again["results"],
                    "tags": {"purpose": "confirm"},
                    "run": {
                        "trigger": "job",
                        "started_at": f"2026-02-01T{pair:02d}:{place:02d}:00Z",
                    },
                }
            )
    return made


def measured_again(reports: Sequence[Document], name: str, ratio: float) -> list[Document]:
    """Return the reports as later runs of the same commits, with other values."""
    return [
        report
        | {
            "idempotency_key": f"{name}-{index:08d}",
            "results": [
                result | {"samples": [sample * ratio for sample in result["samples"]]}
                for result in report["results"]
            ],
        }
        for index, report in enumerate(reports)
    ]


def judge(engine: Engine, project: Project, change_id: int, *, is_change: bool) -> None:
    """Let a person judge a change point, and do the detection that this asks for."""
    relay = RecordingRelay()
    with transaction(engine) as session:
        queue = TaskQueue(session, relay)
        judgement = JudgementKind.REOPENED if is_change else JudgementKind.REJECTED
        judge_change(session, queue, project.id, change_id, judgement, Judge("Tester"))
    for message in relay.messages:
        with transaction(engine) as session:
            detect_requested(session, project.id, message.outbox_id or 0)


def rows(engine: Engine, query: str) -> list[Any]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def states(engine: Engine) -> list[tuple[str, str, str]]:
    """Return commit, kind and state of every change point, by position."""
    return rows(
        engine,
        "select commit.name, kind, state from change_point "
        "join commit on commit.id = change_point.commit_id order by position, change_point.id",
    )


def steps(engine: Engine) -> list[tuple[int, str, str, str]]:
    """Return id, commit, state and cause of every step, by position."""
    return rows(
        engine,
        "select change_point.id, commit.name, state, cause from change_point "
        "join commit on commit.id = change_point.commit_id where kind = 'step' "
        "order by position, change_point.id",
    )
