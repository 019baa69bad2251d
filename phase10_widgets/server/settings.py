"""A server's settings."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from ..rooms.codes import LETTERS


@dataclass(frozen=True, kw_only=True)
class Settings:
    """A server's settings: addresses, allowed sites and visitors, and content.

    Args:
        version: the package's version, for the pages.
        ip: the address to listen on.
        port: the port to listen on, or 0 for any free one.
        base_url: the path of the start page, with slashes at both ends.
        frames: the sites that may show the pages in a frame.
        sites: the other origins whose pages may talk to the shared tables.
        hosts: the host names to answer to, besides this machine's names and addresses.
        behind_proxy: True if a proxy's ``X-Forwarded-For`` gives visitors' addresses.
        open_to_all: True if anyone may open a shared table.
        only_tables: True to serve only shared tables.
        database: the URL of the PostgreSQL database that holds the rooms; None uses a file in the data folder.
        letters: the letters with which the codes of new rooms begin.
        cluster: the workers that compute shared tables' reviews and deals; None computes them here.
        encryption: the certificate and key for HTTPS; None uses plain HTTP.
    """

    version: str
    ip: str = "127.0.0.1"
    port: int = 0
    base_url: str = "/"
    frames: Sequence[str] = ()
    sites: Sequence[str] = ()
    hosts: Sequence[str] = ()
    behind_proxy: bool = False
    open_to_all: bool = False
    only_tables: bool = False
    database: str | None = field(default=None, repr=False)
    letters: str = LETTERS
    cluster: Executor | None = None
    encryption: ssl.SSLContext | None = None
