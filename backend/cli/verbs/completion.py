"""completion: the script that lets a shell complete verbs, options, projects and servers."""

import click
from click.shell_completion import get_completion_class

PLACES = {
    "bash": "~/.local/share/bash-completion/completions/tidemark",
    "zsh": "a folder of $fpath, as _tidemark",
    "fish": "~/.config/fish/completions/tidemark.fish",
}


@click.command(short_help="Completion for bash, zsh, fish.")
@click.argument("shell", type=click.Choice(tuple(PLACES)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    r"""Write the completion script of a shell.

    \b
    bash  tidemark completion bash > ~/.local/share/bash-completion/completions/tidemark
    zsh   tidemark completion zsh > ~/.zfunc/_tidemark      (a folder of $fpath)
    fish  tidemark completion fish > ~/.config/fish/completions/tidemark.fish
    """
    kind = get_completion_class(shell)
    root = context.find_root().command
    if kind is not None:
        click.echo(kind(root, {}, "tidemark", "_TIDEMARK_COMPLETE").source())
