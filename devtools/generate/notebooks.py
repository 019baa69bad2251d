"""Run the lessons (by default, all) and save their outputs: ``python -m devtools.generate.notebooks [FILE ...]``.

From an English lesson and its file of German texts (:mod:`devtools.generate.german`), this tool also makes the German
lesson, and runs it. FILE is an English notebook, or a file of German texts to make only the German one.

Saved outputs can be read without a kernel: they consist of text, numbers, and the widgets as HTML and pictures. The
live widgets are left out, since they exist only as long as their kernel.

Where a page says "Guess before you run the cell", the cell has the tag ``guess-first``. Its output is saved folded, but
a learner who runs the cell sees it immediately. Pages without code cells fold the output themselves
(``server/templates/voila``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbclient
import nbformat

from devtools import command
from devtools.generate import compact, german
from phase10_widgets.languages.text import Text
from phase10_widgets.ui.drawn.markup import Html, tag
from phase10_widgets.ui.drawn.static_html import fold

LESSONS = Path(__file__).parents[2] / "lessons"
TIMEOUT = 60
SEED, DAY = 7, 740_000
"""The learner's seed, and the day for which earlier questions are chosen."""
SAME = f"""
import secrets
secrets.randbelow = lambda n: {SEED} % n
from phase10_widgets.teaching.exercises import mixed, recall
mixed.today = recall.today = lambda: {DAY}
from phase10_widgets.ui.tournament.widget import Tournament
Tournament.SAVED = True
"""
"""Code that fixes the seed and the day, so that saved outputs are always the same, and finishes tournaments."""
VIEW = "application/vnd.jupyter.widget-view+json"
GUESS_FIRST, CHECKED = "guess-first", "nbval-check-output"
"""The tags for cells whose result must be guessed first, and for cells whose saved output is checked by a new run."""


class Client(nbclient.NotebookClient):
    """A client whose kernel produces the same results each time."""

    async def async_start_new_kernel_client(self) -> Any:
        client = await super().async_start_new_kernel_client()
        reply = await client.execute_interactive(SAME, store_history=False)  # type: ignore[attr-defined]
        if reply["content"]["status"] != "ok":
            raise RuntimeError("\n".join(reply["content"]["traceback"]))
        return client


def kept(notebook: Any, folder: Path) -> Any:
    """Return the notebook with up-to-date outputs, run in a folder."""
    place = {"metadata": {"path": str(folder)}}
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
    notebook.metadata = {**kept, "language_info": {"name": "python"}}  # so that a kernel with a different name is found
    return notebook


def joined(outputs: list[Any]) -> list[Any]:
    """Return the outputs with adjacent pieces of text joined, because a busy kernel splits them differently."""
    found: list[Any] = []
    for output in outputs:
        before = found[-1] if found else {}
        if output["output_type"] == "stream" == before.get("output_type") and output["name"] == before["name"]:
            before["text"] += output["text"]
        else:
            found.append(output)
    return found


def folded(outputs: list[Any], words: Text) -> Any:
    """Return a cell's output folded under a line that asks for a guess."""
    (shown,) = outputs
    ask = words.say("Guess first. Then open the result.")
    if shown["output_type"] == "execute_result":
        shown["data"]["text/html"] = fold(ask, Html(shown["data"]["text/html"]))
        return shown
    data = {"text/html": fold(ask, tag("pre", shown["text"].rstrip("\n"))), "text/plain": shown["text"]}
    return nbformat.v4.new_output("display_data", data)  # type: ignore[no-untyped-call]


def unfolded(notebook: Any) -> Any:
    """Return the notebook with its outputs unfolded, so that nbval can compare them."""
    for cell in notebook.cells:
        if GUESS_FIRST in cell.metadata.get("tags", ()):
            (output,) = cell.outputs
            if output["output_type"] == "execute_result":
                continue  # a drawing, which nbval does not compare
            printed = output["data"]["text/plain"]
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=printed)]  # type: ignore[no-untyped-call]
            cell.metadata.tags.append(CHECKED)
    return notebook


def save(path: Path) -> None:
    """Run a lesson, save its outputs, and make its German page.

    Raises:
        ValueError: the file is a German notebook, or a cell has no current German text.
    """
    if path.suffix == ".ipynb":
        if path.resolve().parent == german.GERMAN:
            raise ValueError(f"{path.name} is made from {path.stem}.md: change and name that file.")
        nbformat.write(kept(german.notebook(path), path.parent), path)  # type: ignore[no-untyped-call]
    for texts in german.every():
        if path.resolve() in {texts.english, texts.path}:
            page = kept(german.translated(texts), texts.german.parent)
            page = json.loads(nbformat.writes(page))  # type: ignore[no-untyped-call]
            texts.german.write_text(compact.dumps(page, 2), "utf-8")  # a line for each cell, because nobody edits it


def main() -> None:
    """Run the notebooks named on the command line, or all lessons."""
    words = command.parser(__doc__)
    help = "English notebook, or file of German texts; by default, all lessons"
    words.add_argument("files", nargs="*", type=Path, metavar="FILE", help=help)
    for path in words.parse_args().files or sorted(LESSONS.glob("*.ipynb")):
        save(path)
        print(path.name)


if __name__ == "__main__":
    main()
