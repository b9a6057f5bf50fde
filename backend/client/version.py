"""Which release of Tidemark this is."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """Return the version of the installed package, or that it runs from a checkout."""
    try:
        return version("tidemark-bench")
    except PackageNotFoundError:
        return "of this checkout"
