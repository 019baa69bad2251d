"""Properties that hold for every lesson figure."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from traitlets import TraitError

from phase10_widgets.languages.number_text import number
from phase10_widgets.odds.exact import percent
from phase10_widgets.teaching import figures as screens
from phase10_widgets.teaching.figures import widgets as figures
from phase10_widgets.teaching.figures.shared.controls import (
    ChoiceControl,
    Field,
    NumberControl,
    SliderControl,
    SwitchControl,
)
from phase10_widgets.teaching.figures.shared.figure import Figure
from phase10_widgets.teaching.figures.shared.trials import Repeated
from phase10_widgets.teaching.figures.sorter.sorter import NOTES
from phase10_widgets.teaching.figures.widgets import CardByCard, Sorter, Steps
from phase10_widgets.ui.screen import Refused
from tests.repo.test_languages import XX, left_english
from tests.teaching.figures.browser import within
from tests.ui.page import Page, notebook_html

MOST = 200_000
"""The maximum size of a view, in bytes."""
NO_WORDS = frozenset({"kind", "key", "role", "tone", "field", "unit", "asked", "order", "cards", "card", "moment"})
"""The fields of a view that programs read, or that hold card codes."""
CODE = re.compile(r"\b(?:[RBGYO](?:1?\d|\*)!?|(?:1?\d|[AJQK])[CDHS]|JK|\d+[kn]|[A-Za-z])(?![A-Za-z])")
"""A card's code, or a letter of a formula."""
TRANSLATE = (
    "these texts are not translated: put them into `phrase(…)` or `say(…)`, run "
    "`python -m devtools.generate.languages`, translate them in the catalogs, and run it again"
)


def all_figures() -> list[type[Figure]]:
    """Return the figures of notebooks; each screen has its widget."""
    modules = [import_module(f"{screens.__name__}.{each.name}") for each in iter_modules(screens.__path__)]
    own = {one for each in modules for one in vars(each).values() if isinstance(one, type) and "TITLE" in vars(one)}
    found = [one for one in vars(figures).values() if isinstance(one, type) and issubclass(one, Figure)]
    assert {one.__bases__[0] for one in found} == own
    return sorted(found, key=lambda one: one.__name__)


FIGURES = all_figures()
REPEATED = [figure for figure in FIGURES if issubclass(figure, Repeated)]
"""The figures whose buttons run trials."""
every_figure = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.__name__)
"""Run a test once for each figure; ``-k Urns`` selects one."""
ODD_VALUES: list[Any] = [
    *(None, True, -1, 10**400, 1.5, float("nan"), "", "0/99", "-1/0", "99/0", "x" * 100_000, [], {}, [[1]])
]


def ends(field: Field) -> list[Any]:
    match field:
        case SliderControl(low=low, high=high) | NumberControl(low=low, high=high):
            return [low, high]
        case ChoiceControl(options=options):
            return list(options)
        case SwitchControl():
            return [False, True]


def strange(field: Field) -> list[Any]:
    match field:
        case SliderControl(low=low, high=high) | NumberControl(low=low, high=high):
            return [low - 1, high + 1, 10**400, str(low), float(low), True, None, [low], {"low": low}]
        case ChoiceControl(options=options):
            return ["no such thing", "", None, 0, True, list(options), "x" * 100_000]
        case SwitchControl():
            return [0, 1, "true", None, []]


def shown(figure: Figure) -> dict[str, Any]:
    """Return the visible content, without the view's own numbers."""
    return {name: value for name, value in figure.view.items() if name not in ("rev", "ack")}


def size(figure: Figure) -> int:
    return len(json.dumps(figure.view, allow_nan=False).encode())


def read(view: Any) -> Iterator[str]:
    """Yield every text of a view that people read."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, list | tuple):
        for each in view:
            yield from read(each)
    elif isinstance(view, Mapping) and view.get("kind") == "controls":
        for field in view["fields"]:
            yield from (field["label"], field.get("written", ""), *(text for _, text in field.get("options", ())))
        yield from (handler["text"] for handler in view["deeds"])
    elif isinstance(view, Mapping):
        for name, value in view.items():
            if name not in NO_WORDS or (name == "kind" and not isinstance(value, str)):
                yield from read(value)


def marks(view: Any, name: str) -> Iterator[str]:
    """Yield the role, or the key, of every mark in a view."""
    return (each[name] for each in within(view) if isinstance(each, Mapping) and each.get(name))


def deeds(figure: Figure) -> list[Any]:
    return [deed for part in figure.view["parts"] for deed in part.get("deeds", ())]


def used(figure: Figure, most: int = 10_000) -> Iterator[Figure]:
    """Yield the figure in its initial state, with its result, and after each possible action."""
    yield figure
    yield figure.reveal()
    for deed in deeds(figure):
        if deed["disabled"] or deed["name"] == "guess_again":
            continue
        with suppress(Refused):
            figure.do(deed["name"], min(deed["value"], most) if isinstance(deed["value"], int) else deed["value"])
        yield figure


@pytest.mark.rotating
@pytest.mark.slow
@every_figure
def test_every_extreme_can_be_chosen(figure: type[Figure]) -> None:
    made = figure()
    for each in used(made):
        assert 0 < size(each) < MOST
    for name, field in made._fields.items():
        for value in ends(field):
            made = figure(**{name: value})
            assert made.view["asked"][name] == value == getattr(made, name)
            assert size(made) < MOST
            # Python in the browser sends no larger whole numbers
            assert max(abs(n) for n in within(made.view) if isinstance(n, int)) < 2**53 - 1
            assert made.view["parts"]
    for at in (0, -1):
        made = figure()
        for name, field in made._fields.items():
            made.choose(**{name: ends(field)[at]})
            assert size(made) < MOST
        for each in used(made):
            assert size(each) < MOST


@pytest.mark.slow
@every_figure
def test_invalid_choices_are_refused_with_a_sentence(figure: type[Figure]) -> None:
    assert "?" in figure.TITLE + figure.LEAD
    assert figure.__doc__
    made = figure()
    for name, field in made._fields.items():
        setattr(made, name, ends(field)[-1])
        assert made.view["asked"][name] == ends(field)[-1]
        with pytest.raises((ValueError, TraitError)):
            setattr(made, name, [] if isinstance(field, SwitchControl) else strange(field)[0])
        assert getattr(made, name) == ends(field)[-1]
    made = figure()
    page, before = Page(made), shown(made)
    for name, field in made._fields.items():
        for value in strange(field):
            refused = page.say("choose", **{name: value})
            assert refused, (name, value)
            assert refused["why"][-1] == "."
            assert len(refused["why"]) < 1000
            assert shown(made) == before
            with pytest.raises(ValueError, match=r"\.$"):
                made.choose(**{name: value})
    asked = made._question()
    for value in strange(asked.field) if asked else ():
        assert page.say("do", name="guess", value=value), value
        assert shown(made) == before
    with pytest.raises(ValueError, match="no setting"):
        made.choose(nonsense=1)
    assert shown(made) == before


@pytest.mark.slow
@every_figure
def test_invalid_actions_are_refused_and_change_nothing(figure: type[Figure]) -> None:
    made = figure()
    page = Page(made)
    for name in ("no such thing", None, 3, "__init__", "_show", ["deal"], *figure.ACTS):
        for value in ODD_VALUES:
            before = shown(made)
            refused = page.say("do", name=name, value=value)
            if name not in tuple(figure.ACTS):
                assert refused, name
            if refused:
                assert refused["code"] != "failed", (name, value)
                assert refused["why"][-1] == "."
                assert shown(made) == before


def untranslated(figure: Figure) -> list[str]:
    """Return the texts of the figure that are not entirely in its language."""
    return [text for text in read(figure.view) if left_english(CODE.sub("", text))]


@pytest.mark.slow
@every_figure
def test_every_text_is_in_the_language(figure: type[Figure]) -> None:
    made = figure()
    made.words = XX
    made.choose()
    for each in used(made):
        assert untranslated(each) == [], TRANSLATE
    for name, field in made._fields.items():
        for value in ends(field):
            made.choose(**{name: value})
            assert untranslated(made) == [], f"with {name}={value!r}: {TRANSLATE}"


@pytest.mark.slow
@every_figure
def test_german_numbers_have_a_decimal_comma(figure: type[Figure]) -> None:
    for each in used(figure("de"), most=100):
        for text in read(each.view):
            assert not re.search(r"\d\.\d", text), text


@every_figure
def test_its_pictures_are_linked(figure: type[Figure]) -> None:
    keys = (Counter(key for part in each.view["parts"] for key in {*marks(part, "key")}) for each in used(figure()))
    assert any(max(each.values(), default=0) > 1 for each in keys), "no two parts have a key in common"


def quiet_states(figure: type[Figure]) -> Iterator[Figure]:
    """Yield the figure before a guess, after trials without one, and after a guess without enough trials."""
    made = figure()
    settings = [{}, *({name: value} for name, field in made._fields.items() for value in ends(field))]
    for chosen in settings:
        made = figure(**chosen)
        yield made
        if made._question() is None:
            continue
        for deed in deeds(made):
            with suppress(Refused):
                made.do(deed["name"], min(deed["value"], 100) if isinstance(deed["value"], int) else deed["value"])
        yield made
        if made.ENOUGH:
            made = figure(**chosen)
            asked = made._question()
            assert asked is not None
            made.do("guess", ends(asked.field)[0])
            yield made


@pytest.mark.slow
@every_figure
def test_nothing_reveals_the_answer_before_the_guess(figure: type[Figure]) -> None:
    """Before a guess, and after it until enough trials have been run, no text, number, mark, formula or sentence
    reveals the exact value, or the wrong one that a mistake leads to."""
    states = 0
    for each in quiet_states(figure):
        states += 1
        asked = each._question()
        told = [text for part in each.view["parts"] for text in read(part)] + [each.view["said"]]
        if isinstance(each, Sorter):
            rules = [each.words.note(note) for note in each._edition.notes if note[0] in NOTES]
            assert not set(rules) & set(told)
            assert rules
            continue
        if isinstance(each, CardByCard | Steps):
            assert percent(each.exact) not in " ".join(told), "the learner builds it"
            continue
        assert asked is not None
        kinds = {part["kind"] for part in each.view["parts"]}
        assert "formula" not in kinds
        drawn = [part for part in each.view["parts"] if part["kind"] in ("bars", "lines", "units", "tree")]
        assert "truth" not in set(marks(drawn, "role"))
        assert "other" not in set(marks([part for part in drawn if part["kind"] == "bars"], "role"))
        if isinstance(asked.exact, str):
            assert not re.search(r"least often with|hardest|is ahead|tied|independent|exclusive", " ".join(told))
            continue
        written = percent(asked.exact) if asked.unit == "percent" else number(asked.exact)
        if len(written) > 4 and not each._trials:
            assert not [text for text in told if re.search(rf"(?<![\d.,]){re.escape(written)}", text)], written
    assert states


@every_figure
def test_the_result_comes_with_the_guess(figure: type[Figure]) -> None:
    made = figure()
    asked = made._question()
    if asked is None:
        assert figure in (Sorter, CardByCard, Steps), "the verdict comes with the first group, or with the choices"
        return
    name = next((name for name in ("deal", "play") if name in figure.ACTS), "")
    if made.ENOUGH:
        assert {deed["disabled"] for deed in deeds(made) if deed["name"] == name} == {True}, "the guess comes first"
    made.do("guess", ends(asked.field)[-1])
    if made.ENOUGH:
        assert all(part["kind"] != "guess" for part in made.view["parts"])
        made.do(name, 100)
    assert any(part.get("key") == "guess" and part["tone"] in ("right", "wrong") for part in made.view["parts"])
    if not isinstance(asked.exact, str):
        beside = next(part for part in made.view["parts"] if part.get("rows") and part["rows"][0].get("key") == "guess")
        shown = [series["role"] for series in beside["series"]]
        assert shown == (["guess", "sample", "truth"] if made.ENOUGH else ["guess", "truth"])
    told = next(part["text"] for part in made.view["parts"] if part.get("key") == "guess")
    assert made.view["said"].startswith(told), "which screen readers announce"
    made.choose()
    assert told not in made.view["said"], "nothing is announced twice"
    made.do("guess_again")
    assert made.view["parts"][0]["kind"] == "guess"


@every_figure
def test_a_page_without_a_kernel_can_be_read_and_folds_the_result(figure: type[Figure]) -> None:
    made = figure()
    html = notebook_html(made)
    assert "<table" in html or "<svg" in html
    assert figure.TITLE.replace("'", "&#x27;") in html
    assert "None" not in html
    assert "{" not in re.sub(r"<style.*?</style>|<script.*?</script>", "", html, flags=re.DOTALL)
    assert made.view == figure().view
    before, folded, after = html.partition("<details><summary>Guess first.")
    if isinstance(made, Sorter):
        title = "This game&#x27;s rules for groups"
        assert folded
        assert title not in before
        assert title in after
    if isinstance(made, CardByCard | Steps):
        assert percent(made.exact) not in before
        assert percent(made.exact) in after
    asked = made._question()
    if asked is not None and not isinstance(asked.exact, str):
        written = percent(asked.exact) if asked.unit == "percent" else number(asked.exact)
        assert folded
        assert len(written) < 4 or written not in re.sub("<[^>]*>", " ", before)
        assert written in after


@pytest.mark.slow
@every_figure
def test_a_chart_has_its_numbers_beside_it(figure: type[Figure]) -> None:
    for each in used(figure().reveal()):
        assert any(part.get("table") or part["kind"] in ("table", "sorter", "cards") for part in each.view["parts"])
        for part in each.view["parts"]:
            if part["kind"] in ("bars", "lines", "units", "tree", "ladder"):
                assert part["title"]
                assert part["label"]
                assert {len(row) for row in part["table"]} <= {len(part["head"])}
