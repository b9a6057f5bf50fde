"""The ids of everything a report names, remembered per worker process.

Ids never change, and what is said of names and metrics holds until somebody corrects one (`renew`);
the memory must not outlive a rolled-back transaction that made some of them: `forget` after any
failure.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from sqlalchemy.orm import Session

from backend.domain.catalogue.corrections import NamedKind
from backend.domain.catalogue.metrics import CONTRADICTION_REMEDY, Metric, contradiction
from backend.domain.catalogue.parameters import Parameters, attributes_hash, variant_key
from backend.domain.catalogue.units import Unit, fitted, parse_unit
from backend.domain.errors import Fault, InvalidError
from backend.domain.reports.format import BenchmarkFacts, MetricDeclaration, Report, Result, Suite
from backend.storage.catalogue import suites, testbeds
from backend.storage.catalogue.metrics import metrics_by_id
from backend.storage.catalogue.names import AliasKey, read_aliases
from backend.storage.catalogue.testbeds import MachineIds
from backend.storage.commits import order as commits
from backend.storage.series import rows as series
from backend.storage.series.rows import SeriesKey, SeriesPlace

MOST_SHAPES = 256
"""Shapes of reports that one process remembers of a project."""


@dataclass(frozen=True, slots=True)
class DeclaredMetric:
    """A stored metric and the factor from the report's unit to the stored base unit."""

    metric: Metric
    factor: float


class NamedResult(NamedTuple):
    """A result with the ids of what it names."""

    result: Result
    variant_id: int
    metric: DeclaredMetric | None
    series_id: int | None
    """None for a failure."""
    benchmark_version: str | None


@dataclass(slots=True)
class CatalogueIds:
    """What one process knows of one project."""

    project_id: int
    _suites: dict[str, tuple[int, str]] = field(default_factory=dict)
    _benchmarks: dict[tuple[int, str], int] = field(default_factory=dict)
    _facts: dict[int, BenchmarkFacts] = field(default_factory=dict)
    _variants: dict[tuple[int, bytes], int] = field(default_factory=dict)
    _metrics: dict[tuple[int, str], Metric] = field(default_factory=dict)
    _testbeds: dict[str, int] = field(default_factory=dict)
    _branches: dict[str, int] = field(default_factory=dict)
    _environments: dict[bytes, int] = field(default_factory=dict)
    _machines: dict[tuple[int, str, bytes], MachineIds] = field(default_factory=dict)
    _series: dict[SeriesKey, int] = field(default_factory=dict)
    _aliases: dict[AliasKey, int] | None = None
    _shapes: dict[bytes, list[tuple[int, int | None]]] = field(default_factory=dict)

    def suite(self, session: Session, suite: Suite) -> int:
        known = self._suites.get(suite.name)
        if known is None:
            alias = self._alias(session, NamedKind.SUITE, 0, suite.name)
            known = alias or suites.ensure_suite(session, self.project_id, suite), ""
        if suite.summary and suite.summary != known[1]:
            suites.update_summary(session, self.project_id, known[0], suite.summary)
        self._suites[suite.name] = known[0], suite.summary or known[1]
        return known[0]

    def testbed(self, session: Session, name: str) -> int:
        if name not in self._testbeds:
            alias = self._alias(session, NamedKind.TESTBED, 0, name)
            self._testbeds[name] = alias or testbeds.ensure_testbed(session, self.project_id, name)
        return self._testbeds[name]

    def branch(self, session: Session, name: str) -> int:
        if name not in self._branches:
            alias = self._alias(session, NamedKind.BRANCH, 0, name)
            self._branches[name] = alias or commits.ensure_branch(session, self.project_id, name)
        return self._branches[name]

    def _alias(self, session: Session, kind: NamedKind, suite_id: int, name: str) -> int | None:
        """Return what a name stands for that something had before it was renamed."""
        if self._aliases is None:
            self._aliases = read_aliases(session, self.project_id)
        return self._aliases.get((kind, suite_id, name))

    def environment(self, session: Session, attributes: Parameters) -> int:
        key = attributes_hash(attributes)
        if key not in self._environments:
            self._environments[key] = testbeds.ensure_environment(
                session, self.project_id, attributes
            )
        return self._environments[key]

    def machine(
        self, session: Session, testbed_id: int, name: str, fingerprint: Parameters
    ) -> MachineIds:
        key = (testbed_id, name, attributes_hash(fingerprint))
        known = self._machines.get(key)
        if known is None:
            alias = self._alias(session, NamedKind.MACHINE, testbed_id, name)
            known = self._machines[key] = testbeds.ensure_machine(
                session, self.project_id, testbed_id, name, fingerprint, alias
            )
        return known

    def name_results(
        self, session: Session, report: Report, suite_id: int, testbed_id: int, branch_id: int
    ) -> list[NamedResult]:
        """Give every result of a report its ids. Raises InvalidError where units contradict."""
        metrics = self.declared(session, suite_id, report)
        benchmarks = self._benchmark_ids(session, suite_id, report)
        shape = _shape(report, suite_id, testbed_id, branch_id)
        ids = self._shapes.get(shape)
        if ids is None:
            variants = self._variant_ids(session, benchmarks, report)
            place = _Place(suite_id, testbed_id, branch_id)
            ids = self._series_ids(session, report, metrics, variants, place)
            if len(self._shapes) >= MOST_SHAPES:
                self._shapes.clear()
            self._shapes[shape] = ids
        versions = {name: facts.version_hash for name, facts in report.benchmarks.items()}
        return [
            NamedResult(
                result,
                variant_id,
                metrics[result.metric] if result.metric is not None else None,
                series_id,
                versions.get(result.benchmark),
            )
            for result, (variant_id, series_id) in zip(report.results, ids, strict=True)
        ]

    def _series_ids(
        self,
        session: Session,
        report: Report,
        metrics: Mapping[str, DeclaredMetric],
        variants: Sequence[tuple[int, int]],
        place: "_Place",
    ) -> list[tuple[int, int | None]]:
        """Return variant id and series id of every result; a failure has no series."""
        keys: list[SeriesKey | None] = []
        wanted: dict[SeriesKey, SeriesPlace] = {}
        for result, (benchmark_id, variant_id) in zip(report.results, variants, strict=True):
            key = None
            if result.failure is None and result.metric is not None:
                metric_id = metrics[result.metric].metric.id
                key = SeriesKey(variant_id, metric_id, place.testbed_id, place.branch_id)
                if key not in self._series:
                    wanted[key] = SeriesPlace(place.suite_id, benchmark_id)
            keys.append(key)
        self._series |= series.ensure_series(session, self.project_id, wanted.items())
        return [
            (variant_id, None if key is None else self._series[key])
            for (_, variant_id), key in zip(variants, keys, strict=True)
        ]

    def declared(
        self, session: Session, suite_id: int, report: Report
    ) -> dict[str, DeclaredMetric]:
        """Return the metrics that a report declares. Raises InvalidError if units contradict."""
        declared: dict[str, tuple[MetricDeclaration, Unit]] = {}
        for name, declaration in report.metrics.items():
            unit = parse_unit(declaration.unit)
            if unit is not None:
                declared[name] = declaration, unit
        new = {
            name: pair for name, pair in declared.items() if (suite_id, name) not in self._metrics
        }
        if new:
            found = self._new_metrics(session, suite_id, new)
            self._metrics |= {(suite_id, name): metric for name, metric in found.items()}
        stored = {name: self._metrics[suite_id, name] for name in declared}
        _check(stored, declared)
        return {
            name: DeclaredMetric(stored[name], _factor(unit, stored[name]))
            for name, (_, unit) in declared.items()
        }

    def _new_metrics(
        self,
        session: Session,
        suite_id: int,
        new: dict[str, tuple[MetricDeclaration, Unit]],
    ) -> dict[str, Metric]:
        """Return metrics by the names that a report uses, made where nothing has that name."""
        targets = {
            name: id_
            for name in new
            if (id_ := self._alias(session, NamedKind.METRIC, suite_id, name)) is not None
        }
        renamed = metrics_by_id(session, self.project_id, targets.values()) if targets else {}
        others = {name: pair for name, pair in new.items() if name not in targets}
        made = suites.ensure_metrics(session, self.project_id, suite_id, others) if others else {}
        return made | {name: renamed[id_] for name, id_ in targets.items()}

    def _variant_ids(
        self, session: Session, benchmarks: Mapping[str, int], report: Report
    ) -> list[tuple[int, int]]:
        """Return benchmark id and variant id of every result."""
        keys = [
            (benchmarks[result.benchmark], variant_key(result.parameters))
            for result in report.results
        ]
        new = {
            key: result.parameters
            for key, result in zip(keys, report.results, strict=True)
            if key not in self._variants
        }
        self._variants |= suites.ensure_variants(session, self.project_id, new)
        return [(key[0], self._variants[key]) for key in keys]

    def _benchmark_ids(self, session: Session, suite_id: int, report: Report) -> dict[str, int]:
        names = {result.benchmark for result in report.results}
        new = [name for name in sorted(names) if (suite_id, name) not in self._benchmarks]
        if new:
            found = self._new_benchmarks(session, suite_id, new)
            self._benchmarks |= {(suite_id, name): id_ for name, id_ in found.items()}
        ids = {name: self._benchmarks[suite_id, name] for name in names}
        for name, facts in report.benchmarks.items():
            if name in ids and self._facts.get(ids[name]) != facts:
                suites.update_facts(session, self.project_id, ids[name], facts)
                self._facts[ids[name]] = facts
        return ids

    def _new_benchmarks(
        self, session: Session, suite_id: int, new: Sequence[str]
    ) -> dict[str, int]:
        renamed = {
            name: id_
            for name in new
            if (id_ := self._alias(session, NamedKind.BENCHMARK, suite_id, name)) is not None
        }
        others = [name for name in new if name not in renamed]
        if not others:
            return renamed
        return renamed | suites.ensure_benchmarks(session, self.project_id, suite_id, others)


class _Place(NamedTuple):
    """Where the series of a report hang."""

    suite_id: int
    testbed_id: int
    branch_id: int


def _shape(report: Report, suite_id: int, testbed_id: int, branch_id: int) -> bytes:
    """Return what is the same for reports whose results belong to the same series in turn."""
    results = [
        (one.benchmark, one.parameters, one.metric, one.failure is None) for one in report.results
    ]
    document = msgspec.json.encode((suite_id, testbed_id, branch_id, results))
    return hashlib.blake2b(document, digest_size=16).digest()


def _factor(declared: Unit, stored: Metric) -> float:
    unit = fitted(declared, stored.unit)
    return declared.factor if unit is None else unit.factor


def _check(stored: dict[str, Metric], declared: dict[str, tuple[MetricDeclaration, Unit]]) -> None:
    """Refuse what was accepted before another report had fixed the metric's unit."""
    faults = []
    for name, (declaration, unit) in declared.items():
        reason = contradiction(stored[name], unit, declaration.direction)
        if reason is not None:
            faults.append(Fault(f"/metrics/{name}", reason, CONTRADICTION_REMEDY))
    if faults:
        raise InvalidError("a metric contradicts what is stored", faults)


class Catalogues:
    """The catalogues of one process."""

    def __init__(self) -> None:
        self._by_project: dict[int, CatalogueIds] = {}
        self._revisions: dict[int, int] = {}

    def renew(self, project_id: int, revision: int) -> None:
        """Forget what was learnt before names or metrics of the project were corrected."""
        if self._revisions.get(project_id, revision) != revision:
            self.forget(project_id)
        self._revisions[project_id] = revision

    def of(self, project_id: int) -> CatalogueIds:
        return self._by_project.setdefault(project_id, CatalogueIds(project_id))

    def forget(self, project_id: int) -> None:
        self._by_project.pop(project_id, None)
