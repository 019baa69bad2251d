"""Helpers shared by several commands: refusals, installed packages and free ports."""

from __future__ import annotations

import errno
import importlib.util
import os
import socket
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from ..base.names import plain_line


class NoPort(Exception):
    """The error raised when no server can listen."""


def refuse(sentence: str) -> int:
    """Print the reason for a failure and return the exit code."""
    tell(sentence)
    return 1


def tell(sentence: str) -> None:
    """Print a sentence to standard error, without control characters."""
    print("\n".join(plain_line(line, len(line)) for line in sentence.splitlines()), file=sys.stderr)


def tell_skipped(files: Iterable[tuple[str, object]]) -> None:
    """Print each unused file and the reason on a line of its own."""
    for name, why in files:
        tell(plain_line(f"{name}: {why}", 2000))


def installed_version() -> str:
    """Return the installed package's version, or "unknown" if it runs from a plain folder."""
    try:
        return version("phase10_widgets")
    except PackageNotFoundError:
        return "unknown"


def importable(*modules: str) -> bool:
    """Return True if every module is installed, without importing any.

    >>> importable("json", "no_such_module")
    False
    """
    return all(importlib.util.find_spec(name) is not None for name in modules)


def choose_port(host: str, first: int) -> int:
    """Return the first free port, starting at `first`; print it if it differs from `first`.

    Raises:
        NoPort: no server can listen on this host, or a hundred consecutive ports are in use.
    """
    if not is_free(host, 0):
        raise NoPort(f"Cannot listen on {host}: it is not an address of this machine, such as 127.0.0.1.")
    ports = range(first, min(first + 100, 65536))
    port = next((port for port in ports if is_free(host, port)), None)
    if port is None:
        raise NoPort(f"Ports {first} to {ports[-1]} on {host} are in use. Choose another port with --port.")
    if port != first:
        print(f"Port {first} is in use; using {port}.")
    return port


def is_free(host: str, port: int) -> bool:
    """Return True if a server can currently listen on this port."""
    try:
        addresses = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # UnicodeError: a label in the host name is empty or too long
        return False
    free = False
    for family, *_, address in addresses:  # the server listens on all of the machine's addresses
        try:
            with socket.socket(family) as probe:
                if os.name == "posix":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
        else:
            free = True
    return free
