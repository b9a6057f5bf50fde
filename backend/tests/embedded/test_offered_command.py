"""The command that the page of machines offers names what `make up` leaves behind."""

import re

from backend.embedded.agent.child import PROGRAM, WORKSPACE
from backend.embedded.application import ROOT
from backend.settings import Settings

MODEL = ROOT / "frontend" / "src" / "features" / "machines" / "noiseModel.ts"


def offered(name: str) -> str:
    """Return the right side of a constant of the page."""
    (text,) = re.findall(rf"^const {name} = ([^;]+);$", MODEL.read_text(), re.MULTILINE)
    return str(text)


def test_the_program_and_the_suites_are_where_make_up_has_them() -> None:
    assert ROOT / offered("AGENT").strip('"') == PROGRAM
    folder = ROOT / offered("SUITES_FOLDER").strip('"')
    assert folder == WORKSPACE / "suites"
    suites = re.findall(r'"([^"]+)"', offered("SUITES"))
    assert suites
    assert all((folder / suite / "suite.toml").is_file() for suite in suites)


def test_the_configuration_is_the_one_of_the_agent_of_make_up() -> None:
    state = Settings.model_fields["state_dir"].default
    assert offered("CONFIGURATION").strip('"') == str(state / "agent" / "agent.toml")
