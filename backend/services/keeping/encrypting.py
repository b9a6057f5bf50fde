"""A stream that only a passphrase opens: AES-256-GCM in pieces, each bound to its place.

The key is made by scrypt (RFC 7914). The nonce of a piece counts them and says which is the last,
so that none can be left out, exchanged or cut off (the STREAM construction of Hoang et al. 2015).
"""

import os
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from backend.domain.errors import InvalidError

BEGINNING = b"TIDEMARK ENCRYPTED 1\n"
SALT_BYTES = 16
PIECE_BYTES = 1024 * 1024
TAG_BYTES = 16
WRONG = "the passphrase is wrong, or the file was changed or cut off"


def _cipher(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt, length=32, n=2**15, r=8, p=1).derive(passphrase.encode()))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


class EncryptingWriter:
    """Encrypts what is written; `close` writes the last piece and leaves the sink open."""

    def __init__(self, sink: BinaryIO, passphrase: str) -> None:
        salt = os.urandom(SALT_BYTES)
        sink.write(BEGINNING + salt)
        self._sink = sink
        self._cipher = _cipher(passphrase, salt)
        self._number = 0
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        self._held += data
        while len(self._held) > PIECE_BYTES:
            self._put(bytes(self._held[:PIECE_BYTES]), is_last=False)
            del self._held[:PIECE_BYTES]
        return len(data)

    def close(self) -> None:
        self._put(bytes(self._held), is_last=True)

    def _put(self, piece: bytes, *, is_last: bool) -> None:
        nonce = _nonce(self._number, is_last=is_last)
        self._sink.write(self._cipher.encrypt(nonce, piece, None))
        self._number += 1


class DecryptingReader:
    """Decrypts what is read; InvalidError where a piece is not what was written there."""

    def __init__(self, source: BinaryIO, passphrase: str) -> None:
        source.seek(len(BEGINNING))
        self._cipher = _cipher(passphrase, source.read(SALT_BYTES))
        self._source = source
        self._next = source.read(PIECE_BYTES + TAG_BYTES)
        self._number = 0
        self._held = b""

    def read(self, size: int) -> bytes:
        while len(self._held) < size and self._next:
            piece, self._next = self._next, self._source.read(PIECE_BYTES + TAG_BYTES)
            nonce = _nonce(self._number, is_last=not self._next)
            try:
                self._held += self._cipher.decrypt(nonce, piece, None)
            except InvalidTag as error:
                raise InvalidError(WRONG) from error
            self._number += 1
        given, self._held = self._held[:size], self._held[size:]
        return given


def is_encrypted(source: BinaryIO) -> bool:
    """Tell whether a file begins as ours do; it is read from its beginning afterwards."""
    found = source.read(len(BEGINNING)) == BEGINNING
    source.seek(0)
    return found
