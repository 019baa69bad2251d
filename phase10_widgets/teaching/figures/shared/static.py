"""The lesson figures as plain HTML for saved notebooks and printed pages: no scripts, no external files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ....languages.text import Text
from ....ui.drawn.markup import Html, joined, tag
from ....ui.drawn.static_html import cards_html, fold, line
from ....ui.drawn.static_numbers import page, table
from .drawing import chart_image, shape_svg
from .parts import cards_of

Content = Mapping[str, Any]

SIGNS = {"right": "✓ ", "wrong": "✗ "}
CARD, SMALL_CARD = 40, 28
"""The width of a card, and of a card in a tree, in pixels."""
BESIDE = "border-left:3px solid rgba(128,128,128,.5);margin:4px 0;padding:2px 0 2px 10px"


def figure_html(about: Content, view: Content, text: Text, folded: Sequence[Content] | None = None) -> Html:
    """Return a figure and, if it still asks for a guess, the *folded* parts below it, which contain the answer."""
    drawn = [line(view["lead"]), *parts_html(view["parts"], text)]
    if folded is not None:
        drawn.append(fold(text.say("Guess first. Then open the result."), *parts_html(folded, text)))
    return page(view["title"], drawn, about["notice"], text)


def parts_html(parts: Iterable[Content], text: Text) -> Iterator[Html]:
    """Yield the parts of a figure. A chart's sentence is left out where it has already appeared."""
    told: list[str] = []
    for part in parts:
        yield part_html(part, text, told)
        told.append(part["text"] if part["kind"] == "text" else part.get("label", ""))


def part_html(part: Content, text: Text, told: Collection[str] = ()) -> Html:
    """Return one part of a figure, without its sentence if the sentence is already in *told*."""
    match part["kind"]:
        case "controls":
            return _chosen(part["fields"], text)
        case "text":
            return _said(part["text"], part["tone"])
        case "cards":
            return joined(_held(row, text) for row in part["rows"])
        case "bars" | "lines" | "units":
            return joined([*_chart(part, text, told), _numbers(part, text)])
        case "tree":
            return joined([_title(part["title"]), _list(_branch(part["root"], text))])
        case "formula":
            lines = (tag("div", *(piece["text"] for piece in row)) for row in part["lines"])
            return tag("div", *lines, role="math", aria_label=part["label"], style="font:17px/1.6 serif")
        case "table":
            rows = [[SIGNS.get(row["tone"], "") + row["cells"][0], *row["cells"][1:]] for row in part["rows"]]
            return joined([_title(part["title"]), table(part["head"], rows)])
        case "guess":
            return joined([_title(part["prompt"]), *_choices(part["field"])])
        case "ladder":
            label = [line(part["label"], "margin:4px 0")] if _new(part["label"], told) else []
            return joined([_title(part["title"]), *label, _rungs(part)])
        case _:
            return _sorted(part, text)


def _chart(part: Content, text: Text, told: Collection[str]) -> tuple[Html, Html]:
    """Return a chart's title and image. The image's alternative text is the chart's sentence, or its title if the
    sentence already appeared."""
    if _new(part["label"], told):
        return _title(part["title"]), chart_image(part, text, part["label"])
    return _title(part["title"], aria_hidden="true"), chart_image(part, text, part["title"])


def _new(sentence: str, told: Collection[str]) -> bool:
    return bool(sentence) and not any(sentence in each for each in told)


def _title(title: str, **attributes: object) -> Html:
    return tag("p", tag("b", title), **attributes, style="margin:12px 0 4px")


def _numbers(part: Content, text: Text) -> Html:
    """Return a collapsed section with a chart's complete text: its numbers, its measure, and the lines across it."""
    lines = [*part.get("levels", ()), *part.get("marks", ())]
    measure = [line(part["axis"])] if part.get("axis") else []
    across = [line(" · ".join(f"{each['name']}: {each['written']}" for each in lines))] if lines else []
    return fold(text.say("The numbers as a table"), *measure, table(part["head"], part["table"]), *across)


def _chosen(fields: Sequence[Content], text: Text) -> Html:
    """Return the inputs at the time of saving."""
    inputs = [f"{field['label']}: {_value(field, text)}" for field in fields]
    return line(" · ".join(inputs), "margin:8px 0 4px;opacity:.8") if inputs else Html()


def _choices(field: Content) -> Iterator[Html]:
    """Yield the guesses to choose from, unless the guess is a number."""
    if field["field"] == "list":
        yield _list(*(tag("li", name) for _, name in field["options"]))


def _value(field: Content, text: Text) -> str:
    match field["field"]:
        case "list":
            return next(str(name) for value, name in field["options"] if value == field["value"])
        case "range":
            return str(field["written"])
        case "switch":
            return text.say("yes") if field["value"] else text.say("no")
        case _:
            return str(field["value"])


def _said(sentence: str, tone: str) -> Html:
    words = SIGNS.get(tone, "") + sentence
    look = BESIDE if tone in SIGNS else "margin:8px 0 4px" + (";opacity:.8" if tone == "hint" else "")
    return line(tag("b", words) if tone == "strong" else words, look)


def _held(row: Content, text: Text) -> Html:
    parts = [_said(row["title"], row["tone"])] if row["title"] else []
    note = row["note"] if row["title"] else SIGNS.get(row["tone"], "") + row["note"]
    parts.append(cards_html(cards_of(row["cards"].split()), CARD, text))
    return joined([*parts, line(note)] if row["note"] else parts)


def _branch(branch: Content, text: Text) -> Html:
    """Return a case with its cards and all cases below it, even if the tree is collapsed."""
    words = " ".join(branch[name] for name in ("written", "text") if branch[name])
    product = f" = {branch['product']}" if branch["product"] else ""
    hand = [cards_html(cards_of(branch["cards"].split()), SMALL_CARD, text)] if branch["cards"] else []
    below = [_branch(child, text) for child in branch["children"]]
    return tag("li", words, product, *hand, *([_list(*below)] if below else []))


def _list(*items: Html) -> Html:
    return tag("ul", *items, style="margin:0;padding-left:18px")


def _rungs(part: Content) -> Html:
    """Return the rungs from the top down; players on the ground come last."""
    look = "padding:3px 16px 3px 8px;border-bottom:3px solid rgba(160,130,80,.6);text-align:left"
    rows = []
    for at, rung in reversed(list(enumerate([{"name": "", "written": ""}, *part["rungs"]]))):
        who = [each for each in part["climbers"] if each["rung"] == at]
        if not at and not who:
            continue
        named = [(", " if n else "", shape_svg(each["role"]), " ", _named(each)) for n, each in enumerate(who)]
        name = tag("th", _named(rung), scope="row", style=look)
        rows.append(tag("tr", name, tag("td", *chain.from_iterable(named), style=look)))
    return tag("table", *rows, style="border-collapse:collapse")


def _named(each: Content) -> str:
    return f"{each['name']} ({each['written']})" if each["written"] else str(each["name"])


def _sorted(part: Content, text: Text) -> Html:
    """Return the groups with their cards and verdicts."""
    found = [_title(part["label"])]
    for group in [part["hand"], *part["groups"]]:
        found.append(line(group["title"]))
        if group["cards"]:
            found.append(cards_html(cards_of(part["cards"][card] for card in group["cards"]), CARD, text))
        if group.get("verdict"):
            rule = text.say("Rule {number}", number=group["rule"])
            found.append(_said(group["verdict"] + f" ({rule})" * bool(group["rule"]), group["tone"]))
    return joined(found)
