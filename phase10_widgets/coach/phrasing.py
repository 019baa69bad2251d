"""Actions in words, as the coach says them."""

from __future__ import annotations

from ..core.actions import Action, ChoosePhase, Discard, Draw, Hit, LayDown, Save
from ..core.cards import Card
from ..core.observation import Observation
from ..core.phases import KINDS
from ..core.translatable import Sentence, Translatable


def move(view: Observation, action: Action) -> Sentence:
    """Return the action as advice, without a full stop.

    >>> from phase10_widgets import Game
    >>> str(move(Game.new("classic").observe(0), Draw("deck")))
    'Draw from the pile'
    """
    match action:
        case ChoosePhase():
            return Sentence("Try phase {number} ({phase})", number=action.phase, phase=view.edition.phase(action.phase))
        case Draw(source="deck"):
            return Sentence("Draw from the pile")
        case Draw(source="discard"):
            return Sentence("Take the {card}", card=view.discard_pile[0])
        case Draw():
            return Sentence("Draw your saved {card}", card=_named(view, action.card, view.saved))
        case LayDown(phase=None):
            return Sentence("Lay down now")
        case LayDown():
            return Sentence("Lay down phase {number} now", number=action.phase)
        case Hit():
            return _hit(view, action)
        case Discard(target=int(target)):
            return Sentence(
                "Discard the {card} to skip {name}", card=in_hand(view, action.card), name=view.seats[target].name
            )
        case Discard():
            return Sentence("Discard the {card}", card=in_hand(view, action.card))
        case Save():
            return Sentence("Save the {card}", card=in_hand(view, action.card))
    raise TypeError(f"{type(action).__name__} is not an action")


def in_hand(view: Observation, word: str) -> Card:
    """Return the card of the hand that an action's word means; a lone face matches either card that shows it."""
    return _named(view, word, view.hand)


def _named(view: Observation, word: str | None, cards: tuple[Card, ...]) -> Card:
    wanted = view.edition.pack.card(word or "")
    found = next((card for card in cards if card in (wanted, wanted.turned if wanted.back else wanted)), None)
    return found or next(card for card in cards if card.code == wanted.code)


def _hit(view: Observation, action: Hit) -> Sentence:
    card, owner = in_hand(view, action.card), view.seats[action.owner]
    kind = Translatable(KINDS[owner.laid[action.group].kind].name)
    if action.owner == view.seat:
        return Sentence("Hit the {card} on your own {kind}", card=card, kind=kind)
    return Sentence("Hit the {card} on {name}'s {kind}", card=card, name=owner.name, kind=kind)
