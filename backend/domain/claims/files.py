"""Claims as a file, TOML or JSON: read it, or say everything that is wrong with it."""

import json
import tomllib
from collections.abc import Iterator

import msgspec

from backend.domain.errors import Fault, InvalidError
from backend.domain.plain_names import shown
from backend.domain.reports.claim_checks import claim_faults
from backend.domain.reports.claims import ClaimDocument, ClaimFile

LONGEST = 500_000
"""Characters of a file."""


def read_claims(text: str, home: str = "") -> list[ClaimDocument]:
    """Return the claims of a file; `home` is the suite that they may leave out.

    A manifest is such a file as well: what else stands in it is not read. InvalidError with a
    fault for each place that is wrong.
    """
    if len(text) > LONGEST:
        reason = f"{len(text)} characters are more than the limit of {LONGEST}"
        raise InvalidError(reason, [Fault("/text", reason, "send it in several files")])
    document = _parsed(shown(text))
    suite = document.get("name") if "benchmark" in document else None
    if isinstance(suite, str):
        home = home or suite
        document = {"claim": document.get("claim", [])}
    claims = _converted(document).claims
    faults = [*_double_faults(claims)]
    for place, claim in enumerate(claims):
        faults += claim_faults(f"/claim/{place}", claim, home)
    if faults:
        raise InvalidError("some claims cannot be held against results", faults)
    return [with_home(claim, home) for claim in claims]


def with_home(claim: ClaimDocument, home: str) -> ClaimDocument:
    """Name the suite in every statement that leaves it out."""
    statements = [
        one if one.suite or not home else msgspec.structs.replace(one, suite=home)
        for one in claim.statements
    ]
    tables = [
        one if one.suite or not home else msgspec.structs.replace(one, suite=home)
        for one in claim.tables
    ]
    return msgspec.structs.replace(claim, statements=statements, tables=tables)


def suites_of(claim: ClaimDocument) -> list[str]:
    """Return the suites whose results hold a claim."""
    found = {one.suite for one in claim.statements}
    for one in claim.statements:
        sides = [*one.variants, *(side for side in (one.contender, one.baseline) if side)]
        found |= {side.suite for side in sides}
    for table in claim.tables:
        found |= {row.suite or table.suite for row in table.rows}
    return sorted(found - {""})


def _parsed(text: str) -> dict[str, object]:
    try:
        found = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = f"the file is neither TOML nor JSON: {error}"[:300]
        raise InvalidError(reason, [Fault("/text", reason, "correct it")]) from error
    return dict(found)


def _converted(document: dict[str, object]) -> ClaimFile:
    try:
        return msgspec.convert(json.loads(json.dumps(document, default=str)), ClaimFile)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        reason, _, path = str(error).partition(" - at `$")
        pointer = path.rstrip("`").replace("[", "/").replace("]", "").replace(".", "/")
        remedy = "correct it; docs/claims.md has the format"
        fault = Fault(pointer or "/claim", reason[:300], remedy)
        raise InvalidError("the file does not fit the format of claims", [fault]) from error


def _double_faults(claims: list[ClaimDocument]) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for place, claim in enumerate(claims):
        if seen.setdefault(claim.key, place) != place:
            reason = f"the key “{claim.key}” is also that of /claim/{seen[claim.key]}"
            yield Fault(f"/claim/{place}/key", reason, "give each claim a key of its own")
