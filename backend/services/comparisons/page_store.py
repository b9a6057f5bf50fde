"""Judged comparisons outside the process, in Redis: several processes and hosts judge a pair once.

A page is kept under what was asked, the revision it was judged at, and the code that judged it, so
that nobody is shown a page of another question, state or release. Redis may be away, emptied or
wrong at any time: then a reader judges, as without it.
"""

import struct
import sys
import time
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

import msgspec
import structlog
from redis.exceptions import RedisError

from backend.domain.comparisons.sides import Reported, SideDifference
from backend.services.comparisons.judged_pages import KEPT_S, LARGEST_KEPT, JudgedPage
from backend.services.heartbeats import quick_redis
from backend.storage.comparisons.revisions import Revision

log = structlog.get_logger()
WORTH_STORING = 1_000
"""Compared rows from which on judging takes so long that others should not do it again."""
STORED_BYTES = 64 * 2**20
"""Of all projects together, packed; the oldest pages go first."""
RESTS_S = 5.0
"""Nobody asks for so long after Redis did not answer."""

PREFIX = "tidemark:comparison"
INDEX, SIZES = "tidemark:comparisons:index", "tidemark:comparisons:sizes"
_DIGEST = 16
_LENGTH = struct.Struct("<I")
_PARTS = ("stats", "domain", "wording", "services/comparisons", "storage")
"""Packages that decide what a page says."""
_COMPUTING = ("numpy", "scipy", "numba", "orjson")

_STORE = """
local index, sizes, page = KEYS[1], KEYS[2], KEYS[3]
local kept, most = tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('time')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1e6
local function drop(name)
    local size = tonumber(redis.call('hget', sizes, name) or 0)
    redis.call('hincrby', sizes, '', -size)
    redis.call('hdel', sizes, name)
    redis.call('zrem', index, name)
    redis.call('del', name)
end
drop(page)
for _, name in ipairs(redis.call('zrangebyscore', index, '-inf', now - kept)) do drop(name) end
redis.call('set', page, ARGV[1], 'ex', kept)
redis.call('zadd', index, now, page)
redis.call('hset', sizes, page, #ARGV[1])
local held = redis.call('hincrby', sizes, '', #ARGV[1])
while held > most do
    local oldest = redis.call('zrange', index, 0, 0)[1]
    if not oldest then break end
    drop(oldest)
    held = tonumber(redis.call('hget', sizes, ''))
end
redis.call('expire', index, kept)
redis.call('expire', sizes, kept)
"""


class _OtherParts(msgspec.Struct):
    """What stands beside a page."""

    differences: list[SideDifference]
    reported: list[Reported]


class PageStore:
    """Pages that any process may have judged."""

    def __init__(
        self, redis_url: str, most_bytes: int = STORED_BYTES, code: bytes | None = None
    ) -> None:
        self._redis = quick_redis(redis_url)
        self._store = self._redis.register_script(_STORE)
        self._most_bytes = most_bytes
        self._code = code
        self._rests_until = float("-inf")

    def find(self, project_id: int, question: bytes, revision: Revision) -> JudgedPage | None:
        """Return the page of this question and revision; None where nobody knows it."""
        if time.monotonic() < self._rests_until:
            return None
        key = self._key(project_id, question, revision)
        try:
            found = self._redis.get(key)
        except RedisError as error:
            self._rest(error)
            return None
        if not isinstance(found, bytes):
            return None
        page = _read(key, found)
        if page is None:
            log.warning("a stored comparison cannot be read", project=project_id)
        return page

    def store(self, project_id: int, question: bytes, revision: Revision, page: JudgedPage) -> None:
        """Keep a page for other processes, where it is not too large and Redis takes it."""
        if time.monotonic() < self._rests_until or len(page.written) > LARGEST_KEPT:
            return
        key = self._key(project_id, question, revision)
        value = _write(key, page)
        try:
            self._store(keys=[INDEX, SIZES, key], args=[value, int(KEPT_S), self._most_bytes])
        except RedisError as error:
            self._rest(error)

    def _key(self, project_id: int, question: bytes, revision: Revision) -> str:
        digest = blake2b(question, digest_size=_DIGEST)
        digest.update(repr(revision).encode())
        digest.update(self._code or code_stamp())
        return f"{PREFIX}:{project_id}:{digest.hexdigest()}"

    def close(self) -> None:
        self._redis.close()

    def _rest(self, error: RedisError) -> None:
        self._rests_until = time.monotonic() + RESTS_S
        log.warning("comparisons are judged without Redis", error=str(error)[:200])


@cache
def code_stamp() -> bytes:
    """Return a digest of the code that judges: another release may judge otherwise."""
    digest = blake2b(digest_size=_DIGEST)
    digest.update(repr((sys.version_info[:2], [*map(version, _COMPUTING)])).encode())
    root = Path(__file__).parents[2]
    for file in _sources(root):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0")
        digest.update(file.read_bytes())
    return digest.digest()


def _sources(root: Path) -> Iterator[Path]:
    for part in _PARTS:
        yield from sorted((root / part).rglob("*.py"))


def _write(key: str, page: JudgedPage) -> bytes:
    other = msgspec.msgpack.encode(_OtherParts(list(page.differences), list(page.reported)))
    body = _LENGTH.pack(len(other)) + other + page.packed()
    return _checksum(key, body) + body


def _read(key: str, value: bytes) -> JudgedPage | None:
    """Return the page of a value, None where it is not what was written under this key."""
    body = value[_DIGEST:]
    if _checksum(key, body) != value[:_DIGEST]:
        return None
    (length,) = _LENGTH.unpack_from(body)
    begin = _LENGTH.size + length
    other = msgspec.msgpack.decode(body[_LENGTH.size : begin], type=_OtherParts)
    packed = body[begin:]
    written = zlib.decompress(packed, -zlib.MAX_WBITS)
    return JudgedPage(other.differences, other.reported, written, packed)


def _checksum(key: str, body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST, key=key.encode()[-64:]).digest()
