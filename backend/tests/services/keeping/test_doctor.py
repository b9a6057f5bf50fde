"""What `tidemark admin doctor` finds on installations of which something is wrong."""

import shutil
from pathlib import Path

import psycopg
import pytest
import redis

from backend.domain.server_health import Finding, Severity
from backend.embedded.stores.services import Services
from backend.services.keeping.doctor import examine
from backend.services.watch_components import space_of
from backend.settings import Settings
from backend.testing.databases import database_named
from backend.testing.fixtures import empty_database
from backend.testing.templates import plain


def found(settings: Settings, **changes: object) -> dict[str, Finding]:
    """Return the findings by their part."""
    return {one.part: one for one in examine(settings.model_copy(update=changes))}


def test_a_server_without_worker_and_scheduler_is_told_so(settings: Settings) -> None:
    findings = found(settings)
    assert {part for part in findings if part != "disk"} == {"worker", "scheduler"}
    assert "Results are not being processed" in findings["worker"].reason


def test_each_service_that_does_not_answer_is_named_with_its_setting(settings: Settings) -> None:
    nowhere = {
        "database_url": "postgresql+psycopg://nobody@127.0.0.1:1/nothing",
        "redis_url": "redis://127.0.0.1:1/0",
    }
    findings = found(settings, **nowhere)
    assert "TIDEMARK_DATABASE_URL" in findings["database"].remedy
    assert "TIDEMARK_REDIS_URL" in findings["redis"].remedy


def test_a_schema_that_is_missing_is_named(services: Services, settings: Settings) -> None:
    with empty_database(services, "no_schema") as name:
        url = database_named(services.database_url, name)
        assert found(settings, database_url=url)["migrations"].remedy == "make migrate, or make up"


def test_work_that_waits_too_long_and_agents_that_are_silent(settings: Settings) -> None:
    with psycopg.connect(plain(settings.database_url), autocommit=True) as connection:
        connection.execute(
            "insert into outbox (task, project_id, subject_ids, created_at)"
            " values ('detection.detect_changes', 1, '{1}', now() - interval '20 minutes')"
        )
        connection.execute("insert into project (slug, name) values ('main', 'Main')")
        connection.execute(
            "insert into agent (project_id, name, machine_id, version, last_beat_at)"
            " select id, 'rack-7', 1, '1', now() - interval '2 hours' from project"
        )
    findings = found(settings)
    assert "1 requests for detection.detect_changes wait" in findings["queue"].reason
    assert findings["queue"].severity is Severity.FAULT
    assert "rack-7 of main has been silent for 120 minutes" in findings["agents"].reason
    assert findings["agents"].severity is Severity.WARNING


def test_secrets_that_others_may_read(settings: Settings, tmp_path: Path) -> None:
    secret = tmp_path / "secrets" / "application"
    secret.parent.mkdir()
    secret.write_text("secret")
    tmp_path.chmod(0o700)
    secret.chmod(0o644)
    assert found(settings)["permissions"].remedy == f"chmod 600 {secret}"
    secret.chmod(0o600)
    assert "permissions" not in found(settings)
    tmp_path.chmod(0o755)
    assert found(settings)["permissions"].remedy == f"chmod 700 {tmp_path}"


def test_settings_that_do_harm(settings: Settings) -> None:
    assert "TIDEMARK_SECRET" in found(settings, secret=None)["settings"].reason
    assert "TIDEMARK_PUBLIC_URL" in found(settings, host="0.0.0.0")["settings"].remedy  # noqa: S104
    wrong = found(settings, data_disk="/no/such/directory")
    assert wrong["disk"].severity is Severity.FAULT


def test_the_free_share_of_a_disk_is_that_of_df(tmp_path: Path) -> None:
    space, told = space_of(tmp_path), shutil.disk_usage(tmp_path)
    assert space is not None
    assert space.total_bytes == pytest.approx(told.used + told.free, rel=0.01)
    assert space_of(tmp_path / "missing") is None


def test_a_redis_that_forgets_messages_is_a_fault(settings: Settings) -> None:
    with redis.Redis.from_url(settings.redis_url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        try:
            assert "allkeys-lru" in found(settings)["redis"].reason
        finally:
            client.config_set("maxmemory-policy", "noeviction")
