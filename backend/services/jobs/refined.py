"""Go on with a sweep after each of its leases: only values that may still be best are measured."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
import numpy as np
from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.comparisons.measured_rounds import over_rounds
from backend.domain.jobs.records import JobRun, StoredJob
from backend.domain.jobs.refining import RefinedCurve, answered, curve_after
from backend.domain.jobs.states import JobStep
from backend.domain.jobs.targets import JobPlan, SweptCurve, chosen_variant
from backend.domain.jobs.verdicts import JobVerdict
from backend.domain.sweeps.curves import group_curves
from backend.domain.sweeps.optima import best_values
from backend.services.events import Teller
from backend.services.jobs.search import SHORTEST_REST_S
from backend.services.jobs.steps import publish_job, take_step
from backend.services.series.swept_runs import read_pooled, read_sources
from backend.stats.arrays import Floats
from backend.stats.sweeps.elimination import FIRST_LOOK
from backend.storage.catalogue.labels import read_labels
from backend.storage.jobs import rows as jobs
from backend.storage.reports.stored_samples import read_samples_of_run
from backend.wording.explanations import refinement_sentence


def refine_on(
    session: Session, teller: Teller, job: tuple[int, StoredJob], runs: Sequence[JobRun]
) -> None:
    """Take what the last lease brought; measure on what may be best, or say what is."""
    project_id, held = job
    plan = held.plan
    if plan is None or not plan.curves:
        return
    ids = [one for curve in plan.curves for one in curve.series]
    labels = read_labels(session, project_id, ids)
    curves = []
    for curve in plan.curves:
        parts = [_part(session, project_id, curve, run) for run in runs]
        label = labels.get(curve.series[0])
        if label is not None:
            table = np.concatenate([np.full((len(curve.series), 0), np.nan), *parts], axis=1)
            curves.append(curve_after(curve, table, label.direction, plan.margin))
    open_ones = [one for one in curves if one.more]
    live = [labels[one] for curve in open_ones for one in curve.live if one in labels]
    is_news = any(run.lease == held.lease for run in runs)
    goes_on = bool(live) and is_news and held.budget_left_s > SHORTEST_REST_S
    if not goes_on:
        curves = _as_answered(session, project_id, plan, labels, (curves, runs))
    finding, sentence = refinement_sentence(plan.axis, curves, goes_on=goes_on)
    said = {"verdict": msgspec.to_builtins(JobVerdict(finding, sentence))}
    if not goes_on:
        jobs.change(session, project_id, held.id, **said)
        publish_job(session, teller, project_id, held.id)
        return
    only = sorted({chosen_variant(one.benchmark, one.parameters) for one in live})
    rounds = max(min(one.more for one in open_ones), FIRST_LOOK)
    measured = plan.measured or held.target.only
    said["plan"] = msgspec.to_builtins(replace(plan, measured=measured))
    target = msgspec.to_builtins(replace(held.target, only=only, rounds=rounds))
    said |= {"target": target, "ended_at": None, "leased_at": None, "not_before": None}
    take_step(session, teller, project_id, held, JobStep.GO_ON, sentence, **said)


def _as_answered(
    session: Session,
    project_id: int,
    plan: JobPlan,
    labels: Mapping[int, SeriesLabel],
    measured: tuple[Sequence[RefinedCurve], Sequence[JobRun]],
) -> list[RefinedCurve]:
    """Name the best values that the page of the sweep names: by all runs that count there."""
    curves, runs = measured
    (found,) = read_sources(session, project_id, [(plan.axis, list(labels))])
    own = {run.run_id for run in runs}
    commits = {one.commit_id for one in found.runs if one.id in own}
    source = next((one for one in found.commits if one.runs[0].commit_id in commits), None)
    if source is None or not source.in_rounds:
        return list(curves)
    results = read_pooled(session, project_id, labels, source.ids)
    best = best_values(group_curves(results, plan.axis, in_rounds=True))
    counts = bool(own & set(source.ids))
    return [answered(one, best, counts=counts) for one in curves]


def _part(session: Session, project_id: int, curve: SweptCurve, run: JobRun) -> Floats:
    """Return (values, rounds) of one lease; nan where a value was not measured."""
    found = read_samples_of_run(session, project_id, run.run_id, curve.series)
    own = [found.get(one) for one in curve.series]
    table = over_rounds(
        [one.samples or () if one else () for one in own],
        [one.rounds if one else None for one in own],
    )
    return np.where(np.isfinite(table), table, np.nan)
