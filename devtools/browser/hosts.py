"""Notebook hosts, each of which opens a fresh page that shows the ``table`` created by some Python code."""

from __future__ import annotations

import json
import textwrap
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page

from devtools.browser.servers import Servers

PATIENCE = 90_000
"""The time limit in milliseconds for a page on a busy machine, for example to start its Python."""

NOTE = "So much for the table."
CELLS = "window.jupyterapp.shell.currentWidget.content.widgets.length"
OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.widgets.map(({ model }) =>
    model.type !== "code" ? [] : model.outputs.toJSON().flatMap((out) =>
        out.output_type === "stream" ? [out.name] : [out.output_type, ...Object.keys(out.data ?? {})]))"""


class Host(ABC):
    """A host: a server for a folder of notebooks, started when the first page is opened."""

    name: ClassVar[str]

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.folder = servers.home / f"{self.name}-notebooks"
        self._address = ""

    @property
    def address(self) -> str:
        if not self._address:
            self.folder.mkdir()
            self._address = self.start()
        return self._address

    @abstractmethod
    def start(self) -> str:
        """Start the server for the folder; return its address."""

    @abstractmethod
    def open(self, page: Page, code: str, *shown: str) -> None:
        """Run this code on a fresh page, and display the variables with these names (by default ``table``)."""

    def reload(self, page: Page) -> None:
        """Reload the page and rerun its code."""
        page.reload()

    def dark(self, page: Page) -> bool:
        """Return True if the host currently uses a dark theme."""
        return page.locator("body").get_attribute("data-jp-theme-light") == "false"


class Notebooks(Host):
    """A host for ``.ipynb`` files."""

    def write(self, code: str, shown: Sequence[str]) -> str:
        """Write a new notebook with this code in one cell; return its path in the folder."""
        _ = self.address
        name = f"{uuid.uuid4().hex}.ipynb"
        displays = "\n".join(f"display({name})" for name in shown or ["table"])
        write_notebook(self.folder / name, f"{code}\nfrom IPython.display import display\n{displays}")
        return name

    @abstractmethod
    def show(self, page: Page, notebook: Path) -> None:
        """Open a copy of this notebook and run all its cells."""

    def copy(self, notebook: Path) -> str:
        """Copy a notebook; return the copy's path in the folder."""
        _ = self.address
        name = f"{notebook.stem}-{uuid.uuid4().hex[:8]}.ipynb"
        (self.folder / name).write_bytes(notebook.read_bytes())
        return name


class Voila(Notebooks):
    name = "voila"

    def start(self) -> str:
        words = (str(self.folder), "--no-browser", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0")
        plain = "--VoilaConfiguration.preheat_kernel=False"  # each page gets a new notebook
        return self.servers.start("voila", *words, plain, ready="voila/static/voila.js")

    def open(self, page: Page, code: str, *shown: str) -> None:
        page.goto(f"{self.address}voila/render/{self.write(code, shown)}")

    def show(self, page: Page, notebook: Path) -> None:
        """Show a notebook as one page, even if it has acts."""
        page.goto(f"{self.address}voila/render/{self.copy(notebook)}#whole")


class Jupyter(Notebooks):
    """JupyterLab and Notebook 7, whose cells are run with menu commands."""

    def open(self, page: Page, code: str, *shown: str) -> None:
        page.goto(self.page_of(self.write(code, shown)))
        self.run(page)

    def show(self, page: Page, notebook: Path) -> None:
        page.goto(self.page_of(self.copy(notebook)))
        self.run(page)

    def see(self, page: Page, cell: int) -> None:
        """Scroll to a cell; cells out of view are not part of the page."""
        page.evaluate("(cell) => window.jupyterapp.shell.currentWidget.content.scrollToItem(cell)", cell)

    @abstractmethod
    def page_of(self, notebook: str) -> str:
        """Return the address that opens only this notebook."""

    def reload(self, page: Page) -> None:
        page.reload()
        self.run(page)

    def run(self, page: Page) -> None:
        """Run every cell as soon as there is a kernel."""
        page.wait_for_function("window.jupyterapp?.shell.currentWidget?.sessionContext?.isReady", timeout=PATIENCE)
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")

    def cells(self, page: Page) -> int:
        return int(page.evaluate(CELLS))

    def until_cells(self, page: Page, n: int) -> None:
        page.wait_for_function(f"(n) => {CELLS} === n", arg=n)

    def leave_table(self, page: Page) -> None:
        """Select the cell below the table, so that the notebook receives key presses."""
        page.locator("p", has_text=NOTE).click()

    def start_with(self, module: str) -> str:
        """Start without a token or news notifications, and make `window.jupyterapp` available to tests."""
        settings = self.servers.home / "jupyterlab_settings_dir" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True, exist_ok=True)
        no_news = {"fetchNews": "false", "checkForUpdates": False}
        (settings / "notification.jupyterlab-settings").write_text(json.dumps(no_news), "utf-8")
        words = (
            "--no-browser",
            f"--ServerApp.root_dir={self.folder}",
            "--ServerApp.ip=127.0.0.1",
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            "--allow-root",
            "--expose-app-in-browser",
        )
        return self.servers.start(module, *words, ready="api/status")


class Lab(Jupyter):
    name = "jupyterlab"

    def start(self) -> str:
        return self.start_with("jupyterlab")

    def page_of(self, notebook: str) -> str:
        return f"{self.address}lab/workspaces/{notebook.removesuffix('.ipynb')}/tree/{notebook}"

    def outputs(self, page: Page) -> list[list[str]]:
        """Return the output types of each cell: ``stdout``, ``stderr``, ``error``, or MIME types."""
        found: list[list[str]] = page.evaluate(OUTPUTS)
        return found

    def cell(self, page: Page, at: int) -> Locator:
        return page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{at}"]')


class Notebook7(Jupyter):
    name = "notebook"

    def start(self) -> str:
        return self.start_with("notebook")

    def page_of(self, notebook: str) -> str:
        return f"{self.address}notebooks/{notebook}"


class Marimo(Host):
    name = "marimo"

    def start(self) -> str:
        # In watch mode, marimo also serves apps that are added to the folder later.
        words = ("run", str(self.folder), "--host=127.0.0.1", "--headless", "--no-token", "--watch")
        return self.servers.start("marimo", *words, ready="health")

    def open(self, page: Page, code: str, *shown: str) -> None:
        _ = self.address
        page.goto(f"{self.address}?file={self.write(code, shown)}")

    def show(self, page: Page, app: Path) -> None:
        """Open a copy of this app."""
        _ = self.address
        name = f"{app.stem}_{uuid.uuid4().hex[:8]}.py"
        (self.folder / name).write_bytes(app.read_bytes())
        page.goto(f"{self.address}?file={name}")

    def dark(self, page: Page) -> bool:
        return "dark" in (page.locator("body").get_attribute("class") or "").split()

    def write(self, code: str, shown: Sequence[str]) -> str:
        """Write a new app with this code in one cell; return its path in the folder. ``mo.…`` is displayed as is."""
        name = f"app_{uuid.uuid4().hex}.py"
        views = ", ".join(it if it.startswith("mo.") else f"mo.ui.anywidget({it})" for it in shown or ["table"])
        body = f"import marimo as mo\n{code}\nmo.vstack([{views}])"
        cell = textwrap.indent(body, "    ")
        text = f"import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _():\n{cell}\n    return\n"
        (self.folder / name).write_text(text, "utf-8")
        return name


HOSTS: tuple[type[Host], ...] = (Voila, Lab, Notebook7, Marimo)


def write_notebook(path: Path, code: str, note: str = NOTE) -> Path:
    """Write a notebook with this code in one cell and a note below it."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "id": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None},
        {"cell_type": "markdown", "id": "note", "metadata": {}, "source": note},
    ]
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    content = {"cells": cells, "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(content), "utf-8")
    return path
