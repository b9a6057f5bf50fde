"""Keys of agents, and what is signed with them (Ed25519)."""

from base64 import b64decode
from binascii import Error as NoBase64
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from backend.domain.errors import Fault, InvalidError

OF_REPORT = b"tidemark report v1\n"
"""What is signed begins with what it is, so that no signature can stand for something else."""
ALGORITHM = "ed25519"
KEY_BYTES = 32
SIGNATURE_BYTES = 64
WORDS = 3
SHOWN = 12


@dataclass(frozen=True, slots=True)
class KeyEnrolment:
    """A public key that an agent will sign with, and what proves that it may."""

    public_key: bytes
    proof: bytes
    """By the key itself."""
    replaces: bytes | None
    """By the key that the agent signed with before."""
    brought_by: int | None
    """The API key that the agent sent it with."""


@dataclass(frozen=True, slots=True)
class AgentKey:
    """A key of an agent; only the one that was neither replaced nor revoked signs."""

    id: int
    agent_id: int
    agent: str
    public_key: bytes
    enrolled_at: datetime
    replaced_at: datetime | None
    revoked_at: datetime | None

    @property
    def is_current(self) -> bool:
        return self.replaced_at is None and self.revoked_at is None

    @property
    def shown(self) -> str:
        return f"{self.public_key.hex()[:SHOWN]}…"

    @property
    def standing(self) -> str:
        """What became of it, for sentences; empty: it signs."""
        if self.revoked_at is not None:
            return f"revoked on {self.revoked_at:%Y-%m-%d}"
        return f"replaced on {self.replaced_at:%Y-%m-%d}" if self.replaced_at else ""


@dataclass(frozen=True, slots=True)
class RunSigner:
    """Whose machine said what a run says."""

    agent: str
    key: str
    """The public key in hexadecimal."""
    sentence: str


@dataclass(frozen=True, slots=True)
class ReportSignature:
    """The header `Tidemark-Signature`: the public key, and its signature of the report."""

    public_key: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class SignedText:
    """A text, and who stands for it (Ed25519)."""

    signed: str
    signature: str
    """In base64; empty: the installation had no secret to sign with."""
    key: str
    """The public key in hexadecimal."""


@dataclass(frozen=True, slots=True)
class ReceiptKey:
    """The public key by which receipts of this installation are checked."""

    algorithm: Literal["ed25519"]
    """How is signed."""
    key: str
    """In hexadecimal."""
    pem: str
    """As `openssl pkeyutl -verify -pubin -inkey` reads it."""


def signature_in(header: str) -> ReportSignature:
    """Read `ed25519 PUBLIC_KEY SIGNATURE`; InvalidError where it is none."""
    words = header.split()
    fault = Fault("/Tidemark-Signature", "it cannot be read", "send “ed25519 KEY SIGNATURE”")
    refusal = InvalidError("the report is not signed as it says; nothing was stored", [fault])
    if len(words) != WORDS or words[0] != ALGORITHM:
        raise refusal
    try:
        read = ReportSignature(bytes.fromhex(words[1]), b64decode(words[2], validate=True))
    except (ValueError, NoBase64) as error:
        raise refusal from error
    if (len(read.public_key), len(read.signature)) != (KEY_BYTES, SIGNATURE_BYTES):
        raise refusal
    return read


def statement_of(agent: str, public_key: bytes) -> bytes:
    """Return what an agent signs to have a key taken in."""
    return f"tidemark agent key v1\n{agent}\n{public_key.hex()}\n".encode()


def is_signed_by(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Tell whether a signature is of this key and this message."""
    # no process starts with what only agents need
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PublicKey,
    )

    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
