"""The locks of suites in Python: `requirements*.in` says what is asked, the lock what is had."""

from pathlib import Path

from places import ROOT

SUITES = ROOT / "bench-agents" / "suites"


def asked() -> list[Path]:
    """Return what suites ask for; each file has a lock of the same name beside it."""
    return sorted(SUITES.glob("*/requirements*.in"))


def lock_of(requirements: Path) -> Path:
    """Return the lock that belongs to a file of requirements."""
    return requirements.with_suffix(".lock")
