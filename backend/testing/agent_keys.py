"""Keys of agents of tests, and what they sign."""

from base64 import b64encode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from backend.domain.machines.signing import OF_REPORT, statement_of


def public_of(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def word_for(agent: str, key: Ed25519PrivateKey, by: Ed25519PrivateKey) -> str:
    """Return what a key says for a key of an agent."""
    return b64encode(by.sign(statement_of(agent, bytes.fromhex(public_of(key))))).decode()


def enrolment_of(agent: str, key: Ed25519PrivateKey) -> dict[str, str]:
    """Return what an agent sends to have its key taken in."""
    return {"public_key": public_of(key), "proof": word_for(agent, key, key)}


def signature_of(key: Ed25519PrivateKey, body: bytes) -> dict[str, str]:
    """Return the header that says who signed a report."""
    signature = b64encode(key.sign(OF_REPORT + body)).decode()
    return {"Tidemark-Signature": f"ed25519 {public_of(key)} {signature}"}
