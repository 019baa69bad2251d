"""The base class for all named experiments, in which some cards are held and the others are still to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Self

from ...base.integers import integer_from, shown
from ...base.translatable import Sentence, Translatable
from ...editions import edition as find_edition
from ...game.hands import read_cards, read_phase
from ...rules.cards import Card, Side
from ...rules.edition import Edition
from ...rules.phases import Phase, check_playable
from ..exact import Exact, percent
from ..pool import FIRST_SIDE, Pool
from .experiment import Experiment, ExperimentError


def drawn(random: Callable[[], float], rest: list[Card], n: int) -> list[Card]:
    """Draw *n* cards from *rest* in random order, using only ``Random.random``."""
    left, size = rest.copy(), len(rest)
    for at in range(n):
        other = at + int(random() * (size - at))
        left[at], left[other] = left[other], left[at]
    return left[:n]


@dataclass(frozen=True, kw_only=True)
class CardExperiment(Experiment):
    """A question about cards that all have the same side up: those in *hand*, and others from the rest of the deck."""

    edition: str
    """The edition's id."""
    seats: int = 0
    """The number of players that the deck is for; by default, the minimum."""
    side: str = "color"
    hand: str = ""
    """The cards held, as text."""
    deck: str = ""
    """The faces in the whole deck if it is not the edition's own."""

    def __reduce__(self) -> tuple[Callable[..., CardExperiment], tuple[Any, ...]]:
        phase = self.parameters.get("phase")
        carried = find_edition(self.edition), None if phase is None else read_phase(phase)
        return _arrived, (carried, type(self), self.parameters)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Return the question with these parameters, which are the same as for :func:`odds.question`."""
        return cls(**cls.plain(given))

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the field values, validated and normalized."""
        chosen = find_edition(given["edition"])
        own = find_edition(chosen.id)
        up = chosen.pack.side(given.get("side") or FIRST_SIDE)
        seats = whole("seats", chosen.seats[0] if given.get("seats") is None else given["seats"], 1, 99)
        chosen.check_seats(seats)
        pool = Pool.of_deck(chosen, seats, up.name, deck=given.get("deck", ""))
        held = cards_of("hand", given, own, up)
        pool.without(held)
        its_own = pool.counts == Pool.of_deck(own, seats, up.name).counts
        return {
            "edition": own.id,
            "seats": seats,
            "side": up.name,
            "hand": words(held),
            "deck": "" if its_own else words(in_order(pool)),
        }

    @property
    def up(self) -> Side:
        """The side whose faces count."""
        return find_edition(self.edition).pack.side(self.side)

    def held(self) -> list[Card]:
        """Return the cards held."""
        return list(read_cards(self.hand, self.edition, self.side))

    def pool(self) -> Pool:
        """Return the pool of cards that may still be drawn."""
        return Pool.of_deck(find_edition(self.edition), self.seats, self.side, self.held(), deck=self.deck)

    @property
    def place(self) -> Sentence:
        """The name of the deck from which the cards come."""
        chosen = find_edition(self.edition)
        name = Translatable(chosen.name)
        if not chosen.two_sided:
            named = Sentence("the deck of {edition}", edition=name)
        elif self.side == "wild":
            named = Sentence("the wild side of {edition}", edition=name)
        else:
            named = Sentence("the color side of {edition}", edition=name)
        return Sentence("a custom deck used in place of {deck}", deck=named) if self.deck else named

    @property
    def assumption(self) -> Sentence:
        n, chosen = self.pool().size, find_edition(self.edition)
        if self.deck or len(chosen.deck(chosen.seats[0])) == len(chosen.deck(chosen.seats[-1])):
            return Sentence("Each of the {n} cards not in the hand is equally likely to come next.", n=n)
        return Sentence(
            "Each of the {n} cards not in the hand is equally likely to come next; the deck is the one for {seats} "
            "players.",
            n=n,
            seats=self.seats,
        )

    def counted(self, drawn: int, chance: Fraction) -> Exact:
        """Return a chance whose explanation states that it was counted over all ways to draw these cards."""
        parts = {"n": drawn, "pool": self.pool().size, "value": percent(chance)}
        explanation = Sentence("Counting all the ways to draw {n} of {pool} cards gives a chance of {value}.", **parts)
        return Exact(chance, assumption=self.assumption, explanation=explanation)


def _arrived(carried: tuple[Any, ...], kind: type[CardExperiment], parameters: dict[str, Any]) -> CardExperiment:
    """Restore a question sent by another process; its edition and group types are already registered here."""
    return kind(**parameters)


def in_order(pool: Pool) -> list[Card]:
    """Return the pool's cards in the side's order, so that equal pools yield equal trials."""
    return [face for code, face in pool.side.faces.items() for _ in range(pool.counts.get(code, 0))]


def words(cards: Iterable[Card]) -> str:
    """Return the cards' face-up sides as one string."""
    return " ".join(card.face.code for card in cards)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Return *value* if it is a whole number within these bounds.

    Raises:
        ExperimentError: it is not.
    """
    number = integer_from(least, value, most)
    if number is None:
        raise ExperimentError(f"{name} must be a whole number from {least} to {most}, not {shown(value)}")
    return number


def cards_of(name: str, given: Mapping[str, Any], edition: Edition, side: Side) -> tuple[Card, ...]:
    """Return the cards in this parameter, which may be text or cards; if it is missing, return no cards.

    Raises:
        ValueError: it does not name cards on this side.
    """
    cards = given.get(name, "")
    if not isinstance(cards, str | Iterable):
        raise ExperimentError(f"{name} must be a string of cards such as {edition.pack.example!r}, not {cards!r:.60}")
    return read_cards(cards, edition, side.name)


def phase_text(edition: str | Edition, phase: int | str | Phase, side: str | None) -> str:
    """Return the text of a phase, which may be given as its number in the edition's list, as text, or as a phase.

    Raises:
        ValueError: there is no such phase, or the side's cards cannot make it.
    """
    chosen = find_edition(edition)
    found = read_phase(phase, chosen)
    check_playable(found, chosen.pack.side(side or FIRST_SIDE))
    return str(found)


def listed_phase(edition: str, text: str) -> Phase:
    """Return the phase with this text, including its number if the edition lists it."""
    return next((phase for phase in find_edition(edition).phases if str(phase) == text), None) or read_phase(text)


def dealing(question: CardExperiment, cards: int) -> Callable[[Random], list[Card]]:
    """Return a function that deals a hand of *cards* cards: first the held ones, then drawn ones."""
    held, rest = question.held(), in_order(question.pool())
    more = cards - len(held)
    return lambda random: held + drawn(random.random, rest, more)
