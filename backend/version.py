"""The version of this release, as `pyproject.toml` and the newest part of `CHANGELOG.md` say."""

VERSION = "0.1.0"
