"""What a service wrote before it ended, as one sentence with a remedy."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from backend.embedded.children import last_line

FULL = re.compile(r"No space left on device|Disk quota exceeded")
TAKEN = re.compile(r"Address already in use")
MEMORY = re.compile(r"Cannot allocate memory|out of memory", re.IGNORECASE)
OWNER = re.compile(r"wrong ownership|invalid permissions|[Pp]ermission denied")
DAMAGED = re.compile(
    r"PANIC|invalid checkpoint|could not locate a valid checkpoint|invalid page|checksum"
    r"|invalid data in file|incorrect|could not (open|read|find|access) (file|directory)"
    r"|not a valid data directory|incompatible with server|Bad file format"
)
TELLING = re.compile(r"(PANIC|FATAL|ERROR|error):\s+(?P<what>.*)")


FaultKind = Literal["full", "port", "memory", "owner", "damage", "unknown"]


@dataclass(frozen=True, slots=True)
class ServiceFault:
    """Why a service ended."""

    sentence: str
    kind: FaultKind


def explain(service: str, text: str, place: Path, log: Path) -> ServiceFault:
    """Read the last words of a service that keeps its files in `place`."""
    if FULL.search(text):
        return ServiceFault(
            f"The disk that holds {place} is full, so {service} cannot run; free some space and "
            f"run make up again (log: {log}).",
            "full",
        )
    if TAKEN.search(text):
        return ServiceFault(f"{service} could not have its port; run make up again.", "port")
    if MEMORY.search(text):
        return ServiceFault(
            f"{service} could not get memory; free some and run make up again ({log}).", "memory"
        )
    what = _fault_line(text)
    if OWNER.search(text):
        return ServiceFault(
            f"{service} may not use {place} ({what}); give its files back to this account "
            f"(log: {log}).",
            "owner",
        )
    if DAMAGED.search(text):
        return ServiceFault(
            f"The files of {service} in {place} are damaged ({what}); the log is {log}. Restore "
            "the directory from a backup, or delete all results with make reset.",
            "damage",
        )
    return ServiceFault(f"{service} ended: {what} (log: {log}).", "unknown")


def _fault_line(text: str) -> str:
    found = [match["what"].strip() for match in TELLING.finditer(text)]
    return found[-1].rstrip(".") if found else last_line(text).rstrip(".")
