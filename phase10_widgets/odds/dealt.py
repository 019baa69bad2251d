"""The named questions: what dealt and drawn cards do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from ..core.cards import MAX_CARDS, Card, Side
from ..core.edition import DEALT, Edition
from ..core.melds import solver
from ..core.phases import Phase
from ..core.said import Named, Sentence
from ..editions import edition as find_edition
from ..hands import read_cards, read_phase
from .pool import Pool
from .questions import Maker, Question, QuestionError, Trial


def drawn(random: Callable[[], float], rest: list[Card], n: int) -> list[Card]:
    """*n* cards of the *rest*, in the order drawn, every order equally likely; uses ``Random.random`` alone."""
    left, size = rest.copy(), len(rest)
    for at in range(n):
        other = at + int(random() * (size - at))
        left[at], left[other] = left[other], left[at]
    return left[:n]


@dataclass(frozen=True, kw_only=True)
class OfCards(Question):
    """A question about cards of one side: those in *hand*, and others that come from the rest of the deck."""

    edition: str
    """The edition's id."""
    cards: int
    """How many cards there are in the end, those held included."""
    seats: int
    """For how many seats the deck is."""
    side: str
    hand: str
    """The cards held, by their words."""
    deck: str
    """The faces of the whole deck, where it is another than the edition's own."""

    @property
    def table(self) -> Edition:
        """The edition, with the deck of this question."""
        chosen = find_edition(self.edition)
        if not self.deck:
            return chosen
        faces = tuple(map(chosen.pack.card, self.deck.split()))
        return replace(chosen, build_deck=lambda seats, chance: faces)

    def held(self) -> list[Card]:
        """The cards held."""
        return list(read_cards(self.hand, self.edition, self.side))

    def rest(self) -> list[Card]:
        """The cards that may come, in a fixed order."""
        return _in_order(Pool.of_deck(self.table, self.seats, self.side, self.held()))

    @property
    def side_of_cards(self) -> Side:
        """The side whose faces count."""
        return find_edition(self.edition).pack.side(self.side)

    def hands(self) -> Callable[[Random], list[Card]]:
        """What deals one hand: the cards held and then those drawn."""
        held, rest = self.held(), self.rest()
        more = self.cards - len(held)

        def deal(random: Random) -> list[Card]:
            return held + drawn(random.random, rest, more)

        return deal

    @property
    def place(self) -> Sentence:
        """Where the cards come from."""
        chosen = find_edition(self.edition)
        name = Named(chosen.name)
        if not chosen.two_sided:
            named = Sentence("the deck of {edition}", edition=name)
        elif self.side == "wild":
            named = Sentence("the wild side of {edition}", edition=name)
        else:
            named = Sentence("the color side of {edition}", edition=name)
        return Sentence("another deck in place of {deck}", deck=named) if self.deck else named

    @property
    def assumption(self) -> Sentence:
        return Sentence(
            "Each of the {n} cards not held is equally likely to come next; the deck is the one for {seats} seats.",
            n=len(self.rest()),
            seats=self.seats,
        )


@dataclass(frozen=True, kw_only=True)
class Deal(OfCards):
    """Whether dealt cards hold a phase; the question that ``odds.deal`` answers exactly."""

    name: ClassVar[str] = "deal"
    in_batches: ClassVar[bool] = True

    phase: str

    @classmethod
    def of(
        cls,
        edition: str | Edition,
        phase: int | str | Phase,
        cards: int = DEALT,
        seats: int | None = None,
        side: str | None = None,
        hand: str | Iterable[Card] = "",
        deck: str = "",
    ) -> Deal:
        """Whether *cards* cards, those in *hand* among them, hold the phase (a number, a text or a phase)."""
        return cls(**_material(edition, cards, seats, side, hand, deck), phase=_phase(edition, phase, side))

    def prepare(self) -> Trial:
        deal, missing = self.hands(), solver(read_phase(self.phase), self.side_of_cards).missing
        return lambda random: not missing(deal(random))

    @property
    def asked(self) -> Sentence:
        parts = {"cards": self.cards, "place": self.place, "phase": read_phase(self.phase)}
        if not self.hand:
            return Sentence("Do {cards} cards from {place} hold {phase}?", **parts)
        return Sentence(
            "Do {cards} cards hold {phase}, if {hand} are among them and the others come from {place}?",
            hand=tuple(self.held()),
            **parts,
        )


MAKERS: dict[str, Maker] = {Deal.name: Deal.of}
"""Every named question."""


def _material(
    edition: str | Edition, cards: int, seats: int | None, side: str | None, hand: str | Iterable[Card], deck: str
) -> dict[str, Any]:
    """The fields of :class:`OfCards`, checked.

    Raises:
        ValueError: what is asked for cannot be dealt.
    """
    chosen = find_edition(edition)
    own = find_edition(chosen.id)
    up = chosen.pack.side(side or "color")
    n_seats = chosen.seats[0] if seats is None else whole("seats", seats, chosen.seats[0], chosen.seats[-1])
    chosen.check_seats(n_seats)
    if not isinstance(deck, str):
        raise QuestionError("a deck is written as one text of cards, not {deck}", deck=repr(deck)[:60])
    whole_deck = Pool.of(read_cards(deck, own, up.name), up) if deck else Pool.of_deck(chosen, n_seats, up.name)
    held = read_cards(hand, own, up.name)
    whole_deck.without(held)
    its_own = not deck and chosen.build_deck is own.build_deck
    return {
        "edition": own.id,
        "cards": whole("cards", cards, max(1, len(held)), min(whole_deck.size, MAX_CARDS)),
        "seats": n_seats,
        "side": up.name,
        "hand": _words(held),
        "deck": "" if its_own else _words(_in_order(whole_deck)),
    }


def _in_order(pool: Pool) -> list[Card]:
    """The pool's cards in the order of the side, so that equal pools give equal trials."""
    counts = pool.counts
    return [face for code, face in pool.side.faces.items() for _ in range(counts.get(code, 0))]


def _words(cards: Iterable[Card]) -> str:
    return " ".join(card.face.code for card in cards)


def _phase(edition: str | Edition, phase: int | str | Phase, side: str | None) -> str:
    """The phase as a text.

    Raises:
        ValueError: there is no such phase, or the side's cards cannot make it.
    """
    chosen = find_edition(edition)
    if isinstance(phase, int) and not isinstance(phase, bool):
        listed = {one.number: one for one in chosen.phases}
        if phase not in listed:
            told = ", ".join(map(str, listed))
            raise QuestionError("there is no phase {number}; the phases are {listed}", number=phase, listed=told)
        phase = listed[phase]
    if not isinstance(phase, str | Phase):
        raise QuestionError("a phase is a number, a text or a Phase, not {phase}", phase=repr(phase)[:60])
    found = read_phase(phase)
    solver(found, chosen.pack.side(side or "color"))
    return str(found)


def whole(name: str, value: int, least: int, most: int) -> int:
    """*value*, if it is a whole number in these bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        told = {"name": name, "least": least, "most": most, "value": repr(value)[:60]}
        raise QuestionError("{name} is a whole number from {least} to {most}, not {value}", **told)
    return value
