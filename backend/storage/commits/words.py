"""Names of commits as lists show them, cut where they are read."""

from typing import LiteralString

SHORT: LiteralString = """case when {0} ~ '^[0-9a-f]+$' and length({0}) between 7 and 64
            and ({0} ~ '[a-f]' or length({0}) in (40, 64))
       then left({0}, 12) else {0} end"""
"""As `domain/commits/names.py`: hashes are cut, and the names of releases stay whole."""
