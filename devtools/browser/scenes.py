"""Games at the point just before a certain event, as Python code that creates their ``table``."""

from __future__ import annotations

from typing import Any

from phase10_widgets import Game, Session
from phase10_widgets.sessions.seating import SeatPlan

COMPUTERS = ("Ada", "Blaise", "Carl", "Dora", "Emmy")
HANDS = ("R1 R4 B6 Y9 Y11 G12 B12 R10 Y2 G3", "R2 Y1 B3 G8 G10 R12 B10 Y7 R9 G1", "Y3 Y5 B1 G4 R6 B7 R11 Y8 B2 G6")
PILE = "R7 Y4 G7 B4 R3 Y6 G2 B8 G5 R8 Y10 B11 G11 Y12 R5 B5"

SETS = [{"kind": "set", "cards": "R5 B5 W", "number": 5}, {"kind": "set", "cards": "R10 G10 Y10", "number": 10}]


def code(session: Session, pace: float = 0, language: str = "en", *, page: bool = False) -> str:
    """Return Python code that creates this game's table; with *page*, the table owns its page as in the app."""
    settings = f"pace={pace}, language={language!r}{', home=lambda: None' if page else ''}"
    made = f"table = Table(session=Session.load({session.save()!r}), {settings})"
    return f"import json\nfrom phase10_widgets import Session, Table\n{made}"


def seated(game: Game, people: int = 1) -> Session:
    """Return a session that starts with this game, with people in the first seats and computer players after them."""
    seats = [SeatPlan(name, None if at < people else "greedy") for at, name in enumerate(game.players)]
    return Session.from_game(game, seats)


def classic(hand: str, *, step: str = "play", seats: int = 4, **mine: Any) -> Session:
    """Return the second round of a classic game in which you hold this hand and Blaise has laid down his phase."""
    others: list[dict[str, Any]] = [
        {"name": name, "hand": cards, "score": 35 * at + 20}
        for at, (name, cards) in enumerate(zip(COMPUTERS, HANDS, strict=False))
    ]
    if seats > 2:
        sets = [{"kind": "set", "cards": "R9 G9 B9", "number": 9}, {"kind": "set", "cards": "B2 R2 W", "number": 2}]
        others[1] |= {"hand": "R12 Y1 B3 G8", "laid": sets}
    position = {
        "edition": "classic",
        "round": 2,
        "dealer": seats - 1,
        "to_act": 0,
        "step": step,
        "draw_pile": PILE,
        "discard_pile": "G9 Y5",
        "seats": [{"name": "You", "hand": hand, **mine}, *others[: seats - 1]],
    }
    return seated(Game.from_position(position, seed=4))


def laying() -> Session:
    """Return a round in which you hold two sets of three (one with a wild), a nine to hit with, and leftover cards."""
    return classic("R5 B5 W R10 G10 Y10 Y9 B1 G4 Y7 R11")


def going_out() -> Session:
    """Return a round in which your phase is laid down and discarding your last card ends the round."""
    return classic("B1", laid=SETS)


def winning() -> Session:
    """Return a round in which your last phase is laid down and discarding your last card wins the game."""
    laid = [{"kind": "set", "cards": "R11 G11 B11 Y11 W", "number": 11}, SETS[1]]
    return classic("B1", laid=laid, phase=10, completed=list(range(1, 11)))


def turning(seats: int = 4) -> Session:
    """Return a flip game in which the first seat has drawn a card and holds one with the flip symbol."""
    seat_plans = [SeatPlan("You"), *(SeatPlan(name, "greedy") for name in COMPUTERS[: seats - 1])]
    for seed in range(100):
        session = Session("flip", seat_plans, seed)
        hand: str = session.game.position()["seats"][0]["hand"]
        if session.waits_for_person and "!/" in hand:
            session.act(0, {"type": "draw", "from": "deck"})
            return session
    raise ValueError("nobody is dealt a flip symbol")
