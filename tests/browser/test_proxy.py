"""The class server behind nginx, with HTTPS and the limits of ``deploy/server/nginx.conf``."""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, expect

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers, answers, free_port
from tests.packages import program
from tests.server.nginx import nginx, nginx_home

pytestmark = pytest.mark.rotating


@pytest.fixture(scope="module")
def proxied() -> Iterator[str]:
    """Start the server and nginx with its own certificate; yield the address of the start page."""
    openssl = program("openssl")
    inner, plain, secure = free_port(), free_port(), free_port()
    with nginx_home() as home:
        request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=school.example"]
        files = ["-keyout", str(home / "key.pem"), "-out", str(home / "certificate.pem")]
        subprocess.run([openssl, *request, *files], check=True, capture_output=True)
        words = [
            f"--port={inner}",
            "--base-url=/phase10/",
            "--host=school.example",
            f"--log={home / 'log'}",
        ]
        env = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT)}
        serve = [sys.executable, "-m", "phase10_widgets", "serve", *words]
        changes = {
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
            "/etc/ssl/phase10/": f"{home}/",
            "127.0.0.1:8866": f"127.0.0.1:{inner}",
        }
        with (
            leash.tied(subprocess.Popen(serve, cwd=home, env=env, stdout=subprocess.DEVNULL)) as server,
            nginx(home, "nginx.conf", secure, changes),
        ):
            assert answers(server, f"http://127.0.0.1:{inner}/phase10/health")
            yield f"https://127.0.0.1:{secure}/phase10/"


def status(address: str) -> int:
    trusting = ssl._create_unverified_context()
    asked = urllib.request.Request(address, headers={"Host": "school.example"})
    try:
        with urllib.request.urlopen(asked, timeout=30, context=trusting) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_game_is_played_through_the_proxy(proxied: str, browser: Browser) -> None:
    with browser.new_context(ignore_https_errors=True) as context:
        page = context.new_page()
        page.goto(proxied)
        page.locator("a.setup").click()
        page.locator('[data-p10="setup"] [data-act="play"]').click()
        page.locator('[data-act="draw-deck"]:not(:disabled)').click()
        expect(page.locator("[data-own] [data-hand-card], [data-own][data-hand-card]")).to_have_count(11)
        assert page.evaluate("isSecureContext")
        page.goto(f"{proxied}live")
        expect(page.locator("#live")).to_have_attribute("data-base", "/phase10/")


def test_the_proxy_has_limits(proxied: str) -> None:
    """A whole class can connect at once; a client that keeps opening connections is told to wait."""
    page = f"{proxied}play/line"
    with ThreadPoolExecutor(20) as many:
        found = list(many.map(status, [page] * 150))
    assert set(found) == {400, 429}, "the server requires a websocket, and the proxy refuses floods"
    assert found.count(400) >= 60
    assert status(f"{proxied}health") == 200
