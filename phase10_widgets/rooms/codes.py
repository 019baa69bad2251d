"""Codes and keys that lead to a room, and tokens that identify its people."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes: no vowels, so that no code is a word, and no Y."""
CODE_LENGTH = 6
"""Twenty letters to the power of six are 64 million codes."""
GROUP, GROUPS = 5, 4
"""The letters of a recovery code's group, and its groups."""
SEED_BITS = 128
"""The random bits of a shared table's seed: with thirty, somebody who knows their own hand finds every other card."""
MOST_TOKEN = 100
"""The longest token accepted, in characters."""


def new_code(first: str = LETTERS) -> str:
    """Return a random code, such as "BDFGHJ", that begins with one of these letters."""
    return secrets.choice(first) + "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH - 1))


def read_letters(text: str) -> str | None:
    """Return the first letters of codes that somebody typed; None if other characters are among them.

    >>> read_letters("bcd"), read_letters("abc"), read_letters("")
    ('BCD', None, None)
    """
    letters = "".join(letter for letter in LETTERS if letter in text.upper())
    return letters if letters and sorted(letters) == sorted(set(text.upper())) else None


def read_code(text: object) -> str | None:
    """Return the code that somebody typed; None for anything else.

    >>> read_code("bdf-ghj"), read_code("hello")
    ('BDFGHJ', None)
    """
    code = _letters(text)
    return code if code is not None and len(code) == CODE_LENGTH else None


def new_recovery_code(first: str = LETTERS) -> str:
    """Return a random code that brings a host back, such as "BCDFG-HJKLM-NPQRS-TVWXZ".

    It begins with one of the letters in *first*, and the other 19 letters have 82 bits.
    """
    letters = secrets.choice(first) + "".join(secrets.choice(LETTERS) for _ in range(GROUP * GROUPS - 1))
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def read_recovery_code(text: object) -> str | None:
    """Return the recovery code that somebody typed; None for anything else.

    >>> read_recovery_code("bcdfg hjklm npqrs tvwxz"), read_recovery_code("BCDFGH")
    ('BCDFG-HJKLM-NPQRS-TVWXZ', None)
    """
    letters = _letters(text)
    if letters is None or len(letters) != GROUP * GROUPS:
        return None
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _letters(text: object) -> str | None:
    """Return a typed text without spaces and hyphens; None if it has characters that no code has."""
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
    """Return the seed of a shared table. It never comes from a visitor, a link or a date."""
    return secrets.randbits(SEED_BITS)


def digest(secret: object) -> bytes | None:
    """Return the hash of a secret of any shape; None for anything that cannot be a key or a token."""
    if not isinstance(secret, str) or not 0 < len(secret) <= MOST_TOKEN:
        return None
    return token_hash(secret)


def token_hash(token: str) -> bytes:
    """Return the hash of a token, key or code, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
