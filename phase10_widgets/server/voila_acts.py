"""Acts on Voilà's pages: the template learns where each act begins, and which screen it shows."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from nbconvert.preprocessors import Preprocessor

from ..languages import ENGLISH
from ..languages.text import Text
from ..teaching.course import stages
from ..teaching.pages.acts import NOTEBOOK, tags
from ..teaching.pages.page import LessonPage
from ..ui.rendering import rendered
from .pages import BUNDLES


class Acts(Preprocessor):
    """The preprocessor that Voilà runs for our template; notebooks without acts stay as they are."""

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Mark the cells that begin an act or show a screen; add the buttons and the script of the acts.

        Args:
            nb: the notebook, whose metadata changes.
            resources: what the template receives, with the notebook's name.
        """
        page = LessonPage(nb, nb.metadata.get("lang", ENGLISH))
        if not page.acts:
            return nb, resources
        for act in page.acts:
            nb.cells[act.cells.start].metadata["act"] = {"number": act.number, "keeps": act.keeps, "part": act.part}
        for at in page.screens:
            nb.cells[at].metadata["screen"] = NOTEBOOK not in tags(nb.cells[at])
        place = _place(resources.get("metadata", {}).get("name", ""))
        script, aloud = [(BUNDLES / name).read_text("utf-8") for name in ("acts.js", "aloud.js")]
        address = f"data:text/javascript,{quote(aloud)}"
        buttons = rendered("pages/acts.html", Text(page.language), acts=page.acts, page=place, aloud=address)
        resources["acts"] = {"buttons": buttons, "script": script}
        return nb, resources


def _place(name: str) -> str:
    """Return the name under which the browser remembers the learner's act, the same in every language.

    >>> _place("03_mindestens_ein_joker"), _place("my_lesson")
    ('lessons/3', 'my_lesson')
    """
    return next((f"lessons/{n}" for n, stage in stages().items() if name in stage.notebooks.values()), name)
