"""docs/cli.md: what it says can be said, and it leaves out no verb."""

import re
import shlex
import subprocess
import sys

import click

from backend.cli.exits import Exit
from backend.cli.verbs import VERBS, tidemark
from backend.testing.databases import ROOT

DOCUMENT = (ROOT / "docs" / "cli.md").read_text()
COMMANDS = re.findall(r"`tidemark ([^`]+)`", DOCUMENT)


def test_every_command_that_is_shown_is_understood_as_it_stands() -> None:
    assert len(COMMANDS) > 30
    for said in COMMANDS:
        words = shlex.split(said)
        if "--help" in words or "<verb>" in words:
            continue
        command: click.Command = tidemark
        context = click.Context(command, info_name="tidemark")
        while isinstance(command, click.Group) and words and words[0] in command.commands:
            name = words.pop(0)
            command = command.commands[name]
            context = click.Context(command, parent=context, info_name=name)
        assert command is not tidemark, said
        command.parse_args(context, words)


def test_every_verb_and_every_ending_stands_in_it() -> None:
    spoken = {tuple(re.sub(r"[^a-z -].*", "", said).split()) for said in COMMANDS}
    verbs: set[tuple[str, ...]] = {(name,) for name in tidemark.commands}
    triage = tidemark.commands["alerts"]
    assert isinstance(triage, click.Group)
    verbs |= {("alerts", name) for name in triage.commands}
    assert [one for one in sorted(verbs) if not _stands(one, spoken)] == []
    assert set(map(int, re.findall(r"^\| (\d+) \|", DOCUMENT, re.MULTILINE))) == {*Exit, 70}


def test_help_lists_every_verb_and_imports_none() -> None:
    script = (
        "import sys; from backend.cli.program import run; run(['--help']);"
        " print([one for one in ('httpx', 'msgspec', 'backend.client.models_gen', 'rich')"
        " if one in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True, text=True
    )
    *_, imported = done.stdout.splitlines()
    assert imported == "[]"
    for name, (_, said) in VERBS.items():
        assert said == tidemark.commands[name].get_short_help_str(200), name
        assert re.search(rf"^  {name} +{re.escape(said[:40])}", done.stdout, re.MULTILINE), name


def _stands(verb: tuple[str, ...], spoken: set[tuple[str, ...]]) -> bool:
    return any(said[: len(verb)] == verb for said in spoken)
