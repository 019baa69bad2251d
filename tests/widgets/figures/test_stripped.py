"""Every figure on a page that strips styles and drawings."""

from __future__ import annotations

from itertools import product
from typing import Any

from phase10_widgets.text import Text
from phase10_widgets.widgets.figures import parts
from phase10_widgets.widgets.figures.parts import AxisPoint, Branch, Climber, Curve, Held, Level, TableRow, Value
from phase10_widgets.widgets.figures.static import part_html, parts_html
from phase10_widgets.widgets.lesson.static import progress_html
from tests.faults import no_faults
from tests.stripped import Stripped, cards_drawn, numbers, plain, unnamed
from tests.widgets.figures.test_every_figure import FIGURES
from tests.widgets.page import notebook_html

SAID = "Half of the hands have a wild."


def facts(part: Any) -> list[str]:
    """Return all that a part tells with its drawing: its sentence, its numbers, the lines across it."""
    across = [f"{each['name']}: {each['written']}" for each in (*part.get("levels", ()), *part.get("marks", ()))]
    listed = [cell for row in part.get("table", ()) for cell in row]
    sentence = [part["label"]] if part["kind"] in ("bars", "lines", "units", "ladder") else []
    return [*sentence, *across, *(listed if part["kind"] != "tree" else ())]


def test_a_figure_tells_everything_without_its_drawings_and_nothing_twice() -> None:
    with no_faults() as faults:
        for kind, language in product(FIGURES, ("en", "de")):
            for made in (kind(language), kind(language).reveal()):
                with faults.of((kind.__name__, language)):
                    html = notebook_html(made)
                    stripped = Stripped(html)
                    assert stripped.repeated == []
                    assert not unnamed(html, made.words)
                    for part in made.view["parts"]:
                        for fact in facts(part):
                            assert plain(fact) in stripped.text, part["kind"]
                        if part["kind"] == "guess" and part["field"]["field"] == "list":
                            assert {name for _, name in part["field"]["options"]} <= set(stripped.above.splitlines())


def chart(**more: Any) -> Any:
    rows = [TableRow("a wild", [Value(0.5, "50%")]), TableRow("none", [Value(0.25, "25%")])]
    series: Any = [("truth", "counted")]
    return parts.bars("Hands", SAID, series=series, rows=rows, axis="share of hands", head="what", **more)


def test_the_numbers_of_a_chart_are_folded_with_its_lines() -> None:
    drawn = chart(levels=[Level("guess", "your guess", 0.4, "40%")], marks=[AxisPoint("other", "mean", 1, "0.74")])
    stripped = Stripped(part_html(drawn, Text()))
    assert stripped.above.splitlines() == ["Hands", SAID, "The numbers as a table"]
    ((summary, folded),) = stripped.folds
    assert summary == "The numbers as a table"
    told = ["share of hands", "what", "counted", "a wild", "50%", "none", "25%", "your guess: 40% · mean: 0.74"]
    assert folded.splitlines() == told


def test_a_chart_does_not_repeat_what_a_figure_said() -> None:
    made = Stripped("".join(parts_html([parts.text(f"{SAID} Did you know?"), chart(), chart()], Text())))
    assert made.text.count(SAID) == 1


def test_a_ladder_does_not_repeat_what_a_figure_said() -> None:
    ladder = parts.ladder("Ladder", SAID, [("1", "")], [Climber("You", 1)], head=["who", "where"])
    made = Stripped("".join(parts_html([parts.text(SAID), ladder], Text())))
    assert made.text.splitlines() == [SAID, "Ladder", "1", "You"]


def test_a_tree_is_a_list_of_its_paths() -> None:
    leaves = [Branch("wild", "8 of 108", "7%"), Branch("natural", "96 of 108", "89%")]
    drawn = parts.tree("Tree", "", Branch("no card yet", children=leaves), head=["way", "chance", "product"])
    assert Stripped(part_html(drawn, Text())).text.splitlines() == [
        "Tree",
        "no card yet",
        "8 of 108 wild = 7%",
        "96 of 108 natural = 89%",
    ]


def test_cards_are_named() -> None:
    for language, names in (("en", "red 7, wild, blue 12, skip"), ("de", "rote 7, Joker, blaue 12, Aussetzen-Karte")):
        html = part_html(parts.cards(Held("Your hand", "R7 W B12 S", note="")), Text(language))
        assert Stripped(html).text.splitlines() == ["Your hand", names]
        assert [card.code for card in cards_drawn(html)] == ["R7", "W", "B12", "S"]


def test_a_plot_of_predictions_does_not_repeat_its_sentence() -> None:
    said = "You were right as often as you said."
    curves = [Curve("sample", "your predictions", [(0.5, 0.5)])]
    plot = parts.lines("Plot", said, x="", y="", curves=curves, head=["sure", "true"], table=[["50%", "6 of 12"]])
    calibration = {"said": f"{said} Brier score: 0.25.", "parts": [plot]}
    lesson = {"title": "1. Groups", "written": "1 of 4"}
    view = {"title": "Your progress", "said": "1 of 4", "lessons": [lesson], "calibration": calibration}
    stripped = Stripped(progress_html({"notice": "Unofficial"}, view, Text()))
    assert stripped.text.count(said) == 1
    assert {"50", "6", "12"} <= numbers(stripped.text)
