"""What fails the check of a pull request: the thresholds of the project, else its one number."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.matching import SeriesTable
from backend.domain.pulls.judgements import IsGate
from backend.domain.pulls.requests import StoredConnection
from backend.domain.thresholds.rules import judge_words, thresholds_for
from backend.storage.thresholds import rows as thresholds
from backend.wording.pulls import rule_words


@dataclass(frozen=True, slots=True)
class Gate:
    """Which regressions fail, and the same in words."""

    is_gate: IsGate
    words: str
    judged_by: Mapping[int, str]
    """By which rule each series is judged; nothing where no rule is kept."""


def choose_gate(
    session: Session,
    project_id: int,
    connection: StoredConnection,
    base_branch: str,
    series_ids: Sequence[int],
) -> Gate:
    """Return the gate for some series, which are judged as those of the base branch are."""
    rules = thresholds.read_rules(session, project_id)
    described = thresholds.describe_series(session, project_id, series_ids) if rules.rules else {}
    of_base = [replace(one, branch=base_branch or one.branch) for one in described.values()]
    judged = dict(zip(described, thresholds_for(SeriesTable(of_base), rules), strict=True))

    def is_gate(label: SeriesLabel, size: float) -> bool:
        threshold = judged.get(label.id, rules.standard)
        least = threshold.minimum_effect
        least = connection.least_effect if least is None else least
        return connection.is_gating and threshold.is_gate and size >= math.log1p(least)

    usual = rules.standard.minimum_effect
    words = rule_words(
        connection.least_effect if usual is None else usual,
        is_gating=connection.is_gating and (rules.standard.is_gate or bool(rules.rules)),
        has_rules=bool(rules.rules),
    )
    return Gate(is_gate, words, {id_: judge_words(one) for id_, one in judged.items()})
