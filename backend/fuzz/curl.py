"""A request as a command that repeats it; who asks is left to whoever runs it."""

import base64
import shlex
from urllib.parse import urlsplit

from requests import PreparedRequest


def curl_of(sent: PreparedRequest, actor: str) -> str:
    """Spell a request as a command: $URL is the server, $SESSION the actor's session cookie."""
    parts = urlsplit(sent.url or "")
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    words = ["curl -isg --path-as-is", f"-X {sent.method}", f'"$URL"{shlex.quote(target)}']
    if kind := sent.headers.get("Content-Type"):
        words.append(f"-H {shlex.quote(f'Content-Type: {kind!s}')}")
    if actor != "visitor":
        words.append('-H "X-Tidemark: 1" -b "tidemark_session=$SESSION"')
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body
    if not isinstance(body, bytes) or not body:
        return " ".join(words)
    if body.isascii() and body.decode().isprintable():
        return " ".join([*words, f"--data-binary {shlex.quote(body.decode())}"])
    packed = base64.b64encode(body).decode()
    return f"echo {packed} | base64 -d | {' '.join([*words, '--data-binary @-'])}"
