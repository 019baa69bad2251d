"""Plain English for what people read: cards, events, options. The browser's own words are in its ``strings.ts``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .core import events as ev
from .core.cards import Card
from .core.edition import Edition
from .core.groups import Group
from .core.state import Seat

COLOR_NAMES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "O": "orange", "red": "red", "black": "black"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}


def card_name(card: Card) -> str:
    """How a card is spoken, by the face that lies up: ``"red 7"``, ``"queen of hearts"``, ``"wild"``."""
    with_symbol = " with flip symbol" if card.flips else ""
    if card.skip:
        return "skip"
    if card.suit is not None and card.number is not None:
        return f"{RANK_NAMES.get(card.number, str(card.number))} of {SUIT_NAMES[card.suit]}"
    if card.wild:
        return _wild_name(card) + with_symbol
    color = "" if card.color is None else COLOR_NAMES[card.color] + " "
    return f"{color or 'wild-side '}{card.number}{with_symbol}"


def _wild_name(card: Card) -> str:
    if card.side.turns:
        return f"{COLOR_NAMES[card.color]} star" if card.color else "wild-side star"
    return "joker" if card.side.suits else "wild"


def group_name(group: Group) -> str:
    """A group in words: ``"a set of 7s"``, ``"a run of 4 from 5"``, ``"7 red cards"``."""
    number = group.number or group.start
    rank = RANK_NAMES.get(number or 0, str(number)) if group.cards[0].side.suits else str(number)
    n = len(group.cards)
    match group.kind:
        case "set":
            return f"a set of {rank}s"
        case "run":
            return f"a run of {n} from {rank}"
        case "color run":
            return f"{_article(COLOR_NAMES[group.color] if group.color else 'open-color')} run of {n} from {rank}"
        case "flush":
            return f"{n} {SUIT_NAMES[group.suit or 'C']}"
        case _:
            return f"{n} {COLOR_NAMES[group.color or 'R']} cards"


def sentence(event: ev.Event, seats: Sequence[Seat]) -> str:
    """The event in one plain sentence; names a hidden card only if the event still does."""
    name = [seat.name for seat in seats]
    match event:
        case ev.RoundDealt():
            return f"Round {event.round}: {name[event.dealer]} dealt. The first open card is {_a(event.up)}."
        case ev.PhaseChosen():
            return f"{name[event.seat]} will try phase {event.phase}."
        case ev.Drawn():
            return _drawn(event, name[event.seat])
        case ev.PhaseLaid():
            groups = " and ".join(map(group_name, event.groups))
            return f"{name[event.seat]} laid down phase {event.phase}: {groups}."
        case ev.CardHit():
            owner = _whose(name[event.owner], own=event.owner == event.seat)
            return f"{name[event.seat]} hit {owner} group {event.group + 1} with {_a(event.card)}."
        case ev.Discarded():
            whom = "" if event.target is None else f": {name[event.target]} {_verb(name[event.target])} a turn"
            return f"{name[event.seat]} discarded {_a(event.card)}{whom}."
        case ev.Saved():
            card = "a card" if event.card is None else _a(event.card)
            return f"{name[event.seat]} saved {card}."
        case ev.Flipped():
            return f"Everything is turned over: the {event.side} side is in play."
        case ev.TurnSkipped():
            return f"{name[event.seat]} lost a turn."
        case ev.Reshuffled():
            return f"The draw pile was empty: {event.cards} discards were shuffled into a new one."
        case ev.RoundEnded():
            return round_end(event, name)
        case ev.TieBreak():
            return f"A tie: {_list(name[at] for at in event.seats)} play the last phase again."
        case ev.GameOver():
            return game_end(event.winners, name)


def round_end(event: ev.RoundEnded, names: Sequence[str]) -> str:
    """How a round ended."""
    if event.seat is None:
        why = "there was nothing left to draw" if event.reason == "nothing to draw" else "nobody could get any further"
        return f"The round ended without a winner: {why}."
    done = "laid down first" if event.reason == "laid" else "went out"
    return f"{names[event.seat]} {done}."


def game_end(winners: Sequence[int], names: Sequence[str]) -> str:
    """Who has won."""
    if len(winners) == 1:
        return f"{names[winners[0]]} won the game."
    return f"{_list(names[at] for at in winners)} share the first place."


def option_lines(edition: Edition) -> list[str]:
    """The options that were chosen, in words."""
    found = []
    listed = edition.options.get("phases")
    if listed in ("even", "odd"):
        found.append(f"Only the {listed}-numbered phases are played.")
    elif listed:
        numbers = all(isinstance(item, int) for item in listed)
        what = f"phases {_list(map(str, listed))}" if numbers else "a list of its own"
        found.append(f"The phases played are {what}.")
    for name, value in edition.options.items():
        text = _OPTION_TEXTS.get((name, value)) if isinstance(value, str | bool) else None
        if text:
            found.append(text)
    return found


_OPTION_TEXTS: dict[tuple[str, object], str] = {
    ("advance", "always"): "Everybody moves to the next phase each round; the lowest score wins.",
    ("order", "any"): "Phases may be completed in any order.",
    ("must_lay_down", True): "A completed phase must be laid down at once.",
    ("hit_others_same_turn", True): "Others' groups may be hit in the turn of laying down.",
    ("hit_others_same_turn", False): "In the turn of laying down only one's own groups may be hit.",
    ("go_out_by_hit", True): "One may go out by a hit.",
    ("go_out_by_hit", False): "One goes out by a discard only.",
    ("phase_9", "set"): "Phase 9 is a set of 5 and a set of 2.",
}


def _drawn(event: ev.Drawn, who: str) -> str:
    if event.source == "discard" and event.card is not None:
        return f"{who} took {_a(event.card)} from the discard pile."
    what = f" ({card_name(event.card)})" if event.card is not None else ""
    return f"{who} drew {'a saved card' if event.source == 'saved' else 'from the draw pile'}{what}."


def _whose(name: str, own: bool) -> str:
    if name == "You":
        return "your own" if own else "your"
    return "their own" if own else f"{name}'s"


def _verb(name: str) -> str:
    return "lose" if name == "You" else "loses"


def _a(card: Card) -> str:
    return _article(card_name(card))


def _article(words: str) -> str:
    return f"{'an' if words[0] in 'aeio8' or words.startswith('11') else 'a'} {words}"


def _list(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
