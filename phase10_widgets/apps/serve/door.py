"""Decide who may start a kernel or talk to a table, and under which names this server answers.

A notebook's address starts a kernel when it is opened, so the pages of other sites must not be able to open it in
pictures, frames or in advance.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Mapping
from enum import Enum
from urllib.parse import urlsplit

COOKIE = "phase10_visit"
"""The cookie of a browser that does not send ``Sec-Fetch-Dest``; it says nothing but that it was here."""


class Admission(Enum):
    """The ways to treat a request for a notebook."""

    ENTER = "a person opens the page"
    KNOCK = "this may be a person; a page of ours asks again"
    LEAVE = "this is no person who opens the page"


def visit(headers: Mapping[str, str], frames: Collection[str], *, known: bool) -> Admission:
    """Return how to treat a request for a notebook.

    Browsers say where they will show an answer (``Sec-Fetch-Dest``), but only to servers with HTTPS and to their own
    machine. Otherwise, our cookie shows that one of our pages was open before; browsers do not send it along with
    another site's pictures and frames.

    >>> visit({"Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site"}, (), known=True).name
    'LEAVE'

    Args:
        headers: the request's headers.
        frames: the sites that may show our pages in a frame, such as ``https://school.example``.
        known: True if the request has our cookie.
    """
    if "prefetch" in headers.get("Sec-Purpose", headers.get("Purpose", "")):
        return Admission.LEAVE
    match headers.get("Sec-Fetch-Dest"):
        case "document":
            return Admission.ENTER
        case "iframe" | "frame":
            ours = headers.get("Sec-Fetch-Site") in ("same-origin", "none")
            return Admission.ENTER if ours or _origin(headers.get("Referer", "")) in frames else Admission.LEAVE
        case None:
            return Admission.ENTER if known else Admission.KNOCK
    return Admission.LEAVE


def may_ask(headers: Mapping[str, str], host: str, sites: Collection[str]) -> bool:
    """Return True if a request for something that changes comes from a page that may make it.

    >>> may_ask({"Origin": "https://school.example"}, "127.0.0.1:8866", ())
    False

    Args:
        headers: the request's headers.
        host: the name and port under which this server was asked.
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
    """Return the names of this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def is_ours(host: str, names: Collection[str]) -> bool:
    """Return True if *host*, without a port, is one of these names or any address.

    A page of another site whose name points to this server (DNS rebinding) comes under that name.

    >>> [is_ours(host, {"localhost"}) for host in ("localhost", "192.168.0.7", "[::1]", "evil.example")]
    [True, True, True, False]
    """
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host.lower().rstrip(".") in names
    return True
