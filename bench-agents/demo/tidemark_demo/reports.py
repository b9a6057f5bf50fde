"""Report documents, one per release, in the format that every agent uploads."""

import hashlib
import platform
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tidemark_demo.catalogue import Package, Release, commit_id
from tidemark_demo.origins import NOT_TOLD, Origin
from tidemark_demo.profiles import FREQUENCY_HZ, Profile
from tidemark_demo.rounds import Failure, Outcome

Document = dict[str, object]
METRICS: Document = {
    "cpu_time": {
        "unit": "s",
        "direction": "lower",
        "noise": "sampled",
        "summary": "processor time of one call",
    },
    "wall_time": {
        "unit": "s",
        "direction": "lower",
        "noise": "sampled",
        "summary": "elapsed time of one call",
    },
}


@dataclass(frozen=True, slots=True)
class Session:
    """What all reports of one demo have in common."""

    testbed: str
    machine: str
    seed: int
    rounds: int
    began: datetime
    ended: datetime


@dataclass(frozen=True, slots=True)
class Measured:
    """All that is known of one release."""

    outcome: Outcome
    profiles: dict[str, Profile] = field(default_factory=dict)
    origin: Origin = NOT_TOLD


def document(package: Package, release: Release, measured: Measured, session: Session) -> Document:
    """Build the report of one release; what failed is in it as a failure, never left out."""
    results = _results(package, measured.outcome)
    return {
        "version": 1,
        "idempotency_key": f"demo-{session.seed}-{release.commit}",
        "suite": {"name": package.name, "summary": package.summary},
        "commit": _commit(release, measured.origin),
        "branch": f"releases/{package.name}",
        "testbed": session.testbed,
        "machine": {"name": session.machine},
        "environment": {
            "python": platform.python_version(),
            "implementation": platform.python_implementation(),
            "rounds": session.rounds,
        },
        "run": {
            "started_at": session.began.isoformat(),
            "finished_at": session.ended.isoformat(),
            "trigger": "demo",
            "seed": session.seed,
        },
        "metrics": METRICS,
        "benchmarks": {name: _definition(package) for name in benchmark_names(package)},
        "results": results,
        "profiles": _profiles(measured),
    }


def _commit(release: Release, origin: Origin) -> Document:
    return {
        "id": release.commit,
        "time": release.published.isoformat(),
        "subject": f"{release.package} {release.version}",
        "author": {"name": origin.author},
        "url": origin.url,
        "parents": list(release.earlier[:1]),
        "ancestry": list(release.earlier),
    }


def _definition(package: Package) -> Document:
    """Hash the workload: another one is another benchmark, and its times are not comparable."""
    digest = hashlib.sha256(package.workload.read_bytes()).hexdigest()
    return {"version_hash": digest[:16]}


def benchmark_names(package: Package) -> list[str]:
    """Return the names in the workload's table, without running it: it imports the package."""
    _, _, table = package.workload.read_text(encoding="utf-8").partition("\nBENCHMARKS = {\n")
    entries = table.partition("\n}\n")[0].splitlines()
    return ["import", *(entry.split('"')[1] for entry in entries)]


def _results(package: Package, outcome: Outcome) -> list[Document]:
    failures = dict(outcome.failures)
    if outcome.crash is not None:
        failures = dict.fromkeys(benchmark_names(package), outcome.crash)
    measured: list[Document] = [
        {"benchmark": benchmark, "metric": metric, "samples": samples}
        for benchmark, metrics in outcome.samples.items()
        if benchmark not in failures
        for metric, samples in metrics.items()
    ]
    return measured + [_failed(benchmark, failure) for benchmark, failure in failures.items()]


def _profiles(measured: Measured) -> list[Document]:
    """Leave out those of what has no times: they would explain nothing."""
    return [
        {
            "benchmark": benchmark,
            "kind": "cpu",
            "tool": "sampler of the demo",
            "samples": one.samples,
            "frequency": FREQUENCY_HZ,
            "repetitions": one.repetitions,
            "cpu_s": one.cpu_s,
            "folded": {"encoding": "gzip", "data": one.folded()},
        }
        for benchmark, one in measured.profiles.items()
        if benchmark in measured.outcome.samples
    ]


def _failed(benchmark: str, failure: Failure) -> Document:
    return {
        "benchmark": benchmark,
        "failure": {"kind": failure.kind, "message": failure.message},
    }


def file_name(release: Release) -> str:
    """Return a name by which the files of a folder sort in the order of the releases."""
    return f"{release.package}-{release.number:03}-{commit_id('', release.version)[1:]}.json"


def written_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))
