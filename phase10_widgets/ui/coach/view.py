"""The coach's views at a table: hints, graded decisions, win probabilities, and luck and skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...base.translatable import NumberText, Sentence, phrase
from ...coach import Decision, Luck, Review, hint
from ...coach.look_back import LookBack
from ...coach.luck_and_skill import TELLING_ROUNDS
from ...coach.phrasing import in_hand
from ...coach.review import GRADES, Grade
from ...game.game import Game
from ...game.moments import Moments, RoundResult
from ...languages.text import Text
from ...rules.actions import Action, ChoosePhase, Discard, Draw, Hit, LayDown, Save
from ...rules.observation import Observation
from ..table.coach_wire import CurveView, DecisionView, LuckTable, MoveView, ReviewView
from ..table.messages_wire import Hint
from ..table.observation_view import PILES, action_view

MOST_ROWS = 3
"""The maximum number of costly decisions listed. Smaller inaccuracies are left out: they would only scold."""
_COLUMNS = (phrase("Player"), phrase("Luck"), phrase("Skill"), phrase("Result"))


def advice(view: Observation, words: Text, message_id: str) -> Hint:
    """Return the answer to a hint request: a sentence, the place to look at, and the cards and group to highlight.

    Raises:
        Refusal: it is not the seat's turn.
    """
    found = hint(view)
    answer: Hint = {
        "kind": "hint",
        "id": message_id,
        "code": "hint",
        "rule": None,
        "why": words.tell(found.text),
        "action": action_view(view, _exact(view, found.action)),
        "hint": "hand",
        "cards": "",
        "group": "",
    }
    match found.action:
        case Draw(source=source):
            answer["hint"] = PILES[source]
        case ChoosePhase():
            answer["hint"] = "phase"
        case LayDown() | Discard() | Save() | Hit():
            answer["cards"] = cards_of(view, found.action)
    if isinstance(found.action, Hit):
        answer["group"] = f"{found.action.owner}-{found.action.group}"
    return answer


def _exact(view: Observation, action: Action) -> Action:
    """Return the action with both faces of its card, since other cards may show the same face."""
    if isinstance(action, Hit | Discard | Save):
        return replace(action, card=in_hand(view, action.card).word)
    return action


class Findings(NamedTuple):
    """The coach's findings about a seat's round or game."""

    seat: int
    review: Review
    chances: dict[int, tuple[float, ...]]
    """Every seat's win probability at the start of each turn, keyed by moment."""
    cut: int | None = None
    """The round in which the coach ran out of time, or None if it reviewed everything."""


def look_back(games: Moments, result: RoundResult, seat: int) -> Findings:
    """Return the findings about a seat's completed round."""
    look = LookBack(games[result.start : result.end + 1], seat, luck=False)
    for _ in look.steps():
        pass
    return findings(look, result, seat)


def findings(look: LookBack, result: RoundResult, seat: int) -> Findings:
    """Return the findings from a completed review of a seat's round."""
    found, start = look.review, result.start
    shifted = tuple([replace(one, at=start + one.at) for one in found.decisions])
    chances = {start + at: row for at, row in look.chances.items()}
    cut = None if look.is_whole else result.before.state.round
    return Findings(seat, replace(found, decisions=shifted), chances, cut)


def joined(found: Sequence[Findings]) -> Findings:
    """Return the combined findings about one or more rounds, given in playing order."""
    decisions = tuple([one for each in found for one in each.review.decisions])
    chances = {at: row for each in found for at, row in each.chances.items()}
    cut = next((each.cut for each in found if each.cut is not None), None)
    return Findings(found[0].seat, replace(found[0].review, decisions=decisions), chances, cut)


def review_content(found: Findings, games: Moments, words: Text) -> ReviewView:
    """Return a seat's costliest mistakes, its best decision, and the win-probability curve."""
    costliest = [one for one in found.review.costliest(MOST_ROWS) if one.cost >= GRADES[Grade.MISTAKE]]
    best = found.review.best()
    title = words.say("Your costliest decisions")
    if not costliest:
        title = words.say("The expert could hardly have done better than you.")
    content: ReviewView = {
        "title": title,
        "rows": [decision_view(one, games, words) for one in costliest],
        "praise": decision_view(best, games, words) if best else None,
        "curve": curve(found.chances, games, found.seat, words),
    }
    if found.cut is not None:
        content["cut"] = cut_note(found.cut, words)
    return content


def cut_note(number: int, words: Text) -> str:
    """Return a note saying that the coach ran out of time in a round."""
    return words.say(
        "The coach stopped in round {round}, because reviewing every move would take too long. What you see here is "
        "about the moves before that.",
        round=number,
    )


def decision_view(one: Decision, games: Sequence[Game], words: Text) -> DecisionView:
    """Return a decision with its cards and the better alternative."""
    view = games[one.at].observe(one.seat)
    better = one.better
    return {
        "at": one.at,
        "name": view.me.name,
        "grade": one.grade.value if one.grade else "best" if one.outstanding else "good",
        "cost": round(one.cost if one.grade else one.lead, 2),
        "played": _move(view, one.action, one.done, words),
        "better": _move(view, better.action, better.move, words) if one.grade else None,
        "why": words.tell(better.why),
        "text": words.tell(one.text),
    }


def _move(view: Observation, action: Action, done: Sentence, words: Text) -> MoveView:
    return {"text": words.tell(done), "cards": cards_of(view, action), "blind": action == Draw("deck")}


def cards_of(view: Observation, action: Action) -> str:
    """Return the names of the cards that an action plays or takes, or an empty string if none is known."""
    match action:
        case Draw(source="discard"):
            return view.discard_pile[0].word
        case Draw(source="saved", card=str(card)):
            return card
        case LayDown(groups=groups):
            return " ".join(group.cards for group in groups)
        case Hit(card=card) | Discard(card=card) | Save(card=card):
            return in_hand(view, card).word
        case _:
            return ""


def curve(chances: Mapping[int, Sequence[float]], games: Moments, own: int | None, words: Text) -> CurveView:
    """Return the win-probability curves of all seats over the moments in *games*; *own* is the viewer's seat."""
    names, end = games.last.players, max(chances)
    starts = [(result.before.state.round, result.start) for result in games.results]
    if games.last.to_act is not None:
        starts.append((games.last.state.round, games.results[-1].end if games.results else 0))
    rows = [[round(100 * row[seat], 1) for row in chances.values()] for seat in range(len(names))]
    told = range(len(names)) if own is None else [own]
    return {
        "title": words.say("Win probability"),
        "text": " ".join([_in_words(names[seat], rows[seat], words) for seat in told]),
        "names": list(names),
        "own": own,
        "moments": list(chances),
        "rounds": [{"round": number, "at": at} for number, at in starts if at in chances and at < end],
        "chances": rows,
    }


def _in_words(name: str, row: Sequence[float], words: Text) -> str:
    numbers = {"first": row[0], "last": row[-1], "least": min(row), "most": max(row)}
    return words.done_by(
        name,
        phrase("You began at {first}% and ended at {last}%. The low was {least}%, the high {most}% (estimates)."),
        phrase("{name} began at {first}% and ended at {last}%. The low was {least}%, the high {most}% (estimates)."),
        **{key: NumberText(f"{number:.0f}") for key, number in numbers.items()},
    )


def fortune(found: Luck, words: Text) -> LuckTable:
    """Return a game's luck and skill as a table, winner first; it has no rows if the game is too short."""
    if not found.telling:
        short = words.say("Luck or skill? Too short to tell: that takes at least {n} rounds.", n=TELLING_ROUNDS)
        return {"title": words.say("Luck and skill"), "head": [], "rows": [], "unit": "", "why": "", "lines": [short]}
    seats = sorted(range(len(found.players)), key=lambda seat: -(found.result(seat) or 0.0))
    return {
        "title": words.say("Luck and skill"),
        "head": [words.say(name) for name in _COLUMNS],
        "rows": [{"cells": [found.players[seat], *_numbers(found, seat)]} for seat in seats],
        "unit": words.say(
            "In percentage points of the win probability; \u00b1 is the typical error for a single game."
        ),
        "why": words.say("What do these numbers mean?"),
        "lines": [words.tell(line) for line in found.explanation],
    }


def _numbers(found: Luck, seat: int) -> list[str]:
    """Return the luck, the skill with its error, and the result as formatted text."""
    luck, skill, result = [str(points or "\u2013") for points in found.points(seat)]
    return [luck, f"{skill} \u00b1 {found.error}" if found.results else skill, result]
