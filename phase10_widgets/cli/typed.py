"""Argument types for the command line: each function parses a word or explains the expected form."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from ..base.integers import LONGEST_SEED, check_seed
from ..rooms.codes import LETTERS, read_letters

FIRST_PORT = 8866
MOST_SHEETS = 500
LARGEST_NUMBER = 10**9
"""The largest accepted count, such as a number of games."""
SEED_HELP = f"determines all cards: a whole number or text, {LONGEST_SEED} characters at most (%(default)s)"


def port_number(text: str) -> int:
    """Parse a port.

    >>> port_number("8866")
    8866
    """
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (1 to 65535)")
    return int(text)


def any_port(text: str) -> int:
    """Parse a port, or 0 for a free one.

    >>> any_port("0")
    0
    """
    return 0 if text == "0" else port_number(text)


def letters(text: str) -> str:
    """Parse the letters that codes may start with.

    >>> letters("dcb")
    'BCD'
    """
    found = read_letters(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"the letters must be among {LETTERS}, not {text!r}")
    return found


def whole_number(text: str) -> int:
    """Parse a count of at least 1.

    >>> whole_number("2000")
    2000
    """
    return _whole(text, 1)


def _whole(text: str, least: int, most: int = LARGEST_NUMBER) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} to {most:,}")
    return int(text)


def sheets_number(text: str) -> int:
    """Parse a number of sheets, up to the printable maximum.

    >>> sheets_number("30")
    30
    """
    return _whole(text, 1, MOST_SHEETS)


def games_number(text: str) -> int:
    """Parse a number of games between two players, who swap seats.

    >>> games_number("100")
    100
    """
    number = _whole(text, 2)
    if number % 2:
        raise argparse.ArgumentTypeError(
            f"the number of games must be even, not {number}: each deal is played from both seats"
        )
    return number


def some_number(text: str) -> int:
    """Parse a count of at least 0.

    >>> some_number("0")
    0
    """
    return _whole(text, 0)


def folder(text: str) -> Path:
    """Parse a folder's path. An empty path, such as one from an unset variable, does not mean the current folder.

    >>> folder("handouts").name
    'handouts'
    """
    if not text.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder; write . for the current one")
    return Path(text)


def seed(text: str) -> int | str:
    """Parse a seed: a whole number or any other text.

    >>> seed("11"), seed("monday")
    (11, 'monday')
    """
    if not text.strip():  # such as one from an unset variable
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed; write a whole number or text, such as 7 or monday")
    try:
        return check_seed(int(text) if re.fullmatch("-?[0-9]{1,100}", text) else text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def edition(text: str) -> str:
    """Parse the id of an edition.

    >>> edition("flip")
    'flip'
    """
    from ..rules import edition_names

    if text in edition_names.names():
        return text
    near = edition_names.near_name(text)
    meant = f" (did you mean {near!r}?)" if near else ""
    listed = ", ".join(edition_names.names())
    raise argparse.ArgumentTypeError(f"there is no edition {text[:60]!r}{meant}; the editions are {listed}")


def base_url(text: str) -> str:
    """Parse a path, and add slashes at both ends.

    >>> base_url("/games/phase10")
    '/games/phase10/'
    """
    if not re.fullmatch(r"/?(?:[\w.~-]+/)*[\w.~-]*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a path, such as /phase10/")
    return f"/{text.strip('/')}/".replace("//", "/")


def site(text: str) -> str:
    """Parse the address of another site.

    >>> site("https://moodle.school.example")
    'https://moodle.school.example'
    """
    if not re.fullmatch(r"https?://[\w*.-]+(:\d+)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a site, such as https://moodle.school.example")
    return text


def origin(text: str) -> str:
    """Parse the address of another site whose pages may send requests; patterns are not allowed.

    >>> origin("https://notebooks.school.example:8888")
    'https://notebooks.school.example:8888'
    """
    if not re.fullmatch(r"https?://[a-z\d.-]+(:\d+)?", text.lower()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a site, such as https://school.example")
    return text.lower()


def host_name(text: str) -> str:
    """Parse a host name, without a port.

    >>> host_name("Phase10.School.example")
    'phase10.school.example'
    """
    if not re.fullmatch(r"[\w-]+(?:\.[\w-]+)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a host name, such as phase10.school.example")
    return text.lower()


def named_value(text: str) -> tuple[str, Any]:
    """Parse an option: a switch, a number, a word, or a comma-separated list (for phases in words, use
    semicolons).

    Values in Python syntax are also accepted, because messages show them that way.

    >>> named_value("must_lay_down=true"), named_value("phases=1,2,3"), named_value("phases=2 sets of 3; 1 run of 7")
    (('must_lay_down', True), ('phases', [1, 2, 3]), ('phases', ['2 sets of 3', '1 run of 7']))
    >>> named_value("phases=[1, 2]"), named_value("phases=['2 sets of 3']"), named_value('phases="even"')
    (('phases', [1, 2]), ('phases', ['2 sets of 3']), ('phases', 'even'))
    """
    name, _, value = (part.strip() for part in text.partition("="))
    if not (name and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as advance=always")
    if name == "phases" and value.strip("\"'") not in {"even", "odd"}:
        return name, _phases(value)
    return name, _python_value(value)


def _phases(value: str) -> list[Any]:
    """Return the phases in a list: numbers or phases in words; brackets and quotes are optional (shells remove them).

    >>> _phases("1 2"), _phases("[2 sets of 3, 1 run of 7]"), _phases("7 cards of 1 color")
    ([1, 2], ['2 sets of 3', '1 run of 7'], ['7 cards of 1 color'])
    """
    words = re.split(r"[;,]", value.strip("[]() ")) if re.search("[^\\W\\d]", value) else re.split(r"[;,\s]", value)
    found = [word for each in words if (word := each.strip("[]()'\" "))]
    return [int(word) if word.isdecimal() else word for word in found]


def _python_value(value: str) -> Any:
    """Return a switch, None, a number, or text with optional quotes."""
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    if value.isdecimal():
        return int(value)
    quoted = re.fullmatch(r"(['\"])(.*)\1", value)
    return None if value == "None" else quoted[2] if quoted else value
