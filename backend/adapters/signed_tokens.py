"""Signed tokens (JWT): read apart, and believed only after the issuer's key and every claim fit.

Signatures are asymmetric only: neither `none` nor a shared secret is ever accepted, so that nobody
signs with what is public. The library is loaded with the first token.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
)  # fmt: skip
KINDS = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
LEEWAY_S = 60
"""What clocks may differ by."""
LONGEST = 20_000

Claims = Mapping[str, Any]
Jwk = Mapping[str, Any]


class UntrustedTokenError(Exception):
    """A token that is not believed; its message says why."""


@dataclass(frozen=True, slots=True)
class Unverified:
    """What a token says of itself before anything was checked."""

    algorithm: str
    kid: str | None
    issuer: str


def look_at(token: str) -> Unverified:
    """Read who a token claims to be from; believe none of it."""
    import jwt  # noqa: PLC0415  see above

    if len(token) > LONGEST:
        raise UntrustedTokenError("the token is too long")
    try:
        read = jwt.decode_complete(token, options={"verify_signature": False})
    except (jwt.PyJWTError, ValueError, RecursionError) as error:
        raise UntrustedTokenError("the token cannot be read") from error
    header, claims = read["header"], read["payload"]
    algorithm, kid, issuer = header.get("alg"), header.get("kid"), claims.get("iss")
    if algorithm not in ALGORITHMS:
        raise UntrustedTokenError(f"tokens signed by “{str(algorithm)[:20]}” are not accepted")
    if not isinstance(issuer, str) or not (kid is None or isinstance(kid, str)):
        raise UntrustedTokenError("the token names no issuer")
    return Unverified(algorithm, kid, issuer)


def fitting_keys(keys: Sequence[Jwk], seen: Unverified) -> list[Jwk]:
    """Return the keys of an issuer with which a token may be signed."""
    kind = KINDS[seen.algorithm[:2]]
    return [
        key
        for key in keys
        if key.get("kty") == kind
        and key.get("use", "sig") == "sig"
        and key.get("alg", seen.algorithm) == seen.algorithm
        and (seen.kid is None or key.get("kid") == seen.kid)
    ]


def believe(token: str, key: Jwk, algorithm: str, issuer: str, audience: str | list[str]) -> Claims:
    """Return the claims of a token if signature, issuer, audience and times are right."""
    import jwt  # noqa: PLC0415  see above

    try:
        found: Claims = jwt.decode(
            token,
            jwt.PyJWK(dict(key), algorithm=algorithm),
            algorithms=[algorithm],
            issuer=issuer,
            audience=audience,
            leeway=LEEWAY_S,
            options={"require": ["exp", "iat", "iss", "aud"]},
        )
    except jwt.PyJWTError as error:
        raise UntrustedTokenError(_reason(error)) from error
    return found


REASONS = {
    "ExpiredSignatureError": "the token has expired",
    "ImmatureSignatureError": "the token is not valid yet",
    "InvalidAudienceError": "the token is meant for another audience",
    "InvalidIssuerError": "the token is of another issuer",
    "InvalidSignatureError": "the signature does not fit the key of the issuer",
    "MissingRequiredClaimError": "the token lacks a claim that it must have",
}
"""What each error of the library says, by the name of its class."""


def _reason(error: Exception) -> str:
    names = (kind.__name__ for kind in type(error).__mro__)
    return next((REASONS[name] for name in names if name in REASONS), "the token is wrong")
