"""How the server is, in lines for a terminal."""

from collections.abc import Iterator, Sequence

from backend.domain.server_health import Finding, ServerPoint, ServerStatus, Severity
from backend.wording.effects import counted
from backend.wording.numbers import in_unit, with_unit

MINUTE_S = 60.0


def status_lines(status: ServerStatus) -> list[str]:
    """Return the answer, then what is wrong, what waits, who reports, and the last measurements."""
    return [
        answer(status.findings),
        *(line for one in status.findings for line in finding_lines(one)),
        *_measured(status.now),
        *(
            f"waiting: {counted(one.count, 'request')} for {one.name},"
            f" the oldest for {age(one.oldest_s)}"
            for one in status.waiting
        ),
        *(
            f"agent {one.name} of {one.project}: heard {age(one.silent_s)} ago"
            for one in status.agents
        ),
    ]


def answer(findings: Sequence[Finding]) -> str:
    """Say in one line whether something is wrong."""
    if not findings:
        return "Everything works."
    faults = sum(one.severity is Severity.FAULT for one in findings)
    warnings = len(findings) - faults
    parts = [counted(faults, "fault")] * bool(faults) + [counted(warnings, "warning")] * bool(
        warnings
    )
    return f"{', '.join(parts)}."


def finding_lines(finding: Finding) -> list[str]:
    """Name one thing that is wrong, and its remedy."""
    said = f"{finding.severity} ({finding.part}): {finding.reason}."
    return [said, f"  To do: {finding.remedy}."]


def age(seconds: float) -> str:
    """Say how long something takes, to the second or the minute."""
    if seconds < MINUTE_S:
        return f"{seconds:.0f} s"
    minutes = round(seconds / MINUTE_S)
    return f"{minutes} min" if minutes < MINUTE_S else f"{minutes / MINUTE_S:.1f} h"


def quantity(value: float, unit: str) -> str:
    """Write one value in the scale that fits it."""
    (number,), scaled = in_unit([value], unit)
    return with_unit(number, scaled)


def _measured(last: ServerPoint | None) -> Iterator[str]:
    if last is None:
        return
    yield (
        f"reports waiting: {last.reports_waiting}, the oldest for {age(last.ingestion_lag_s)};"
        f" database: {quantity(last.database_bytes, 'B')}"
    )
    if last.disk_free_bytes is not None:
        yield f"disk: {quantity(last.disk_free_bytes, 'B')} free"
    if last.requests_per_minute is not None:
        mean = "" if last.mean_answer_s is None else f", mean {quantity(last.mean_answer_s, 's')}"
        failed = last.failed_per_minute or 0.0
        yield f"requests: {last.requests_per_minute:.0f} a minute, {failed:.0f} failed{mean}"
