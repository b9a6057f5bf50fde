"""What issuers of tokens publish of themselves: addresses and keys, asked through the guard.

Documents are kept for an hour. A token signed by a key that is not known makes us ask again, at
most once a minute and issuer: keys are rotated, and nobody makes us ask without end.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import orjson

from backend.adapters.signed_tokens import (
    Claims,
    Jwk,
    UntrustedTokenError,
    Unverified,
    believe,
    fitting_keys,
    look_at,
)
from backend.domain.outgoing_addresses import read_target
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideUnreachableError

KEPT_S = 3600.0
AGAIN_S = 60.0
MOST_KEYS = 100
MOST_ISSUERS = 1_000
DISCOVERY = "/.well-known/openid-configuration"

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Issuer:
    """What an issuer published, and when we asked."""

    document: Document
    keys: Sequence[Jwk]
    asked_at: float


class IssuerKeys:
    """The issuers that this process knows."""

    def __init__(self, outgoing: Outgoing, clock: Callable[[], float] = time.monotonic) -> None:
        self._outgoing = outgoing
        self._clock = clock
        self._known: dict[str, Issuer] = {}
        self._failed: dict[str, float] = {}
        self._lock = Lock()

    def document(self, issuer: str) -> Document:
        """Return what an issuer says of itself (OpenID Connect Discovery)."""
        return self._issuer(issuer).document

    def claims(self, token: str, issuer: str, audience: str | list[str]) -> Claims:
        """Return the claims of a token of this issuer; UntrustedTokenError says what is wrong."""
        seen = look_at(token)
        if seen.issuer != issuer:
            raise UntrustedTokenError("the token is of another issuer")
        keys = self._keys(issuer, seen)
        if not keys:
            raise UntrustedTokenError("the issuer has no such key")
        *others, last = keys
        for key in others:
            try:
                return believe(token, key, seen.algorithm, issuer, audience)
            except UntrustedTokenError:
                continue
        return believe(token, last, seen.algorithm, issuer, audience)

    def _keys(self, issuer: str, seen: Unverified) -> list[Jwk]:
        known = self._issuer(issuer)
        found = fitting_keys(known.keys, seen)
        if not found and self._clock() - known.asked_at >= AGAIN_S:
            found = fitting_keys(self._ask(issuer).keys, seen)
        return found

    def _issuer(self, issuer: str) -> Issuer:
        known = self._known.get(issuer)
        if known is not None and self._clock() - known.asked_at < KEPT_S:
            return known
        return self._ask(issuer)

    def _ask(self, issuer: str) -> Issuer:
        """Ask an issuer, unless it has failed a moment ago."""
        now = self._clock()
        failed_at = self._failed.get(issuer)
        if failed_at is not None and now - failed_at < AGAIN_S:
            raise OutsideUnreachableError("the issuer did not answer a moment ago")
        try:
            document = _own(self._read(issuer.rstrip("/") + DISCOVERY), issuer)
            keys = _keys_in(self._read(str(document.get("jwks_uri", ""))))
        except OutsideUnreachableError:
            self._remember(self._failed, issuer, now)
            raise
        found = Issuer(document, keys, now)
        self._remember(self._known, issuer, found)
        return found

    def _remember(self, where: dict[str, Any], issuer: str, what: object) -> None:
        with self._lock:
            where.pop(issuer, None)
            if len(where) >= MOST_ISSUERS:
                where.pop(next(iter(where)))
            where[issuer] = what

    def _read(self, url: str) -> Document:
        answer = self._outgoing.get(url, Accept="application/json")
        if not answer.is_success:
            host = read_target(url).host
            raise OutsideUnreachableError(
                f"“{host}” answered {answer.status} where its keys should be"
            )
        try:
            document = orjson.loads(answer.body)
        except orjson.JSONDecodeError as error:
            raise OutsideUnreachableError("what the issuer publishes is no JSON") from error
        if not isinstance(document, dict):
            raise OutsideUnreachableError("what the issuer publishes is no object")
        return document


def _own(document: Document, issuer: str) -> Document:
    if document.get("issuer") != issuer:
        raise OutsideUnreachableError("what the issuer publishes names another issuer")
    return document


def _keys_in(document: Document) -> Sequence[Jwk]:
    keys = document.get("keys")
    if not isinstance(keys, list):
        raise OutsideUnreachableError("the issuer publishes no keys")
    return [key for key in keys if isinstance(key, dict)][:MOST_KEYS]
