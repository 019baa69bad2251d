"""From click to paint in Voilà: the table beside a bare anywidget echo, in one page and one run."""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tools import chromium

QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CLICKS = 40
CELL = '''
import anywidget, traitlets
from IPython.display import display
from phase10_widgets import Table

class Echo(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = document.createElement("button");
      button.id = "echo";
      const show = () => { button.dataset.rev = model.get("count"); button.textContent = model.get("count"); };
      button.onclick = () => model.send("more");
      model.on("change:count", show); show(); el.append(button);
    } }"""
    count = traitlets.Int(0).tag(sync=True)

echo = Echo()
echo.on_msg(lambda widget, message, buffers: widget.set_trait("count", widget.count + 1))
display(echo, Table("classic", players=["You", "greedy"], seed=7))
'''
MEASURE = """([click, watch]) => new Promise((done) => {
  const root = document.querySelector(watch), button = document.querySelector(click), start = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => { const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now() - start); channel.port2.postMessage(0); });
  }).observe(root, { attributes: true, attributeFilter: ["data-rev"] });
  button.click();
})"""


def click_to_paint() -> tuple[float, float]:
    """Median milliseconds of the echo and of the table (drawing a card, and taking it back)."""
    with tempfile.TemporaryDirectory() as folder:
        notebook = Path(folder) / "click.ipynb"
        notebook.write_text(json.dumps(_notebook()), "utf-8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        words = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1", str(notebook)]
        server = subprocess.Popen(
            [sys.executable, "-m", "voila", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait(f"http://127.0.0.1:{port}/voila/static/voila.js")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium.find(), args=QUIET)
                page = browser.new_page()
                page.goto(f"http://127.0.0.1:{port}/")
                found = _measured(page)
                browser.close()
                return found
        finally:
            server.terminate()
            server.wait(10)


def _measured(page: Page) -> tuple[float, float]:
    table = '[data-p10="table"]'
    page.locator(f'{table} [data-act="draw-deck"]').first.wait_for(timeout=60_000)
    echo, ours = [], []
    for _ in range(CLICKS):
        echo.append(page.evaluate(MEASURE, ["#echo", "#echo"]))
        for deed in ("draw-deck", "undo"):
            button = f'{table} [data-act="{deed}"]'
            page.wait_for_function(
                "(q) => { const b = document.querySelector(q); return b && !b.disabled; }", arg=button
            )
            ours.append(page.evaluate(MEASURE, [button, table]))
    return statistics.median(echo[5:]), statistics.median(ours[10:])


def _wait(address: str) -> None:
    for _ in range(150):
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"no answer from {address}")


def _notebook() -> dict[str, object]:
    cell: dict[str, object] = {"cell_type": "code", "id": "a", "metadata": {}, "source": CELL}
    cell |= {"outputs": [], "execution_count": None}
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": [cell], "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    print(click_to_paint())
