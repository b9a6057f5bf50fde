"""Parameters, and the canonical key by which a variant is recognised."""

import hashlib
from collections.abc import Mapping

import msgspec

Scalar = str | int | float | bool
Parameters = Mapping[str, Scalar]


def canonical(parameters: Parameters) -> dict[str, Scalar]:
    """Sort names and write whole floats as integers, so that 4 and 4.0 are one value."""
    return {name: _canonical_value(parameters[name]) for name in sorted(parameters)}


def _canonical_value(value: Scalar) -> Scalar:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


def variant_key(parameters: Parameters) -> bytes:
    """Return 16 bytes that are equal exactly when two assignments are the same."""
    return attributes_hash(canonical(parameters))


def attributes_hash(attributes: Mapping[str, Scalar]) -> bytes:
    """Return 16 bytes that stand for a flat mapping, whatever the order of its names."""
    document = msgspec.json.encode(dict(attributes), order="sorted")
    return hashlib.blake2b(document, digest_size=16).digest()
