"""completion: the script that lets a shell complete verbs, options, projects and servers."""

import click
from click.shell_completion import get_completion_class

PLACES = {
    "bash": "~/.local/share/bash-completion/completions/tidemark",
    "zsh": "~/.zfunc/_tidemark  # a folder of $fpath",
    "fish": "~/.config/fish/completions/tidemark.fish",
}


HELP = "\n\n\b\n".join(
    (
        "Write the completion script of a shell; keep it where the shell looks for it:",
        "\n".join(
            f"{shell:<6}tidemark completion {shell} > {place}" for shell, place in PLACES.items()
        ),
    )
)


@click.command(help=HELP, short_help="Completion for bash, zsh, fish.")
@click.argument("shell", type=click.Choice(tuple(PLACES)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Write the completion script of a shell."""
    kind = get_completion_class(shell)
    root = context.find_root().command
    if kind is not None:
        click.echo(kind(root, {}, "tidemark", "_TIDEMARK_COMPLETE").source())
