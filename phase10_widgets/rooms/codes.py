"""Codes and keys that lead to a room, and tokens that identify its people."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters used in codes: no vowels, so that no code is a word, and no Y."""
CODE_LENGTH = 6
"""The number of letters in a code; an alphabet of twenty letters allows 64 million different six-letter codes."""
GROUP, GROUPS = 5, 4
"""The number of letters per group in a recovery code, and the number of groups."""
SEED_BITS = 128
"""The number of random bits in a shared table's seed; with thirty, a player's own hand would reveal every other
card."""
MOST_TOKEN = 100
"""The maximum length of a token, in characters."""


def new_code(first: str = LETTERS) -> str:
    """Return a random code, such as "BDFGHJ", that begins with one of these letters."""
    return secrets.choice(first) + "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH - 1))


def read_letters(text: str) -> str | None:
    """Return the letters with which codes may begin, in upper case, or None if the text contains other characters.

    >>> read_letters("bcd"), read_letters("abc"), read_letters("")
    ('BCD', None, None)
    """
    letters = "".join(letter for letter in LETTERS if letter in text.upper())
    return letters if letters and sorted(letters) == sorted(set(text.upper())) else None


def read_code(text: object) -> str | None:
    """Return a typed code in its standard form, or None if the text is not a code.

    >>> read_code("bdf-ghj"), read_code("hello")
    ('BDFGHJ', None)
    """
    code = _letters(text)
    return code if code is not None and len(code) == CODE_LENGTH else None


def new_recovery_code(first: str = LETTERS) -> str:
    """Return a random recovery code for a host, such as "BCDFG-HJKLM-NPQRS-TVWXZ".

    It begins with one of the letters in *first*, and the other 19 letters carry 82 random bits.
    """
    letters = secrets.choice(first) + "".join(secrets.choice(LETTERS) for _ in range(GROUP * GROUPS - 1))
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def read_recovery_code(text: object) -> str | None:
    """Return a typed recovery code in its standard form, or None if the text is not one.

    >>> read_recovery_code("bcdfg hjklm npqrs tvwxz"), read_recovery_code("BCDFGH")
    ('BCDFG-HJKLM-NPQRS-TVWXZ', None)
    """
    letters = _letters(text)
    if letters is None or len(letters) != GROUP * GROUPS:
        return None
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _letters(text: object) -> str | None:
    """Return typed text without its spaces and hyphens, or None if it contains characters that codes never use."""
    if not isinstance(text, str) or len(text) > MOST_TOKEN:
        return None
    code = "".join(letter for letter in text.upper() if not letter.isspace() and letter != "-")
    return code if all(letter in LETTERS for letter in code) else None


def new_key(first: str = "") -> str:
    """Return a random key for a link: the first letter of the room's code, then 128 random bits."""
    return first + secrets.token_urlsafe(16)


def new_token(first: str = "") -> str:
    """Return a random token for a person: the first letter of the room's code, then 256 random bits."""
    return first + secrets.token_urlsafe(32)


def new_seed() -> int:
    """Return a seed for a shared table. It is never derived from a visitor, a link or a date."""
    return secrets.randbits(SEED_BITS)


def digest(secret: object) -> bytes | None:
    """Return the hash of a supposed secret, or None if the value cannot be a key or a token."""
    if not isinstance(secret, str) or not 0 < len(secret) <= MOST_TOKEN:
        return None
    return token_hash(secret)


def token_hash(token: str) -> bytes:
    """Return the hash of a token, key or code; only the hash is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def link_hash(link: str) -> str:
    """Return the hash of a host's link, as a string."""
    return token_hash(link).hex()
