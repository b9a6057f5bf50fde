"""Sign in by an identity provider (OpenID Connect): authorization code, PKCE, state and nonce."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

import orjson
from sqlalchemy.orm import Session

from backend.adapters.signed_tokens import Claims, UntrustedTokenError
from backend.domain.errors import DomainError
from backend.domain.outgoing_addresses import RefusedAddressError
from backend.domain.people.accounts import Device, Shed
from backend.domain.people.identities import (
    Hindrance,
    SignInHinderedError,
    challenge_of,
    read_identity,
)
from backend.domain.people.tokens import new_token, token_hash
from backend.outgoing.guarded_http import Outgoing
from backend.outgoing.outside import OutsideResponse, OutsideUnreachableError
from backend.services.people.audit import record
from backend.services.people.issuer_keys import IssuerKeys
from backend.services.people.link_identity import open_account
from backend.services.people.sign_in import begin_session
from backend.storage.people import identities
from backend.storage.people.identities import UnderWay

MINUTES = 10
SCOPES = "openid email profile"
FROM_PROVIDER = ("email", "email_verified", "name", "preferred_username")


@dataclass(frozen=True, slots=True)
class Provider:
    """The identity provider of this installation."""

    name: str
    issuer: str
    client_id: str
    client_secret: str
    callback: str
    """Our address that the provider sends people back to."""
    domains: frozenset[str]
    """People with a verified address there need no invitation."""


@dataclass(frozen=True, slots=True)
class Return:
    """What a browser brings back from the provider."""

    code: str
    state: str
    error: str
    issuer: str
    """Who sent it, where the provider says so (RFC 9207)."""
    browser: str
    """The token that this browser was given when it left."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the provider gave for a code."""

    identity: str
    access: str


@dataclass(frozen=True, slots=True)
class ProviderArrival:
    """Who came back from the provider is signed in."""

    token: str
    lost: Shed
    """What their account lost, because its address was not proven before."""


@dataclass(frozen=True, slots=True)
class SignIns:
    """Everything that signing in by the provider needs."""

    provider: Provider
    keys: IssuerKeys
    outgoing: Outgoing

    def depart(self, session: Session) -> tuple[str, str]:
        """Return the provider's address for somebody to go to, and the token of their browser."""
        document = self._document()
        state, browser, nonce, verifier = (new_token() for _ in range(4))
        until = datetime.now(UTC) + timedelta(minutes=MINUTES)
        hashes = token_hash(state), token_hash(browser)
        identities.begin(session, hashes, UnderWay(nonce, verifier), until)
        asked = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": self.provider.callback,
            "scope": SCOPES,
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge_of(verifier),
            "code_challenge_method": "S256",
        }
        place = _address_in(document, "authorization_endpoint")
        return f"{place}{'&' if '?' in place else '?'}{urlencode(asked)}", browser

    def arrive(
        self, session: Session, brought: Return, days: int, device: Device
    ) -> ProviderArrival:
        """Return the token of a browser session; SignInHinderedError says what hinders it."""
        under_way = identities.take(session, token_hash(brought.state), token_hash(brought.browser))
        if under_way is None:
            raise SignInHinderedError(
                Hindrance.EXPIRED, "this sign-in is over, or began in another browser"
            )
        if brought.issuer not in ("", self.provider.issuer):
            raise SignInHinderedError(Hindrance.UNTRUSTED, "another provider sent this answer")
        if brought.error or not brought.code:
            raise SignInHinderedError(
                Hindrance.REFUSED, f"the provider said no: {brought.error[:100]}"
            )
        tokens = self._exchange(brought.code, under_way.verifier)
        claims = self._claims(tokens.identity)
        if claims.get("nonce") != under_way.nonce:
            raise SignInHinderedError(Hindrance.UNTRUSTED, "the token is of another sign-in")
        identity = read_identity(
            self.provider.issuer, {**claims, **self._more(claims, tokens.access)}
        )
        user_id, lost = open_account(session, identity, self.provider.domains)
        token = begin_session(session, user_id, days, device)
        record(session, by=self.provider.name)
        return ProviderArrival(token, lost)

    def _document(self) -> Mapping[str, Any]:
        try:
            return self.keys.document(self.provider.issuer)
        except (OutsideUnreachableError, RefusedAddressError) as error:
            raise SignInHinderedError(Hindrance.UNAVAILABLE, str(error)) from error

    def _exchange(self, code: str, verifier: str) -> Tokens:
        """Exchange the code for tokens."""
        place = _address_in(self._document(), "token_endpoint")
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.provider.callback,
            "code_verifier": verifier,
        }
        try:
            answer = self.outgoing.post_form(place, fields, Authorization=self._basic())
        except DomainError as error:
            raise SignInHinderedError(Hindrance.UNAVAILABLE, str(error)) from error
        return _tokens_in(answer)

    def _basic(self) -> str:
        """Name us to the provider; both parts are encoded as in a form (RFC 6749, 2.3.1)."""
        pair = f"{quote(self.provider.client_id, '')}:{quote(self.provider.client_secret, '')}"
        return f"Basic {base64.b64encode(pair.encode()).decode()}"

    def _claims(self, token: str) -> Claims:
        provider = self.provider
        try:
            claims = self.keys.claims(token, provider.issuer, provider.client_id)
        except UntrustedTokenError as error:
            raise SignInHinderedError(Hindrance.UNTRUSTED, str(error)) from error
        except DomainError as error:
            raise SignInHinderedError(Hindrance.UNAVAILABLE, str(error)) from error
        audience = claims["aud"]
        is_shared = isinstance(audience, list) and len(audience) > 1
        if claims.get("azp", provider.client_id) != provider.client_id or (
            is_shared and "azp" not in claims
        ):
            raise SignInHinderedError(Hindrance.UNTRUSTED, "the token was made for somebody else")
        return claims

    def _more(self, claims: Claims, token: str) -> dict[str, Any]:
        """Ask the provider for name and address where its token holds none (OIDC Core, 5.4)."""
        place = self._document().get("userinfo_endpoint")
        if "email" in claims or not token or not isinstance(place, str):
            return {}
        try:
            said = _read(self.outgoing.get(place, Authorization=f"Bearer {token}"))
        except DomainError as error:
            raise SignInHinderedError(Hindrance.UNAVAILABLE, str(error)) from error
        if said.get("sub") != claims.get("sub"):
            raise SignInHinderedError(Hindrance.UNTRUSTED, "the provider speaks of somebody else")
        return {name: said[name] for name in FROM_PROVIDER if name in said}


def _address_in(document: Mapping[str, Any], name: str) -> str:
    found = document.get(name)
    if not isinstance(found, str) or not found.startswith(("https://", "http://")):
        raise SignInHinderedError(Hindrance.UNAVAILABLE, f"the provider names no {name}")
    return found


def _tokens_in(answer: OutsideResponse) -> Tokens:
    said = _read(answer)
    identity, access_token = said.get("id_token"), said.get("access_token")
    if not answer.is_success or not isinstance(identity, str):
        why = str(said.get("error", answer.status))[:100]
        raise SignInHinderedError(Hindrance.REFUSED, f"the provider gave no token: {why}")
    return Tokens(identity, access_token if isinstance(access_token, str) else "")


def _read(answer: OutsideResponse) -> dict[str, Any]:
    try:
        said = orjson.loads(answer.body)
    except orjson.JSONDecodeError:
        return {}
    return said if isinstance(said, dict) else {}
