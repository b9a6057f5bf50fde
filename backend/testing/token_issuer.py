"""An issuer of signed tokens as a CI system is one: real keys, published over HTTP."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
import orjson
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

AUDIENCE = "https://tidemark.example"


class TokenIssuer(ThreadingHTTPServer):
    """Signs tokens with its newest key; publishes the public half of that one only."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Published)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked: list[str] = []
        self._turns = 0
        self.turn_keys_over()

    def turn_keys_over(self) -> None:
        """Sign with a new key from now on, and forget the one before."""
        self._turns += 1
        self.key: RSAPrivateKey = generate_private_key(65537, 2048)
        self.kid = f"key {self._turns}"

    def documents(self) -> dict[str, Any]:
        jwk = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        published = jwk | {"kid": self.kid, "use": "sig", "alg": "RS256"}
        return {
            "/.well-known/openid-configuration": {
                "issuer": self.url,
                "jwks_uri": f"{self.url}/keys",
            },
            "/keys": {"keys": [published]},
        }

    def claims(self, **changes: Any) -> dict[str, Any]:
        """Return what the token of a job on the main branch says."""
        now = int(time.time())
        return {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": "repo:acme/engine:ref:refs/heads/main",
            "repository": "acme/engine",
            "ref": "refs/heads/main",
            "event_name": "push",
            "iat": now,
            "nbf": now,
            "exp": now + 300,
            "jti": "one",
        } | changes

    def token(self, **changes: Any) -> str:
        return jwt.encode(self.claims(**changes), self.key, "RS256", {"kid": self.kid})

    def public_pem(self) -> bytes:
        """Return what everybody knows of the key."""
        return self.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


class _Published(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        issuer = self.server
        if not isinstance(issuer, TokenIssuer):
            raise TypeError("it publishes what a TokenIssuer has")
        issuer.asked.append(self.path)
        body = orjson.dumps(issuer.documents().get(self.path, {}))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def token_issuer() -> Iterator[TokenIssuer]:
    with TokenIssuer() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()
