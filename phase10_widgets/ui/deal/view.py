"""Views of shared deals: the offer, the terms, and the player's result next to the expert's."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

from ...base.translatable import phrase
from ...languages.text import Text, is_you
from ...players import level_of
from ...sessions import daily, shared_deal
from ...sessions.seating import SeatPlan
from ...sessions.session import Session
from ...sessions.shared_deal import Terms
from ..table.portraits import portraits
from .picture import challenge_picture
from .wire import ChallengeOffer, DealOffer, DealOver, DealResult, DealTerms, FriendResult

_WITH_EXPERT = (
    phrase("You did better than the expert with the same cards."),
    phrase("The expert did better with the same cards."),
    phrase("You did just as well as the expert with the same cards."),
)
_WITH_FRIEND = (
    phrase("You beat {name} with the same cards."),
    phrase("This time, {name} did better with the same cards."),
    phrase("You and {name} did equally well with the same cards."),
)
_TOLD_OF_EXPERT = (phrase("I beat the expert!"), phrase("The expert beat me."), phrase("I was as good as the expert!"))
_TOLD_OF_FRIEND = (phrase("I beat {name}!"), phrase("{name} beat me."), phrase("I was as good as {name}!"))


def day_offer(day: date, words: Text) -> DealOffer:
    """Return the offer for a daily deal, without revealing any of its cards."""
    return _offer(daily.deal(day), [_minutes(day, words)], words)


def challenge_offer(code: str, words: Text) -> ChallengeOffer:
    """Return the offer for a challenge, or the reason why it cannot be played."""
    try:
        deal = daily.challenge(code)
    except ValueError as error:
        why = words.refusal(error)
        nothing: DealOffer = {"key": "", "edition": "", "lines": []}
        return {**nothing, "code": "", "friend": None, "changed": False, "picture": "", "why": why}
    friend = None if deal.friend is None else friend_view(deal.friend)
    return {
        **_offer(deal, [], words),
        "code": code,
        "friend": friend,
        "changed": deal.changed,
        "picture": challenge_picture(deal.players),
        "why": "",
    }


def _offer(deal: daily.Deal, more: list[str], words: Text) -> DealOffer:
    lines = [*words.option_lines(deal.edition), *more, _opponents(deal, words)]
    return {"key": deal.key, "edition": words.edition_name(deal.edition), "lines": lines}


def _minutes(day: date, words: Text) -> str:
    return words.language.plural("About {n} minute.", "About {n} minutes.", daily.plan_of(day).minutes)


def _opponents(deal: daily.Deal, words: Text) -> str:
    """Return the number of computer players as text, with their level if all have the same level."""
    players = [player for player in deal.players if player is not None]
    levels = {level_of(player) for player in players}
    line = words.language.plural(
        "You play against {n} computer player.", "You play against {n} computer players.", len(players)
    )
    if len(levels) > 1 or None in levels:
        return line
    return f"{line[:-1]}, {words.say('level {level}', level=levels.pop())}."


def friend_view(friend: shared_deal.FriendResult) -> FriendResult:
    """Return a friend's result in the form that the browser expects."""
    name, place, phases, score = friend.name, friend.place, friend.phases, friend.score
    return {"name": name, "rounds": [*friend.rounds], "place": place, "phases": phases, "score": score}


def friend_of(session: Session, seat: int) -> shared_deal.FriendResult:
    """Return a seat's result in a finished game, as a challenge passes it on."""
    name, found = session.seat_plans[seat].name, _result(session, seat)
    return shared_deal.FriendResult(
        "" if is_you(name) else name, found["place"], found["phases"], found["score"], tuple(found["rounds"])
    )


def terms_view(terms: Terms) -> DealTerms:
    """Return the terms in the form that the browser expects."""
    return {"key": terms.key, "daily": terms.daily, "first": terms.first}


def deal_over(session: Session, rival: Session, terms: Terms, seat: int, words: Text) -> DealOver:
    """Return the result at this seat and the expert's result; both games must be over."""
    own, expert = _result(session, seat), _result(rival, seat)
    friend = None if terms.friend is None else friend_view(terms.friend)
    others = [*([] if friend is None else [SeatPlan("")]), SeatPlan("", daily.EXPERT)]
    at = _better(own, friend or expert)
    return {
        "own": own,
        "expert": expert,
        "friend": friend,
        "portraits": portraits([*session.seat_plans, *others], words)[len(session.seat_plans) :],
        "text": _said(at, friend, words),
        "verdict": _told(at, friend, words),
        "hints": terms.hints,
        "next": _next(date.fromisoformat(terms.key), words) if terms.daily else "",
    }


def _said(at: int, friend: FriendResult | None, words: Text) -> str:
    """Return the sentence for the player."""
    if friend is None:
        return words.say(_WITH_EXPERT[at])
    return words.say(_WITH_FRIEND[at], name=friend["name"] or words.say("your friend"))


def _told(at: int, friend: FriendResult | None, words: Text) -> str:
    """Return the sentence for others."""
    if friend is None:
        return words.say(_TOLD_OF_EXPERT[at])
    return words.say(_TOLD_OF_FRIEND[at], name=friend["name"] or words.say("my friend"))


def _better(own: DealResult, other: DealResult) -> int:
    """Return 0 if one's own result is better than the other, 1 if it is worse, and 2 if both are equally good."""
    mine, theirs = _rank(own), _rank(other)
    return 0 if mine < theirs else 1 if mine > theirs else 2


def _result(session: Session, seat: int) -> DealResult:
    row = next(row for row in session.game.standings if row["seat"] == seat)
    completed = [0, *(len(result.after.state.seats[seat].completed) for result in session.games.results)]
    return {
        "rounds": [now > before for before, now in pairwise(completed)],
        "place": int(row["place"]),
        "phases": completed[-1],
        "score": int(row["score"]),
    }


def _rank(result: DealResult) -> tuple[int, int, int]:
    """Return a sort key that is lower for a better result (place, phases, points)."""
    return result["place"], -result["phases"], result["score"]


def _next(day: date, words: Text) -> str:
    after = day + timedelta(days=1)
    return words.language.plural(
        "The next deal: {edition}, about {n} minute.",
        "The next deal: {edition}, about {n} minutes.",
        daily.plan_of(after).minutes,
        edition=words.edition_name(daily.deal(after).edition),
    )
