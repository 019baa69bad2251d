"""Results as HTML for a notebook: numbers with their meanings, accessible tables, and drawn cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import islice

from ...arena.report import heading, table_cells
from ...arena.results import Results
from ...base.translatable import Sentence
from ...coach.advice import Hint
from ...coach.luck_and_skill import Luck
from ...coach.review import Decision, Grade, Review
from ...game.game import Game
from ...odds.draw_odds import NextDraw, Wait
from ...odds.estimate import Estimate
from ...odds.exact import Exact
from ...rules.edition import Edition
from ...rules.observation import SPECTATOR, Observation
from ...rules.phases import Phase
from .card_looks import CARD_WIDTH
from .markup import Html, joined, tag
from .static_html import ENGLISH, cards_html, cell, fold, line, phase_html, table_of

LONGEST = 80
"""The maximum length, in characters, of a fraction that is written out in full."""
MOST_ROWS = 10
"""The maximum number of rows in a table of decisions or draws."""
SMALL = CARD_WIDTH // 2
"""The width of a card in a table, in pixels."""


@singledispatch
def html(value: object) -> Html:
    """Return a value as HTML, without scripts or external files; all of its content is escaped.

    Raises:
        TypeError: there is no HTML form for values of this type.
    """
    raise TypeError(f"{type(value).__name__} has no HTML form")


@html.register
def _exact(value: Exact) -> Html:
    fraction = f"{value.numerator}/{value.denominator}"
    shown = fraction if len(fraction) <= LONGEST and value.denominator > 1 else None
    return _number(value.text, shown and f" = {shown}", value.explanation, value.assumption)


@html.register
def _estimate(value: Estimate) -> Html:
    interval = " ({} to {})".format(*value.ends)
    return _number(value.text, interval, value.asked, value.explanation, value.assumption)


def _number(value: str, more: str | None, *sentences: Sentence) -> Html:
    """Return a number in bold, followed by more text and its meaning."""
    told = (line(ENGLISH.tell(sentence), "margin:2px 0") for sentence in sentences)
    return _block(line(joined([tag("strong", value), more or ""]), "margin:2px 0"), *told)


@html.register
def _next_draw(value: NextDraw) -> Html:
    rows = [("completes the phase", value.completes.text), ("brings it nearer or completes it", value.nearer.text)]
    effects = {True: "completes", False: "nearer"}
    outs = [(cards_html([out.card], SMALL), out.unseen, effects[out.completes]) for out in value.outs]
    return _block(
        _table(("The next card", "Chance"), rows),
        *([_table(("Card", "Unseen", "Effect"), outs)] if outs else []),
        line(ENGLISH.tell(value.assumption)),
    )


@html.register
def _wait(value: Wait) -> Html:
    rows = islice(value.to_dicts(), MOST_ROWS)
    cells = ((row["draws"], f"{row['chance']:.2%}", f"{row['by_then']:.2%}") for row in rows)
    table = _table(("Draws", "Exactly this many", "This many or fewer"), cells)
    return _block(line(ENGLISH.tell(value.explanation)), table, line(ENGLISH.tell(value.assumption)))


@html.register
def _results(value: Results) -> Html:
    head, *rows = table_cells(value)
    notes = [f"{name}: {one.why}." for name, one in zip(value.players, value.ratings, strict=True) if one.why]
    return _block(line(heading(value)), _table(head, rows), *map(line, notes))


@html.register
def _phase(value: Phase) -> Html:
    return phase_html(value)


@html.register
def _edition(value: Edition) -> Html:
    seats = f"{value.seats[0]} to {value.seats[-1]} players, {len(value.deck(value.seats[0]))} cards"
    more = "" if len(value.deck(value.seats[0])) == len(value.deck(value.seats[-1])) else " or more"
    notes = (tag("li", ENGLISH.note(note)) for note in value.notes)
    rows = ((phase.number, ENGLISH.phase(phase)) for phase in value.phases)
    return _block(
        _title(ENGLISH.edition_name(value)),
        line(f"{seats}{more}"),
        *map(line, ENGLISH.option_lines(value)),
        _table(("Number", "Phase"), rows),
        fold("The rules in short", tag("ul", *notes)),
    )


@html.register
def _game(value: Game) -> Html:
    """Draw the public view, so that no hand is shown by accident."""
    return html(value.observe(None))


@html.register
def _observation(value: Observation) -> Html:
    top = value.discard_pile[:1]
    return _block(
        _title(ENGLISH.edition_name(value.edition)),
        line(f"{_moment(value)} Cards in the draw pile: {value.draw_size}. On top of the discard pile:"),
        cards_html(top) if top else tag("p", "nothing"),
        _table(
            ("Player", "Cards", "Phase", "Completed", "Points", "On the table"),
            (_seat(value, at) for at in range(len(value.seats))),
        ),
        *_own(value),
    )


def _moment(seen: Observation) -> str:
    names = [seat.name for seat in seen.seats]
    if seen.to_act is None:
        return f"Round {seen.round}. {ENGLISH.game_end(seen.winners, names)}"
    step = "choose a phase" if seen.step == "choose_phase" else seen.step
    return f"Round {seen.round}. {names[seen.to_act]} is to {step}."


def _seat(seen: Observation, at: int) -> Iterator[object]:
    seat = seen.seats[at]
    yield seat.name
    yield seen.hand_sizes[at]
    yield seat.phase or "open"
    yield ", ".join(map(str, seat.completed)) or "none"
    yield seat.score
    yield joined(cards_html(group.cards, SMALL) for group in seat.laid) or "nothing"


def _own(seen: Observation) -> Iterator[Html]:
    """Yield the seat's cards, or nothing for a spectator."""
    if seen.seat == SPECTATOR:
        return
    for title, cards in ((f"The hand of {seen.me.name}:", seen.hand), ("Saved:", seen.saved)):
        if cards:
            yield line(title)
            yield cards_html(cards)


@html.register
def _review(value: Review) -> Html:
    grades = tuple(Grade)
    counts = (
        (name, *(value.grades(seat)[grade] for grade in grades), f"{value.cost(seat):.1f}")
        for seat, name in enumerate(value.players)
    )
    columns = ("Player", "Inaccuracies", "Mistakes", "Blunders", "Cost in turns")
    worst = value.costliest(MOST_ROWS)
    rows = ((f"{value.players[one.seat]}, round {one.round}", one.grade, _told(one)) for one in worst)
    table = [_table(("Costliest decisions", "Grade", "What happened"), rows)] if worst else []
    return _block(_table(columns, counts), *table)


def _told(decision: Decision) -> str:
    return ENGLISH.tell(decision.text)


@html.register
def _luck(value: Luck) -> Html:
    rows = []
    for seat, name in enumerate(value.players):
        luck, skill, result = value.points(seat)
        rows.append((name, result or "open", luck, skill or "open"))
    told = (tag("p", ENGLISH.tell(sentence)) for sentence in value.explanation)
    return _block(_table(("Player", "Result", "Luck", "Skill"), rows), fold("What the numbers mean", *told))


@html.register
def _hint(value: Hint) -> Html:
    return _block(line(joined([tag("strong", ENGLISH.tell(value.move)), ": ", ENGLISH.tell(value.why), "."])))


def _title(name: str) -> Html:
    return tag("h3", name, style="margin:0 0 .5em")


def _table(columns: Iterable[object], rows: Iterable[Iterable[object]]) -> Html:
    """Return a table with a heading for each column, and with each row's first cell as its heading."""
    head = (cell("th", name, scope="col") for name in columns)
    return table_of(head, (_row(*cells) for cells in rows))


def _row(first: object, *others: object) -> list[Html]:
    return [cell("th", first, scope="row"), *(cell("td", content) for content in others)]


def _block(*parts: object) -> Html:
    return tag("div", *parts, style="font:14px/1.4 sans-serif")
