"""Tokens that a CI system signs for a job: with them a report needs no secret."""

from http.client import HTTPException
from urllib.parse import quote

import msgspec

from backend.cli.environment import Environment
from backend.cli.exits import CommandError, Exit
from backend.client.answers import FIRST_FAULT
from backend.client.wire import AddressError, ask, whole

PATIENCE_S = 20.0


class _Said(msgspec.Struct):
    value: str


def token_of_job(env: Environment, audience: str) -> str:
    """Return the token of this job, or nothing where the CI system gives none.

    GitLab writes it where the job says: `id_tokens: TIDEMARK_ID_TOKEN`. GitHub, Gitea and Forgejo
    make one when asked, if the job has the permission `id-token: write`.
    """
    given = env.get("TIDEMARK_ID_TOKEN", "").strip()
    address = env.get("ACTIONS_ID_TOKEN_REQUEST_URL", "")
    ticket = env.get("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "")
    if given or not (address and ticket):
        return given
    mark = "&" if "?" in address else "?"
    asked = f"{address}{mark}audience={quote(env.get('TIDEMARK_AUDIENCE') or audience, safe='')}"
    try:
        said = ask("GET", asked, {"Authorization": f"Bearer {ticket}"}, PATIENCE_S)
        content = whole(said)
        if said.status < FIRST_FAULT:
            return msgspec.json.decode(content, type=_Said).value
        why = f"it answers with status {said.status}"
    except (OSError, HTTPException, AddressError, ValueError) as error:
        why = type(error).__name__
    raise CommandError(
        f"the CI system gives no token: {why}",
        "give the job the permission id-token: write, or set TIDEMARK_KEY",
        Exit.TRY_LATER,
    )
