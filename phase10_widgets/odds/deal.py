"""The chance that dealt cards make a phase right away."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ..base.integers import integer_from, shown
from ..base.translatable import Refusal, Sentence
from ..editions import edition as find_edition
from ..game.hands import read_cards, read_phase
from ..rules.cards import Card
from ..rules.edition import DEALT, Edition
from ..rules.phases import Phase
from .counting.completions import completions
from .counting.stored_counts import stored_counts
from .exact import Exact, figure
from .pool import FIRST_SIDE, Deck, Pool


def deal(
    edition: str | Edition,
    phase: int | str | Phase,
    *,
    cards: int = DEALT,
    seats: int | None = None,
    side: str | None = None,
    hand: str | Iterable[Card] = "",
    deck: Deck = "",
) -> Exact:
    """Return the exact chance that this many cards from a shuffled deck make the phase.

    >>> chance = deal("classic", 1)
    >>> chance.percent, str(chance.explanation)
    ('18.28%', 'About 18 in 100 hands of 10 cards contain phase 1 (2 sets of 3), that is, 1 in 5.5.')
    >>> deal("classic", "1 set of 3", cards=3, hand="R7 B7")
    Exact(7, 53)
    >>> deal("classic", 1, deck={"W": 12}).percent  # 12 wilds instead of 8
    '26.94%'

    Args:
        edition: an edition's id, or an edition with options.
        phase: a number from the edition's list, a phase or its text.
        cards: the total number of cards, by default the 10 that are dealt (G1).
        seats: the number of players, if the deck depends on it (S1); by default, the fewest allowed.
        side: the side of the cards that counts, ``"color"`` (the side that is up when a round starts) or ``"wild"``
            (flip only).
        hand: cards already held, included in *cards*; the others are drawn from the rest of the deck.
        deck: a custom deck. A dict gives the counts of some cards and leaves the others unchanged; text or a list of
            cards gives the whole deck.

    Raises:
        ValueError: an unknown edition, phase, side or card, a wrong number of seats, a phase that the cards cannot
            make, or more cards than the deck has.
    """
    rules = find_edition(edition)
    wanted = read_phase(phase, rules)
    held = read_cards(hand, rules, side or FIRST_SIDE)
    whole = Pool.of_deck(rules, seats, side or FIRST_SIDE, deck=deck)
    pool = whole.without(held)
    drawn = _drawn(cards, len(held), pool)
    chance = Fraction(_completing(wanted, held, pool, drawn), comb(pool.size, drawn))
    if deck:
        assumption = _of_own_deck(whole.size, held)
    else:
        assumption = _of_deck(rules.seats[0] if seats is None else rules.check_seats(seats), held)
    return Exact(chance, assumption=assumption, explanation=_explanation(chance, len(held) + drawn, wanted))


def named(phase: Phase) -> Sentence | Phase:
    """Return the phase as part of a sentence, with its number if it has one."""
    if phase.number:
        return Sentence("phase {number} ({phase})", number=phase.number, phase=phase)
    return phase


def _completing(phase: Phase, held: tuple[Card, ...], pool: Pool, drawn: int) -> int:
    """Return the number of ways to draw cards that complete the phase."""
    stored = () if held else stored_counts(phase, pool)
    return stored[drawn] if drawn < len(stored) else completions(phase, held, pool, drawn)[drawn]


def _drawn(cards: int, held: int, pool: Pool) -> int:
    """Return the number of cards drawn."""
    number = integer_from(held, cards, held + pool.size)
    if number is None:
        parts = {"fewest": held, "most": held + pool.size, "cards": shown(cards)}
        raise Refusal(
            "the number of cards, including those in hand, must be a whole number from {fewest} to {most}, not {cards}",
            **parts,
        )
    return number - held


def _of_own_deck(n: int, held: tuple[Card, ...]) -> Sentence:
    """Return the assumption for a custom deck of *n* cards."""
    if not held:
        return Sentence("The custom deck of {n} cards is well shuffled: all hands are equally likely.", n=n)
    return Sentence(
        "The hand contains {held}; every other card in the custom deck of {n} cards is equally likely to join it.",
        held=held,
        n=n,
    )


def _of_deck(seats: int, held: tuple[Card, ...]) -> Sentence:
    """Return the assumption for the edition's own deck."""
    if not held:
        return Sentence("The deck for {seats} players is well shuffled: all hands are equally likely.", seats=seats)
    return Sentence(
        "The hand contains {held}; every other card in the deck for {seats} players is equally likely to join it.",
        held=held,
        seats=seats,
    )


def _explanation(chance: Fraction, cards: int, phase: Phase) -> Sentence:
    parts = {"cards": cards, "phase": named(phase)}
    if cards < phase.size:
        return Sentence("It takes {size} cards to make {phase}; {cards} is not enough.", size=phase.size, **parts)
    if not chance:
        return Sentence("No hand of {cards} cards contains {phase}.", **parts)
    if chance == 1:
        return Sentence("Every hand of {cards} cards contains {phase}.", **parts)
    n, odds = round(100 * chance), figure(1 / chance, 2 if 100 * chance > 1 else 3)
    if n < 2:
        return Sentence("About 1 in {odds} hands of {cards} cards contains {phase}.", odds=odds, **parts)
    if n < 50:
        return Sentence(
            "About {n} in 100 hands of {cards} cards contain {phase}, that is, 1 in {odds}.", n=n, odds=odds, **parts
        )
    if n < 100:
        return Sentence("About {n} in 100 hands of {cards} cards contain {phase}.", n=n, **parts)
    return Sentence("Nearly all hands of {cards} cards contain {phase}.", **parts)
