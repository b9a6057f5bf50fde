"""What `make up` tells the agent of this machine to do."""

import tomllib

from backend.embedded.agent import FIRST_SUITE, WORKSPACE, configuration, further_suites


def test_one_suite_is_measured_at_once_and_every_other_later_and_daily() -> None:
    told = tomllib.loads(configuration({"server": "http://h"}, further_suites()))
    first, *others = told["run"]
    assert (first["suite"], first["on_start"]) == (FIRST_SUITE, True)
    folders = {file.parent.name for file in WORKSPACE.glob("suites/*/suite.toml")}
    assert {first["suite"], *(run["suite"] for run in others)} == folders
    assert others
    for run in others:
        assert (run["mode"], run["every"]) == ("quick", "24h")
        assert "on_start" not in run
        assert run["after"].endswith("m")
