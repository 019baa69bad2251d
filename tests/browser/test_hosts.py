"""The host pages around our widgets, tested with a two-line widget: offline, light or dark, narrow or wide."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from devtools.browser.hosts import write_notebook
from devtools.browser.servers import Servers
from devtools.build import chromium
from tests.browser.conftest import Frame, UrlFor
from tests.helpers import rotating

CELL = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = document.createElement("button");
      const show = () => { button.textContent = `count ${model.get("count")}`; };
      button.onclick = () => model.send("more");
      model.on("change:count", show); show(); el.append(button);
    } }"""
    count = traitlets.Int(0).tag(sync=True)

counter = Counter()
counter.on_msg(lambda widget, message, buffers: widget.set_trait("count", widget.count + 1))
counter
'''
COUNTED = "update"  # the kernel's message with a trait's new value


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a notebook with a button whose presses Python counts."""
    path = tmp_path_factory.mktemp("counter") / "counter.ipynb"
    return write_notebook(path, CELL, r"Half the time: $\frac{1}{2}$")


def outside(addresses: list[str], home: str) -> list[str]:
    """Return the addresses of other hosts."""
    return [each for each in addresses if not each.startswith((home, f"blob:{home}", "data:"))]


def press(page: Page) -> None:
    """Press the button; Python counts it, and the formula below is shown."""
    page.get_by_role("button", name="count 0").click(timeout=60_000)
    expect(page.get_by_role("button", name="count 1")).to_be_visible()
    expect(page.locator("mjx-container")).to_be_visible()


@pytest.mark.parametrize(("scheme", "light"), [rotating("light", "true"), ("dark", "false")])
def test_voila_serves_a_widget_fits_a_narrow_page_follows_the_system_and_asks_no_other_host(
    page: Page,
    voila_url: UrlFor,
    counter: Path,
    requested: list[str],
    websocket_traffic: list[Frame],
    scheme: Literal["light", "dark"],
    light: str,
) -> None:
    """The error page asks no other host, either, and the recorder of messages hears both directions."""
    home = voila_url(counter)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(home)
    press(page)
    body = page.locator("body")
    expect(body).to_have_attribute("data-jp-theme-light", light)
    background = body.evaluate("body => getComputedStyle(body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", background)[:3])) > 700) == (scheme == "light")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert any("more" in text for sent, text in websocket_traffic if sent)
    assert any(COUNTED in text and '"count"' in text for sent, text in websocket_traffic if not sent)
    page.goto(f"{home}voila/render/no-such-notebook.ipynb")
    assert outside(requested, home) == []


@pytest.mark.rotating
def test_voila_inside_a_jupyter_server_asks_no_other_host(
    page: Page, servers: Servers, counter: Path, requested: list[str]
) -> None:
    words = ("--no-browser", "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--allow-root")
    home = servers.start("jupyter_server", *words, f"--ServerApp.root_dir={counter.parent}", ready="api/status")
    page.goto(f"{home}voila/render/{counter.name}")
    press(page)
    assert outside(requested, home) == []


def test_a_missing_browser_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("P10_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    assert chromium.find() is None
