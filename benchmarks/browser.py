"""Measure the time from click to paint in Voilà: ``python -m benchmarks.browser``.

The promise: the screen responds to a click as fast as a bare widget does (docs/speed.md). The benchmark takes about a
minute. It compares the table with a bare anywidget echo on the same page in the same run.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page

from devtools import command
from devtools.browser.opened import voila

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
display(echo)
table = Table("classic", players=["You", "greedy"], seed=7)
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
    """Return the median times, in milliseconds, for the echo and for the table (drawing a card and undoing the
    draw)."""
    with voila() as (browser, host):
        page = browser.new_page()
        host.open(page, CELL)
        return _measured(page)


def _measured(page: Page) -> tuple[float, float]:
    table = '[data-p10="table"]'
    page.locator(f'{table} [data-act="draw-deck"]').first.wait_for(timeout=60_000)
    echo, ours = [], []
    for _ in range(CLICKS):
        echo.append(page.evaluate(MEASURE, ["#echo", "#echo"]))
        for deed in ("draw-deck", "undo"):
            button = f'{table} [data-act="{deed}"]'
            page.wait_for_function("(q) => document.querySelector(q)?.disabled === false", arg=button)
            ours.append(page.evaluate(MEASURE, [button, table]))
    return statistics.median(echo[5:]), statistics.median(ours[10:])


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    print(click_to_paint())
