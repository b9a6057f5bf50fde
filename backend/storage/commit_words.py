"""Names of commits as lists show them, cut where they are read."""

from typing import LiteralString

SHORT: LiteralString = """case when {0} ~ '^[0-9]*[a-f][0-9a-f]+$' and length({0}) >= 7
       then left({0}, 12) else {0} end"""
"""As domain/commit_words: hashes are cut, and the names of releases stay whole."""
