"""The end of a round as everybody saw it: the groups on the table, and the card with which a seat went out."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.events import CardHit, Discarded, Event, PhaseLaid
from ..core.groups import Group
from ..moments import RoundResult
from .observation import group_view
from .protocol.table import Finish, LastCard


def finish(result: RoundResult) -> Finish:
    """Return the table at the end of a round, before it was cleared."""
    events = result.after.events
    done = events[: events.index(result.event)]
    laid = _after(done, [list(seat.laid) for seat in result.before.state.seats])
    return {"groups": [[group_view(group) for group in groups] for groups in laid], "last": _last(done, result)}


def _after(events: Iterable[Event], laid: list[list[Group]]) -> list[list[Group]]:
    """Change the laid groups, by seat, as these events did."""
    for event in events:
        match event:
            case PhaseLaid(seat, _, groups):
                laid[seat] = list(groups)
            case CardHit(_, card, owner, group, end):
                laid[owner][group] = laid[owner][group].hit(card, end)
    return laid


def _last(events: Iterable[Event], result: RoundResult) -> LastCard | None:
    """Return the card with which the seat went out; None if it did not, or laid down its whole hand."""
    for event in events:
        if isinstance(event, CardHit | Discarded) and event.seat == result.event.seat:
            return {"seat": event.seat, "card": event.card.as_it_lies}
    return None
