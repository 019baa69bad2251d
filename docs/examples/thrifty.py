"""A player that tries to go out early and to hold few points when another player goes out."""

from __future__ import annotations

from phase10_widgets import Action, Card, Discard, Draw, Hit, LayDown, Observation, missing
from phase10_widgets.extensions import remove


class ThriftyPlayer:
    """A player that lays down and hits as soon as it can, and discards the costliest card that its phase can spare."""

    def choose(self, view: Observation) -> Action:
        """Return an action, based on what its seat may know."""
        actions = view.legal_actions()
        for kind in (LayDown, Hit):
            for action in actions:
                if isinstance(action, kind):
                    return action
        if view.step == "draw":
            return self._draw(view, actions)
        discards = [action for action in actions if isinstance(action, Discard)]
        if discards:
            return min(discards, key=lambda action: self._loss(view, action))
        return actions[0]

    def _draw(self, view: Observation, actions: tuple[Action, ...]) -> Action:
        """Take the top discard if it helps the phase; otherwise, draw from the pile or, failing that, any card."""
        wanted = [Draw("deck")]
        if view.discard_pile and lack(view, (*view.hand, view.discard_pile[0])) < lack(view, view.hand):
            wanted.insert(0, Draw("discard"))
        return next((action for action in wanted if action in actions), actions[0])

    def _loss(self, view: Observation, action: Discard) -> tuple[int, int]:
        """Return the cost of this discard: the number of missing cards, with ties favoring the costliest card."""
        card = next(card for card in view.hand if action.card in (card.code, card.word))
        return lack(view, remove(view.hand, card)), -card.points


def lack(view: Observation, cards: tuple[Card, ...]) -> int:
    """Return the number of cards missing for the nearest phase that the seat may try (0 once it has laid down)."""
    me = view.me
    if me.laid:
        return 0
    phases = [phase for phase in view.edition.phases if phase.number not in me.completed]
    if me.phase is not None:
        phases = [view.edition.phase(me.phase)]
    return min(missing(cards, phase) for phase in phases)
