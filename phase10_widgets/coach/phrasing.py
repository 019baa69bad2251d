"""Actions in words, as phrased by the coach."""

from __future__ import annotations

from ..base.translatable import Sentence, Translatable, phrase
from ..rules import legal
from ..rules.actions import Action, ChoosePhase, Discard, Draw, Hit, LayDown, Save
from ..rules.cards import Card, remove
from ..rules.groups import Group, read_group
from ..rules.observation import Observation
from ..rules.phases import KINDS, Identity

_PLACES = {
    None: (
        phrase("Hit the {card} on your own group ({group})"),
        phrase("Hit the {card} on {name}'s group ({group})"),
    ),
    "low": (
        phrase("Hit the {card} at the low end of your own group ({group})"),
        phrase("Hit the {card} at the low end of {name}'s group ({group})"),
    ),
    "high": (
        phrase("Hit the {card} at the high end of your own group ({group})"),
        phrase("Hit the {card} at the high end of {name}'s group ({group})"),
    ),
}
"""Templates for a hit that fits in several places, keyed by the end of the group: one for the player's own group,
and one for another player's."""


def move(view: Observation, action: Action) -> Sentence:
    """Return the action phrased as advice, without a final period.

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
        case LayDown():
            return _lay_down(view, action)
        case Hit():
            return _hit(view, action)
        case Discard(target=int(target)):
            return Sentence(
                "Discard the {card} to skip {name}", card=_called(view, action.card), name=view.seats[target].name
            )
        case Discard():
            return Sentence("Discard the {card}", card=_called(view, action.card))
        case Save():
            return Sentence("Save the {card}", card=_called(view, action.card))
    raise TypeError(f"{type(action).__name__} is not an action")


def in_hand(view: Observation, word: str) -> Card:
    """Return the card in the hand that an action names; a single face matches any card that shows it."""
    return _named(view, word, view.hand)


def _named(view: Observation, word: str | None, cards: tuple[Card, ...]) -> Card:
    wanted = view.edition.pack.card(word or "")
    found = next((card for card in cards if card in (wanted, wanted.turned if wanted.back else wanted)), None)
    return found or next(card for card in cards if card.code == wanted.code)


def _called(view: Observation, word: str) -> Card | Sentence:
    """Return the card in words, including its other side if other cards in the hand differ only there."""
    card = in_hand(view, word)
    if all(other == card for other in view.hand if other.code == card.code):
        return card
    return Sentence("{card} (other side: {other})", card=card, other=card.turned)


def _lay_down(view: Observation, action: LayDown) -> Sentence:
    """Return the advice to lay down, naming the groups if there are wilds, because a wild may stand for any of
    several cards."""
    groups = laid_groups(view, action)
    named = any(group.wilds for group in groups)
    if action.phase is None:
        return Sentence("Lay down {groups} now", groups=groups) if named else Sentence("Lay down now")
    if named:
        return Sentence("Lay down phase {number} now, as {groups}", number=action.phase, groups=groups)
    return Sentence("Lay down phase {number} now", number=action.phase)


def laid_groups(view: Observation, action: LayDown) -> tuple[Group, ...]:
    """Return the groups that result from laying down this way."""
    phase = view.edition.phase(action.phase or view.me.phase or 0)
    left, groups = view.hand, list[Group]()
    for need, laid in zip(phase.needs, action.groups, strict=True):
        cards = []
        for word in laid.cards.split():
            card = next(card for card in left if word in (card.word, card.code, card.as_it_lies))
            left = remove(left, card)
            cards.append(card)
        groups.append(read_group(need, cards, Identity(*laid[1:5])))
    return tuple(groups)


def _hit(view: Observation, action: Hit) -> Sentence:
    """Return the advice to hit, naming the group and its end if the card fits in several places."""
    held, owner = in_hand(view, action.card), view.seats[action.owner]
    group = owner.laid[action.group]
    kind, card = Translatable(KINDS[group.kind].name), _called(view, action.card)
    places = [hit for hit in legal.hits(view) if in_hand(view, hit.card).code == held.code]
    if len(places) > 1:
        end = action.end if action.end in _PLACES and len(group.ends(held)) > 1 else None
        own, others = _PLACES[end]
        if action.owner == view.seat:
            return Sentence(own, card=card, group=group)
        return Sentence(others, card=card, group=group, name=owner.name)
    if action.owner == view.seat:
        return Sentence("Hit the {card} on your own {kind}", card=card, kind=kind)
    return Sentence("Hit the {card} on {name}'s {kind}", card=card, name=owner.name, kind=kind)
