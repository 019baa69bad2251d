"""The options of ``phase10 serve``: addresses, storage and logs."""

from __future__ import annotations

import argparse
import atexit
import ipaddress
import os
import ssl
import sys
import tempfile
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import urlsplit

from ..rooms.codes import LETTERS
from ..store.place import ANYWHERE, claim, default_path
from . import typed
from .common import importable, installed_version, is_free

if TYPE_CHECKING:
    from ..server.settings import Settings

PLAIN = (
    "Warning: nothing is encrypted. Others on the same network can read cards and names, and take over games. Start "
    "with --certificate and --key, or put a proxy with HTTPS in front."
)
"""The warning printed if other machines can connect without a certificate."""


DASK_SECONDS = 10
"""The time limit for a Dask scheduler's answer, in seconds."""
DATABASE = "PHASE10_DATABASE"
"""The environment variable for the database URL, which no other user of this machine can read."""
NO_DATABASE = "The database URL must look like postgresql://phase10@db.example/phase10."
"""The message for an invalid URL."""


class ServerRefused(Exception):
    """The error raised when a server cannot start."""


def add_options(command: Any) -> None:
    """Add the options."""
    command.add_argument("--address", help="the address to listen on (127.0.0.1: this machine only)")
    command.add_argument("--public", action="store_true", help="listen on every address of this machine, open to all")
    command.add_argument("--port", type=typed.any_port, default=typed.FIRST_PORT, help="the port (%(default)s)")
    command.add_argument(
        "--base-url", type=typed.base_url, default="/", metavar="PATH", help="the URL path behind a proxy (/)"
    )
    command.add_argument("--data", metavar="FOLDER", help='where unfinished games are stored; "none" stores none')
    command.add_argument(
        "--database",
        metavar="URL",
        help=f"the PostgreSQL database that several servers share; put a URL with a password in {DATABASE}",
    )
    command.add_argument(
        "--letters",
        type=typed.letters,
        default=LETTERS,
        help="the first letters of new room codes, if a proxy routes each letter to its own server",
    )
    command.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="the scheduler of a Dask cluster that computes reviews and deals for shared tables",
    )
    command.add_argument("--log", type=Path, metavar="FILE", help="the log file (default: the terminal)")
    command.add_argument(
        "--embed",
        action="append",
        default=[],
        type=typed.site,
        metavar="SITE",
        help="a site that may embed this one in a frame",
    )
    command.add_argument(
        "--site",
        action="append",
        default=[],
        type=typed.origin,
        metavar="SITE",
        help="a site whose pages may connect to shared tables, such as this site's public address behind a proxy",
    )
    command.add_argument(
        "--host",
        action="append",
        default=[],
        type=typed.host_name,
        metavar="NAME",
        help="another host name for this server; this machine's own names and addresses always work",
    )
    command.add_argument(
        "--trust-proxy",
        action="store_true",
        help="trust the X-Forwarded-For header from the proxy in front (docs/host.md)",
    )
    command.add_argument("--open", action="store_true", help="let anyone open a shared table for friends")
    command.add_argument(
        "--class", dest="classroom", action="store_true", help="open a room for a class, and print its teacher's link"
    )
    command.add_argument("--certificate", type=Path, metavar="FILE", help="a certificate for HTTPS, in PEM format")
    command.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key, in PEM format")


def listening_address(options: argparse.Namespace) -> str:
    """Return the address to listen on.

    Raises:
        ServerRefused: the options contradict each other, or the port is taken.
    """
    if options.public and options.address:
        raise ServerRefused("Use either --public or --address.")
    host = "0.0.0.0" if options.public else options.address or "127.0.0.1"
    if not is_free(host, options.port):
        if not is_free(host, 0):
            raise ServerRefused(f"Cannot listen on {host}: it is not an address of this machine.")
        why = "it is in use, or you do not have permission to use it"
        raise ServerRefused(f"Cannot listen on port {options.port} of {host}: {why}.")
    return host


def encryption(options: argparse.Namespace) -> ssl.SSLContext | None:
    """Return the certificate and key for HTTPS, or None for plain HTTP.

    Raises:
        ServerRefused: they cannot be used.
    """
    if (options.certificate is None) != (options.key is None):
        raise ServerRefused("--certificate and --key go together: give both, or neither.")
    if options.certificate is None:
        return None
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        found.load_cert_chain(options.certificate, options.key)
    except ssl.SSLError as error:
        why = "they must be a certificate and its own private key, without a password, in PEM format"
        raise ServerRefused(f"This certificate and key cannot be used: {why} ({error.reason or error}).") from error
    except OSError as error:
        raise ServerRefused(f"This certificate and key cannot be read: {error.strerror or error}.") from error
    return found


def claim_storage(options: argparse.Namespace) -> None:
    """Make this process and its children store games in the location given by the options.

    Raises:
        ServerRefused: nothing can be stored there.
    """
    if options.data:
        os.environ[ANYWHERE] = options.data if options.data == "none" else str(Path(options.data).resolve())
    if fault := storage_fault():
        raise ServerRefused(f"Games cannot be stored: {fault}. Choose another folder with --data, or use --data none.")


def storage_fault() -> str | None:
    """Return the reason why the user's data folder cannot be used, or None if it can be."""
    folder = os.environ.get(ANYWHERE)
    if folder == "none":
        return None
    try:
        path = default_path(folder)
    except OSError as error:
        return str(error)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        claim(path)
    except OSError as error:
        return f"{error.strerror or error} ({path})"
    return None


def database(options: argparse.Namespace) -> str | None:
    """Return the URL of the shared-table database, or None for a file. Child processes do not inherit it.

    Raises:
        ServerRefused: the URL is invalid, others could read its password, or asyncpg is missing.
    """
    hidden = os.environ.pop(DATABASE, None)
    found: str | None = options.database or hidden
    if not found:
        return None
    try:
        url = urlsplit(found)
    except ValueError:
        raise ServerRefused(NO_DATABASE) from None
    if url.scheme not in ("postgresql", "postgres"):
        raise ServerRefused(NO_DATABASE)
    if options.database and (url.password or "password" in url.query):
        raise ServerRefused(f"Other users of this machine can read a command line. Put this URL in {DATABASE}.")
    if not importable("asyncpg"):
        raise ServerRefused("A database needs asyncpg: pip install 'phase10_widgets[school]'")
    return found


def cluster(options: argparse.Namespace) -> Executor | None:
    """Return the workers of the Dask cluster for shared tables, or None if this process does the computing.

    Raises:
        ServerRefused: Dask is missing, or no scheduler answered.
    """
    if not options.dask:
        return None
    if not importable("distributed"):
        raise ServerRefused("A cluster needs Dask: pip install 'phase10_widgets[cluster]'")
    from distributed import Client

    try:
        workers: Executor = Client(options.dask, timeout=DASK_SECONDS, set_as_default=False).get_executor()
    except (OSError, ValueError):
        raise ServerRefused(f"No Dask scheduler answered at {options.dask}.") from None
    return workers


def log_stream(options: argparse.Namespace) -> AbstractContextManager[TextIO]:
    """Open the log: the file named on the command line, or standard error.

    Raises:
        ServerRefused: the file cannot be written.
    """
    try:
        return options.log.open("a", encoding="utf-8") if options.log else nullcontext(sys.stderr)
    except OSError as error:
        raise ServerRefused(f"The log cannot be written to {options.log}: {error.strerror or error}.") from error


def prepared(options: argparse.Namespace) -> tuple[Settings, AbstractContextManager[TextIO]]:
    """Return the server's settings and the open log.

    Raises:
        ServerRefused: the server cannot be started.
    """
    from ..server.settings import Settings

    ip, encrypted = listening_address(options), encryption(options)
    claim_storage(options)
    found = Settings(
        version=installed_version(),
        ip=ip,
        port=options.port,
        base_url=options.base_url,
        frames=options.embed,
        sites=options.site,
        hosts=options.host,
        behind_proxy=options.trust_proxy,
        open_to_all=options.open,
        only_tables=options.only == "tables",
        database=database(options),
        letters=options.letters,
        cluster=cluster(options),
        encryption=encrypted,
    )
    return found, log_stream(options)


def tell_teacher(link: str) -> None:
    """Print a teacher's link to a terminal; to any other output, such as a log, print the name of a file that
    contains the link."""
    if sys.stdout.isatty():
        print(f"The teacher's link (keep it private): {link}", flush=True)
        return
    folder = os.environ.get(ANYWHERE)
    near = None if folder in (None, "none") else Path(str(folder))
    number, name = tempfile.mkstemp(prefix="phase10-teacher-", suffix=".txt", dir=near)  # 0600: nobody else can read it
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(f"{link}\n")
    atexit.register(Path(name).unlink, missing_ok=True)
    print(f"The teacher's link (keep it private) is in {name}", flush=True)


def warnings(host: str, notice: str, *, encrypted: bool) -> list[str]:
    """Return the lines to print before listening on an address that others can reach, starting with *notice*."""
    if is_loopback(host):
        return []
    return [notice] if encrypted else [notice, PLAIN]


def is_loopback(host: str) -> bool:
    """Return True if only this machine can connect to an address.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
