"""The description of the API."""

import argparse
import json

from backend.api.app import create_app


def _openapi(_options: argparse.Namespace) -> None:
    print(json.dumps(create_app().openapi(), indent=1, sort_keys=True))


COMMANDS = {"openapi": _openapi}
