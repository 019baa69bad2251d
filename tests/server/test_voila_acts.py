"""Tell Voilà's template where the acts of a lesson begin."""

from __future__ import annotations

import nbformat
import pytest

pytest.importorskip("nbconvert", reason="the extra voila is not installed")

from phase10_widgets.server import notebooks
from phase10_widgets.server.voila_acts import Acts
from phase10_widgets.teaching.pages.page import LessonPage
from tests.faults import every

LESSONS = notebooks.NOTEBOOKS / notebooks.LESSONS
NAMES = {"03_at_least_one_wild": "Next", "de/03_mindestens_ein_joker": "Weiter"}


@every("name", NAMES)
def test_a_lesson_has_the_acts_of_its_light_page(name: str) -> None:
    path = LESSONS / f"{name}.ipynb"
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    notebook, found = Acts().preprocess(notebook, {"metadata": {"name": path.stem}})  # type: ignore[no-untyped-call]
    page = LessonPage.of_file(path)
    begun = [cell.metadata["act"] for cell in notebook.cells if "act" in cell.metadata]
    assert begun == [{"number": act.number, "keeps": act.keeps, "part": act.part} for act in page.acts]
    shown = [part.cell for part in page.parts() if part.kind == "screen"]
    assert [at for at, cell in enumerate(notebook.cells) if cell.metadata.get("screen")] == shown
    assert f'class="next">{NAMES[name]}</button>' in found["acts"]["buttons"]
    assert 'data-page="lessons/3"' in found["acts"]["buttons"], "both languages continue in the same act"


def test_a_notebook_without_acts_stays_as_it_is() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")])  # type: ignore[no-untyped-call]
    assert Acts().preprocess(notebook, {}) == (notebook, {})  # type: ignore[no-untyped-call]
