"""Signs reports as the agent of this machine does, with its key, where it has one.

A server refuses what names the machine of an agent that signs and is not signed by it.
"""

import base64
import json
from pathlib import Path

OF_REPORT = b"tidemark report v1\n"


class CannotSignError(Exception):
    """The agent has a key, and nothing here can sign with it."""


def signature(identity: Path, project: str, report: bytes) -> str | None:
    """Return what the header `Tidemark-Signature` says; None where no agent of this machine signs.

    `identity` is where the agent keeps its keys. A key counts from when its server knows it.
    """
    machine = json.loads(report).get("machine", {}).get("name")
    known = f" {project} {machine}\n"
    for place in sorted(identity.glob("*/place")):
        if place.read_text(encoding="utf-8").endswith(known):
            return _signed(place.with_name("key").read_bytes(), report)
    return None


def _signed(seed: bytes, report: bytes) -> str:
    try:  # the server has it; whoever only measures and writes down does without
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
            Ed25519PrivateKey,
        )
    except ImportError as error:
        raise CannotSignError(
            "the agent of this machine signs its reports, and this Python has no package"
            " cryptography to sign with"
        ) from error
    key = Ed25519PrivateKey.from_private_bytes(seed)
    public = key.public_key().public_bytes_raw().hex()
    return f"ed25519 {public} {base64.b64encode(key.sign(OF_REPORT + report)).decode()}"
