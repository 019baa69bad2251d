"""Rules for which pages may talk to this server and which host names it answers to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit


def may_ask(headers: Mapping[str, str], host: str, sites: Collection[str]) -> bool:
    """Return True if a state-changing request comes from a page that may send it.

    >>> may_ask({"Origin": "https://school.example"}, "127.0.0.1:8866", ())
    False

    Args:
        headers: the request's headers.
        host: the name and port under which this server was addressed.
        sites: the other origins whose pages may talk to this server, such as ``https://school.example``.
    """
    origin = headers.get("Origin")
    if origin is not None and origin in sites:
        return True
    ours = origin is None or _origin(origin).partition("://")[2] == host
    return ours and headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"


def _origin(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}"


def own_names() -> frozenset[str]:
    """Return this machine's names."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def is_ours(host: str, names: Collection[str]) -> bool:
    """Return True if *host*, without a port, is one of these names or an IP address.

    With DNS rebinding, a page from another site would reach this server under that site's name.

    >>> [is_ours(host, {"localhost"}) for host in ("localhost", "192.168.0.7", "[::1]", "evil.example")]
    [True, True, True, False]
    """
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host.lower().rstrip(".") in names
    return True
