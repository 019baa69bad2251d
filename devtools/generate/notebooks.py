"""Run the lessons and save their outputs: ``python -m devtools.generate.notebooks [FILE ...]``, by default all.

Saved outputs can be read without a kernel: texts, numbers, and the widgets as HTML and pictures. The live widgets are
left out, since they exist only as long as their kernel.

Where a page says "Guess before you run the cell", the cell has the tag ``guess-first``. What it prints or draws is
saved folded; a learner who runs it sees it at once. Pages without code cells fold it themselves
(``server/templates/voila``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbclient
import nbformat

from devtools import command
from phase10_widgets.languages.text import Text
from phase10_widgets.ui.drawn.static_html import Html, fold, tag

LESSONS = Path(__file__).parents[2] / "lessons"
TIMEOUT = 60
SEED, DAY = 7, 740_000
"""The learner's seed, and the day on which old questions are chosen."""
SAME = f"""
import secrets
secrets.randbelow = lambda n: {SEED} % n
from phase10_widgets.teaching import recall
recall.today = lambda: {DAY}
from phase10_widgets.ui.tournament.widget import Tournament
Tournament.SAVED = True
"""
"""Fixes the seed and the day, so that the saved outputs are the same each time, and plays tournaments to their end."""
VIEW = "application/vnd.jupyter.widget-view+json"
GUESS_FIRST, CHECKED = "guess-first", "nbval-check-output"
"""The tags of cells whose result is guessed first, and of cells whose saved output is compared with a new one."""


class Client(nbclient.NotebookClient):
    """A client whose kernel gives the same results each time."""

    async def async_start_new_kernel_client(self) -> Any:
        client = await super().async_start_new_kernel_client()
        client.execute(SAME, silent=True, store_history=False)
        return client


def kept(path: Path) -> Any:
    """Return the notebook with the current outputs of its cells."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    place = {"metadata": {"path": str(path.parent)}}
    Client(notebook, timeout=TIMEOUT, kernel_name="python3", resources=place).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if "outputs" in cell:
            cell.outputs = joined(cell.outputs)
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(VIEW, None)
        if GUESS_FIRST in cell.metadata.get("tags", ()):
            cell.outputs = [folded(cell.outputs, Text(notebook.metadata.get("lang", "en")))]
    kept = {key: notebook.metadata[key] for key in ("kernelspec", "lang") if key in notebook.metadata}
    notebook.metadata = {**kept, "language_info": {"name": "python"}}  # so that a kernel of another name is found
    return notebook


def joined(outputs: list[Any]) -> list[Any]:
    """Return the outputs with neighboring texts as one: how a kernel cuts them depends on how busy it is."""
    found: list[Any] = []
    for output in outputs:
        before = found[-1] if found else {}
        if output["output_type"] == "stream" == before.get("output_type") and output["name"] == before["name"]:
            before["text"] += output["text"]
        else:
            found.append(output)
    return found


def folded(outputs: list[Any], words: Text) -> Any:
    """Return what a cell printed or drew, folded under a line that asks for a guess."""
    (shown,) = outputs
    ask = words.say("Guess first. Then open the result.")
    if shown["output_type"] == "execute_result":
        shown["data"]["text/html"] = fold(ask, Html(shown["data"]["text/html"]))
        return shown
    data = {"text/html": fold(ask, tag("pre", shown["text"].rstrip("\n"))), "text/plain": shown["text"]}
    return nbformat.v4.new_output("display_data", data)  # type: ignore[no-untyped-call]


def unfolded(notebook: Any) -> Any:
    """Return the notebook as its cells print, so that nbval can compare the folded outputs, too."""
    for cell in notebook.cells:
        if GUESS_FIRST in cell.metadata.get("tags", ()):
            (output,) = cell.outputs
            if output["output_type"] == "execute_result":
                continue  # a drawing: nbval does not compare these
            printed = output["data"]["text/plain"]
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=printed)]  # type: ignore[no-untyped-call]
            cell.metadata.tags.append(CHECKED)
    return notebook


def main() -> None:
    """Run the notebooks that the command line names, or every lesson."""
    words = command.parser(__doc__)
    words.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a notebook; all lessons without any")
    for path in words.parse_args().files or sorted(LESSONS.rglob("*.ipynb")):
        nbformat.write(kept(path), path)  # type: ignore[no-untyped-call]
        print(path.name)


if __name__ == "__main__":
    main()
