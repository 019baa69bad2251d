"""``phase10 serve``: a server for a class."""

from __future__ import annotations

import argparse
import ipaddress
import os
import ssl
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from ...store import file_store, user_store
from . import typed
from .common import importable, installed_version, is_free, refuse

OPEN = (
    "Everyone who can reach this machine can play here; there is no password. Each visitor takes about 65 MB of memory "
    "until some minutes after they leave."
)
"""The notice printed when other machines can connect."""
PLAIN = (
    "Warning: nothing is encrypted. Others in the same network can read cards and names, and take over games. Start "
    "with --certificate and --key, or put a proxy with HTTPS in front."
)
"""The warning printed when other machines can connect, but without a certificate."""


def add(commands: Any) -> None:
    """Add the command and its options."""
    what = "serve a class: start page, game, lessons, odds and replays, until Ctrl+C"
    command = commands.add_parser("serve", help="serve a class", description=what)
    command.add_argument("--address", help="where to listen (127.0.0.1: this machine only)")
    command.add_argument("--public", action="store_true", help="listen on every address of this machine, for everybody")
    command.add_argument("--port", type=typed.port_number, default=typed.FIRST_PORT, help="the port (%(default)s)")
    command.add_argument(
        "--base-url", type=typed.base_url, default="/", metavar="PATH", help="the path behind a proxy (/)"
    )
    command.add_argument(
        "--most", type=typed.whole_number, default=60, metavar="N", help="visitors at once (%(default)s)"
    )
    command.add_argument(
        "--ready",
        type=typed.some_number,
        default=2,
        metavar="N",
        help="games started before anybody comes (%(default)s)",
    )
    command.add_argument(
        "--cull",
        type=typed.whole_number,
        default=10,
        metavar="MINUTES",
        help="how long after somebody left (%(default)s)",
    )
    command.add_argument("--data", metavar="FOLDER", help='where unfinished games are kept; "none" keeps none')
    command.add_argument("--log", type=Path, metavar="FILE", help="where the log goes (the terminal)")
    command.add_argument(
        "--embed",
        action="append",
        default=[],
        type=typed.site,
        metavar="SITE",
        help="a site that may show this in a frame",
    )
    command.add_argument(
        "--host",
        action="append",
        default=[],
        type=typed.host_name,
        metavar="NAME",
        help="a name under which this answers; this machine's names and addresses always work",
    )
    command.add_argument(
        "--trust-proxy", action="store_true", help="believe the X-Forwarded-For of the proxy in front (docs/serve.md)"
    )
    command.add_argument("--open", action="store_true", help="let anybody open a shared table for friends")
    command.add_argument(
        "--class", dest="classroom", action="store_true", help="open a room for a class, and print its teacher's link"
    )
    command.add_argument("--certificate", type=Path, metavar="FILE", help="a certificate for HTTPS, in PEM format")
    command.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key, in PEM format")
    command.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    """Serve the start page, game, lessons, odds and replays until Ctrl+C."""
    if not importable("voila", "ipykernel"):
        return refuse("Serving a class needs Voilà: pip install 'phase10_widgets[app]'")
    if options.public and options.address:
        return refuse("Say either --public or --address.")
    host = "0.0.0.0" if options.public else options.address or "127.0.0.1"
    if not is_free(host, options.port):
        return refuse(f"Nothing can listen on port {options.port} of {host}: it is in use, or not yours to take.")
    if (options.certificate is None) != (options.key is None):
        return refuse("--certificate and --key go together: give both, or neither.")
    encryption = None
    if options.certificate:
        encryption = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            encryption.load_cert_chain(options.certificate, options.key)
        except (OSError, ssl.SSLError) as error:
            return refuse(f"This certificate and key cannot be used: {error}")
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    if options.data:
        os.environ["PHASE10_DATA"] = options.data if options.data == "none" else str(Path(options.data).resolve())
    if fault := storage_fault():
        return refuse(f"Games cannot be stored: {fault}. Name another folder with --data, or use --data none.")
    try:
        stream = options.log.open("a", encoding="utf-8") if options.log else nullcontext(sys.stderr)
    except OSError as error:
        return refuse(f"The log cannot be written: {error}")
    from ..serve import log, notebooks, server

    here, scheme = "127.0.0.1" if options.public else host, "https" if encryption else "http"
    with stream as lines, tempfile.TemporaryDirectory(prefix="phase10-") as folder:
        log.begin(lines)
        notebooks.gather(Path(folder))
        print(f"Phase 10: {scheme}://{here}:{options.port}{options.base_url}\nStop it with Ctrl+C.", flush=True)
        for line in warnings(host, encrypted=encryption is not None):
            print(line, flush=True)
        server.run(
            Path(folder),
            version=installed_version(),
            ip=host,
            port=options.port,
            base_url=options.base_url,
            most=options.most,
            ready=options.ready,
            cull=60 * options.cull,
            frames=options.embed,
            hosts=options.host,
            behind_proxy=options.trust_proxy,
            open_to_all=options.open,
            tell_teacher=tell_teacher if options.classroom else None,
            encryption=encryption,
        )
    return 0


def storage_fault() -> str | None:
    """Return the reason for which the user's data folder cannot be used; None if it can."""
    folder = os.environ.get(user_store.ANYWHERE)
    if folder == "none":
        return None
    path = file_store.default_path(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file_store.claim(path)
    except OSError as error:
        return f"{error.strerror or error} ({path})"
    return None


def tell_teacher(link: str) -> None:
    """Print a teacher's link."""
    print(f"The teacher's link, for nobody else: {link}", flush=True)


def warnings(host: str, *, encrypted: bool) -> list[str]:
    """Return the lines to print before listening on an address that others can reach."""
    if is_loopback(host):
        return []
    return [OPEN] if encrypted else [OPEN, PLAIN]


def is_loopback(host: str) -> bool:
    """Return True if only this machine can connect to an address.

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
