"""Secrets that the server must use again, so that a hash is not enough: encrypted at rest.

The key is made from the secret of the installation, which is not in the database: who has a copy
of the database alone can neither post to a channel nor sign for it. The library is loaded with the
first secret.
"""

import base64
import hashlib
from typing import TYPE_CHECKING

from pydantic import SecretStr

from backend.domain.errors import ConflictError

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

_PURPOSE = b"tidemark channels 1"


class SecretCipher:
    """Encrypts and decrypts the secrets of one installation."""

    def __init__(self, secret: SecretStr | None) -> None:
        self._secret = secret.get_secret_value().encode() if secret else b""

    def encrypt(self, text: str) -> bytes:
        """Encrypt; ConflictError where the installation has no secret."""
        return self._fernet().encrypt(text.encode())

    def decrypt(self, encrypted: bytes) -> str:
        """Decrypt; ConflictError where it was encrypted with another secret."""
        from cryptography.fernet import InvalidToken  # noqa: PLC0415  see above

        try:
            return self._fernet().decrypt(encrypted).decode()
        except InvalidToken as error:
            raise ConflictError(
                "the secret of the installation has changed; set the address of the channel again"
            ) from error

    def _fernet(self) -> "Fernet":
        from cryptography.fernet import Fernet  # noqa: PLC0415  see above

        if not self._secret:
            raise ConflictError("set TIDEMARK_SECRET first: addresses are kept encrypted with it")
        key = hashlib.blake2b(self._secret, digest_size=32, person=_PURPOSE[:16]).digest()
        return Fernet(base64.urlsafe_b64encode(key))
