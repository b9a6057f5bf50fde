"""Read waiting reports and give everything they name its id; refuse those that cannot be."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import structlog
from sqlalchemy.orm import Session

from backend.adapters.tidemark_json import read_report
from backend.domain.commits.forges import safe_link
from backend.domain.errors import DomainError, Fault
from backend.domain.reports.format import Report
from backend.services.catalogue import CatalogueIds, Catalogues, DeclaredMetric, NamedResult
from backend.settings import UploadLimits
from backend.storage.catalogue.testbeds import MachineIds
from backend.storage.commits import order as commits
from backend.storage.reports import documents as reports
from backend.storage.reports.documents import WaitingReport

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class NamedReport:
    """A report with the ids of all that it names."""

    waiting: WaitingReport
    report: Report
    suite_id: int
    testbed_id: int
    branch_id: int
    environment_id: int
    machine: MachineIds | None
    results: Sequence[NamedResult]
    metrics: Mapping[str, DeclaredMetric]


class Naming:
    """Names the reports of one project with what this process remembers of it."""

    def __init__(
        self, session: Session, project_id: int, catalogues: Catalogues, limits: UploadLimits
    ) -> None:
        self._session, self._project_id = session, project_id
        self._catalogues, self._limits = catalogues, limits

    def name(self, waiting: Sequence[WaitingReport]) -> list[NamedReport]:
        """Return the reports that are good, in their order; the others are marked as failed."""
        try:
            with self._session.begin_nested():
                return [self._name_one(one) for one in waiting]
        except DomainError:
            # rare, so the good ones are named again, each on its own
            self._catalogues.forget(self._project_id)
        return [named for one in waiting if (named := self._name_or_refuse(one)) is not None]

    def _name_or_refuse(self, waiting: WaitingReport) -> NamedReport | None:
        try:
            with self._session.begin_nested():
                return self._name_one(waiting)
        except DomainError as error:
            self._catalogues.forget(self._project_id)
            faults = error.faults or (
                Fault("", str(error), "correct the report and send it again"),
            )
            project_id = self._project_id
            reports.mark_failed(
                self._session, project_id, waiting.id, [asdict(fault) for fault in faults]
            )
            log.warning("report refused", project=project_id, report=waiting.id, reason=str(error))
            return None

    def _name_one(self, waiting: WaitingReport) -> NamedReport:
        session = self._session
        report = read_report(waiting.body, self._limits.nesting, self._limits.faults)
        catalogue = self._catalogues.of(self._project_id)
        branch_id = catalogue.branch(session, report.branch)
        testbed_id = catalogue.testbed(session, report.testbed)
        suite_id = catalogue.suite(session, report.suite)
        _describe_branch(session, catalogue, branch_id, report)
        results = catalogue.name_results(session, report, suite_id, testbed_id, branch_id)
        machine = report.machine
        return NamedReport(
            waiting=waiting,
            report=report,
            suite_id=suite_id,
            testbed_id=testbed_id,
            branch_id=branch_id,
            environment_id=catalogue.environment(session, report.environment),
            machine=catalogue.machine(session, testbed_id, machine.name, machine.fingerprint)
            if machine
            else None,
            results=results,
            metrics=catalogue.declared(session, suite_id, report) if report.courses else {},
        )


def _describe_branch(
    session: Session, catalogue: CatalogueIds, branch_id: int, report: Report
) -> None:
    facts: dict[str, object] = {}
    if report.base is not None:
        facts["base_branch_id"] = catalogue.branch(session, report.base.branch)
        if report.base.commit is not None:
            facts["fork_commit_id"] = commits.ensure_named(
                session, catalogue.project_id, report.base.commit
            )
    if report.pull_request is not None:
        facts["pull_request"] = report.pull_request.number
        facts["pull_request_url"] = safe_link(report.pull_request.url)
    if facts:
        commits.describe_branch(session, catalogue.project_id, branch_id, **facts)
