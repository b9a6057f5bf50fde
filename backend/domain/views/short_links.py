"""Codes of short links: the same page with the same state always gets the same code."""

import hashlib

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No characters that are taken for each other when read aloud or off a slide."""
SHORTEST, LONGEST = 8, 26


def content_hash(project_id: int, tail: str) -> bytes:
    """Return 16 bytes that stand for a page of a project."""
    return hashlib.blake2b(f"{project_id} {tail}".encode(), digest_size=16).digest()


def code_of(content: bytes, length: int) -> str:
    """Return the first characters of the hash; a longer code where a shorter one is taken."""
    number = int.from_bytes(content)
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[digit])
    return "".join(letters)


def is_code(text: str) -> bool:
    return SHORTEST <= len(text) <= LONGEST and set(text) <= set(ALPHABET)
