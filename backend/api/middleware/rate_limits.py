"""Limits how often each sender may call, before anything else is done for the call.

Who sends is known without the database: a key or a session that opened something before is
counted by itself, everything else by its address. So nobody gets counters by inventing keys.
"""

import hashlib
import ipaddress
import re
from collections import Counter, OrderedDict
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.api.errors import problem
from backend.api.sides import COOKIE
from backend.domain.people.projects import Actor
from backend.domain.rates import (
    Caller,
    CallerKind,
    CallKind,
    CallRate,
    CallStanding,
    refusal_in_words,
)
from backend.services.count_calls import CallCounter, read_rate
from backend.settings import Rates, Settings

READING = {"GET", "HEAD"}
UNCOUNTED = {"OPTIONS"}
MOST_KNOWN = 20_000
"""Keys and sessions remembered by one process."""
STREAM_WAIT_S = 15

API = "/api/v1/"
PROJECT = re.compile(r"/api/v1/projects/([^/]+)")
NEVER_COUNTED = re.compile(r"/api/v1/(health|ready)")
OTHER_COUNTED = re.compile(r"/(mcp|metrics|l/.*|pictures/.*)")
"""Answers outside the API that need the database."""
GUESSES = re.compile(r"/api/v1/(session|session/password|invitations/[^/]+|password-[^/]+(/.*)?)")
"""Calls that change something, by a secret that somebody could guess."""
GUESSED_PAGES = re.compile(r"/sign-in(/provider(/return)?)?")
IN_PROJECT = r"/api/v1/projects/[^/]+/"
STREAMS = re.compile(IN_PROJECT + "events")
EXPENSIVE_READS = re.compile(
    IN_PROJECT
    + r"(comparison(/.*)?|search|history|points|pivot|formula|sweep-[^/]+(/.*)?|sweeps/.+"
    + r"|splits/.+|triage-report|feed\.atom|audit\.csv|archive|[a-z]+\.parquet|runs/[^/]+/variants)"
    + r"|/api/v1/audit\.csv"
)
EXPENSIVE_WRITES = re.compile(
    IN_PROJECT
    + "(dry-runs|threshold-readings|splits|splits/(tables|published)|subscription-previews"
    + "|ladders)"
)
UPLOADS = re.compile(IN_PROJECT + "(reports(/files)?|mappings/outlines|imports/(?!addresses)[^/]+)")
TESTS = re.compile(
    IN_PROJECT
    + "(channels/[^/]+/test|deliveries/[^/]+/again|forge/trials|pull-requests/[^/]+/again"
    + "|imports/addresses)"
)
INVITATIONS = re.compile(IN_PROJECT + "invitations")
WRITES = (
    (UPLOADS, CallKind.UPLOAD),
    (TESTS, CallKind.TEST),
    (INVITATIONS, CallKind.INVITATION),
    (EXPENSIVE_WRITES, CallKind.EXPENSIVE),
    (GUESSES, CallKind.GUESS),
)
READS = (
    (STREAMS, CallKind.STREAM),
    (EXPENSIVE_READS, CallKind.EXPENSIVE),
)


def kind_of(method: str, path: str) -> CallKind | None:
    """Return as what a call is counted; None for files, health and whatever costs nothing."""
    if method in UNCOUNTED or NEVER_COUNTED.fullmatch(path):
        return None
    if not path.startswith(API):
        if GUESSED_PAGES.fullmatch(path):
            return CallKind.GUESS
        return CallKind.READ if OTHER_COUNTED.fullmatch(path) else None
    known = READS if method in READING else WRITES
    plain = CallKind.READ if method in READING else CallKind.WRITE
    return next((kind for pattern, kind in known if pattern.fullmatch(path)), plain)


class RateLimits:
    """Answers 429 to whoever calls too often, and tells everybody else what is left to them."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.rates = settings.rates
        self.counter = CallCounter(
            rates_of(settings.rates), settings.rates.of_project, settings.redis_url
        )
        self.callers = KnownCallers()
        self.streams = Streams(settings.rates)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = kind_of(scope["method"], scope["path"]) if scope["type"] == "http" else None
        if kind is None:
            await self.app(scope, receive, send)
            return
        if kind is CallKind.STREAM:
            await self._hold(scope, receive, send)
            return
        credential = credential_of(scope)
        caller = self.callers.find(credential, scope)
        if kind is CallKind.GUESS:
            caller = caller_at(scope)
        standing = self.counter.count(kind, caller, _project_of(scope["path"]))
        if standing is None:
            await self._learn(credential, scope, receive, send)
        elif standing.is_refused:
            await _refused(standing)(scope, receive, send)
        else:
            await self._learn(credential, scope, receive, _with_room(send, standing))

    async def _learn(
        self, credential: bytes | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Answer, and remember who the credential turned out to be of."""
        state = scope.setdefault("state", {})
        await self.app(scope, receive, send)
        actor = state.get("actor")
        if credential is not None and isinstance(actor, Actor):
            self.callers.remember(credential, actor)

    async def _hold(self, scope: Scope, receive: Receive, send: Send) -> None:
        credential = credential_of(scope)
        caller = self.callers.find(credential, scope)
        refusal = self.streams.refusal_to(caller)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        self.streams.begin(caller)
        try:
            await self._learn(credential, scope, receive, send)
        finally:
            self.streams.end(caller)


class KnownCallers:
    """Who was behind the keys and sessions that opened something lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Caller] = OrderedDict()

    def find(self, credential: bytes | None, scope: Scope) -> Caller:
        """Return whom to count: who is known by the credential, else the address."""
        known = self._known.get(credential) if credential is not None else None
        return known or caller_at(scope)

    def remember(self, credential: bytes, actor: Actor) -> None:
        if credential in self._known or actor.is_visitor:
            return
        if actor.user is not None:
            caller = Caller(CallerKind.PERSON, str(actor.user.id))
        elif actor.key is not None:
            caller = Caller(CallerKind.KEY, str(actor.key.id))
        else:  # a job of a CI system has a token of its own
            caller = Caller(CallerKind.KEY, credential.hex())
        if len(self._known) >= MOST_KNOWN:
            self._known.popitem(last=False)
        self._known[credential] = caller


class Streams:
    """Streams of events that this process holds."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._held: Counter[Caller] = Counter()
        self._all = 0

    def refusal_to(self, caller: Caller) -> ASGIApp | None:
        """Return the answer to somebody who may not hold one more."""
        most, most_in_all = self._rates.streams, self._rates.streams_in_all
        if most and self._held[caller] >= most:
            rate = CallRate(most, 0)
            standing = CallStanding(CallKind.STREAM, caller, rate, 0, STREAM_WAIT_S, True)
            return _refused(standing)
        if most_in_all and self._all >= most_in_all:
            return problem(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"the server holds {most_in_all} streams of events, as many as it may; "
                f"ask again in {STREAM_WAIT_S} s",
                Retry_After=str(STREAM_WAIT_S),
            )
        return None

    def begin(self, caller: Caller) -> None:
        self._held[caller] += 1
        self._all += 1

    def end(self, caller: Caller) -> None:
        self._all -= 1
        self._held[caller] -= 1
        if not self._held[caller]:
            del self._held[caller]


def rates_of(given: Rates) -> dict[CallKind, CallRate]:
    """Read the rates of the settings; those that are off are left out."""
    texts = {
        CallKind.READ: given.reads,
        CallKind.WRITE: given.writes,
        CallKind.UPLOAD: given.uploads,
        CallKind.EXPENSIVE: given.expensive,
        CallKind.GUESS: given.guesses,
        CallKind.TEST: given.tests,
        CallKind.INVITATION: given.invitations,
    }
    read = {kind: read_rate(text) for kind, text in texts.items()}
    return {kind: rate for kind, rate in read.items() if rate is not None}


def credential_of(scope: Scope) -> bytes | None:
    """Return the fingerprint of what a request identifies itself by, if it does."""
    headers = Headers(scope=scope)
    said = headers.get("authorization")
    if said is None and COOKIE in (cookie := headers.get("cookie", "")):
        said = cookie_parser(cookie).get(COOKIE)
    return hashlib.blake2b(said.encode(), digest_size=16).digest() if said else None


def caller_at(scope: Scope) -> Caller:
    """Return the address as one caller; of IPv6 the network that one line is given."""
    host = scope["client"][0] if scope.get("client") else "unknown"
    if ":" in host:
        host = _line_of(host)
    return Caller(CallerKind.ADDRESS, host)


def _line_of(host: str) -> str:
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


def _project_of(path: str) -> str:
    found = PROJECT.match(path)
    return found[1] if found else ""


def _refused(standing: CallStanding) -> ASGIApp:
    answer = problem(
        HTTPStatus.TOO_MANY_REQUESTS,
        refusal_in_words(standing),
        Retry_After=str(standing.wait_s),
    )
    _write_room(answer.headers, standing)
    return answer


def _with_room(send: Send, standing: CallStanding) -> Send:
    async def send_with_limits(message: Message) -> None:
        if message["type"] == "http.response.start":
            _write_room(MutableHeaders(scope=message), standing)
        await send(message)

    return send_with_limits


def _write_room(headers: MutableHeaders, standing: CallStanding) -> None:
    """Write the header fields RateLimit of the IETF's draft: the policy, and what is left of it."""
    name = f'"{standing.kind.name.lower()}-{standing.caller.kind}"'
    rate = standing.rate
    headers["RateLimit-Policy"] = f"{name};q={rate.amount};w={rate.window_s}"
    headers["RateLimit"] = f"{name};r={standing.left};t={standing.wait_s}"
