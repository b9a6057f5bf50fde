"""The compose file and the images name only what exists, and start what `make up` starts."""

import re
from importlib.util import find_spec
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from backend.embedded.application import ROOT, api_arguments
from backend.embedded.postgres import OPTIONS
from backend.settings import Settings

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILES = ("backend/Dockerfile", "frontend/Dockerfile")


def test_the_services_are_those_of_the_design() -> None:
    assert {"postgres", "redis", "api", "worker", "beat", "web"} <= set(SERVICES)


@pytest.mark.parametrize("name", ["schema", "first-steps", "api", "worker", "beat"])
def test_each_command_of_ours_names_a_module_that_exists(name: str) -> None:
    program, flag, module, *_ = SERVICES[name]["command"]
    assert (program, flag) == ("python", "-m")
    assert find_spec(module)


def test_the_api_is_started_as_make_up_starts_it() -> None:
    ours = api_arguments(Settings(host="0.0.0.0", port=8750, api_workers=2))  # noqa: S104
    assert SERVICES["api"]["command"] == ["python", *ours]


def test_postgres_has_the_settings_of_the_embedded_one() -> None:
    given = dict(re.findall(r"-c (\w+)=(\S+)", SERVICES["postgres"]["command"]))
    assert given
    assert given == {name: OPTIONS[name] for name in given}


def test_what_a_service_depends_on_exists_and_can_say_that_it_is_ready() -> None:
    for service in SERVICES.values():
        for name, wanted in service.get("depends_on", {}).items():
            if wanted["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[name]


@pytest.mark.parametrize("dockerfile", DOCKERFILES)
def test_an_image_copies_what_exists_and_installs_by_our_script(dockerfile: str) -> None:
    text = (ROOT / dockerfile).read_text()
    copied = re.findall(r"^COPY (?:--chown=\S+ )?(?!--from)(.+) \S+$", text, re.MULTILINE)
    assert copied
    assert all((ROOT / source).exists() for line in copied for source in line.split())
    assert re.search(r"^RUN python scripts/bootstrap.py", text, re.MULTILINE)


def test_secrets_have_no_default() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    secrets = re.findall(r"\$\{(\w*(?:PASSWORD|SECRET))([^}]*)\}", text)
    assert secrets
    assert all(rest.startswith(":?") for _, rest in secrets)
