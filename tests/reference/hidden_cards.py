"""A second implementation of hidden cards, which lists every table that fits a seat's view, card by card.

Each physical card has a number, so that equal cards differ. The search begins with every way to put the unseen cards
into the hidden places, replays the events that the seat saw in every possible way, and drops the tables that do not
match. ``Observation.sample`` draws from the remaining tables, each counted once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, permutations
from typing import Any, NamedTuple, TypeAlias

import phase10_widgets as p10
from phase10_widgets import Card, Edition, Game, Observation
from phase10_widgets.rules.events import CardHit, Discarded, Drawn, Event, Flipped, PhaseLaid, Reshuffled, Saved
from phase10_widgets.rules.observation import RecallStart, opened
from phase10_widgets.rules.position import from_position
from phase10_widgets.rules.record import begun
from tests.helpers import Json, discard, draw

Physical: TypeAlias = tuple[tuple[int, str], ...]
"""A card, with a number and a face for each side."""
Seen: TypeAlias = tuple[tuple[tuple[str, ...], ...], tuple[str, ...], str]
"""The key by which tables are counted: all hands, all save piles, and the top of the draw pile."""


class Table(NamedTuple):
    hands: tuple[frozenset[Physical], ...]
    saved: tuple[tuple[Physical, ...], ...]
    stock: tuple[Physical, ...]
    """The draw pile, with the top card first."""
    pile: tuple[Physical, ...]
    """The discards, with the top card last."""
    aside: frozenset[Physical]
    gone: frozenset[Physical]
    """The cards on the table."""
    followed: frozenset[Physical]
    """The cards that everybody could follow as they moved into other hands and save piles."""
    fresh: frozenset[Physical]
    """The cards that the seat has not seen in this round."""


def small(
    edition: str, deck: str, draw_pile: str, discard_pile: str, *hands: str, dealer: int = 0, **options: Any
) -> Game:
    """Start a game with a small deck in which phase 1 is tried; the unused cards are set aside."""
    found = p10.edition(edition, **options)
    cards = found.cards(deck)
    little = replace(found, build_deck=lambda seats, chance: cards)
    position = {
        "edition": edition,
        "dealer": dealer,
        "draw_pile": draw_pile,
        "discard_pile": discard_pile,
        "seats": [{"hand": hand, "phase": 1} for hand in hands],
    }
    state = from_position(position, little)
    return Game(state, (), None, opened(state), begun(state, None), state)


def seen(game: Game) -> Seen:
    """Return a game's key."""
    state = game.state
    hands = tuple(tuple(sorted(card.word for card in hand)) for hand in state.hands)
    saved = tuple(" ".join(card.word for card in cards) for cards in state.saved)
    return hands, saved, state.draw_pile[0].word if state.draw_pile else ""


def shown(table: Table) -> Seen:
    """Return a table's key."""
    hands = tuple(tuple(sorted(map(word, hand))) for hand in table.hands)
    saved = tuple(" ".join(map(word, cards)) for cards in table.saved)
    return hands, saved, word(table.stock[0]) if table.stock else ""


def word(card: Physical) -> str:
    return "/".join(face for _, face in card)


def every_table(games: Sequence[Game], me: int) -> Counter[Seen]:
    """Return the number of tables that fit a seat's views of these games, by key."""
    views = [game.observe(me) for game in games]
    tables = {table for table in first_tables(games[0].edition, views[0]) if fits(table, views[0])}
    for before, game, view in zip(games, games[1:], views[1:], strict=False):
        for event in game.events:
            side = int(before.state.side == "wild")
            tables = {after for table in tables for after in after_event(table, event, me, side, game.edition)}
        tables = {table for table in tables if fits(table, view)}
    return Counter(map(shown, {table._replace(followed=frozenset(), fresh=frozenset()) for table in tables}))


def first_tables(edition: Edition, view: Observation) -> Iterator[Table]:
    """Yield every possible table at the start."""
    opening = view.recall[0]
    assert isinstance(opening, RecallStart)
    public, me = opening.public, view.seat
    sides = range(len(edition.pack.sides))
    deck = edition.deck(len(view.seats))
    rows = [[(at, face(card, side)) for at, card in enumerate(deck)] for side in sides]
    laid = [card for seat in public.seats for group in seat.laid for card in group.cards]
    hand, saved, pile, gone = (
        [take(rows, card) for card in cards] for cards in (opening.hand, opening.saved, public.discard_pile, laid)
    )
    others = [at for at in range(len(view.seats)) if at != me]
    for row in arrangements(rows):
        rest = iter(row)
        hands = [
            frozenset(hand if at == me else [next(rest) for _ in range(n)]) for at, n in enumerate(public.hand_sizes)
        ]
        kept = [tuple(saved if at == me else [next(rest) for _ in range(n)]) for at, n in enumerate(public.saved_sizes)]
        stock = tuple(next(rest) for _ in range(public.draw_size))
        aside = frozenset(rest)
        fresh = frozenset().union(aside, stock, *[hands[at] for at in others], *[kept[at] for at in others])
        yield Table(tuple(hands), tuple(kept), stock, tuple(pile[::-1]), aside, frozenset(gone), frozenset(), fresh)


def arrangements(rows: list[list[tuple[int, str]]]) -> Iterator[tuple[Physical, ...]]:
    """Yield every order of the cards and, for two-sided cards, every pairing of their faces."""
    for fronts in permutations(rows[0]):
        if len(rows) == 1:
            yield tuple((front,) for front in fronts)
        else:
            for backs in permutations(rows[1]):
                yield tuple(zip(fronts, backs, strict=True))


def take(rows: list[list[tuple[int, str]]], card: Card) -> Physical:
    """Take a card that has been seen from the start, choosing any of the equal ones."""
    found = []
    for side, row in enumerate(rows):
        one = next(item for item in row if item[1] == face(card, side))
        row.remove(one)
        found.append(one)
    return tuple(found)


def face(card: Card, side: int) -> str:
    """Return the code of a card's face on a side."""
    return card.word.split("/")[side]


def fits(table: Table, view: Observation) -> bool:
    """Return True if the table fits this view."""
    if not view.edition.two_sided:
        return True
    hidden = int(view.side == "color")
    top = view.draw_back.code if view.draw_back else None
    return top == (table.stock[0][hidden][1] if table.stock else None) and all(
        Counter(card[hidden][1] for card in table.hands[at]) == Counter(card.code for card in backs)
        for at, backs in enumerate(view.backs)
        if at != view.seat
    )


def after_event(table: Table, event: Event, me: int, side: int, edition: Edition) -> Iterator[Table]:
    """Yield every table to which an event may have led."""
    match event:
        case Drawn(source="deck"):
            card, stock = table.stock[0], table.stock[1:]
            if event.seat != me or word(card) == event.card.word:  # type: ignore[union-attr]
                fresh = table.fresh - {card} if event.seat == me else table.fresh
                yield into_hand(table._replace(stock=stock, fresh=fresh), event.seat, card)
        case Drawn(source="discard"):
            card = table.pile[-1]
            followed = table.followed if event.seat == me else table.followed | {card}
            yield into_hand(table._replace(pile=table.pile[:-1], followed=followed), event.seat, card)
        case Drawn():
            for card in table.saved[event.seat]:
                if event.seat != me or word(card) == event.card.word:  # type: ignore[union-attr]
                    left = tuple(other for other in table.saved[event.seat] if other != card)
                    yield into_hand(table._replace(saved=put(table.saved, event.seat, left)), event.seat, card)
        case Saved():
            for card in table.hands[event.seat]:
                if event.seat != me or word(card) == event.card.word:  # type: ignore[union-attr]
                    kept = put(table.saved, event.seat, (*table.saved[event.seat], card))
                    yield out_of_hand(table._replace(saved=kept), event.seat, card)
        case Discarded() if must_lay_down(table, event.seat, edition):
            return
        case Discarded():
            for card, after in leaving(table, event.seat, event.card, me):
                yield after._replace(pile=(*table.pile, card))
        case CardHit():
            for card, after in leaving(table, event.seat, event.card, me):
                yield after._replace(gone=table.gone | {card})
        case PhaseLaid():
            found = {table}
            for each in (card for group in event.groups for card in group.cards):
                found = {
                    after._replace(gone=after.gone | {card})
                    for before in found
                    for card, after in leaving(before, event.seat, each, me)
                }
            yield from found
        case Reshuffled():
            followed = told_by_counting(table, me) if not edition.two_sided else frozenset[Physical]()
            for stock in permutations(table.pile[:-1]):
                yield table._replace(stock=stock, pile=table.pile[-1:], followed=table.followed | followed)
        case Flipped():
            yield table._replace(stock=table.stock[::-1], pile=table.pile[::-1])
        case _:
            yield table


def must_lay_down(table: Table, seat: int, edition: Edition) -> bool:
    """Return True if the seat must lay down the first phase, which it is trying, before it ends its turn (G5)."""
    hand, phase = [word(card) for card in table.hands[seat]], edition.phases[0]
    room = len(hand) - (not edition.go_out_by_hit)
    return edition.must_lay_down and phase.size <= room and not p10.missing(" ".join(hand), phase, edition=edition)


def leaving(table: Table, seat: int, card: Card, me: int) -> Iterator[tuple[Physical, Table]]:
    """Yield each card that a seat may have played as *card*; known cards leave first."""
    equal = [one for one in table.hands[seat] if word(one) == card.word]
    followed = [one for one in equal if one in table.followed]
    for one in followed[:1] if followed else equal[:1] if seat == me else equal:
        yield one, out_of_hand(table._replace(followed=table.followed - {one}, fresh=table.fresh - {one}), seat, one)


def told_by_counting(table: Table, me: int) -> frozenset[Physical]:
    """Return the unseen cards if they are all in one hand, as the seat can deduce once the draw pile is used up."""
    holders = [hand & table.fresh for at, hand in enumerate(table.hands) if at != me and hand & table.fresh]
    return holders[0] if len(holders) == 1 and holders[0] == table.fresh else frozenset()


def into_hand(table: Table, seat: int, card: Physical) -> Table:
    return table._replace(hands=put(table.hands, seat, table.hands[seat] | {card}))


def out_of_hand(table: Table, seat: int, card: Physical) -> Table:
    return table._replace(hands=put(table.hands, seat, table.hands[seat] - {card}))


def put(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


class Case(NamedTuple):
    """A small game up to the moment at which seat 0 samples the hidden cards."""

    why: str
    game: Game
    actions: tuple[Json, ...]

    def moments(self) -> list[Game]:
        """Return the game at the start and after each action."""
        return [*accumulate(self.actions, Game.apply, initial=self.game)]


def cases() -> list[Case]:
    """Return small games, in all but one of which a plain shuffle of the unseen cards would not be uniform."""
    return [*_one_sided(), *_saved(), *_flipped()]


def _one_sided() -> Iterator[Case]:
    plain = small("classic", "R1 R1 R2 R2 R3 B4 B5 B6 R7", "R1 B5", "R7", "R2 R3", "R1 B4")
    two_turns = (draw(), discard("R1"), draw(), discard("B5"))
    yield Case("every unseen card may be anywhere, including one left out", plain, two_turns)
    taken = small("classic", "R1 R1 R1 R2 R2 R3 B4 B5 B6 R7", "B5 R2", "R1 R7", "R2 R3", "R1 B4")
    openly = (draw("discard"), discard("B4"), draw(), discard("R3"))
    yield Case("a card taken openly is still in the hand", taken, openly)
    yield Case("… until an equal one is played", taken, (*openly, draw(), discard("R1")))
    forced: Json = {"must_lay_down": True, "phases": ["1 set of 3"]}
    must = small("classic", "R1 R1 R1 W R2 R3 B4 B5 R7", "B5 R3", "R7", "R2", "R1 R1 B4", **forced)
    turns = (draw(), discard("B5"), draw(), discard("R3"), draw("discard"), discard("B4"))
    yield Case("a phase not laid down was not complete", must, turns[:2])
    yield Case("… nor was it complete a turn earlier", must, turns)
    three = small("classic", "R1 R1 R2 R3 R3 B4 B4 B5 R7", "B5", "R7 R1 B4", "R2", "R1 R3", "R3 B4", dealer=2)
    after = (draw(), discard("R2"), draw(), discard("R1"), draw(), discard("B4"))
    yield Case("a card played after a reshuffle was in the hand, or came from the new pile", three, after)
    yield Case("… and so was the next one", three, (*after, draw("discard"), discard("B5"), draw(), discard("R3")))
    two = small("classic", "R1 R1 R2 R3 R3 B4 B4 B5 R7", "B5", "R7 R1 B4 R3", "R2", "R1 R3 B4", dealer=1)
    yield Case("with two seats, the old cards in the other hand are all known", two, after[:4])


def _saved() -> Iterator[Case]:
    many = " ".join([f"{color}{number}" for color in "OY" for number in range(1, 13) for _ in "12"][:28])
    start = small("masters", f"R1 R1 R2 R3 G4 G5 G6 {many}", "G6 G5", f"R1 {many}", "R2", "R1 R3 G4")
    save, back = {"type": "save", "card": "R1"}, {"type": "draw", "from": "saved", "card": "R1"}
    yield Case("a card taken openly may have been saved (M5)", start, (draw("discard"), save))
    yield Case("… and drawn again", start, (draw("discard"), save, draw(), discard("R2"), back, discard("G4")))
    equal = (draw("discard"), save, draw(), discard("R2"), draw(), discard("R1"))
    yield Case("… or an equal one is played", start, equal)
    late = (draw("discard"), {"type": "save", "card": "R3"}, draw(), discard("R2"), draw("discard"), discard("G4"))
    yield Case("a card taken after the save is in the hand", start, late)


def _flipped() -> Iterator[Case]:
    start = small("flip", "R1/1 R1!/2 R2/3 B3/1 G4/2! B5/4", "B5/4 G4/2!", "R2/3", "R1/1", "R1!/2 B3/1")
    yield Case("backs are seen in hands and on the pile", start, (draw(), discard("B5")))
    turned = (draw(), discard("R1!"))
    yield Case("after turning over, both faces of a hand's cards are known, but not how they are paired", start, turned)
    yield Case("… and then the pile is used up", start, (*turned, draw()))
