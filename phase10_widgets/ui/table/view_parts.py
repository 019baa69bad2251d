"""The parts of a table's view, as JSON for the browser; a seat's part comes from its observation alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from ...base.integers import integer_from
from ...base.translatable import Refusal
from ...editions import edition as find_edition
from ...game.game import Game
from ...game.moments import Moments, RoundResult
from ...languages.text import NOTICE, Text
from ...players import level_of
from ...rules import cards, legal
from ...rules.actions import Action, ChoosePhase, LayDown
from ...rules.cards import Card
from ...rules.edition import Edition
from ...rules.events import Event, RoundDealt, RoundEnded, TurnSkipped, seen_by
from ...rules.observation import Observation
from ...rules.phases import Need, Phase
from ...rules.solver import Part, helpful, nearest, solver
from ...sessions.seating import SeatPlan
from ...store.store import UnfinishedGame
from .. import wire
from ..drawn.edition_art import own_looks
from .event_notes import event_view
from .finish import finish
from .moves_wire import TableEvent
from .observation_view import FIELDS, SIDES, action_view, declared, observation_view
from .one_line_summary import tale
from .portraits import portraits
from .results_wire import Over, OwnHand, RoundScore, Summary, SummarySeat
from .rules_wire import PhaseSpec
from .wire import About, HandContent, Home, Mode, NamedSeat, ObservationView, Progress, ProgressPart, TableContent

MOST_LAY_DOWNS = 60
"""The maximum number of ways to lay down that a view lists."""

MOST_HANDS = 512
"""The maximum number of hands whose distance from their phase is cached."""
MOST_STORY = 400
"""The maximum number of moments in a story."""
_BEGINNINGS = {"round_dealt", "phase_chosen", "drawn", "turn_skipped", "round_ended"}
"""The events that begin a new turn or end the round."""


HEIGHT = 500
"""The usual height of a table in a notebook, in CSS pixels."""
HEIGHTS = range(360, 2001)


def height_in(value: object) -> int:
    """Return the height of a table in CSS pixels.

    Raises:
        Refusal: the height is not an integer from 360 to 2000.
    """
    height = integer_from(HEIGHTS[0], value, HEIGHTS[-1])
    if height is None:
        raise Refusal(
            "the height must be {least} to {most} pixels, not {height}",
            least=HEIGHTS[0],
            most=HEIGHTS[-1],
            height=value,
        )
    return height


def about_view(
    edition: Edition,
    words: Text,
    mode: Mode = "play",
    *,
    seat_plans: Sequence[SeatPlan] = (),
    home: Home | None = None,
) -> About:
    """Return the constant content of a game.

    *seat_plans* are the players, if known; *home* is the fate of this game if it is left for a new one ("kept" or
    "lost"), or None if it cannot be left.
    """
    side = edition.pack.sides[0]
    found: About = {
        "v": 1,
        "mode": mode,
        "computers": any(plan.player is not None for plan in seat_plans),
        "seats": [_level(plan, words) for plan in seat_plans],
        "portraits": portraits(seat_plans or [SeatPlan("")] * max(edition.seats), words),
        "home": home,
        "hints": False,
        "guided": False,
        "practice": False,
        "height": HEIGHT,
        "language": words.language.name,
        "edition": {"id": edition.id, "name": words.edition_name(edition)},
        "options": dict(edition.options),
        "option_lines": words.option_lines(edition),
        "phases": [phase_to_dict(phase, words, side) for phase in edition.phases],
        "numbers": side.numbers[-1],
        "colors": list(side.colors),
        "suits": list(side.suits),
        "rules": [{"rule": note[0], "text": words.note(note)} for note in edition.notes],
        "notice": words.say(NOTICE),
    }
    if looks := own_looks(edition, words=words):
        found["looks"] = looks
    return found


def _level(plan: SeatPlan, words: Text) -> str:
    """Return a note about a seat's player: its level if it is a computer player with levels."""
    level = level_of(plan.player) if isinstance(plan.player, str) else None
    return "" if level is None else words.say("level {level}", level=level)


def phase_to_dict(phase: Phase, words: Text, side: cards.Side) -> PhaseSpec:
    """Return a phase with its groups, and an explanation of each kind of group."""
    kinds = {need.kind: need for need in phase.needs}
    return {
        "number": phase.number,
        "text": words.phase(phase),
        "groups": [
            {
                "kind": need.kind,
                "fields": [FIELDS[name] for name in need.fields],
                "size": need.size,
                "text": words.need(need),
                "another": need.another,
            }
            for need in phase.needs
        ],
        "help": [
            {"kind": kind, "rule": need.about[0], "text": words.say(need.about[1]), "example": _example(need, side)}
            for kind, need in kinds.items()
        ],
    }


def _example(need: Need, side: cards.Side) -> str:
    """Return a group of this kind in notation, varying the colors where they do not matter."""
    names = need.identities(side)
    found = []
    for at in range(need.size):
        place = need.place(names[len(names) // 2], at)
        fitting = [card for card in side.numbered if card.fits(*place)]
        found.append(fitting[at * 5 % len(fitting)].code)
    return " ".join(found)


def seat_view(game: Game, seat: int, words: Text) -> HandContent:
    """Return the part of a view that comes from this seat's observation; lay-downs with few wilds come first."""
    seen = game.observe(seat)
    actions = seen.legal_actions()
    wilds = {card.code for card in seen.hand if card.wild}
    lay_downs = [action for action in actions if isinstance(action, LayDown)]
    lay_downs.sort(key=lambda action: sum(word in wilds for row in action.groups for word in row.cards.split()))
    kept = [action for action in actions if not isinstance(action, LayDown)] + lay_downs[:MOST_LAY_DOWNS]
    return {
        "observation": observation_view(seen),
        "legal": [action_view(seen, action) for action in kept],
        "more_lay_downs": len(lay_downs) > MOST_LAY_DOWNS,
        "progress": _progress(seen, actions, words),
    }


def public_view(game: Game) -> HandContent:
    """Return the observation part of a view for a spectator."""
    return {**hidden_view(), "observation": observation_view(game.observe(None))}


def hidden_view() -> HandContent:
    """Return the observation part of a view while a curtain hides the table."""
    return {"observation": None, "legal": [], "more_lay_downs": False, "progress": None}


def between_rounds(content: HandContent) -> HandContent:
    """Return the observation part of a view while a round's result is shown, with nothing about the next deal."""
    seen = content["observation"]
    if seen is None or seen["to_act"] is None:
        return content
    piles = {"hand": "", "saved": "", "discard_pile": "", "draw_pile": {**seen["draw_pile"], "back": None}}
    cleared = {**seen, **piles, "seats": [{**seat, "backs": ""} for seat in seen["seats"]]}
    return {**hidden_view(), "observation": cast(ObservationView, cleared)}


def event_views(
    events: Iterable[Event], game: Game, seat: int | None, words: Text, *, stand_in: int | None = None
) -> list[TableEvent]:
    """Return the events as this seat may know them, each with a sentence.

    If a computer has acted for the person at the seat *stand_in*, the sentences say so.
    """
    seats = game.state.seats
    acted = [
        one._replace(name=words.say("{name} (computer)", name=one.name)) if at == stand_in else one
        for at, one in enumerate(seats)
    ]
    known = [seen_by(event, seat) for event in events]
    return [
        event_view(event, words.sentence(event, acted if getattr(event, "seat", None) == stand_in else seats))
        for event in known
    ]


def split_round(events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """Split events into those up to the end of a round and those after it, such as the next deal."""
    end = next((at + 1 for at, event in enumerate(events) if isinstance(event, RoundEnded)), len(events))
    return events[:end], events[end:]


def named_seat(game: Game, seat: int | None) -> NamedSeat | None:
    """Return a seat with its player's name."""
    return None if seat is None else {"seat": seat, "name": game.players[seat]}


def base_view(results: Iterable[RoundResult], own: OwnHand | None = None) -> TableContent:
    """Return the fields that every view has, as they are in a view without legal actions.

    Args:
        results: the completed rounds.
        own: the last round's data that the viewer may keep.
    """
    rounds = [_round_score(result) for result in results]
    if own and rounds:
        rounds[-1]["own"] = own
    return {
        "you": None,
        "curtain": None,
        **hidden_view(),
        "rounds": rounds,
        "events": [],
        "missed": [],
        "summary": None,
        "over": None,
        "undo": False,
        "guide": None,
        "graded": None,
        "thinking": None,
        "pace": 0,
        "paused": False,
        "replay": None,
    }


def missed_turns(games: Sequence[Game]) -> list[int]:
    """Return the number of turns that each seat has lost since it last acted, counting only the last moment's round."""
    missed = [0] * len(games[-1].players)
    waiting = set(range(len(missed)))
    for at in reversed(range(len(games))):
        for event in reversed(games[at].events):
            if isinstance(event, TurnSkipped) and event.seat in waiting:
                missed[event.seat] += 1
            elif isinstance(event, RoundDealt):
                return missed
        waiting.discard(games[at - 1].to_act if at else None)
        if not waiting:
            break
    return missed


def story_lines(
    games: Sequence[Game], seat: int | None, words: Text, *, summary: bool = False, stand_ins: Sequence[bool] = ()
) -> list[list[str]]:
    """Return the story up to the last of these moments as this seat saw it: a list of sentences for each turn.

    If *summary* is True, the seat is still viewing the result of the round that the last moment ended, so the story
    stops there. *stand_ins* is True for each action that a computer took for a person.
    """
    turns: list[list[str]] = []
    told = games[-MOST_STORY:]
    for at, game in enumerate(told, len(games) - len(told)):
        events = split_round(game.events)[0] if summary and at == len(games) - 1 else game.events
        stand_in = games[at - 1].to_act if at and stand_ins[at - 1 : at] == [True] else None
        for event in event_views(events, game, seat, words, stand_in=stand_in):
            if event["type"] in _BEGINNINGS or not turns:
                turns.append([])
            turns[-1].append(event["text"])
    return turns


def offer_view(found: UnfinishedGame, words: Text) -> wire.Offer:
    """Return the offer to resume an unfinished game."""
    return {"token": found.token, "text": offer(found, words)}


def offer(found: UnfinishedGame, words: Text) -> str:
    """Return a description of a game that can be resumed: its name, its players, and its age."""
    return words.say(
        "{edition}, round {round}: {names}; {ago}",
        edition=words.edition_name(find_edition(found.edition)),
        round=found.round,
        names=", ".join(found.names),
        ago=ago(found.age, words),
    )


def ago(seconds: float, words: Text) -> str:
    """Describe a past time in words, as in "5 minutes ago"."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return words.say("just now")
    if minutes < 60:
        return words.language.plural("{n} minute ago", "{n} minutes ago", minutes)
    if minutes < 48 * 60:
        return words.language.plural("{n} hour ago", "{n} hours ago", minutes // 60)
    return words.language.plural("{n} day ago", "{n} days ago", minutes // (24 * 60))


def summary(result: RoundResult, words: Text) -> Summary:
    """Return the scores of a completed round."""
    event, before, after = result.event, result.before, result.after
    places = {row["seat"]: int(row["place"]) for row in after.standings}
    rows: list[SummarySeat] = [
        {
            "seat": at,
            "place": places[at],
            "name": seat.name,
            "hand": " ".join(card.word for card in event.hands[at]),
            "points": event.points[at],
            "terms": _terms(event.hands[at]) if event.points[at] else "",
            "score": after.state.seats[at].score,
            "phase": tried(before, after, at),
            "laid": _laid(before, after, at),
        }
        for at, seat in enumerate(after.state.seats)
    ]
    sides = [hand[0].side.name for hand in event.hands if hand]
    return {
        "round": before.state.round,
        "out": event.seat,
        "side": SIDES[sides[0]] if sides else "color",
        "seats": rows,
        "finish": finish(result),
        "text": words.round_end(event, after.players),
    }


def _terms(hand: Sequence[Card]) -> str:
    """Return the points of several cards as a sum, with equal terms written as a product; "" for a single card."""
    if len(hand) < 2:
        return ""
    costs = Counter(card.points for card in hand)
    terms = [f"{n} × {each}" if n > 1 else str(each) for each, n in sorted(costs.items())]  # noqa: RUF001
    return " + ".join(terms)


def over(games: Moments, words: Text) -> Over | None:
    """Return the final standings of a finished game."""
    game = games.last
    if game.to_act is not None:
        return None
    return {
        "standings": [
            {
                "seat": int(row["seat"]),
                "name": str(row["name"]),
                "place": int(row["place"]),
                "completed": [int(number) for number in row["completed"]],
                "score": int(row["score"]),
            }
            for row in game.standings
        ],
        "winners": list(game.winners),
        "text": words.game_end(game.winners, game.players),
        "tale": tale(games.results, words),
        "finish": finish(games.results[-1]) if games.results else None,
        "seed": game.state.seed,
    }


def _round_score(result: RoundResult) -> RoundScore:
    """Return each seat's points in a completed round."""
    return {
        "round": result.before.state.round,
        "points": list(result.event.points),
        "scores": [seat.score for seat in result.after.state.seats],
    }


def _progress(seen: Observation, actions: Sequence[Action], words: Text) -> Progress | None:
    """Return the hand's distance from its phase, or from the nearest of those that the seat may choose or lay down."""
    chosen = [seen.edition.phase(action.phase) for action in actions if isinstance(action, ChoosePhase)]
    phases = chosen or (legal.phases_to_lay(seen) if seen.seat in seen.playing else [])
    if not phases or not seen.hand:
        return None
    near = _nearest(tuple(seen.hand), tuple(phases))
    distances: dict[str, int] = {} if len(phases) == 1 else {str(phase.number): missing for phase, missing in near.all}
    return {
        "phase": near.phase.number,
        "missing": near.missing,
        "text": words.distance(near.missing, near.phase.number),
        "helps": words.any_of(near.helps),
        "parts": [_part(part) for part in near.parts],
        "distances": distances,
    }


class Near(NamedTuple):
    """A hand's distance from the nearest of several phases, and from all of them."""

    missing: int
    phase: Phase
    all: tuple[tuple[Phase, int], ...]
    helps: tuple[Card, ...]
    parts: tuple[Part, ...]


@lru_cache(MOST_HANDS)
def _nearest(hand: tuple[Card, ...], phases: tuple[Phase, ...]) -> Near:
    """Return a hand's distance from the nearest phase, cached because it is slow to compute and often needed again."""
    side = hand[0].side
    distances = tuple((phase, solver(phase, side).missing(hand)) for phase in phases)
    phase, missing = min(distances, key=lambda pair: pair[1])
    return Near(missing, phase, distances, helpful(hand, phase), nearest(hand, phase))


def _part(part: Part) -> ProgressPart:
    row = [None if card is None else card.word for card in part.row]
    return {"kind": part.kind, "row": row, **declared(part.identity)}


def tried(before: Game, after: Game, at: int) -> int | None:
    """Return the phase that the seat tried in the round between these moments."""
    gained = _gained(before, after, at)
    return gained[0] if gained else before.state.seats[at].phase


def _laid(before: Game, after: Game, at: int) -> bool:
    return bool(before.state.seats[at].laid or _gained(before, after, at))


def _gained(before: Game, after: Game, at: int) -> Sequence[int]:
    """Return the phase laid down by the round's last action, if any."""
    known = before.state.seats[at].completed
    return [number for number in after.state.seats[at].completed if number not in known]
