"""What is published: built, unpacked into an empty environment without an index, and used."""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tomllib
from base64 import b64decode
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZipFile

import agent_channel
import package
import pytest
import traces
import web_pages
from packaging.requirements import Requirement
from python_packages import RUNTIME

from backend.domain.machines.signing import is_signed_by
from backend.settings import inherited_environment
from backend.testing.builders import a_report
from backend.testing.databases import ROOT
from backend.testing.stack import Stack
from backend.tests.cli.shell import Shell
from backend.version import VERSION

AGENT = "#!/bin/sh\necho tidemark-agent\n"
"""Stands for the built agent: here it is packed, not measured with."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with everything that is published."""
    into = tmp_path_factory.mktemp("dist")
    agent = into / "agent-of-this-test"
    agent.write_text(AGENT)
    script = [sys.executable, str(ROOT / "scripts" / "package.py")]
    subprocess.run([*script, "--into", str(into), "--agent", str(agent)], check=True)
    agent.unlink()
    return into


def test_everything_has_a_checksum_that_fits(built: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=built, check=True)
    named = [line.split()[1] for line in (built / "SHA256SUMS").read_text().splitlines()]
    published = {file.name for file in built.iterdir() if file.is_file()}
    published -= {"SHA256SUMS", ".gitignore"}
    assert set(named) == published
    assert {".whl", ".gz", ".tgz", ".json"} == {Path(name).suffix for name in published}


def test_a_channel_is_signed_by_the_release_key_and_says_what_agents_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, key = tmp_path / "agent", tmp_path / "release.pem"
    program.write_text(AGENT)
    made = ["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(key)]
    subprocess.run(made, check=True)
    programs = {"x86_64-unknown-linux-musl": program}
    (unsigned,) = agent_channel.write_channel(programs, tmp_path, "1.2.3")
    folder = tmp_path / agent_channel.FOLDER
    assert ("not signed" in unsigned, (folder / "manifest.json.sig").exists()) == (True, False)
    monkeypatch.setenv(agent_channel.KEY_FILE, str(key))
    (told,) = agent_channel.write_channel(programs, tmp_path, "1.2.3")
    public = bytes.fromhex(told.rpartition(" ")[2])
    manifest = (folder / "manifest.json").read_bytes()
    signature = b64decode((folder / "manifest.json.sig").read_bytes())
    assert is_signed_by(public, signature, b"tidemark agent channel v1\n" + manifest)
    said = json.loads(manifest)
    (offered,) = said["programs"]
    content = (folder / offered["file"]).read_bytes()
    assert (said["format"], said["version"], said["issued_at"] > 0) == (1, "1.2.3", True)
    assert (offered["system"], offered["architecture"]) == ("linux", "x86_64")
    assert offered["sha256"] == hashlib.sha256(content).hexdigest()
    assert (offered["size"], content) == (len(content), AGENT.encode())


def test_every_locked_package_is_in_the_lists_of_what_is_shipped(built: Path) -> None:
    server, traced, pages = (
        json.loads((built / f"tidemark-{name}-{VERSION}.cdx.json").read_text())
        for name in ("server", "traces", "pages")
    )
    for lock, found in ((RUNTIME, server), (traces.LOCK, traced)):
        pinned = re.findall(r"^([a-z0-9.-]+)==(\S+)", lock.read_text(), re.MULTILINE)
        listed = {(one["name"], one["version"]) for one in found["components"]}
        assert listed == set(pinned)
    assert {server["bomFormat"], pages["bomFormat"]} == {"CycloneDX"}
    names = {one["name"] for one in pages["components"]}
    declared = json.loads((ROOT / "frontend" / "package.json").read_text())["dependencies"]
    assert set(declared) <= names
    assert "vitest" not in names, "what only builds and tests is not shipped"


def test_the_archive_of_the_agent_unpacks_to_a_program(built: Path, tmp_path: Path) -> None:
    (archive,) = built.glob("tidemark-agent-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path, filter="data")
    program = tmp_path / archive.name.removesuffix(".tar.gz") / "tidemark-agent"
    assert subprocess.run([program], capture_output=True, check=True).stdout == b"tidemark-agent\n"
    again = package.archive_agent(program, package.host_target(), tmp_path)
    assert again.read_bytes() == archive.read_bytes(), "the same files give the same bytes"


def test_wheel_and_sdist_hold_the_sources_and_no_tests(built: Path) -> None:
    (wheel,) = built.glob("tidemark_bench-*.whl")
    (sdist,) = built.glob("tidemark_bench-*.tar.gz")
    in_wheel = ZipFile(wheel).namelist()
    with tarfile.open(sdist) as tar:
        in_sdist = [name.partition("/")[2] for name in tar.getnames()]
    unwanted = re.compile(r"(^|/)tests/|backend/(bench|evaluate|fuzz|testing)/")
    tops = {name.partition("/")[0] for name in in_wheel}
    assert tops == {"tidemark", f"tidemark_bench-{VERSION}.dist-info"}
    for names, folder in ((in_wheel, "tidemark/"), (in_sdist, "")):
        assert f"{folder}backend/cli/__main__.py" in names
        assert [name for name in names if unwanted.search(name)] == []
    facts = Parser().parsestr(
        ZipFile(wheel).read(f"tidemark_bench-{VERSION}.dist-info/METADATA").decode()
    )
    assert (facts["Name"], facts["Version"]) == ("tidemark-bench", VERSION)


def test_version_changelog_and_package_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert project["version"] == newest[1] == VERSION


def needed(requirements: list[str] | None, found: dict[str, Distribution]) -> None:
    """Collect the packages that some requirements name, with what those need."""
    for text in requirements or ():
        asked = Requirement(text)
        if asked.name in found or (asked.marker and not asked.marker.evaluate({"extra": ""})):
            continue
        found[asked.name] = distribution(asked.name)
        needed(found[asked.name].requires, found)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an empty environment, beside what it declares and nothing else."""
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (wheel,) = built.glob("tidemark_bench-*.whl")
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "pip", "install", "--offline", "--no-index", "--no-deps", "--python"]
    subprocess.run([*command, str(home), str(wheel)], check=True)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    found: dict[str, Distribution] = {}
    needed(declared, found)
    (packages,) = home.glob("lib/python*/site-packages")
    for one in found.values():
        for top in {file.parts[0] for file in one.files or () if file.parts[0] != ".."}:
            if not (packages / top).exists() and top != "__pycache__":
                (packages / top).symlink_to(Path(str(one.locate_file(top))))
    return home


def test_the_command_reports_from_an_empty_environment(installed: Path, shell: Shell) -> None:
    (shell.home / "results.json").write_text(json.dumps(a_report()))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        environment = shell.environment()
        del environment["PYTHONPATH"]
        return subprocess.run(
            [installed / "bin" / "tidemark", *words], cwd=shell.home, env=environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert run("--version").stdout == f"tidemark {VERSION}\n"
    own = [str(installed / "bin" / "python"), "-c", "import tidemark, backend"]
    alone = subprocess.run(own, cwd=shell.home, capture_output=True, text=True, check=False)
    assert "No module named 'backend'" in alone.stderr, "a package of that name is somebody else's"
    sent = run("report", "results.json", "--json")
    assert sent.returncode == 0, sent.stderr
    assert json.loads(sent.stdout)[0]["id"]
    refused = run("admin", "people")
    assert (refused.returncode, "tidemark-bench[server]" in refused.stderr) == (2, True), refused


ASKED_IN_PYTHON = """
import sys
from tidemark_client import RefusedError, Sender, Server
from tidemark_client.calls import projects, series
from tidemark_client.models_gen import Project

url, key = sys.argv[1:]
sender = Sender(Server(url, key))
found: list[Project] = sender.send(projects.list_projects())
print(found[0].slug, sender.send(series.series(found[0].slug)).total)
try:
    sender.send(projects.read_project("elsewhere"))
except RefusedError as error:
    print(error.status)
"""
ASKED_IN_TYPESCRIPT = """
import { createClient } from "tidemark-bench-client";

declare const process: { argv: string[] };
const [url = "", key = ""] = process.argv.slice(2);
const client = createClient(url, key);
const { data } = await client.GET("/api/v1/projects");
const project: string = data?.[0]?.slug ?? "";
const path = { project };
const series = await client.GET("/api/v1/projects/{project}/series", { params: { path } });
const total: number = series.data?.total ?? 0;
console.log(project, total);
const missing = await client.GET("/api/v1/projects/{project}", {
  params: { path: { project: "elsewhere" } },
});
console.log(missing.response.status);
"""


def total_of(shell: Shell) -> int:
    return int(shell.run("series", "--json").json["total"])


def test_the_python_client_is_installed_alone_and_asks_a_server(
    built: Path, tmp_path: Path, server: Stack, key: str, shell: Shell
) -> None:
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    (wheel,) = built.glob("tidemark_bench_client-*.whl")
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "pip", "install", "--offline", "--no-index", "--no-deps", "--python"]
    subprocess.run([*command, str(home), str(wheel)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    place = Path(str(distribution("msgspec").locate_file("msgspec")))
    (packages / "msgspec").symlink_to(place)
    script = tmp_path / "ask.py"
    script.write_text(ASKED_IN_PYTHON)
    run = [str(home / "bin" / "python"), str(script), server.url or "", key]
    said = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (said.stdout, said.stderr) == (f"main {total_of(shell)}\n404\n", "")


def test_the_typescript_client_is_installed_alone_checks_and_asks_a_server(
    built: Path, tmp_path: Path, server: Stack, key: str, shell: Shell
) -> None:
    env = web_pages.with_node(dict(inherited_environment()))
    (tarball,) = built.glob("tidemark-bench-client-*.tgz")
    (tmp_path / "package.json").write_text('{"type": "module", "private": true}')
    (tmp_path / "ask.mts").write_text(ASKED_IN_TYPESCRIPT)
    npm = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", str(tarball)]
    subprocess.run(npm, cwd=tmp_path, env=env, check=True)
    tsc = ROOT / "frontend" / "node_modules" / "typescript" / "bin" / "tsc"
    how = ["--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext"]
    checked = subprocess.run(
        ["node", str(tsc), *how, "ask.mts"], cwd=tmp_path, env=env, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
    run = ["node", "ask.mjs", server.url or "", key]
    said = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (said.stdout, said.stderr) == (f"main {total_of(shell)}\n404\n", "")
