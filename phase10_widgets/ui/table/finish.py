"""The public view of a round's end: the groups on the table, and the card with which a seat went out."""

from __future__ import annotations

from collections.abc import Iterable

from ...game.moments import RoundResult
from ...rules.events import CardHit, Discarded, Event, PhaseLaid
from ...rules.groups import Group
from .observation_view import group_view
from .results_wire import Finish, LastCard


def finish(result: RoundResult) -> Finish:
    """Return the table at the end of a round, before it is cleared."""
    events = result.after.events
    done = events[: events.index(result.event)]
    laid = _after(done, [list(seat.laid) for seat in result.before.state.seats])
    return {"groups": [[group_view(group) for group in groups] for groups in laid], "last": _last(done, result)}


def _after(events: Iterable[Event], laid: list[list[Group]]) -> list[list[Group]]:
    """Return the groups that each seat has on the table after these events."""
    for event in events:
        match event:
            case PhaseLaid(seat, _, groups):
                laid[seat] = list(groups)
            case CardHit(_, card, owner, group, end):
                laid[owner][group] = laid[owner][group].hit(card, end)
    return laid


def _last(events: Iterable[Event], result: RoundResult) -> LastCard | None:
    """Return the card with which the seat went out, or None if the seat did not go out or laid down its whole hand."""
    for event in events:
        if isinstance(event, CardHit | Discarded) and event.seat == result.event.seat:
            return {"seat": event.seat, "card": event.card.as_it_lies}
    return None
