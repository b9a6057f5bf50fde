"""The only place of the command that reads the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

Environment = Mapping[str, str]


def environment() -> Environment:
    return dict(os.environ)


def config_file(env: Environment) -> Path:
    """Return where servers and their keys are kept."""
    given = env.get("TIDEMARK_CONFIG")
    return Path(given) if given else _home(env, "XDG_CONFIG_HOME", ".config") / "servers.json"


def spool_dir(env: Environment) -> Path:
    """Return where reports wait that could not be delivered."""
    given = env.get("TIDEMARK_SPOOL")
    return Path(given) if given else _home(env, "XDG_STATE_HOME", ".local/state") / "spool"


def _home(env: Environment, name: str, fallback: str) -> Path:
    base = env.get(name)
    return (
        Path(base) if base else Path(env.get("HOME") or "~").expanduser() / fallback
    ) / "tidemark"


def running_here(env: Environment) -> Path | None:
    """Return the file in which a server of this checkout says where it is."""
    state = env.get("TIDEMARK_STATE_DIR")
    return Path(state) / "running.json" if state else None


def child_environment() -> dict[str, str]:
    """Return the environment of a program of ours, which finds this package wherever it starts."""
    ours = str(Path(__file__).parents[2])
    paths = [ours, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
