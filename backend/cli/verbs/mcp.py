"""mcp: tools for assistants over stdio, with the server and key that the command uses."""

import importlib.util

import click

from backend.cli.exits import CommandError
from backend.cli.verb import Desk, at_server, pass_desk
from backend.client.sender import Server


@click.command(short_help="Tools for assistants over stdio.")
@at_server
@pass_desk
def mcp(desk: Desk) -> None:
    """Serve tools for assistants over stdio (MCP); they may what your key may.

    Assistants that speak HTTP need no installation: the server has the same tools at /mcp.
    """
    if importlib.util.find_spec("mcp") is None:
        raise CommandError(
            "this installation lacks the package mcp", "install tidemark-bench[mcp], or use /mcp"
        )
    from backend.mcp.stdio import serve  # noqa: PLC0415  the other verbs need no such package

    serve(Server(desk.server.url, desk.server.key))
