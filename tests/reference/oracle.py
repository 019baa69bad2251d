"""A slow, simple solver that decides whether a hand makes a phase, used to check the fast solver.

It knows only the rulebook: no part of ``phase10_widgets`` is imported or copied. Cards are words in the rulebook's
notation, groups are dicts as in a position, and every answer comes from trying all identities.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

Identity: TypeAlias = tuple[Any, ...]
"""The identity of a group: ``("set", 7)``, ``("run", 3)``, ``("color", "R")``, ``("flush", "H")``, or
``("color run", 3, "R")``, whose color is None on flip's wild side."""


class Need(NamedTuple):
    """A group that a phase requires."""

    kind: str
    """One of ``set``, ``run``, ``color``, ``flush`` and ``color run``."""
    size: int
    another: bool = False
    """True if the group must differ in color or suit from every earlier group of its kind (S4)."""


class Face(NamedTuple):
    """The values that a card can represent; None means any value."""

    number: int | None
    color: str | None
    suit: str | None
    wild: bool = False
    skip: bool = False


class Slot(NamedTuple):
    """A place in a group; None means any value."""

    number: int | None = None
    color: str | None = None
    suit: str | None = None


HIGHEST = {"classic": 12, "masters": 12, "flip": 12, "standard": 13}
COLORS = {"classic": "RBGY", "masters": "ROYG", "flip": "RBGY"}
SUIT_COLOR = {"C": "black", "S": "black", "D": "red", "H": "red"}
COURT = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


# Phases


_COUNT = r"(?:(\d+)\s+)?"
_GROUPS = re.compile(_COUNT + r"(set|run|flush|colou?r\s+run)(?:e?s)?\s+of\s+(\d+)")
_CARDS = re.compile(r"(\d+)\s+cards?\s+of\s+(?:one|1|the\s+same)\s+(colou?r|suit)")
_ANOTHER = re.compile(r"(\d+)(?:\s+cards?)?\s+of\s+another(?:\s+(colou?r|suit))?")
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def parse_phase(text: str) -> list[Need]:
    """Return the groups that a phase text requires, in the order of the text."""
    needs: list[Need] = []
    for part in re.split(r"\s*(?:\+|&|,|\band\b)\s*", text.strip().lower()):
        needs += _parse_part(part, needs)
    return needs


def _parse_part(part: str, before: list[Need]) -> list[Need]:
    first, _, rest = part.partition(" ")
    if first in _WORDS:
        part = f"{_WORDS[first]} {rest}"
    if found := _GROUPS.fullmatch(part):
        kind = re.sub(r"colou?r\s+run", "color run", found[2])
        return [Need(kind, int(found[3]))] * int(found[1] or 1)
    if found := _CARDS.fullmatch(part):
        return [Need("flush" if found[2] == "suit" else "color", int(found[1]))]
    if (found := _ANOTHER.fullmatch(part)) and before and before[-1].kind in ("color", "flush"):
        kind = before[-1].kind
        if found[2] is None or (found[2] == "suit") == (kind == "flush"):
            return [Need(kind, int(found[1]), another=True)]
    raise ValueError(f"no phase is written like {part!r}")


# Cards


@cache
def face(edition: str, word: str, side: str = "color") -> Face:
    """Return the values that the card *word* can represent (on the face of *side* if the card is two-sided, F6)."""
    word = word.upper()
    if edition == "flip":
        return _flip_face(active(word, side), side)
    if edition == "standard":
        return _standard_face(word)
    if word == "W":
        return Face(None, None, None, wild=True)
    if word == "S":
        return Face(None, None, None, skip=True)
    color, number = word[0], int(word[1:])
    if color not in COLORS[edition] or not 1 <= number <= 12:
        raise ValueError(f"{edition} has no card {word!r}")
    return Face(number, color, None)


def _standard_face(word: str) -> Face:
    if word == "JK":
        return Face(None, None, None, wild=True)
    rank, suit = word[:-1], word[-1]
    number = COURT[rank] if rank in COURT else int(rank)
    if suit not in SUIT_COLOR or (rank not in COURT and not 2 <= number <= 10):
        raise ValueError(f"standard has no card {word!r}")
    return Face(number, SUIT_COLOR[suit], suit)


def _flip_face(word: str, side: str) -> Face:
    plain = word.removesuffix("!")  # F2: a flip symbol changes neither number nor color
    color = None
    if side == "color":
        color, plain = plain[0], plain[1:]
    if plain == "*":
        return Face(None, color, None, wild=True)
    if not 1 <= int(plain) <= 12:
        raise ValueError(f"flip has no card {word!r}")
    return Face(int(plain), color, None)


def active(word: str, side: str) -> str:
    """Return a flip card's face on *side*, such as ``R5!`` for ``R5!/9``, ``9/R5!`` or ``R5!`` itself."""
    wanted = [part for part in word.upper().split("/") if (part[0] in COLORS["flip"]) == (side == "color")]
    if len(wanted) != 1:
        raise ValueError(f"{word!r} does not show its {side} side")
    return wanted[0]


def _fits_slot(card: Face, slot: Slot) -> bool:
    """Return True if each attribute is equal, or is left open by the slot or the card (F6, G8, G10)."""
    return not card.skip and all(
        asked is None or given is None or given == asked for asked, given in zip(slot, card[:3], strict=True)
    )


# Groups


def identities(edition: str, need: Need, side: str = "color") -> list[Identity]:
    """Return every identity that a group for this need can have."""
    top = HIGHEST[edition]
    starts = range(1, top - need.size + 2)
    colors = ["red", "black"] if edition == "standard" else list(COLORS[edition])
    if need.kind == "set":
        return [("set", number) for number in range(1, top + 1)]
    if need.kind == "run":
        return [("run", start) for start in starts]
    if need.kind == "color":
        return [("color", color) for color in colors]
    if need.kind == "flush" and edition == "standard":
        return [("flush", suit) for suit in SUIT_COLOR]
    if need.kind == "color run" and edition != "standard":
        open_or_colors = [None] if (edition, side) == ("flip", "wild") else colors  # F9
        return [("color run", start, color) for start in starts for color in open_or_colors]
    raise ValueError(f"{edition} has no {need.kind}")


def slots(identity: Identity, size: int) -> list[Slot]:
    """Return the places in a group (for a run, from low to high)."""
    if identity[0] == "set":
        return [Slot(number=identity[1])] * size
    if identity[0] == "run":
        return [Slot(number=identity[1] + step) for step in range(size)]
    if identity[0] == "color":
        return [Slot(color=identity[1])] * size
    if identity[0] == "flush":
        return [Slot(suit=identity[1])] * size
    return [Slot(number=identity[1] + step, color=identity[2]) for step in range(size)]


def canonical(phase_text: str, combination: Sequence[Identity]) -> tuple[Identity, ...]:
    """Return the combination with groups of the same kind and size sorted, because their order does not matter."""
    needs = parse_phase(phase_text)
    ordered = list(combination)
    for asked in {need[:2] for need in needs}:
        places = [at for at, need in enumerate(needs) if need[:2] == asked]
        values = sorted((combination[at] for at in places), key=repr)
        for at, value in zip(places, values, strict=True):
            ordered[at] = value
    return tuple(ordered)


def _another_is_kept(needs: Sequence[Need], combination: Sequence[Identity]) -> bool:
    """Return True if a group "of another" color or suit differs from every earlier group of its kind (S4)."""
    return not any(
        need.another and combination[at] == combination[earlier]
        for at, need in enumerate(needs)
        for earlier in range(at)
        if needs[earlier].kind == need.kind
    )


@cache
def _combinations(edition: str, phase_text: str, side: str) -> tuple[tuple[int, ...], ...]:
    """Return all combinations of identities as indexes into the needs' lists, without reordered duplicates."""
    needs = parse_phase(phase_text)
    lists = [identities(edition, need, side) for need in needs]
    kept: dict[tuple[Identity, ...], tuple[int, ...]] = {}
    for chosen in product(*(range(len(options)) for options in lists)):
        combination = tuple(options[at] for options, at in zip(lists, chosen, strict=True))
        if _another_is_kept(needs, combination):
            kept.setdefault(canonical(phase_text, combination), chosen)
    if not kept:
        raise ValueError(f"{edition} can never hold {phase_text!r}")
    return tuple(kept.values())


# Counting


Places: TypeAlias = tuple[tuple[int, ...], ...]
"""The places in a group that a card fits, for each identity."""


@cache
def _places(edition: str, word: str, side: str, need: Need) -> Places:
    card = face(edition, word, side)
    return tuple(
        tuple(at for at, slot in enumerate(slots(identity, need.size)) if _fits_slot(card, slot))
        for identity in identities(edition, need, side)
    )


def _matched(cards: Iterable[Sequence[int]], owner: dict[int, Sequence[int]]) -> int:
    """Return the maximum number of *cards*, each given as its slots, that get a free slot (Kuhn's algorithm)."""

    def place(card: Sequence[int], tried: set[int]) -> bool:
        for slot in card:
            if slot not in owner:
                owner[slot] = card
                return True
        for slot in card:
            if slot not in tried:
                tried.add(slot)
                if place(owner[slot], tried):
                    owner[slot] = card
                    return True
        return False

    return sum(place(card, set()) for card in cards)


class _Hand:
    """A hand compared with a phase: the places in each combination that its cards fit."""

    def __init__(self, edition: str, words: Sequence[str], phase_text: str, side: str) -> None:
        self.needs = parse_phase(phase_text)
        self.size = sum(need.size for need in self.needs)
        self.offsets = [sum(need.size for need in self.needs[:at]) for at in range(len(self.needs))]
        usable = [word for word in words if not face(edition, word, side).skip]
        self.naturals = self._rows(edition, [w for w in usable if not face(edition, w, side).wild], side)
        self.wilds = self._rows(edition, [w for w in usable if face(edition, w, side).wild], side)
        self.bounds = [self._bounds(at) for at in range(len(self.needs))]

    def _rows(self, edition: str, words: list[str], side: str) -> list[list[Places]]:
        return [[_places(edition, word, side, need) for need in self.needs] for word in words]

    def _bounds(self, at: int) -> list[int]:
        """Return, for each identity of need *at*, an upper bound on the naturals that this group alone could hold."""
        columns = zip(*(row[at] for row in self.naturals), strict=True)
        bounds = []
        for column in columns:
            fitting = [places for places in column if places]
            bounds.append(min(len(fitting), len({slot for places in fitting for slot in places})))
        return bounds

    def bound(self, chosen: tuple[int, ...]) -> int:
        """Return an upper bound on the naturals in the combination: the sum of the groups' bounds."""
        if not self.naturals:
            return 0
        return sum(bounds[option] for bounds, option in zip(self.bounds, chosen, strict=True))

    def hope(self, bound: int) -> tuple[int, int]:
        """Return the best (missing, wilds) that a combination with this bound could achieve."""
        missing = max(self.size - bound - len(self.wilds), 0)
        return (missing, 0 if missing else max(self.size - bound, 0))

    def count(self, chosen: tuple[int, ...]) -> tuple[int, int]:
        """Return the exact (missing, wilds) for one combination; wilds is 0 if cards are missing.

        Naturals are placed first, and augmenting paths never remove a placed card, so the result is a maximum matching
        with the fewest wilds. Every place fits some number card, so a missing card can be a natural.
        """
        owner: dict[int, Sequence[int]] = {}
        naturals = _matched(self._slots(self.naturals, chosen), owner)
        wilds = _matched(self._slots(self.wilds, chosen), owner)
        missing = self.size - naturals - wilds
        if not missing and not naturals:
            missing = 1  # G9, F7: a natural must replace one of the wilds
        return (missing, 0 if missing else wilds)

    def _slots(self, rows: list[list[Places]], chosen: tuple[int, ...]) -> list[list[int]]:
        return [
            [
                offset + at
                for places, option, offset in zip(row, chosen, self.offsets, strict=True)
                for at in places[option]
            ]
            for row in rows
        ]


def best(edition: str, words: Sequence[str], phase_text: str, side: str = "color") -> tuple[int, int | None]:
    """Return (missing, wilds): the fewest additional cards that complete the phase, and its fewest wilds, or None."""
    hand = _Hand(edition, words, phase_text, side)
    hopeful = sorted(
        ((hand.bound(chosen), chosen) for chosen in _combinations(edition, phase_text, side)), reverse=True
    )
    found = (hand.size + 1, 0)
    for bound, chosen in hopeful:
        if hand.hope(bound) >= found:
            break
        found = min(found, hand.count(chosen))
    missing, wilds = found
    return (missing, None if missing else wilds)


def menu(edition: str, words: Sequence[str], phase_text: str, side: str = "color") -> dict[tuple[Identity, ...], int]:
    """Map each `canonical` combination of identities with which the hand makes the phase to its fewest wilds."""
    hand = _Hand(edition, words, phase_text, side)
    lists = [identities(edition, need, side) for need in hand.needs]
    found: dict[tuple[Identity, ...], int] = {}
    for chosen in _combinations(edition, phase_text, side):
        if hand.hope(hand.bound(chosen))[0]:
            continue
        missing, wilds = hand.count(chosen)
        if not missing:
            combination = [options[at] for options, at in zip(lists, chosen, strict=True)]
            found[canonical(phase_text, combination)] = wilds
    return found


# Groups on the table


def identity_of(group: dict[str, Any]) -> Identity:
    """Return the identity of a group in a position."""
    kind = group["kind"]
    if kind == "color run":
        return (kind, group["start"], group.get("color"))
    return (kind, group[{"set": "number", "run": "start", "color": "color", "flush": "suit"}[kind]])


def fits(edition: str, word: str, group: dict[str, Any], side: str = "color") -> tuple[str, ...]:
    """Return the ends that accept the card as a hit (G11, F9): (), ("any",), or those of "low" and "high" that are
    open."""
    card = face(edition, word, side)
    identity = identity_of(group)
    if identity[0] not in ("run", "color run"):
        return ("any",) if _fits_slot(card, slots(identity, 1)[0]) else ()
    color = identity[2] if identity[0] == "color run" else None
    low, high = identity[1] - 1, identity[1] + len(group["cards"].split())
    ends = (("low", low), ("high", high))
    return tuple(
        end for end, number in ends if 1 <= number <= HIGHEST[edition] and _fits_slot(card, Slot(number, color))
    )


def check_arrangement(
    edition: str, words: Sequence[str], phase_text: str, groups: Sequence[dict[str, Any]], side: str = "color"
) -> int:
    """Return the number of wilds in *groups*, which must form the complete, legal phase from the hand *words*.

    Raises:
        AssertionError: the groups are not legal; the message starts with the rule number."""
    needs = parse_phase(phase_text)
    _require(len(groups) == len(needs), "G6", f"{len(groups)} groups for {phase_text}")
    _check_owned(edition, words, [word for group in groups for word in group["cards"].split()], side)
    for need, group in zip(needs, groups, strict=True):
        _check_group(edition, need, group, side)
    combination = [identity_of(group) for group in groups]
    _require(_another_is_kept(needs, combination), "S4", "two groups are of the same color or suit")
    wilds = [face(edition, word, side).wild for group in groups for word in group["cards"].split()]
    _require(not all(wilds), "F7" if edition == "flip" else "G9", "no natural card in the phase")
    return sum(wilds)


def _check_owned(edition: str, words: Sequence[str], used: Sequence[str], side: str) -> None:
    def name(word: str) -> str:
        word = "10" + word[1:].upper() if edition == "standard" and word[0] in "tT" else word.upper()
        if edition == "flip" and not whole:
            return active(word, side)
        return "/".join(sorted(word.split("/"), reverse=True))

    whole = edition == "flip" and all("/" in word for word in (*words, *used))
    extra = Counter(map(name, used)) - Counter(map(name, words))
    _require(not extra, "G7", f"{' '.join(extra.elements())} is not in the hand, or is used twice")


def _check_group(edition: str, need: Need, group: dict[str, Any], side: str) -> None:
    cards = group["cards"].split()
    _require(group["kind"] == need.kind, "G4", f"a {group['kind']} where a {need.kind} is asked for")
    _require(len(cards) >= need.size, "G4", f"{group['cards']!r} is too short for a {need.kind} of {need.size}")
    identity = identity_of(group)
    bigger = need._replace(size=len(cards))  # G6
    _require(identity in identities(edition, bigger, side), "G8", f"no {need.kind} of {len(cards)} is {identity}")
    for word, slot in zip(cards, slots(identity, len(cards)), strict=True):
        _require(_fits_slot(face(edition, word, side), slot), "G8", f"{word} does not fit {identity} in its place")


def _require(holds: bool, rule: str, message: str) -> None:
    if not holds:
        raise AssertionError(f"{rule} {message}")


# Points


def points(edition: str, words: Iterable[str], side: str = "color") -> int:
    """Return the penalty points for the cards (C7, M8, S7, F11)."""
    return sum(_value(edition, face(edition, word, side)) for word in words)


def _value(edition: str, card: Face) -> int:
    if card.skip:
        return 15
    if card.wild:
        return 20 if edition == "flip" else 25
    return 5 if card.number is not None and card.number <= 9 else 10


# Decks and phases of the editions


_PRINTED = {
    "classic": """
        2 sets of 3, 1 set of 3 + 1 run of 4, 1 set of 4 + 1 run of 4, 1 run of 7, 1 run of 8, 1 run of 9,
        2 sets of 4, 7 cards of one color, 1 set of 5 + 1 set of 2, 1 set of 5 + 1 set of 3
    """,
    "standard": """
        1 set of 3 + 1 run of 3, 1 set of 3 + 1 run of 4, 2 sets of 3, 1 run of 6, 1 run of 7, 1 run of 8,
        8 cards of one color, 2 flushes of 4, 5 cards of one suit + 3 of another,
        5 cards of one suit + 4 of another
    """,
    "flip": """
        2 color runs of 2, 1 color run of 2 + 1 set of 2, 1 color run of 2 + 1 set of 3,
        1 color run of 3 + 1 set of 2, 1 color run of 4 + 1 set of 2, 2 color runs of 3,
        1 color run of 3 + 1 set of 3, 1 color run of 5 + 1 set of 2, 1 color run of 2 + 1 set of 4,
        1 color run of 3 + 2 sets of 2
    """,
}
PHASES = {edition: tuple(" ".join(text.split()).split(", ")) for edition, text in _PRINTED.items()}
PHASES["masters"] = (*PHASES["classic"][:8], "1 set of 5 + 1 run of 2", PHASES["classic"][9])
"""The printed phases, starting with number 1 (C2, S3, F5, M2)."""

FLIP_SYMBOLS = {"B": (2, 6, 10), "G": (3, 7, 11), "R": (1, 5, 9), "Y": (4, 8, 12)}


def deck(edition: str, seats: int, side: str = "color") -> list[str]:
    """Return all faces in the deck (C1, M1, S1, F1, F2); for flip, the faces on one *side*."""
    if edition == "classic":
        return _numbers("classic") * 2 + ["W"] * 8 + ["S"] * 4
    if edition == "masters":
        return _numbers("masters") * 2 + ["W"] * 12 + ["S"] * 2
    if edition == "standard":
        pairs = (seats + 1) // 2
        ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
        return [rank + suit for rank in ranks for suit in SUIT_COLOR] * (2 * pairs) + ["JK"] * (4 * pairs)
    if side == "wild":
        return [word for word in [*map(str, range(1, 13)), "*"] for word in [word] * 7 + [word + "!"]]
    marked = [f"{color}{number}!" for color, numbers in FLIP_SYMBOLS.items() for number in numbers]
    plain = [word for word in _numbers("flip") if word + "!" not in marked]
    return _numbers("flip") + plain + marked + [color + "*" for color in COLORS["flip"]] * 2


def _numbers(edition: str) -> list[str]:
    return [f"{color}{number}" for color in COLORS[edition] for number in range(1, 13)]
