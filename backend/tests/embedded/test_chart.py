"""The chart names what exists, and gives pods no more than compose gives containers."""

import json
import re
import shlex
from importlib.util import find_spec
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from jsonschema import Draft7Validator

from backend.embedded.application import ROOT
from backend.tests.embedded.test_compose import KINDS, SERVICES
from backend.version import VERSION

CHART = ROOT / "charts" / "tidemark"
TEMPLATES = {file.name: file.read_text() for file in CHART.glob("templates/*.*")}
WHOLE = "\n".join(TEMPLATES.values())
COMMANDS = [
    shlex.split(re.sub(r"\{\{.*?\}\}", "2", found).replace(",", " "))
    for found in re.findall(r"command: \[(python.*?)\]\}?$", WHOLE, re.MULTILINE)
]
VALUES: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text())
EXAMPLE: dict[str, Any] = yaml.safe_load((CHART / "example-values.yaml").read_text())


def faults(values: dict[str, Any]) -> list[str]:
    """Return where helm would refuse values that are laid over those of the chart."""
    schema = json.loads((CHART / "values.schema.json").read_text())
    return [".".join(map(str, fault.path)) for fault in Draft7Validator(schema).iter_errors(values)]


def test_chart_and_product_have_one_version() -> None:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert (chart["version"], chart["appVersion"]) == (VERSION, VERSION)


@pytest.mark.parametrize("name", ["api", "worker", "beat", "schema", "first-steps"])
def test_each_part_is_started_as_by_compose(name: str) -> None:
    composed = [re.sub(r"\$\{.*?:-(.*?)\}", r"\1", part) for part in SERVICES[name]["command"]]
    assert composed in COMMANDS


def test_every_command_names_a_module_that_exists() -> None:
    for program, flag, module, *_ in COMMANDS:
        assert (program, flag) == ("python", "-m")
        assert find_spec(module)


def test_every_setting_of_the_chart_is_one_of_the_server() -> None:
    known = {
        f"{kind.model_config.get('env_prefix', '')}{field}".upper()
        for kind in KINDS
        for field in kind.model_fields
    }
    named = set(re.findall(r"\bTIDEMARK_[A-Z_]+", WHOLE)) | set(EXAMPLE["settings"])
    assert named <= known


def test_pods_have_no_more_rights_than_they_need() -> None:
    containers = WHOLE.count("allowPrivilegeEscalation: false")
    for wanted in ("readOnlyRootFilesystem: true", "capabilities: {drop: [ALL]}"):
        assert WHOLE.count(wanted) == containers
    assert "runAsNonRoot: true" in TEMPLATES["_helpers.tpl"]
    pods = [name for name, text in TEMPLATES.items() if "containers:" in text]
    assert all('include "tidemark.pod"' in TEMPLATES[name] for name in pods)


def test_what_is_missing_or_unknown_is_refused_by_its_place() -> None:
    assert faults(VALUES | EXAMPLE) == []
    assert set(faults(VALUES)) == {"image.repository", "publicUrl", "existingSecret"}
    endpoint = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://tempo:4318"}
    assert faults(VALUES | EXAMPLE | {"settings": endpoint}) == []
    assert faults(VALUES | EXAMPLE | {"publicUrl": "bench.example.org"}) == ["publicUrl"]
    assert faults(VALUES | EXAMPLE | {"api": {"replica": 2}}) == ["api"]
    assert faults(VALUES | EXAMPLE | {"settings": {"SMTP_HOST": "x"}}) == ["settings"]
