"""Moments in games for the browser tests, each with a specially chosen hand; ``moments()`` returns them by name.

A position lists the open cards and seat 0's hand; the other hands and the draw pile are dealt from the remaining cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple, cast

from phase10_widgets import Game, edition
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.events import Discarded, Drawn, Event, Flipped, PhaseChosen, PhaseLaid
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.ui.table.results_wire import RoundScore
from phase10_widgets.ui.table.view_parts import about_view, base_view, event_views, seat_view
from phase10_widgets.ui.table.wire import TableContent, TableState, View
from phase10_widgets.ui.wire import Answered

Json = dict[str, Any]
SEAT_PLANS = (SeatPlan("You"), SeatPlan("Ben", "expert:4"), SeatPlan("Clara", "expert:10"), SeatPlan("Dora", "greedy"))
WORDS = Text("en")
REV = 9


class Moment(NamedTuple):
    """A position, described seat by seat, and the event that has just happened."""

    edition: str
    seats: tuple[Json, ...]
    """Seats as in a position, with ``cards`` in place of hands that have yet to be dealt."""
    discards: str
    more: Mapping[str, Any] = {}
    """Additional entries for the position, in which it is seat 0's turn in round 3."""
    happened: str = ""
    """The event that led to this moment; see :func:`_events`."""
    rounds: tuple[RoundScore, ...] = ()


def _group(kind: str, cards: str, **identity: Any) -> Json:
    return {"kind": kind, "cards": cards, **identity}


_PLAYED = _group("set", "R9 W G9 B9", number=9), _group("run", "R3 W B5 G6 Y7", start=3)
_TURNED = _group("color run", "R5/9 R6/1 R*/2", start=5, color="R"), _group("set", "G8/3 */Y3 B8/2", number=8)
_LONG = _group("run", "R2 O3 W G5 Y6 R7 O8", start=2)
_BEN = {"cards": 10, "phase": 2, "completed": [1], "score": 40}
_CLARA = {"cards": 7, "phase": 3, "completed": [1, 2], "score": 10, "laid": list(_PLAYED)}
_FLIP = (
    {
        "hand": "R5!/9 R6/3 B2!/12 G9/* Y4!/7! B3/5 G9/1 R*/8 Y11/2 B7/10! B8/6",
        "phase": 2,
        "completed": [1],
        "score": 30,
    },
    {"cards": 10, "phase": 2, "completed": [1], "score": 45},
    {"cards": 6, "phase": 3, "completed": [1, 2], "score": 20, "laid": list(_TURNED)},
)


def _masters(hand: str, phase: int | None, clara: Json) -> tuple[Json, ...]:
    return (
        {"hand": hand, "phase": phase, "completed": [1, 4], "score": 25, "saved": "R7 W"},
        {**_BEN, "saved_cards": 3},
        {"phase": None, "completed": [3, 7], "score": 10, **clara},
        {"cards": 10, "phase": None if phase is None else 1, "score": 95},
    )


_CLARA_LAID = {"cards": 4, "phase": 4, "laid": [_LONG]}
MOMENTS: Mapping[str, Moment] = {
    "classic-play": Moment(
        "classic",
        ({"hand": "R3 B12 W Y3 G3 R5 B6 S G7 Y8 W", "phase": 2, "completed": [1], "score": 25}, _BEN, _CLARA),
        "B2 S R11",
        happened="drawn",
        rounds=(
            {"round": 1, "points": [35, 0, 60], "scores": [35, 0, 60]},
            {"round": 2, "points": [0, 45, 25], "scores": [35, 45, 85]},
        ),
    ),
    "classic-hit": Moment(
        "classic",
        (
            {
                "hand": "R9 B12 W G4",
                "phase": 2,
                "completed": [1, 2],
                "score": 25,
                "laid": [_group("set", "R3 Y3 W", number=3), _group("run", "R5 B6 G7 Y8", start=5)],
            },
            {**_BEN, "skipped": True},
            {**_CLARA, "completed": [1, 2, 3]},
        ),
        "B2 S R11",
        happened="laid",
    ),
    "classic-any": Moment(
        "classic",
        (
            {"hand": "R3 B12 W W Y3 G3 R5 B6 R7 Y8 G9", "phase": None, "completed": [2, 3]},
            {"cards": 10, "phase": None, "completed": [1]},
        ),
        "B2",
        {"options": {"order": "any"}},
    ),
    "classic-wilds": Moment("classic", ({"hand": "R9 B9 G9 W W W R1 S Y5 G6 B2"}, {"cards": 10}), "B2"),
    "flip-play": Moment("flip", _FLIP, "Y12!/4 G2/8", happened="drawn"),
    "flip-wild": Moment("flip", _FLIP, "G2/8 Y12!/4", {"side": "wild"}, "flipped"),
    "masters-choose": Moment(
        "masters",
        _masters("R3 O12 W Y3 G3 R5 O6 S G7 Y8", None, {"cards": 10}),
        "O2",
        {"step": "choose_phase"},
        "chosen",
    ),
    "masters-draw": Moment(
        "masters", _masters("R3 O12 W Y3 G3 R5 O6 S G7 Y8", 2, _CLARA_LAID), "O2 S", {"step": "draw"}
    ),
    "masters-play": Moment(
        "masters", _masters("R3 O12 W Y3 G3 R5 O6 S G7 Y8 O9", 2, _CLARA_LAID), "O2 S", happened="drawn"
    ),
}


def moments() -> dict[str, TableState]:
    """Return seat 0's view of the table at each moment."""
    return {name: _state(name, moment) for name, moment in MOMENTS.items()}


def _state(name: str, moment: Moment) -> TableState:
    game = Game.from_position(_position(name, moment))
    seat_plans = SEAT_PLANS[: len(moment.seats)]
    answered: Answered = {"v": 1, "rev": REV, "ack": None}
    content: TableContent = {
        **base_view(()),
        **seat_view(game, 0, WORDS),
        "you": 0,
        "rounds": list(moment.rounds),
        "events": event_views(_events(game, moment.happened), game, 0, WORDS),
        "undo": True,
    }
    view = {**answered, **content}
    return {"about": about_view(game.edition, WORDS, seat_plans=seat_plans), "view": cast(View, view)}


def _position(name: str, moment: Moment) -> Json:
    rest = _unseen(name, moment)
    rows = []
    for plan, row in zip(SEAT_PLANS, moment.seats, strict=False):
        kept = {key: value for key, value in row.items() if key not in ("cards", "saved_cards")}
        hand = {"hand": " ".join(rest.pop() for _ in range(row["cards"]))} if "cards" in row else {}
        saved = {"saved": " ".join(rest.pop() for _ in range(row["saved_cards"]))} if "saved_cards" in row else {}
        rows.append({"name": plan.name, **kept, **hand, **saved})
    return {
        "edition": moment.edition,
        "round": 3,
        "dealer": len(rows) - 1,
        "to_act": 0,
        "step": "play",
        "draw_pile": " ".join(rest),
        "discard_pile": moment.discards,
        "seats": rows,
        **moment.more,
    }


def _unseen(name: str, moment: Moment) -> list[str]:
    """Return the shuffled codes of all cards that the moment does not name; flip cards get random backs."""
    game, random = edition(moment.edition), Random(name)
    laid = [group["cards"] for row in moment.seats for group in row.get("laid", ())]
    held = [row.get(pile, "") for row in moment.seats for pile in ("hand", "saved")]
    rest = [card.word.split("/") for card in game.deck(len(moment.seats))]
    sides = [list(faces) for faces in zip(*rest, strict=True)]
    for word in " ".join([moment.discards, *laid, *held]).split():
        for faces, face in zip(sides, game.pack.card(word).word.split("/"), strict=True):
            faces.remove(face)
    for faces in sides:
        random.shuffle(faces)
    return ["/".join(faces) for faces in zip(*sides, strict=True)]


def _events(game: Game, happened: str) -> list[Event]:
    """Return the events that led to the moment."""
    seen = game.observe(0)
    match happened:
        case "drawn":
            return [Drawn(0, "deck", seen.hand[-1], None)]
        case "laid":
            return [PhaseLaid(0, 2, seen.me.laid)]
        case "chosen":
            return [PhaseChosen(1, 2)]
        case "flipped":
            return [Discarded(2, seen.discard_pile[-1].turned, None), Flipped("wild")]
        case _:
            return []
