"""The effect of the next cards on a hand: its outs, the chances after each draw, and the best discards."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Self, Unpack

from ... import languages, odds
from ...base.translatable import phrase
from ...editions import edition as find_edition
from ...game.hands import missing
from ...languages.text import Text
from ...odds.exact import figure
from ...odds.pool import face_on
from ...odds.situation import Situation
from ...rules.cards import Card, CardError
from ...rules.edition import DEALT, Edition
from ...rules.observation import Observation
from ...rules.state import Cards
from ..drawn.markup import Html
from ..drawn.static_numbers import draw_html
from ..interactive import MOST_SEED, Input, whole_number
from ..screen import Box, Handler, Refused
from .numbers import aligned, chance, row
from .numbers_screen import NumbersScreen, PhaseNumbersScreen, game_name
from .outs import Face, board
from .request import NO_SEED, phase_of, side_of
from .wire import DrawContent, ExplainedChance, OptionChance, Out

MOST_HAND = 15
"""The maximum number of cards in a hand."""
MOST_TEXT = 200
"""The maximum length, in characters, of the text that lists a hand."""
DRAWS = 10
"""The number of draws for which chances are listed."""
BEST = 10
"""The maximum number of options shown."""
_NO_HAND = phrase("Write a hand as 1 to {most} cards, such as {example}.")
_NO_CARD = phrase("{word} is not a card in this game. Write cards like {example}.")
_TOO_MANY = phrase("The deck does not contain all these cards: one of them is listed too many times.")
_ONE_TOP = phrase("The discard pile can have only one top card, or none.")
_FIXED = phrase("This hand comes from a game, so you can change only the phase.")


class DrawOdds(PhaseNumbersScreen):
    """The effect of the next cards on a hand:
    ``DrawOdds("classic", phase=1, hand="R7 B7 G7 Y2 B2 R9 G12 S Y4 B5")``.

    It uses only information that the seat may know: the hand, the cards listed as seen, and the deck's composition.
    ``DrawOdds.of(game.observe(0))`` shows a hand from a running game. Inputs can be set: ``shown.phase = 4``.
    """

    KIND = "draw"
    INPUTS = ("edition", "side", "phase", "hand", "top", "seed")
    hand = Input("", "The cards in the hand, named by their active faces.")
    top = Input("", "The top card of the discard pile if it may be taken; otherwise empty.")
    seed = Input(0, "The seed for dealing a hand if none is given.")

    def __init__(
        self,
        edition: str | Edition = "classic",
        phase: int | None = None,
        hand: str | None = None,
        *,
        side: str | None = None,
        seen: str = "",
        top: str = "",
        seats: int | None = None,
        seed: int = 1,
        language: str | None = languages.ENGLISH,
        **box: Unpack[Box],
    ) -> None:
        """Set up a hand for a lesson; if it has more than ten cards, its player is assumed to have drawn already.

        Args:
            edition: its id, or an edition with options.
            phase: the phase's number; None selects the first.
            hand: its cards, 1 to 15; None uses the *seed* to deal ten and turn up a top card.
            side: only for flip; None selects the color side.
            seen: other cards that cannot be drawn, such as cards on the table.
            top: the top of the discard pile.
            seats: the number of players, which determines the deck; None selects the minimum.
            language: the language of the text; None uses the browser's preferred one.

        Raises:
            ValueError: a value is not allowed; the message explains which values are.
        """
        found = find_edition(edition)
        self._given: dict[str, Any] = {"seen": seen, "seats": seats}
        self._view: Observation | None = None
        self._begin(language, found, made(found, side, phase, hand, top, seed, self._given), seed, box)

    @classmethod
    def of(
        cls,
        observation: Observation,
        phase: int | None = None,
        *,
        language: str = languages.ENGLISH,
        **box: Unpack[Box],
    ) -> Self:
        """Show the observing seat's hand, with everything that this seat knows about the unseen cards.

        Raises:
            ValueError: no phase is left to complete, or the phase must be specified.
        """
        self = cls.__new__(cls)
        self._given = {}
        self._view = observation
        self._begin(language, observation.edition, Situation.of(observation, phase), 0, box)
        return self

    def _begin(self, language: str | None, edition: Edition, situation: Situation, seed: int, box: Box) -> None:
        super().__init__(language, [edition], **box)
        self._take(situation, seed)

    @property
    def situation(self) -> Situation:
        """The situation on which the chances are based, for use with the functions in ``phase10_widgets.odds``."""
        return self._situation

    def choose(self, **changes: Any) -> None:
        """Change inputs by name. A different edition, side, or seed deals a new hand.

        Raises:
            ValueError: a value is not allowed; in that case, nothing has changed.
        """
        self._choose(changes)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each number of draws: the chance of completing the phase by then if all cards are kept."""
        self._step()
        return [{"draws": n, **row(found)} for n, found in enumerate(self._within, 1)]

    def __repr__(self) -> str:
        return f"DrawOdds({self.edition!r}, phase={self.phase}, hand={self.hand!r})"

    def html(self) -> Html:
        """Return the chances for pages without Python."""
        self._step()
        return draw_html(self.about, self.view, self._situation.hand, self.words)

    def _choose(self, changes: Mapping[str, Any], ack: str | None = None) -> None:
        if self._view is not None:
            if set(changes) - {"phase"}:
                raise Refused("fixed", _FIXED)
            now = self._situation
            wanted = now.phase if "phase" not in changes else phase_of(now.edition, changes["phase"])
            self._take(Situation.of(self._view, wanted), 0, ack)
            return
        now = self._situation
        wanted = changes.get("edition", now.edition)
        edition = find_edition(self._editions.get(wanted, wanted) if isinstance(wanted, str) else wanted)
        anew = bool({"edition", "side", "seed"} & set(changes))
        kept = {"phase": self._kept_phase(edition), "side": self.side if edition is now.edition else None}
        cards = {"hand": None, "top": ""} if anew else {"hand": self.hand, "top": self.top}
        asked = {**kept, **cards, "seed": self.seed, **changes, "edition": edition}
        given = {"seen": "", "seats": None} if anew else self._given
        situation = made(**asked, given=given)
        self._given = given
        self._take(situation, asked["seed"], ack)

    def _kept_phase(self, edition: Edition) -> int | None:
        return self.phase if any(phase.number == self.phase for phase in edition.phases) else None

    def _take(self, situation: Situation, seed: int, ack: str | None = None) -> None:
        """Show this situation."""
        self._offer(situation.edition)
        self._next = odds.next_draw(situation)
        self._board = board(situation, self._next)
        self._options = odds.options(situation)
        self._wait: odds.Wait | None = None
        self._situation = situation
        self._set_inputs(
            {
                "edition": situation.edition.id,
                "side": situation.pool.side.name,
                "phase": situation.phase.number or 0,
                "hand": " ".join(card.face.code for card in situation.hand),
                "top": situation.top.face.code if situation.top else "",
                "seed": seed,
            }
        )
        self._show(ack)
        self._go_on()

    def _step(self) -> bool:
        if self._wait is None:
            self._wait = odds.wait(self._situation)
            self._show()
        return False

    @property
    def _within(self) -> list[odds.Exact]:
        """Return the chances computed so far of completing the phase within 1, 2, 3, … draws."""
        if self._wait is None:
            return []
        return [self._wait.cumulative(n) for n in range(1, min(DRAWS, self._situation.pool.size) + 1)]

    def _content(self) -> DrawContent:
        now, say = self._situation, self.words
        lacking = missing(now.hand, now.phase, edition=now.edition, side=self.side)
        line = say.say("These cards complete the phase.")
        if lacking:
            line = say.language.plural("{n} more card needed.", "{n} more cards needed.", lacking)
        return {
            "asked": {
                "edition": self.edition,
                "side": self.side,
                "phase": self.phase,
                "hand": self.hand,
                "top": self.top,
                "seed": self.seed,
            },
            "fixed": self._view is not None,
            "game": game_name(now.edition, self.side, say),
            "text": say.phase(now.phase),
            "cards": [{"word": card.face.code, "name": say.card_name(card.face)} for card in now.hand],
            "lacking": lacking,
            "distance": line,
            "top": None if now.top is None else {"word": now.top.face.code, "name": say.card_name(now.top.face)},
            "unseen": now.pool.size,
            "assumption": say.tell(now.assumption),
            "outs": [[_face(face, say) for face in row] for row in self._board],
            "next": {
                "completes": _explained(self._next.completes, say),
                "nearer": _explained(self._next.nearer, say),
            },
            "within": [aligned(found, say) for found in self._within],
            "wait": say.tell(self._wait.explanation) if self._wait else "",
            "options": [self._option(option) for option in self._options[:BEST]],
            "more": max(0, len(self._options) - BEST),
        }

    def _option(self, option: odds.Option) -> OptionChance:
        say = self.words
        return {
            "move": say.tell(option.move),
            "chance": aligned(option.next_turn, say),
            "distance": say.number(figure(option.distance, 3)),
        }

    def _chosen(self, content: Mapping[str, Any], message_id: str) -> None:
        self._choose({name: content[name] for name in self.INPUTS if name in content}, message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**NumbersScreen.HANDLERS, "choose": _chosen}


def made(
    edition: Edition, side: Any, phase: Any, hand: Any, top: Any, seed: Any, given: Mapping[str, Any]
) -> Situation:
    """Return a validated situation for a lesson.

    Raises:
        Refused: a value is not allowed; the message explains which values are.
    """
    up = side_of(edition, side)
    wanted = phase_of(edition, phase)
    whole_number(seed, NO_SEED, 0, MOST_SEED)
    cards, tops = dealt(edition, up, seed) if hand is None else (read(edition, up, hand), ())
    if top != "":
        tops = read(edition, up, top)
    if len(tops) > 1:
        raise Refused("bad_value", _ONE_TOP)
    try:
        return Situation.with_cards(
            edition, wanted, cards, side=up, top=tops[0] if tops else None, drawn=len(cards) > DEALT, **given
        )
    except CardError as error:
        raise Refused("bad_value", _TOO_MANY) from error


def dealt(edition: Edition, side: str, seed: int) -> tuple[Cards, Cards]:
    """Return ten cards dealt with the seed, sorted in the side's face order, and a top card."""
    up = edition.pack.side(side)
    deck = [face_on(card, up) for card in edition.deck(edition.seats[0])]
    random, order = Random(f"{seed}/hand").random, list(up.faces)
    mixed = sorted(deck, key=lambda card: random())
    return tuple(sorted(mixed[:DEALT], key=lambda card: order.index(card.code))), tuple(mixed[DEALT : DEALT + 1])


def read(edition: Edition, side: str, text: Any) -> tuple[Card, ...]:
    """Return the cards that a string names by their faces on this side.

    Raises:
        Refused: a word is not a card on this side, or there are no cards or too many.
    """
    faces = edition.pack.side(side).faces
    example = " ".join(list(faces)[:: max(1, len(faces) // 3)][:3])
    found = text.split() if isinstance(text, str) and len(text) <= MOST_TEXT else []
    if not 1 <= len(found) <= MOST_HAND:
        raise Refused("bad_value", _NO_HAND, example=example, most=MOST_HAND)
    return tuple(_card(edition, side, word, example) for word in found)


def _card(edition: Edition, side: str, word: str, example: str) -> Card:
    try:
        card = edition.pack.card(word)
    except ValueError:
        raise Refused("bad_value", _NO_CARD, word=word[:20], example=example) from None
    for face in (card, card.back):
        if face is not None and face.side.name == side:
            return face.face
    raise Refused("bad_value", _NO_CARD, word=word[:20], example=example)


def _face(face: Face, text: Text) -> Out:
    name = text.card_name(face.card)
    return {"word": face.card.code, "name": name, "unseen": face.unseen, "effect": face.effect}


def _explained(found: odds.Exact, text: Text) -> ExplainedChance:
    return {**chance(found, text), "explanation": text.tell(found.explanation)}
