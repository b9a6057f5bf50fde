"""The channel that agents update from: programs, and a manifest that a release key signs.

The key is an Ed25519 key in PEM, in the file that TIDEMARK_RELEASE_KEY_FILE names. Without it the
manifest stays unsigned, and no agent takes it.
"""

import hashlib
import json
import os
import shutil
import time
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

FOLDER = "agent-channel"
MANIFEST = "manifest.json"
SIGNATURE = "manifest.json.sig"
KEY_FILE = "TIDEMARK_RELEASE_KEY_FILE"
OF_CHANNEL = b"tidemark agent channel v1\n"
"""What is signed begins with what it is, so that no signature can stand for something else."""


def write_channel(programs: Mapping[str, Path], into: Path, version: str) -> list[str]:
    """Write the folder of a channel; returns what is to be told of it."""
    folder = into / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    offered = []
    for target, program in sorted(programs.items()):
        name = f"tidemark-agent-{version}-{target}"
        shutil.copy(program, folder / name)
        architecture, _, rest = target.partition("-")
        content = program.read_bytes()
        offered.append({
            "system": "linux" if "linux" in rest else rest, "architecture": architecture,
            "file": name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest(),
        })  # fmt: skip
    issued_at = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    told = {"format": 1, "version": version, "issued_at": issued_at, "programs": offered}
    manifest = json.dumps(told, indent=2).encode() + b"\n"
    (folder / MANIFEST).write_bytes(manifest)
    key = os.environ.get(KEY_FILE)
    if not key:
        return [f"{FOLDER}: not signed, no agent takes it ({KEY_FILE} names no key)"]
    signature, public = _signed(Path(key), OF_CHANNEL + manifest)
    (folder / SIGNATURE).write_bytes(b64encode(signature) + b"\n")
    return [f"{FOLDER}: signed by the release key {public.hex()}"]


def _signed(file: Path, message: bytes) -> tuple[bytes, bytes]:
    """Return the signature, and the public key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415  only with a key
        Ed25519PrivateKey,
    )
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        load_pem_private_key,
    )

    key = load_pem_private_key(file.read_bytes(), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise SystemExit(f"{file} is no Ed25519 key: openssl genpkey -algorithm ed25519")
    return key.sign(message), key.public_key().public_bytes_raw()
