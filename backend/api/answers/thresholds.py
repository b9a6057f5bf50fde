"""Thresholds and dry runs in the shape of their answers."""

from dataclasses import asdict
from typing import Any

from backend.domain.thresholds.dry_runs import ShownDryRun
from backend.domain.thresholds.rules import (
    STANDARD,
    Threshold,
    Version,
    selection_words,
    threshold_of,
)
from backend.services.thresholds.save import RuleReach, ThresholdVersions
from backend.wording.series import bound_words, reference_words

Answer = dict[str, Any]


def answer_of_saved(kept: ThresholdVersions) -> Answer:
    return answer_of_reading(kept.reach) | {
        "version": answer_of_version(kept.version) if kept.version else None,
        "versions": [answer_of_version(one) for one in kept.versions],
        "waiting": kept.waiting,
    }


def answer_of_version(version: Version) -> Answer:
    return asdict(version) | {"is_none": version.is_none}


def answer_of_reading(reach: RuleReach) -> Answer:
    rules = reach.rules
    return {
        "standard": _threshold(rules.standard),
        "rules": [
            _threshold(threshold_of(rule, rules))
            | {
                "number": rule.number,
                "name": rule.name,
                "filters": asdict(rule.filters),
                "words": selection_words(rule.filters),
                "series": reach.judged.get(rule.number, 0),
                "matched": reach.matched.get(rule.number, 0),
            }
            for rule in rules.rules
        ],
        "references": [asdict(one) | {"words": reference_words(one)} for one in rules.references],
        "budgets": [
            {
                "number": one.number,
                "name": one.name,
                "words": selection_words(one.filters),
                "bound": bound_words(one),
                "is_gate": one.is_gate,
                "matched": reach.budgeted.get(one.number, 0),
            }
            for one in rules.budgets
        ],
        "series": reach.series,
        "standard_series": reach.judged.get(STANDARD, 0),
    }


def _threshold(threshold: Threshold) -> Answer:
    return {
        "minimum_effect": threshold.minimum_effect,
        "sensitivity": threshold.sensitivity,
        "is_gate": threshold.is_gate,
    }


def answer_of_dry_run(shown: ShownDryRun) -> Answer:
    run, tally = shown.run, asdict(shown.run.found.tally)
    changes = [
        asdict(one)
        | {"series": shown.labels[one.series_id], "commit": shown.commits.get(one.commit_id)}
        for one in run.found.changes
        if one.series_id in shown.labels
    ]
    return tally | {
        "id": run.id,
        "text": run.text,
        "state": run.state,
        "done": run.done,
        "total": run.total,
        "base_version": run.base_number,
        "author": run.author,
        "created_at": run.created_at,
        "finished_at": run.finished_at,
        "alerts_opened": tally["opened"],
        "alerts_closed": tally["closed"],
        "changes": changes,
    }
