"""Exact odds for every way to draw and discard in a turn: the list behind the coach's advice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..base.translatable import Sentence
from ..rules.cards import Card
from ..rules.phases import Phase
from .exact import Exact, figure
from .situation import Asked, Situation
from .turn_search import OutcomeShares, Source, Thrown, TurnOption, TurnSearch


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play the turn, with its odds.

    If the phase is complete after the draw, it is laid down immediately: later chances then count as 1, and the
    distance as 0.

    >>> import phase10_widgets as p10
    >>> at = p10.odds.Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9 Y12 B5 G1 R4", top="G9")
    >>> best = p10.odds.options(at)[0]
    >>> best.draw, best.now.percent, best.next_turn.percent
    ('deck', '14.43%', '29.04%')
    """

    draw: Source | None
    """The source of the draw, or None if the seat has already drawn."""
    card: Card | None
    """The drawn card, if it is known in advance."""
    discard: Thrown
    """The discarded card. Saving it instead (M5) leaves the same hand and thus the same chances."""
    assumption: Sentence
    shares: OutcomeShares
    whole: int

    @property
    def now(self) -> Exact:
        """The chance of completing the phase this turn, before the discard."""
        explanation = Sentence(
            "Your chance of completing your phase this turn is {percent}%.", percent=self._percent(0)
        )
        return self._exact(self.shares.now, explanation)

    @property
    def next_turn(self) -> Exact:
        """The chance of completing the phase this turn or with the draw at the start of the seat's next turn.

        That draw comes from the draw pile, or is a saved card if one is certain to bring the phase closer (M4).
        """
        return self._exact(self.shares.next_turn, self.explanation)

    @property
    def distance(self) -> Exact:
        """The expected number of missing cards after the discard."""
        n = figure(Fraction(self.shares.distance, self.whole))
        return self._exact(self.shares.distance, Sentence("After this turn, you still need {n} cards on average.", n=n))

    @property
    def nearer(self) -> Exact:
        """The chance that the next turn's draw lowers the distance (or completes the phase)."""
        explanation = Sentence(
            "The chance that your draw next turn brings you closer to completing your phase is {percent}%.",
            percent=self._percent(3),
        )
        return self._exact(self.shares.nearer, explanation)

    @property
    def explanation(self) -> Sentence:
        """The move and its chance in one sentence."""
        return Sentence(
            "{move}: your chance of completing your phase by your next turn is {percent}%.",
            move=self.move,
            percent=self._percent(1),
        )

    @property
    def move(self) -> Sentence:
        """The move in words."""
        return _move(self.draw, self.card, self.discard)

    def to_dict(self) -> dict[str, Any]:
        """Return a table row with the move in words, and the chances and distance as numbers."""
        return {
            "draw": self.draw,
            "card": self.card.code if self.card else None,
            "discard": self.discard.code if isinstance(self.discard, Card) else self.discard,
            "next_turn": self.shares.next_turn / self.whole,
            "now": self.shares.now / self.whole,
            "distance": self.shares.distance / self.whole,
            "nearer": self.shares.nearer / self.whole,
            "explanation": str(self.explanation),
        }

    def _exact(self, share: int, explanation: Sentence) -> Exact:
        return Exact(share, self.whole, assumption=self.assumption, explanation=explanation)

    def _percent(self, at: int) -> object:
        return figure(Fraction(100 * self.shares[at], self.whole))


class Options(tuple[Option, ...]):
    """Every way to play the turn, best first.

    >>> import phase10_widgets as p10
    >>> at = p10.odds.Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9 Y12 B5 G1 R4", top="G9")
    >>> found = p10.odds.options(at)
    >>> len(found), found.to_dicts()[0]["next_turn"] >= found.to_dicts()[1]["next_turn"]
    (23, True)
    """

    __slots__ = ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one table row per option, for example to build a data frame."""
        return [option.to_dict() for option in self]


def options(asked: Asked, phase: Phase | int | str | None = None) -> Options:
    """Return every combination of draw and discard, sorted by the chance of completing the phase by the next turn, best
    first.

    Ties are broken by the expected number of cards missing after the next turn's draw, then by the expected number
    missing after this turn, then in favor of the discard with more points. If the seat has already drawn, only the
    discards are listed; if it is not the seat's turn, the top of the discard pile is ignored, because it will change.

    For the draw pile, each discard is listed as if chosen before the card is seen; ``"drawn"`` discards the drawn card
    itself, and ``"best"`` chooses after seeing it, so its chance is that of the draw itself.

    >>> lesson = Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9", seen="", top="G9")
    >>> best = options(lesson)[0]
    >>> str(best.move), best.now, best.next_turn
    ('Draw from the pile and discard what you need least', Exact(14, 101), Exact(1309, 5050))

    Raises:
        Refusal: as for :meth:`Situation.of`.
    """
    turn = TurnSearch(Situation.of(asked, phase))
    assumption, whole = turn.situation.assumption, turn.whole
    found = sorted(turn.rows(), key=_rank)
    return Options(Option(row.draw, row.card, row.discard, assumption, row.shares, whole) for row in found)


def _rank(row: TurnOption) -> tuple[int, int, int, int]:
    shares, discard = row.shares, row.discard
    cost = discard.points if isinstance(discard, Card) else MOST_POINTS if discard == "best" else 0
    return (-shares.next_turn, shares.distance - shares.nearer, shares.distance, -cost)


MOST_POINTS = 1000
"""A number larger than any card's points."""


def _move(draw: str | None, card: Card | None, discard: Thrown) -> Sentence:
    known = isinstance(discard, Card)
    if draw is None:
        return Sentence("Discard the {discard}", discard=discard)
    if draw == "deck":
        if known:
            return Sentence("Draw from the pile and discard the {discard}", discard=discard)
        if discard == "drawn":
            return Sentence("Draw from the pile and discard the card you drew")
        return Sentence("Draw from the pile and discard what you need least")
    if draw == "discard":
        return Sentence("Take the {card} from the discard pile and discard the {discard}", card=card, discard=discard)
    return Sentence("Draw your saved {card} and discard the {discard}", card=card, discard=discard)
