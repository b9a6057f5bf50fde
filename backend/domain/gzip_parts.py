"""Gzip in parts: an end that is packed once, sent behind one beginning or another.

A stream is a row of blocks (RFC 1951, 1952). None looks back beyond what was packed with it.
"""

import struct
import zlib

LEVEL = 1
"""As all answers: more takes a multiple of the time and saves a fifth of the bytes."""
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"
"""Deflate, no name, no time, packed fast."""


def pack_end(end: bytes) -> bytes:
    """Return the blocks of what ends a stream."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(end) + packer.flush()


def join(begin: bytes, end: bytes, packed_end: bytes) -> bytes:
    """Return the stream of a beginning and an end that `pack_end` packed before."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    begun = packer.compress(begin) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = zlib.crc32(end, zlib.crc32(begin))
    size = (len(begin) + len(end)) % 2**32
    return b"".join((HEAD, begun, packed_end, struct.pack("<II", checksum, size)))
