"""The table at each moment of a turn, with the most seats and groups that a game can have: ``states()``.

Every state comes from a real game at a real table; only the hands and the groups on the table are set up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Literal

from devtools.browser.scenes import seated
from phase10_widgets import Action, Game, Replay, Session, Table, coach, edition, players
from phase10_widgets.rules.cards import Card
from phase10_widgets.sessions.seating import NAMES
from phase10_widgets.sessions.shared_deal import Terms
from phase10_widgets.ui.notebook.message_widget import TableWidget

Json = dict[str, Any]
State = dict[str, Any]

PHASES = {"classic": 3, "flip": 10, "standard": 9, "masters": 3}
"""For each edition, the phase that puts the most groups and cards on the table."""
LEFT = 3
"""The number of cards that a computer player has left after laying down."""


def states(game: str, seats: int, language: str = "en") -> Iterator[tuple[str, State]]:
    """Yield the name and state of each moment in a game with this edition and number of seats.

    A state has the table's traits ``about`` and ``view``, and the message ``said`` if Python sent one.
    """
    for name, moment in MOMENTS.items():
        session = moment(game, seats)
        if session is not None:
            yield name, shown(name, session, language)


def shown(name: str, session: Session, language: str) -> State:
    """Return the state of a game at the moment with this name."""
    widget: TableWidget
    if name == "replay":
        widget = Replay(session, language=language, home=lambda: None)
    else:
        widget = Table(session=session, pace=None, language=language, home=lambda: None)
    heard: list[Json] = []
    widget.send = lambda content, buffers=None: heard.append(content)
    for number, message in enumerate(MESSAGES.get(name, ())):
        told = {"v": 1, "id": f"states:{number}", "rev": widget.view["rev"], **message(session)}
        widget._handle_custom_msg(told, [])
    state: State = {"about": {**widget.about}, "view": {**widget.view}, "_words": widget._words}
    said: Json = {"said": heard[-1]} if name in SAID else {}
    if name == "long hint":
        said["said"]["why"] = LONGEST[language]
    return state | said


class _Deck:
    """The cards in a game that are not on the table yet."""

    def __init__(self, name: str, seats: int) -> None:
        self.edition = edition(name)
        self.seats = seats
        self._random = Random(f"{name} {seats}")
        self.cards = list(self.edition.deck(seats))
        self._random.shuffle(self.cards)

    def wild(self) -> Card:
        """Deal a wild card, which fits nearly every group."""
        return self._first(lambda card: card.wild)

    def skip(self) -> Card:
        return self._first(lambda card: card.skip)

    def _first(self, fits: Callable[[Card], bool]) -> Card:
        card = next(filter(fits, self.cards))
        self.cards.remove(card)
        return card

    def deal(self, number: int) -> list[Card]:
        """Deal natural cards until none are left."""
        self.cards.sort(key=lambda card: card.skip or card.wild)
        dealt, self.cards = self.cards[:number], self.cards[number:]
        return dealt

    def groups(self, number: int) -> list[Json]:
        return [self._group(need.kind, need.size) for need in self.edition.phase(number).needs]

    def begun(self, number: int) -> str:
        """Return the names of this phase's cards, leaving out two from each group (in a run, the ends)."""
        groups = [self._group(need.kind, max(1, need.size - 2)) for need in self.edition.phase(number).needs]
        return " ".join(group["cards"] for group in groups)

    def _group(self, kind: str, size: int) -> Json:
        """Take a group from the remaining cards, trying the groups with the longest names first."""
        numbers = range(self.edition.pack.numbers[-1], 0, -1)
        starts = [n for n in numbers if n + size <= len(numbers) + 1]
        colors = dict.fromkeys(card.color for card in self.cards if card.color)
        suits = dict.fromkeys(card.suit for card in self.cards if card.suit)
        tries: list[tuple[Json, list[Json]]]
        match kind:
            case "set":
                tries = [({"number": n}, [{"number": n}] * size) for n in numbers]
            case "run":
                tries = [({"start": n}, [{"number": n + at} for at in range(size)]) for n in starts]
            case "color run":
                tries = [
                    ({"start": n, "color": hue}, [{"number": n + at, "color": hue} for at in range(size)])
                    for hue in colors
                    for n in starts
                ]
            case "color":
                tries = [({"color": hue}, [{"color": hue}] * size) for hue in colors]
            case _:
                tries = [({"suit": suit}, [{"suit": suit}] * size) for suit in suits]
        for identity, places in tries:
            found = self._take(places)
            if found:
                return {"kind": kind, "cards": " ".join(card.word for card in found), **identity}
        raise ValueError(f"the deck has no {kind} of {size} left")

    def _take(self, places: list[Json]) -> list[Card]:
        """Take a natural card for every place, or no card at all."""
        left, found = list(self.cards), []
        for place in places:
            fits = (each for each in left if each.number and all(getattr(each, k) == v for k, v in place.items()))
            card = next(fits, None)
            if card is None:
                return []
            left.remove(card)
            found.append(card)
        self.cards = left
        return found


def position(
    game: str,
    seats: int,
    *,
    laid: bool = False,
    complete: bool = True,
    others: bool = True,
    phase: int | None = None,
    hand: int | None = None,
    skip: Literal["hand", "pile"] | None = None,
    saved: int = 0,
    people: int = 1,
    **more: Any,
) -> Session:
    """Return a game in which every computer player has laid down, and you hold the same phase or, with *laid*, have
    laid it down.

    Args:
        complete: False if you lack two cards of each group.
        others: False if none of the computer players has laid down.
        phase: everyone's phase; by default, the one with the most groups and cards.
        hand: the number of cards in your hand; by default, the number after a draw.
        saved: the number of your saved cards.
        skip: the place of a skip: last in your hand, or on top of the discard pile.
        more: additional entries for the position.
    """
    deck, phase = _Deck(game, seats), phase or PHASES[game]
    done = list(range(1, phase))
    rows: list[Json] = []
    for at in range(seats):
        name = NAMES[at - 1] if at or people > 1 else "You"
        row: Json = {"name": name, "phase": phase, "completed": done, "score": 45 * at + 120}
        if at and not others:
            row["hand"] = ""
        elif at or laid:
            row |= {"laid": deck.groups(phase), "completed": [*done, phase], "hand": ""}
        elif complete:
            row["hand"] = " ".join(group["cards"] for group in deck.groups(phase))
        else:
            row["hand"] = deck.begun(phase)
        rows.append(row)
    for at, row in enumerate(rows):
        held = len(row["hand"].split())
        size = (LEFT if others else 10) if at else hand or 11
        cards = deck.deal(size - held)
        if laid and not at and size > 1:
            cards[-1] = deck.wild()
        if skip == "hand" and not at:
            cards[-1] = deck.skip()
        row["hand"] = " ".join([row["hand"], *(card.word for card in cards)]).strip()
        if saved and not at:
            row["saved"] = " ".join(card.word for card in deck.deal(saved))
    discards = [*([deck.skip()] if skip == "pile" else []), *deck.deal(2)]
    position = {
        "edition": game,
        "round": phase + 2,
        "dealer": seats - 1,
        "to_act": 0,
        "step": "play",
        "discard_pile": " ".join(card.word for card in discards),
        "draw_pile": " ".join(card.word for card in deck.cards),
        "seats": rows,
        **more,
    }
    return seated(Game.from_position(position, seed=4), people)


def drawing(game: str, seats: int) -> Session:
    return position(game, seats, hand=10, step="draw")


def where(name: str, values: tuple[object, ...], game: str, seats: int, **more: Any) -> Session | None:
    """Return a position in this edition if its attribute with this name has one of these values, and otherwise None."""
    return position(game, seats, **more) if getattr(edition(game), name) in values else None


def choosing(game: str, seats: int) -> Session | None:
    """Return the game just before you choose a phase, in an edition that lets you choose."""
    if not edition(game).chooses_phase:
        return None
    session = Session(game, ["You", *["greedy"] * (seats - 1)], seed=4)
    while not session.waits_for_person:
        session.step()
    return session


def finished(game: str, seats: int, phases: Sequence[int] = (1,)) -> Session:
    names = ["You", *["greedy"] * (seats - 1)]
    session, you = Session(game, names, seed=4, phases=[*phases]), players.get("greedy", seed=4)
    while session.game.to_act is not None:
        if session.waits_for_person:
            session.act(0, you.choose(session.observe(0)))
        else:
            session.step()
    return session


def met(number: int) -> Session:
    """Return a game at a turn of yours; its edition, its seats and how far it has come are drawn with this seed.

    You lay down and hit whenever you can, save when you may, and otherwise act at random.
    """
    draw = Random(number)
    game, seats = draw.choice([*PHASES]), draw.choice([2, 3, 4])
    session = Session(game, ["You", *["greedy"] * (seats - 1)], seed=number)
    session.run()
    for _ in range(draw.randrange(60)):
        by_type: dict[str, list[Action]] = {}
        for action in session.observe(0).legal_actions():
            by_type.setdefault(action.to_dict()["type"], []).append(action)
        if not by_type:
            break
        first = next((by_type[kind] for kind in ("lay_down", "hit", "save") if kind in by_type), None)
        session.act(0, draw.choice(first or [action for group in by_type.values() for action in group]))
        session.run()
    return session


def compared(game: str, seats: int) -> Session:
    """Return a finished deal of the day whose result is shown beside the expert's."""
    session = finished(game, seats)
    session.terms = Terms("2026-11-23", daily=True, first=False, hints=12)
    return session


def _discard(session: Session) -> Json:
    card = session.observe(0).hand[-1]
    return {"kind": "action", "action": {"type": "discard", "card": card.word}}


def _wrong(session: Session) -> Json:
    """Lay down cards that do not form a phase."""
    groups = [{"cards": card.word} for card in session.observe(0).hand[-2:]]
    return {"kind": "action", "action": {"type": "lay_down", "groups": groups}}


def _again(session: Session) -> Json:
    """Open the costliest decision in the game."""
    return {"kind": "replay", "at": _costliest(session)}


def _other(session: Session) -> Json:
    """Take a different action at the moment that is being retried."""
    actions = session.games[_costliest(session)].observe(0).legal_actions()
    return {"kind": "action", "action": actions[-1].to_dict()}


def _costliest(session: Session) -> int:
    return max(coach.review(session.games, 0).decisions, key=lambda one: one.cost).at


MOMENTS: Mapping[str, Callable[[str, int], Session | None]] = {
    "draw": drawing,
    "play": position,
    "incomplete": partial(position, complete=False),
    "blocked": partial(where, "skip", ("next", "chosen"), complete=False, hand=10, step="draw", skip="pile"),
    "skip": partial(where, "skip", ("chosen",), complete=False, skip="hand"),
    "hint": position,
    "long hint": partial(position, complete=False),
    "refusal": position,
    "hit": partial(position, laid=True, hand=8),
    "choose": choosing,
    "save": partial(where, "saves", (True,)),
    "saved": partial(where, "saves", (True,), saved=6, hand=10, step="draw"),
    "curtain": partial(position, people=2),
    "summary": partial(position, laid=True, hand=1),
    "over": finished,
    "deal over": compared,
    "replay": finished,
    "decision": finished,
    "second try": finished,
    "graded": finished,
}
TRY = {"kind": "try"}
MESSAGES: Mapping[str, tuple[Callable[[Session], Json], ...]] = {
    "hint": (lambda _: {"kind": "hint"},),
    "long hint": (lambda _: {"kind": "hint"},),
    "refusal": (_wrong,),
    "curtain": (_discard,),
    "summary": (_discard,),
    "decision": (_again,),
    "second try": (_again, lambda _: TRY),
    "graded": (_again, lambda _: TRY, _other),
}
SAID = ("hint", "long hint", "refusal")
LONGEST = {
    "en": "Discard the queen of diamonds: your phase then needs 2 more cards (199 of 419 unseen cards would help), and"
    " this card probably will not help greedy 4 (estimated chance that it will: 16%).",
    "de": "Lege eine Karte ab (grüne 1); deine Phase braucht dann noch 2 Karten, als nächste passen 19 von 26"
    " verdeckten, und der nächste Platz (greedy 3) kann sie anlegen, aber was du sonst hältst, ist mehr wert.",
}
"""The longest hint in 26 games of each edition, by language."""
