"""Tokens that a CI system signs for a job: with them a report needs no secret."""

from urllib.parse import quote

import httpx
import msgspec

from backend.cli.environment import Environment
from backend.cli.exits import CommandError, Exit

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
        said = httpx.get(asked, headers={"Authorization": f"Bearer {ticket}"}, timeout=PATIENCE_S)
        said.raise_for_status()
        return msgspec.json.decode(said.content, type=_Said).value
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise CommandError(
            f"the CI system gives no token: {type(error).__name__}",
            "give the job the permission id-token: write, or set TIDEMARK_KEY",
            Exit.TRY_LATER,
        ) from error
