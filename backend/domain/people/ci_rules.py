"""Rules by which CI systems upload without a secret: whose tokens, and with which claims.

The CI system signs who runs there (repository, branch, …) into a token; a rule says what those
must be. A pattern knows `*` for anything, and nothing else.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from backend.domain.errors import Fault, InvalidError
from backend.domain.outgoing_addresses import read_target

MOST_RULES = 100
MOST_CLAIMS = 20
LONGEST_LIFE_S = 86_400
"""Tokens that are good for longer than a day are no tokens of a job."""
OF_ANYBODY = frozenset(
    {
        "actor_type", "aud", "base_ref", "environment", "environment_protected", "event_name",
        "head_ref", "iss", "pipeline_source", "ref", "ref_path", "ref_protected", "ref_type",
        "repository_visibility", "runner_environment", "step_key", "user_access_level",
    }
)  # fmt: skip
"""Claims that jobs of any repository share."""
_CLAIM = re.compile(r"[A-Za-z0-9_.:/-]{1,200}")


@dataclass(frozen=True, slots=True)
class WantedRule:
    name: str
    issuer: str
    audience: str
    claims: Mapping[str, str]
    """Claim → pattern."""
    testbed: str
    """The only one that reports may name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CiRule(WantedRule):
    id: int
    created_by: str
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class Misfit:
    """A claim that is not as a rule wants it; `found` is None where the token lacks it."""

    claim: str
    wanted: str
    found: str | None
    """Null: the token lacks it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a rule when claims were tried."""

    rule: CiRule
    misfits: Sequence[Misfit]


def check_rule(rule: WantedRule) -> None:
    """Refuse a rule that could let anybody in, or that no token can fit."""
    faults = []
    target = read_target(rule.issuer)
    if "?" in target.path or rule.issuer.endswith("#"):
        faults.append(Fault("/issuer", "it holds a query", "give it as the token's claim “iss”"))
    wrong = [name for name in rule.claims if not _CLAIM.fullmatch(name)]
    if wrong:
        reason = f"“{wrong[0][:40]}” is no name of a claim"
        faults.append(Fault("/claims", reason, "write it as in the token"))
    if not any(_says_who(name, pattern) for name, pattern in rule.claims.items()):
        reason = "no claim says who may upload: everybody at this issuer could"
        remedy = "name the repository or project at least, as repository = owner/name or owner/*"
        faults.append(Fault("/claims", reason, remedy))
    if faults:
        raise InvalidError("this rule cannot be kept", faults)


def _says_who(claim: str, pattern: str) -> bool:
    """Tell whether a claim leaves only the jobs of somebody.

    `owner/*` does; `owner*` does not, since anybody may take a name that begins so.
    """
    if claim.lower() in OF_ANYBODY:
        return False
    named, star, _ = pattern.partition("*")
    owner = named.rpartition("/")[0] if star else named
    return bool(owner.rpartition(":")[2].strip("/ "))


def misfits_of(rule: WantedRule, claims: Mapping[str, Any]) -> list[Misfit]:
    """Return what is not as the rule wants it; nothing: the token may upload."""
    found = [
        Misfit(name, pattern, _text(claims.get(name)))
        for name, pattern in rule.claims.items()
        if not fits(pattern, claims.get(name))
    ]
    if claims.get("iss") != rule.issuer:
        found.append(Misfit("iss", rule.issuer, _text(claims.get("iss"))))
    if rule.audience not in audiences_of(claims):
        found.append(Misfit("aud", rule.audience, _text(claims.get("aud"))))
    return found


def fits(pattern: str, value: object) -> bool:
    """Tell whether a value is as a pattern says; of several values one is enough."""
    if value is None:
        return False
    if isinstance(value, list):
        return any(fits(pattern, one) for one in value)
    return _is_like(pattern, _text(value) or "")


def _is_like(pattern: str, text: str) -> bool:
    """Match a text by a pattern of stars: each piece is looked for once, after the one before."""
    first, *others = pattern.split("*")
    if not others:
        return text == pattern
    *pieces, last = others
    if not (text.startswith(first) and text.endswith(last)):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in pieces:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return at <= end


def audiences_of(claims: Mapping[str, Any]) -> list[str]:
    found = claims.get("aud")
    several = found if isinstance(found, list) else [found]
    return [one for one in several if isinstance(one, str)]


def _text(value: object) -> str | None:
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)[:200]


def subject_of(claims: Mapping[str, Any]) -> str:
    """Return what a token calls its job, for the audit trail."""
    return str(claims.get("sub", ""))[:150]
