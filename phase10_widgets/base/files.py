"""Read the package's JSON files, which state their format and version. All file types share the same error messages."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from json import JSONDecodeError
from pathlib import Path, PurePath
from typing import IO, Any, NamedTuple, NoReturn, TypeAlias

from .integers import integer_from
from .translatable import UNTRANSLATED, Refusal, Translatable, phrase
from .untrusted_json import loads

READERS = {
    "phase10-contest": "arena.Contest.from_dict",
    "phase10-progress": "Progress.load",
    "phase10-record": "Game.replay",
    "phase10-results": "arena.Results.from_dict",
    "phase10-rules": "HouseRules.read",
    "phase10-session": "Session.load",
    "phase10-simulation": "odds.Simulation.from_dict",
}
"""The Python function that reads each format."""


Source: TypeAlias = str | Path | IO[str] | IO[bytes]
"""Text, or where it stands: a path or an open file. A string is always the text itself, never the name of a file."""


class FileKind(NamedTuple):
    """A file type, as in ``{"format": "phase10-rules/1", …}`` or ``{"format": "phase10-session", "version": 2, …}``."""

    name: str
    """The name shown to users, such as "house rules"."""
    format: str
    version: int
    """The newest version; files of all older versions can be read as well."""
    error: type[ValueError]
    """The class of error to raise for an invalid file."""
    limit: int = 0
    """The maximum length of a file, in characters."""

    def fault(self, template: str, **parts: object) -> ValueError:
        """Return the error with this message, replacing ``{kind}`` with the file type's name."""
        refusal = Refusal(template, kind=Translatable(self.name), **parts)
        return self.error(template, **refusal.parts) if issubclass(self.error, Refusal) else self.error(str(refusal))

    def damaged(self) -> ValueError:
        """Return the error for a truncated or damaged file."""
        return self.fault(phrase("this {kind} file is truncated or damaged"))


def text_in(path: str | os.PathLike[str], kind: FileKind) -> str:
    """Return the text of an arbitrary file, truncated just beyond the length that *kind* allows.

    Raises:
        ValueError: the file is not text; *kind* determines the error class.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as file:
        return _read(file, kind)


def text_from(source: Path | IO[str] | IO[bytes], kind: FileKind) -> str:
    """Return the text of a file given by its path or as an open file, truncated just beyond the length that *kind*
    allows.

    Raises:
        ValueError: it is a string, or the file is not text; *kind* determines the error class.
        OSError: the file cannot be read.
    """
    if isinstance(source, PurePath):
        return text_in(source, kind)
    if callable(getattr(source, "read", None)):
        return _read(source, kind)
    how = f"write {_as_path(source)}" if isinstance(source, str) else f"not {_a(source)}"
    raise kind.fault(UNTRANSLATED, fault=f"a {kind.name} file must be given as a Path or an open file; {how}")


def _read(file: Any, kind: FileKind) -> str:
    """Return the text of an open file."""
    try:
        content = file.read(4 * kind.limit + 1)
        return content if isinstance(content, str) else bytes(content).decode("utf-8-sig")
    except (UnicodeDecodeError, TypeError) as error:
        raise kind.damaged() from error


def read(text: object, kind: FileKind) -> Mapping[str, Any]:
    """Return the content of an untrusted file with a known format and version.

    >>> rules = FileKind("house rules", "phase10-rules", 1, ValueError, limit=100)
    >>> read('{"format": "phase10-rules/1", "edition": "flip"}', rules)["edition"]
    'flip'
    >>> read('{"format": "phase10-rules/2"}', rules)
    Traceback (most recent call last):
    ...
    ValueError: this house rules file has version 2, which is newer than version 1; update phase10_widgets

    Raises:
        ValueError: the file is not text, is too long or truncated, has a different format or a newer version, or
            contains a duplicate key, NaN or Infinity; *kind* determines the error class.
    """
    return checked(parsed(text, kind), kind)


def parsed(text: object, kind: FileKind) -> Any:
    """Return the content of a file in any format, given as its text, a path or an open file.

    Raises:
        ValueError: as for :func:`read`.
    """
    if isinstance(text, PurePath) or callable(getattr(text, "read", None)):
        text = text_from(text, kind)  # type: ignore[arg-type]
    if not isinstance(text, str):
        fault = f"expected the text of a {kind.name} file, a Path or an open file, not {_a(text)}"
        raise kind.fault(UNTRANSLATED, fault=fault)
    if len(text) > kind.limit:
        raise kind.fault(phrase("this is not a {kind} file: it is longer than {limit} characters"), limit=kind.limit)
    if _is_path(text):
        raise kind.fault(
            phrase("expected the text of a {kind} file, not its path; in Python, {path} names the file"),
            path=_as_path(text),
        )

    def no_number(word: str) -> NoReturn:
        raise kind.fault(phrase("this {kind} file has {word} where a number belongs"), word=word)

    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise kind.fault(phrase("this {kind} file contains '{name}' twice"), name=name[:40])
            found[name] = value
        return found

    try:
        return loads(text, parse_constant=no_number, object_pairs_hook=each_once)
    except JSONDecodeError as error:
        if not text.lstrip().startswith("{"):
            raise kind.fault(phrase("this is not a {kind} file; choose one that this program has saved")) from error
        fault = phrase("this {kind} file is truncated or damaged; check line {line}, column {column}")
        raise kind.fault(fault, line=error.lineno, column=error.colno) from error
    except ValueError as error:
        if kind.error is not ValueError and isinstance(error, kind.error):
            raise
        raise kind.damaged() from error


def checked(data: object, kind: FileKind) -> Mapping[str, Any]:
    """Return the content of a file if it has the format of *kind* and a known version.

    Raises:
        ValueError: the file has a different format, no version, or a newer one; *kind* determines the error class.
    """
    if isinstance(data, str):
        fault = f"expected the dict of a {kind.name} file, such as json.loads returns, not {_a(data)}"
        raise kind.fault(UNTRANSLATED, fault=fault)
    name, version = _header(data)
    if isinstance(name, str) and name in READERS and name != kind.format:
        fault = phrase("this is not a {kind} file: its 'format' is '{other}', which {reader} reads, not '{format}'")
        raise kind.fault(fault, other=name, reader=READERS[name], format=f"{kind.format}/{kind.version}")
    if not isinstance(data, Mapping) or name != kind.format:
        raise kind.fault(
            phrase("this is not a {kind} file: its 'format' is not '{format}'"), format=f"{kind.format}/{kind.version}"
        )
    if version is None:
        raise kind.fault(
            phrase("this {kind} file does not state its version, a number from 1 to {known}"), known=kind.version
        )
    if version > kind.version:
        fault = phrase(
            "this {kind} file has version {version}, which is newer than version {known}; update phase10_widgets"
        )
        raise kind.fault(fault, version=version, known=kind.version)
    return data


def _header(data: object) -> tuple[object, int | None]:
    """Return the format's name and version; the version follows the name or is in a separate field."""
    found = data.get("format") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(found, str):
        return None, None
    name, slash, number = found.partition("/")
    version: object = data.get("version")
    if slash:
        version = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else None
    return name, integer_from(1, version, 10**9)


def _is_path(text: str) -> bool:
    """Return True if the text looks like a file path."""
    words = text.strip()
    if "{" in words or "\n" in words:
        return False
    return words.endswith(".json") or words.startswith(("/", "\\", "~", ".")) or words[1:3] == ":\\"


def _as_path(text: str) -> str:
    """Return the code for a path with this name."""
    return f"Path({json.dumps(text.strip()[:200], ensure_ascii=False)})"


def _a(value: object) -> str:
    """Describe a value for an error message by its type and, if it is text, by its first characters.

    >>> _a("game.json"), _a({"format": "phase10-rules/1"})
    ("the str 'game.json'", 'a dict')
    """
    name = type(value).__name__
    return f"the {name} {value[:60]!r}" if isinstance(value, str) else f"a {name}"
