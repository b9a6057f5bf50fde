"""Ladders are made: of published figures, of the values of a parameter, or of one result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from backend.domain.catalogue.labels import SeriesLabel
from backend.domain.catalogue.metric_order import metrics_of_labels
from backend.domain.catalogue.parameters import Scalar
from backend.domain.catalogue.units import parse_unit
from backend.domain.errors import Fault, InvalidError, NotFoundError
from backend.domain.ladders.records import LadderFacts, RungFacts
from backend.domain.ladders.sources import in_order, manifest_order, others_of
from backend.services.people.audit import record
from backend.storage.catalogue import suites
from backend.storage.catalogue.labels import read_labels
from backend.storage.ladders import rows as ladders
from backend.storage.ladders import sources as ladder_sources


@dataclass(frozen=True, slots=True)
class ParameterChoice:
    """Which values become rungs; None takes the newest run, and the first of what else varies."""

    benchmark_id: int
    parameter: str
    metric: str | None = None
    run_id: int | None = None
    others: Mapping[str, Scalar] | None = None


def make_published_ladder(
    session: Session, project_id: int, facts: LadderFacts, rungs: Sequence[RungFacts]
) -> int:
    """Keep published figures as a ladder; the first rung is the baseline unless one says so."""
    unit = parse_unit(facts.unit)
    if unit is None:
        reason = f"“{facts.unit[:40]}” cannot be a unit"
        raise InvalidError(reason, [Fault("/unit", reason, "write it as ms, 1/s, MiB or op/s")])
    scaled = [
        replace(one, value=(one.value or 0.0) * unit.factor,
                sd=None if one.sd is None else one.sd * unit.factor)
        for one in rungs
    ]  # fmt: skip
    ladder_id = ladders.add_ladder(session, project_id, replace(facts, unit=unit.base))
    ladders.add_rungs(session, project_id, ladder_id, _with_baseline(scaled))
    record(session, ladder_id, facts.name)
    return ladder_id


def make_parameter_ladder(
    session: Session, project_id: int, name: str, choice: ParameterChoice, by: str
) -> int:
    """Make every value of a parameter a rung, in the order of the manifest.

    NotFoundError where no such results are stored.
    """
    run_id, labels = _measured(session, project_id, choice)
    wanted = [one for one in labels if choice.parameter in one.parameters]
    metric = choice.metric or _first_metric(session, project_id, wanted)
    own = [one for one in wanted if one.metric == metric]
    others = choice.others if choice.others is not None else _most_common(own, choice.parameter)
    own = [one for one in own if others_of(one, choice.parameter) == others]
    if len(own) < 2:  # noqa: PLR2004 - a baseline and a rung
        raise NotFoundError(
            f"run {run_id} has no two results of “{metric}” that differ in “{choice.parameter}”"
        )
    document = ladder_sources.read_document(session, project_id, run_id) or b""
    order = manifest_order(document, own[0].benchmark, choice.parameter)
    by_id = {one.id: one for one in own}
    rungs = [
        RungFacts(
            label=str(by_id[series_id].parameters[choice.parameter]),
            run_id=run_id,
            series_id=series_id,
        )
        for series_id in in_order(own, choice.parameter, order)
    ]
    first = own[0]
    chosen = " ".join(f"{key}={value}" for key, value in others.items())
    facts = LadderFacts(
        name=name or f"{first.suite}: {first.benchmark} by {choice.parameter}",
        metric=metric,
        unit=first.unit,
        direction="lower" if first.direction == "lower" else "higher",
        note=f"Measured with {chosen}." if chosen else "",
        created_by=by,
    )
    ladder_id = ladders.add_ladder(session, project_id, facts)
    ladders.add_rungs(session, project_id, ladder_id, _with_baseline(rungs))
    record(session, ladder_id, facts.name)
    return ladder_id


def _first_metric(session: Session, project_id: int, labels: Sequence[SeriesLabel]) -> str:
    """Return the metric on which every page of the benchmark opens."""
    orders = suites.read_metric_orders(session, project_id, {one.benchmark_id for one in labels})
    found = metrics_of_labels(labels, next(iter(orders.values()), []))
    return next(iter(found), "")


def make_result_ladder(
    session: Session, project_id: int, name: str, pair: tuple[int, int], by: str
) -> int:
    """Begin a ladder with one result, given as series and run, for its baseline."""
    series_id, run_id = pair
    result = ladders.read_rung_results(session, project_id, [pair]).get(pair)
    if result is None:
        raise NotFoundError(f"run {run_id} has no result of series {series_id}")
    if result.series.direction not in ("lower", "higher"):
        raise InvalidError(f"whether lower or higher is better is unknown: {result.series.metric}")
    if result.value <= 0.0:
        reason = "a result at or below zero has no ratio to others"
        raise InvalidError(reason, [Fault("/run_id", reason, "choose another result")])
    facts = LadderFacts(
        name=name,
        metric=result.series.metric,
        unit=result.series.unit,
        direction="lower" if result.series.direction == "lower" else "higher",
        created_by=by,
    )
    ladder_id = ladders.add_ladder(session, project_id, facts)
    baseline = RungFacts(label_of(result.series), "baseline", run_id=run_id, series_id=series_id)
    ladders.add_rungs(session, project_id, ladder_id, [baseline])
    record(session, ladder_id, facts.name)
    return ladder_id


def label_of(series: SeriesLabel) -> str:
    """Name a rung by its variant."""
    set_to = " ".join(f"{key}={value}" for key, value in series.parameters.items())
    return f"{series.benchmark} {set_to}".strip()


def _with_baseline(rungs: Sequence[RungFacts]) -> list[RungFacts]:
    """See to it that exactly one rung is the baseline, and that it stands in front."""
    named = [one for one in rungs if one.role == "baseline"]
    if len(named) > 1:
        reason = f"{len(named)} rungs are called the baseline"
        raise InvalidError(reason, [Fault("/rungs", reason, "leave one of them")])
    baseline = named[0] if named else rungs[0]
    rest = [one for one in rungs if one is not baseline]
    return [replace(baseline, role="baseline", decision=None), *rest]


def _measured(
    session: Session, project_id: int, choice: ParameterChoice
) -> tuple[int, list[SeriesLabel]]:
    """Return the run and the series of the benchmark that it has a result of."""
    run_id = choice.run_id
    if run_id is None:
        sources = ladder_sources.read_parameters(session, project_id)
        run_id = next((one.run_id for one in sources if one.benchmark_id == choice.benchmark_id), 0)
    pairs = ladder_sources.read_series_of_runs(session, project_id, [run_id], [choice.benchmark_id])
    labels = read_labels(session, project_id, [series for _, series in pairs])
    return run_id, [labels[series] for _, series in pairs]


def _most_common(labels: Sequence[SeriesLabel], parameter: str) -> dict[str, Scalar]:
    """Return what else most variants have set: the longest ladder there is."""
    found = [others_of(one, parameter) for one in labels]
    return max(found, key=found.count, default={})
