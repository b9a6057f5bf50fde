"""The environment, read once into a frozen object."""

import os
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from backend.domain.web_addresses import web_parts


class UploadLimits(BaseSettings):
    """What one upload may hold; every one has its own error that names the limit."""

    model_config = SettingsConfigDict(env_prefix="TIDEMARK_MAX_", frozen=True)

    report_bytes: int = 32 * 1024 * 1024
    """Size of a report after decompression."""
    import_bytes: int = 64 * 1024 * 1024
    results: int = 20_000
    samples_per_result: int = 100_000
    samples: int = 2_000_000
    """Samples of a whole report."""
    histogram_bytes: int = 1024 * 1024
    text: int = 300
    """Characters of a name, a subject or one value."""
    benchmark: int = 2_000
    """Characters of the name of a benchmark."""
    message: int = 8_000
    """Characters of a failure message."""
    nesting: int = 12
    """Levels of objects and arrays inside each other."""
    parameters: int = 32
    attributes: int = 300
    ancestry: int = 1_000
    profiles: int = 200
    """Profiles of one report."""
    profile_bytes: int = 1024 * 1024
    """Base64 of the folded stacks of one profile."""
    unpacked_profile_bytes: int = 5 * 1024 * 1024
    unpacked_profiles_bytes: int = 64 * 1024 * 1024
    """The same, of all profiles of a report together."""
    courses: int = 400
    """Courses of one report."""
    course_points: int = 5_000
    """Moments of one course."""
    conditions_bytes: int = 512 * 1024
    """What an agent may say of how it measured."""
    faults: int = 50
    """Faults listed in one answer."""


class Rates(BaseSettings):
    """How often one sender may call: a key, a person, or an address without either.

    “600 per minute” or “20 per 10 seconds”; 0 switches a limit off.
    """

    model_config = SettingsConfigDict(env_prefix="TIDEMARK_RATE_", frozen=True)

    reads: str = "2000 per 10 seconds"
    writes: str = "1200 per minute"
    uploads: str = "1200 per minute"
    """Reports and imported histories."""
    expensive: str = "600 per minute"
    """Comparisons, searches, tables, sweeps, splits, dry runs, exports."""
    guesses: str = "60 per minute"
    """Passwords, sign-in links and invitations tried from one address."""
    tests: str = "30 per 10 minutes"
    """Messages and calls to others that somebody asks for: test messages, trials, deliveries."""
    invitations: str = "60 per hour"
    streams: int = Field(default=200, ge=0)
    """Streams of events that one sender holds at once, in one API process."""
    streams_in_all: int = Field(default=4_000, ge=0)
    """Streams of events that one API process holds."""
    of_project: int = Field(default=10, ge=0)
    """How many times the rate of one sender all members of a project may use together, and all
    visitors of it; 0: no limit."""


NO_RATES = Rates(
    reads="0", writes="0", uploads="0", expensive="0", guesses="0", tests="0", invitations="0",
    streams=0, streams_in_all=0, of_project=0,
)  # fmt: skip
"""Nobody is limited: for what is measured or tested by thousands of calls from one address."""


class Settings(BaseSettings):
    """Everything that differs between installations."""

    model_config = SettingsConfigDict(env_prefix="TIDEMARK_", frozen=True)

    database_url: str = "postgresql+psycopg://tidemark@127.0.0.1:5432/tidemark"
    """`?pooler=transaction` at its end: a pooler's, which lends a connection per transaction."""
    database_direct_url: str = ""
    """Past a pooler, for what needs a whole session: schema, backup and restore."""
    database_read_url: str = ""
    """A streaming replica, which answers what pages ask while it is near; empty: there is none."""
    read_lag_s: float = Field(default=5.0, gt=0)
    """How old what a replica answers may be, in seconds."""
    redis_url: str = "redis://127.0.0.1:6379/0"
    state_dir: Path = Path(".tidemark")
    data_disk: str = ""
    """A directory on the disk of the database: its space is watched where it is given."""
    host: str = "127.0.0.1"
    port: int = 8750
    public_url: str | None = None
    """Address under which people reach the server; default http://host:port."""
    trusted_proxies: str = ""
    """Addresses and networks of proxies in front of the server: 172.30.86.10, fd00::/64. What they
    say of their clients is believed (`X-Forwarded-For`, `X-Forwarded-Proto`); empty: nobody's."""
    secret: SecretStr | None = None
    web_dist: Path = Path("frontend/dist")
    """Built user interface; served by the API where it exists."""
    log_level: str = "info"
    api_workers: int = 2
    api_pool: int = 12
    """Database connections of one API process."""
    statement_patience_s: float = 15.0
    """How long the database may take to answer one question of a request."""
    body_patience_s: float = 30.0
    """How long a sender may be slow; after that its body must come at 1 kB/s on average."""
    head_patience_s: float = 15.0
    """How long the head of a request may take to arrive."""
    rates: Rates = Field(default_factory=Rates)
    beat_seconds: int = 15
    """How often an agent is asked to beat."""
    agent_channel: str = Field(default="", pattern=r"^((https://|/)[\w.~:/%+-]*)?$")
    """Where new agents may take newer versions: an address with https, or a folder of theirs."""
    agent_release_key: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    """The public key that signs them, in hexadecimal digits; new agents are given it once."""
    queued_jobs: int = 200
    """Jobs that one person, or one API key, may have in the queue of a project."""
    ingest_batch: int = 32
    """Reports that one task takes in one transaction."""
    clock_tolerance_s: float = 600.0
    """Times further ahead of the server's clock than this are replaced by the time of receipt."""
    security_contact: str = ""
    """Where to report weaknesses of this installation, for `/.well-known/security.txt`: an address
    of mail or the web; default the address that mail is sent from."""
    sign_in_minutes: int = 60
    session_days: int = 30
    oidc_issuer: str = ""
    """Identity provider (OpenID Connect) by which people sign in; empty: none."""
    oidc_client_id: str = ""
    oidc_client_secret: SecretStr = SecretStr("")
    oidc_name: str = "single sign-on"
    """What the button says after “Sign in with”."""
    oidc_domains: str = ""
    """Domains whose people need no invitation, if the provider has verified their address."""
    outgoing_allowed: str = ""
    """Hosts and networks inside that the server may call all the same: 10.2.0.0/16, git.internal"""
    smtp_host: str = ""
    """Server that takes mail from us; empty: nobody is sent mail."""
    smtp_port: int = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    mail_from: str = ""
    """Address that mail is sent from; default tidemark@<host of the public address>."""
    samples_days: int = Field(default=0, ge=0)
    """After how many days the samples of a run go, while its summaries stay; 0: never."""
    documents_days: int = Field(default=0, ge=0)
    """After how many days raw reports and files of tools go, while their runs stay; 0: never."""
    metrics_token: SecretStr = SecretStr("")
    """What may read `/metrics`, as a Bearer token; empty: only this machine may, without one."""
    audit_days: int = Field(default=400, ge=0)
    """How long events of the audit trail are kept; 0: for ever."""

    @field_validator("public_url")
    @classmethod
    def _is_web_address(cls, given: str | None) -> str | None:
        if given and web_parts(given) is None:
            raise ValueError("it must be an address that begins with http:// or https://")
        return given

    @property
    def whole_database_url(self) -> str:
        """The database past any pooler."""
        return self.database_direct_url or self.database_url

    @property
    def address(self) -> str:
        """Where people reach the server."""
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")


class TracesAsked(BaseSettings):
    """Where traces go, by OpenTelemetry's own names; its SDK reads the other settings itself."""

    model_config = SettingsConfigDict(env_prefix="OTEL_", frozen=True)

    exporter_otlp_endpoint: str = ""
    """A collector that takes OTLP over HTTP, http://tempo:4318; empty: nothing is traced."""
    exporter_otlp_traces_endpoint: str = ""
    """The same with its whole path, for traces alone."""
    service_name: str = ""
    """Default tidemark-api and tidemark-worker."""
    traces_exporter: str = "otlp"
    sdk_disabled: str = "false"

    @property
    def are_wanted(self) -> bool:
        """Whether a place is named and nothing says that it shall not be used."""
        is_named = bool(self.exporter_otlp_endpoint or self.exporter_otlp_traces_endpoint)
        is_off = self.traces_exporter == "none" or self.sdk_disabled.lower() == "true"
        return is_named and not is_off


class DatabaseRoles(BaseSettings):
    """What makes the roles of an installation whose database runs as a service of its own."""

    model_config = SettingsConfigDict(env_prefix="TIDEMARK_DATABASE_", frozen=True)

    superuser_url: str
    """Address of the database as its superuser, without a password."""
    superuser_password_file: Path
    owner_password: SecretStr
    application_password: SecretStr


@cache
def settings() -> Settings:
    return Settings()


@cache
def limits() -> UploadLimits:
    return UploadLimits()


def traces_asked() -> TracesAsked:
    return TracesAsked()


def database_roles() -> DatabaseRoles:
    return DatabaseRoles()  # type: ignore[call-arg]  # the environment gives them


def inherited_environment(**changes: str) -> dict[str, str]:
    """Return the environment for a child process, with some variables set again."""
    return dict(os.environ) | changes
