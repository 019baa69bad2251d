"""A table's part in deals that others play, too: the terms, the expert's game at the same seat, the result."""

from __future__ import annotations

from .. import daily
from ..core.translatable import Refusal, Translatable, phrase
from ..editions import is_registered
from ..session import Session
from ..terms import SEALED, SEEN
from ..text import Text
from ..views import deal as views
from ..views.protocol.deal import DealTerms
from ..views.protocol.table import Over
from .screen import Refused

STEPS = 2
"""The actions of the expert's game for each action at the table: it is nearly over when the person's is.

The slowest takes 25 ms, so nobody notices them. A whole game takes up to 0.3 s where Python runs in a browser, and
several times that on a phone.
"""

NOT_REGISTERED = phrase(
    "A saved game of '{edition}' could not be opened again, because this edition is not registered. "
    "Call p10.register on it, with an id of its own."
)


class DealPart:
    """The part of a table that only a deal which others play has: the terms, and the expert's game."""

    def __init__(self) -> None:
        """Start without any game."""
        self._session: Session | None = None
        self._rival: Session | None = None

    def keep_up(self, session: Session) -> None:
        """Let the expert's game go on by a few actions."""
        rival = self._rival_of(session)
        for _ in range(STEPS):
            if rival is None or rival.game.to_act is None:
                return
            rival.step()

    def over(self, found: Over, session: Session, seat: int, words: Text) -> Over:
        """Return the end of the game with a link for others, and the result beside the expert's."""
        terms, deal, rival = session.terms, daily.challenge_of(session), self._rival_of(session)
        if deal is not None and not (terms and terms.daily):
            found = {**found, "challenge": deal.code}
        if terms is None or rival is None:
            return found
        rival.run()
        return {**found, "deal": views.deal_over(session, rival, terms, seat, words)}

    def _rival_of(self, session: Session) -> Session | None:
        if session.terms is None:
            return None
        if self._session is not session or self._rival is None:
            self._session, self._rival = session, daily.rival(session)
        return self._rival


def terms_part(session: Session) -> dict[str, DealTerms]:
    """Return the constant part of a game: its terms, if it has any."""
    return {} if session.terms is None else {"deal": views.terms_view(session.terms)}


def count_hint(session: Session) -> None:
    """Note a hint that was given, where it matters."""
    if session.terms is not None:
        session.terms = session.terms.hinted()


def check_may_save(session: Session) -> None:
    """Refuse a file that could not be read back, or with the hidden cards of a running game that others play, too."""
    edition = session.game.edition
    if not is_registered(edition):
        raise Refused("not_registered", NOT_REGISTERED, edition=Translatable(edition.name))
    if session.terms is not None and session.game.to_act is not None:
        raise Refused("sealed", SEALED)


def undo_refusal(session: Session, seat: int) -> Refusal:
    """Return the reason that a decision cannot be taken back."""
    if session.has_seen_more(seat):
        return Refused("seen", SEEN)
    return Refused("nothing_to_undo", "There is nothing to undo.")
