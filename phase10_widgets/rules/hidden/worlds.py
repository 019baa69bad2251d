"""Worlds: rounds that a seat cannot tell from the true one, each with every card in its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from ...base.translatable import Refusal
from ..actions import Action, ChoosePhase, Discard, Draw, Hit, Laid, LayDown, Save
from ..cards import Card, words
from ..edition import DEALT
from ..events import CardHit, Discarded, Drawn, Event, Flipped, PhaseChosen, PhaseLaid, Reshuffled, RoundDealt, Saved
from ..observation import Observation, RecallStart
from ..position import from_position, to_position
from ..state import Cards, State
from .explain import FOLLOWED, Story, chosen, explanations, played
from .places import FRESH, Bucket, Places, Stock, face_of, pair, upright
from .weights import weight_ends


class World(NamedTuple):
    """One round that fits an observation."""

    start: State
    """The round's first moment."""
    deck: Cards | None
    """The deck in the order in which it was dealt, or None if the game began from a position."""
    actions: tuple[Action, ...]
    reshuffles: tuple[Cards, ...]
    """The draw pile after each reshuffle, top card first, with the same faces up as in the pile."""


def world(view: Observation, random: Random) -> World:
    """Sample a world. With ``must_lay_down`` (G5), its actions may turn out to be illegal; in that case, sample another
    world.

    Raises:
        Refusal: as for :func:`explained`.
    """
    return _table(explained(view), random).world()


class Explained(NamedTuple):
    """An observation's story and its explanations."""

    story: Story
    found: list[Places]
    """The explanations; none if there are too many to keep."""
    ends: list[int]
    """The running totals of their weights."""


@lru_cache(maxsize=32)
def explained(view: Observation) -> Explained:
    """Return an observation's story and its explanations.

    Raises:
        Refusal: the game is over, the edition has two-sided cards and saves, or a sampler made the game and the view
            belongs to another seat.
    """
    if view.to_act is None:
        raise Refusal("the game is over: there is no hidden card left to sample")
    if view.edition.saves and view.edition.two_sided:
        raise Refusal("two-sided cards cannot be sampled in a game that allows saving")
    if not view.recall or not isinstance(view.recall[0], RecallStart):
        raise Refusal("a sampler's game has no past, so only the seat that it was sampled for can sample again")
    story = Story(view)
    found, complete = explanations(story, Random(0))
    return Explained(story, found, weight_ends(found)) if complete else Explained(story, [], [])


def _table(known: Explained, random: Random) -> _TableThen:
    """Return one of the tables, each equally likely."""
    story, found, ends = known
    if not found:  # too many to keep: sample some each time
        found = explanations(story, random)[0]
        ends = weight_ends(found)
    return _TableThen(story, chosen(found, ends, random), random)


def state_now(known: Explained, random: Random) -> State:
    """Sample the present state without its past; only ``must_lay_down`` (G5) would need the past."""
    return _table(known, random).now()


class _TableThen:
    """A table with every card in its place, which can be rewound to the start of the round."""

    def __init__(self, story: Story, places: Places, random: Random) -> None:
        self.story, self.places, self.random = story, places, random
        self.unseen = [[list(faces.elements()) for faces in source] for source in places.unseen]
        for faces in chain.from_iterable(self.unseen):
            random.shuffle(faces)
        self.followed = [cards.copy() for cards in places.followed]
        self.buckets = [[self._filled(bucket) for bucket in row] for row in places.buckets]
        """The cards in each bucket of each hand."""
        self.saved = [[self._hidden(card) if isinstance(card, int) else card for card in row] for row in places.saved]
        self.stock = self._stocked(places.stock)
        """The draw pile, top card last."""
        self.aside = [self._hidden(FRESH) for _ in range(places.aside)]
        self.reshuffles: list[Cards] = []

    def world(self) -> World:
        """Rewind to the start of the round, and return that start with everything that has happened since."""
        actions: list[Action] = []
        for at in reversed(range(len(self.story.events))):
            event = self.story.events[at]
            saved = self._undo(at, event)
            action = _action(event, saved, self.story.view)
            if action is not None:
                actions.append(action)
        return self._begun(tuple(reversed(actions)))

    def now(self) -> State:
        """Return the present state."""
        story, view = self.story, self.story.view
        turned = view.edition.pack.side(view.side).index
        hands, saved = [], []
        for seat in story.everybody:
            cards = list(chain(self.followed[seat], *self.buckets[seat]))
            self.random.shuffle(cards)
            hands.append(view.hand if seat == story.me else _lying(cards, turned))
            saved.append(view.saved if seat == story.me else tuple(self.saved[seat]))
        return State(
            hands=tuple(hands), draw_pile=_lying(self.stock[::-1], turned), discard_pile=view.discard_pile,
            to_act=view.to_act, step=view.step, laid_this_turn=view.laid_this_turn, busy=story.busy,
            quiet_turns=view.quiet_turns, side=view.side, seats=view.seats, saved=tuple(saved), round=view.round,
            dealer=view.dealer, playing=view.playing, tie_break=view.tie_break, winners=(), aside=tuple(self.aside),
            shuffles=1, seed=self.random.getrandbits(62), edition=view.edition,
        )  # fmt: skip

    # The current cards

    def _hidden(self, source: int) -> Card:
        """Take any hidden card from a source."""
        if source or self.places.sides == 1:
            return self.unseen[source][0].pop()
        return pair(*[faces.pop() for faces in self.unseen[FRESH]])

    def _showing(self, source: int, faces: Sequence[Card | None]) -> Card:
        """Take any hidden card with these faces from a source."""
        if not source:
            return pair(*[face or self.unseen[FRESH][side].pop() for side, face in enumerate(faces)])
        cards = self.unseen[source][0]
        fitting = (
            at
            for at, card in enumerate(cards)
            if all(face in (None, face_of(card, side)) for side, face in enumerate(faces))
        )
        return cards.pop(next(fitting))

    def _filled(self, bucket: Bucket) -> list[Card]:
        if bucket.source and bucket.glimpses:
            seen = [[face if side == at else None for at in (0, 1)] for side, face in bucket.glimpses]
            return [self._showing(bucket.source, faces) for faces in seen]
        if bucket.source or self.places.sides == 1:
            return [self._hidden(bucket.source) for _ in range(bucket.n)]
        rows = []
        for side, faces in enumerate(bucket.faces):
            row = [self.unseen[FRESH][side].pop() for _ in range(bucket.n)] if faces is None else [*faces.elements()]
            self.random.shuffle(row)
            rows.append(row)
        return [pair(front, back) for front, back in zip(*rows, strict=True)]

    def _stocked(self, stock: Stock) -> list[Card]:
        """Return the draw pile, top card last; cards with a visible face are chosen first."""
        found = {}
        for at, faces in stock.glimpses.items():
            front, back = faces
            whole = front is not None and back is not None
            found[at] = pair(front, back) if whole else self._showing(stock.source, faces)  # type: ignore[arg-type]
        return [found[at] if at in found else self._hidden(stock.source) for at in reversed(stock.places())]

    # The events, newest first

    def _undo(self, at: int, event: Event) -> Card | None:
        """Undo an event; return the card that was saved or drawn from the saved cards."""
        told: Any = self.places.explained.get(at)
        mine = at in self.story.own
        match event:
            case Drawn(source="deck"):
                if mine:
                    self.stock.append(self.story.own[at])
                else:
                    self.stock.append(self._back_from(event.seat, told, event.back, 1 - self.story.sides[at]))
            case Drawn(source="discard") if event.seat != self.story.me:
                assert event.card is not None, "everybody sees the discard pile"
                self.followed[event.seat].remove(upright(event.card))
            case Drawn(source="saved"):
                if mine:
                    return self.story.own[at]
                where, came = told
                card = self._back_from(event.seat, came)
                self.saved[event.seat].insert(where, card)
                return card
            case Saved():
                if mine:
                    return self.story.own[at]
                card = self.saved[event.seat].pop()
                self._holder(event.seat, told).append(card)
                return card
            case Discarded() | CardHit() | PhaseLaid() if event.seat != self.story.me:
                for number, card in zip(told, played(event), strict=True):
                    self._holder(event.seat, number).append(card)
            case Reshuffled():
                side = self.story.sides[at]
                self.reshuffles.append(tuple([card.turned if side else card for card in reversed(self.stock)]))
                self.stock = []
                self._unfollow(told)
            case Flipped():
                self.stock.reverse()
                self._unfollow(told)
            case _:
                pass
        return None

    def _holder(self, seat: int, number: int) -> list[Card]:
        return self.followed[seat] if number == FOLLOWED else self.buckets[seat][number]

    def _unfollow(self, told: Sequence[tuple[int, int, Card]]) -> None:
        """Put the cards whose tracking begins at this point back into their buckets."""
        for seat, number, card in told:
            self.followed[seat].remove(card)
            self.buckets[seat][number].append(card)

    def _back_from(self, seat: int, came: int | Card, back: Card | None = None, side: int = 0) -> Card:
        """Remove the drawn card from a hand, choosing any card that it may have been."""
        if isinstance(came, Card):
            self.followed[seat].remove(came)
            return came
        cards = self.buckets[seat][came]
        fitting = [at for at, card in enumerate(cards) if back is None or face_of(card, side) is back]
        return cards.pop(self.random.choice(fitting))

    # The start

    def _begun(self, actions: tuple[Action, ...]) -> World:
        story, opening = self.story, self.story.opening
        view, first = opening.public, story.events[0] if story.events else None
        turned = view.edition.pack.side(view.side).index
        hands, saved = [], []
        for seat in story.everybody:
            cards = list(chain(self.followed[seat], *self.buckets[seat]))
            self.random.shuffle(cards)
            hands.append(opening.hand if seat == story.me else _lying(cards, turned))
            saved.append(opening.saved if seat == story.me else tuple(self.saved[seat]))
        start = State(
            hands=tuple(hands), draw_pile=_lying(self.stock[::-1], turned), discard_pile=view.discard_pile,
            to_act=view.to_act, step=view.step, laid_this_turn=view.laid_this_turn, busy=view.laid_this_turn,
            quiet_turns=view.quiet_turns, side=view.side, seats=view.seats, saved=tuple(saved), round=view.round,
            dealer=view.dealer, playing=view.playing, tie_break=view.tie_break, winners=(), aside=(), shuffles=1,
            seed=self.random.getrandbits(62), edition=view.edition,
        )  # fmt: skip
        reshuffles = tuple(reversed(self.reshuffles))
        if not isinstance(first, RoundDealt):
            return World(from_position(to_position(start), view.edition, start.seed), None, actions, reshuffles)
        deck = tuple(start.hands[seat][at] for at in range(DEALT) for seat in first.seats)
        return World(start, (*deck, first.up, *start.draw_pile), actions, reshuffles)


def _lying(cards: Sequence[Card], turned: int) -> Cards:
    return tuple([card.turned for card in cards] if turned else cards)


def _action(event: Event, saved: Card | None, view: Observation) -> Action | None:
    """Return the action that led to an event, with the saved card that it names, or None if no action led to it."""
    match event:
        case PhaseChosen():
            return ChoosePhase(event.phase)
        case Drawn(source="saved"):
            return Draw("saved", saved.word if saved else None)
        case Drawn():
            return Draw(event.source)
        case PhaseLaid():
            laid = tuple([Laid(words(group.cards), *group.identity) for group in event.groups])
            return LayDown(laid, event.phase if view.edition.order == "any" and not view.tie_break else None)
        case CardHit():
            return Hit(event.card.word, event.owner, event.group, event.end)
        case Discarded():
            return Discard(event.card.word, event.target if view.edition.skip == "chosen" else None)
        case Saved():
            assert saved is not None, "a save has a card"
            return Save(saved.word)
        case _:
            return None
