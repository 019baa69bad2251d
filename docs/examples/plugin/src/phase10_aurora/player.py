"""A player that waits to lay down until it can do so without a wild."""

from __future__ import annotations

from phase10_widgets import Action, Discard, Draw, Hit, LayDown, Observation, missing
from phase10_widgets.extensions import remove

PATIENCE = 10
"""The player also lays down with wilds once the draw pile has fewer cards per seat than this."""


class PatientPlayer:
    """A player that saves its wilds: it lays down a phase with wilds only once the draw pile runs low."""

    def choose(self, view: Observation) -> Action:
        """Return an action, based on what the seat may know."""
        actions = view.legal_actions()
        late = view.draw_size < PATIENCE * len(view.seats)
        for action in actions:
            if isinstance(action, Hit) or (isinstance(action, LayDown) and (late or not _has_wild(view, action))):
                return action
        if Draw("deck") in actions:
            return Draw("deck")
        discards = [action for action in actions if isinstance(action, Discard)]
        return min(discards, key=lambda action: _loss(view, action)) if discards else actions[0]


def _has_wild(view: Observation, action: LayDown) -> bool:
    words = " ".join(str(group.cards) for group in action.groups).split()
    return any(view.edition.pack.card(word).wild for word in words)


def _loss(view: Observation, action: Discard) -> tuple[bool, int, int]:
    """Return the cost of this discard: highest for wilds, then for needed cards; ties favor costly cards."""
    card = next(card for card in view.hand if action.card in (card.code, card.word))
    if view.me.laid or view.me.phase is None:
        return card.wild, 0, -card.points
    return card.wild, missing(remove(view.hand, card), view.edition.phase(view.me.phase)), -card.points
