"""The key that an installation signs receipts with (Ed25519), made from its secret.

Nothing more is to be kept or backed up than the secret itself; a new secret makes a new key.
"""

import hashlib
from base64 import b64encode
from typing import TYPE_CHECKING

from pydantic import SecretStr

from backend.domain.errors import ConflictError
from backend.domain.machines.signing import ReceiptKey, SignedText

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_PURPOSE = b"tidemark receipt"


class Notary:
    """Signs what the server at an address says."""

    def __init__(self, secret: SecretStr | None, server: str) -> None:
        self._secret = secret.get_secret_value().encode() if secret else b""
        self.server = server

    def insist(self) -> None:
        """ConflictError where the installation has no secret."""
        if not self._secret:
            raise ConflictError("set TIDEMARK_SECRET first: receipts are signed with it")

    def sign(self, said: str) -> SignedText:
        """Sign a text; without a secret it stays unsigned."""
        if not self._secret:
            return SignedText(said, "", "")
        key = self._key()
        public = key.public_key().public_bytes_raw().hex()
        return SignedText(said, b64encode(key.sign(said.encode())).decode(), public)

    def public(self) -> ReceiptKey:
        """Return the public key."""
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415  as below
            Encoding,
            PublicFormat,
        )

        self.insist()
        key = self._key().public_key()
        pem = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        return ReceiptKey("ed25519", key.public_bytes_raw().hex(), pem)

    def _key(self) -> "Ed25519PrivateKey":
        # no process starts with what only few need
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
            Ed25519PrivateKey,
        )

        seed = hashlib.blake2b(self._secret, digest_size=32, person=_PURPOSE).digest()
        return Ed25519PrivateKey.from_private_bytes(seed)
