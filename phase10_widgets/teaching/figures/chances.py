"""Lesson 5: two similar-sounding conditions, shown as a tree and as a grid in which hands are ruled out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, ClassVar, NamedTuple

from ...base.translatable import phrase
from ...editions import edition as find_edition
from ...odds.pool import Pool
from ...odds.simulation.card_experiment import drawn, in_order
from ...odds.simulation.chunks import stream
from ...odds.simulation.deals import at_least
from ...odds.simulation.phase_check import holds
from ...odds.simulation.registry import question as experiment
from ...rules.cards import Card
from ...ui.interactive import MOST_SEED, Input
from ..lessons.common import CARDS, WILDS
from .shared.controls import ChoiceControl, NumberControl, SliderControl, SwitchControl
from .shared.figure import Figure
from .shared.guess import PERCENT, Guess
from .shared.parts import (
    Branch,
    Counted,
    Crowd,
    Part,
    Piece,
    Role,
    TableRow,
    bars,
    counting,
    formula,
    text,
    tree,
    units,
)

EDITION = find_edition("classic")
CONDITIONS = {"any": phrase("at least one card is wild"), "first": phrase("the first card is wild")}
CONTRARY = {"any": phrase("no card is wild"), "first": phrase("the first card is not wild")}
MOST_HANDS = 5_000
"""The maximum number of hands dealt to find examples for the tree."""


class Dealt(NamedTuple):
    """The facts about one hand."""

    first: bool
    """True if the hand's first card is wild."""
    any: bool
    """True if any card in the hand is wild."""
    event: bool
    """True if the event occurs in this hand."""

    def case(self, condition: str) -> int:
        """Return the hand's case, a combination of condition and event, as an index into :class:`Cells`."""
        return 2 * (not (self.first if condition == "first" else self.any)) + (not self.event)


class Cells(NamedTuple):
    """Chances or hand counts for the four combinations of condition and event."""

    both: Fraction
    only: Fraction
    """The case in which only the condition holds."""
    other: Fraction
    """The case in which only the event occurs."""
    neither: Fraction


class ChanceTree(Figure):
    """The value of a wild, given some information about the hand: ``ChanceTree(condition="first", known=True)``."""

    TITLE = phrase("What is a wild worth?")
    LEAD = phrase(
        "One player knows that the first card is wild. Another knows only that at least one card is wild. "
        "Do they know the same thing? Choose a condition, rule out the hands that it makes impossible, and "
        "see what is left."
    )
    cards = Input(10, "The number of cards in a hand, 2 to 15.")
    event = Input("wilds", "The event: wilds (two or more) or phase.")
    phase = Input(1, "The phase, 1 to 10, if the event is a phase.")
    condition = Input("any", "The condition at the root of the tree: any or first.")
    known = Input(True, "True if the condition is known to hold, which rules out the other hands.")
    hands = Input("1000", "The number of hands in the grid: 100 or 1000.")
    by_chance = Input(False, "True to deal the hands at random, False to show each case as often as expected.")
    sorted = Input(True, "True to group equal hands.")
    seed = Input(1, "The seed of the deals.")
    FIELDS: ClassVar = {
        "condition": ChoiceControl(
            phrase("The tree begins with"),
            CONDITIONS,
        ),
        "known": SwitchControl(phrase("The condition is known to hold: rule out the other hands")),
        "event": ChoiceControl(
            phrase("Asked for"), {"wilds": phrase("two wilds or more"), "phase": phrase("a hand that holds a phase")}
        ),
        "phase": SliderControl(phrase("Phase"), 1, 10),
        "cards": SliderControl(phrase("Cards in a hand"), 2, 15),
        "hands": ChoiceControl(
            phrase("Hands in the grid"), {"100": phrase("100 hands"), "1000": phrase("1,000 hands")}
        ),
        "by_chance": SwitchControl(phrase("Deal them at random")),
        "sorted": SwitchControl(phrase("Sort them")),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ASKED = GATED = ("cards", "event", "phase", "condition", "known")

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        super()._chosen(changes)
        if {"cards", "event", "phase"} & set(changes):
            self._told_of: set[str] = set()
            """The information given for each chance shown so far: none, or a condition."""

    def _question(self) -> Guess:
        say = self.words.say
        event = say("two wilds or more") if self.event == "wilds" else say("phase {number}", number=self.phase)
        if not self.known:
            prompt = say(
                "You know nothing about a hand of {n} cards. How likely is this: {event}?", n=self.cards, event=event
            )
            return Guess(prompt, PERCENT, self.plain)
        prompt = say(
            "All you know about a hand of {n} cards: {condition}. How likely is this: {event}?",
            n=self.cards,
            condition=self._condition(self.condition),
            event=event,
        )
        return Guess(prompt, PERCENT, self.given(self.condition))

    # The exact chances

    @property
    def plain(self) -> Fraction:
        """The chance of the event when nothing is known."""
        if self.event == "wilds":
            return at_least(2, WILDS, CARDS, self.cards)
        return self._phase()

    def chance_of(self, condition: str) -> Fraction:
        """Return the chance that the condition holds."""
        return Fraction(WILDS, CARDS) if condition == "first" else at_least(1, WILDS, CARDS, self.cards)

    def given(self, condition: str) -> Fraction:
        """Return the chance of the event given the condition."""
        if condition == "first":
            if self.event == "phase":
                return self._phase(hand="W")
            return at_least(1, WILDS - 1, CARDS - 1, self.cards - 1)
        without = self._phase(deck=_NO_WILDS) if self.event == "phase" else Fraction(0)
        share = self.chance_of("any")
        return (self.plain - (1 - share) * without) / share

    def _phase(self, hand: str = "", deck: str = "") -> Fraction:
        return _held(self.phase, self.cards, hand, deck)

    @property
    def cells(self) -> Cells:
        """The chances of the four cases."""
        share, given = self.chance_of(self.condition), self.given(self.condition)
        both = share * given
        return Cells(both, share - both, self.plain - both, 1 - share - (self.plain - both))

    # The grid

    @property
    def _size(self) -> int:
        return int(self.hands)

    def _deal(self) -> tuple[Dealt, ...]:
        """Return the randomly dealt hands."""
        return _hands(self.seed, self._size, self.cards, self._asked_phase)

    @property
    def _asked_phase(self) -> int | None:
        return self.phase if self.event == "phase" else None

    @property
    def examples(self) -> Mapping[int, str]:
        """The first randomly dealt hand for each case, keyed by the case's index in the cells. Cases that do not occur
        in the first 5,000 hands are missing.
        """
        possible = frozenset(at for at, chance in enumerate(self.cells) if chance)
        return _examples(self.seed, self.cards, self._asked_phase, self.condition, possible)

    def _grid(self, dealt: Sequence[Dealt]) -> list[int]:
        """Return the case of each hand, as an index into the cells."""
        if self.by_chance:
            order = [hand.case(self.condition) for hand in dealt]
        else:
            order = [at for at, n in enumerate(shared_out(self.cells, self._size)) for _ in range(n)]
            Random(f"grid/{self.seed}").shuffle(order)
        return sorted(order) if self.sorted else order

    # The display

    def _said(self) -> str:
        if not self._open:
            return ""
        if not self.known:
            return self.words.say(
                "Nothing is known. {event}: {percent}.", event=self._event(), percent=self._percent(self.plain)
            )
        return self.words.say(
            "Given: {condition}. {event}: {percent}.",
            condition=self._condition(self.condition),
            event=self._event(),
            percent=self._percent(self.given(self.condition)),
        )

    def _event(self) -> str:
        """Return the event as the beginning of a sentence."""
        if self.event == "wilds":
            return self.words.say("Two wilds or more")
        return self.words.say("Phase {number} ({phase})", number=self.phase, phase=EDITION.phase(self.phase))

    def _short(self) -> str:
        """Return the event in a few words, for the tree."""
        if self.event == "wilds":
            return self.words.say("two or more")
        return self.words.say("phase {number}", number=self.phase)

    def _condition(self, condition: str) -> str:
        return self.words.say(CONDITIONS[condition])

    def _parts(self) -> list[Part]:
        if not self._open:
            return [self._controls(only=("condition", "known", "event", *self._phase_field, "cards"))]
        dealt = self._deal() if self.by_chance else ()
        shown = tuple(name for name in self.FIELDS if name != "phase" or self._phase_field)
        parts = [self._controls(only=shown), text(self._said(), "strong", key="given"), self._tree()]
        self._told_of.add(self.condition if self.known else "")
        why = [self._why()] if set(CONDITIONS) <= self._told_of else []
        return [*parts, self._squares(dealt), *self._computation(self._compared(dealt), self._formula(), *why)]

    @property
    def _phase_field(self) -> tuple[str, ...]:
        return ("phase",) if self.event == "phase" else ()

    def _cases(self) -> list[tuple[str, str]]:
        """Return each case in the grid with its name and key. All ruled-out hands form one case."""
        say, event = self.words.say, self._event()
        condition = self._condition(self.condition)
        known = [(event, "both"), (say("{condition}, but not that", condition=condition), "only")]
        if self.known:
            return [*known, (say("ruled out"), "out")]
        contrary = say(CONTRARY[self.condition])
        other = (say("{event}, but {condition}", event=event, condition=contrary), "other")
        return [*known, *([other] if self.cells.other else []), (say("neither"), "neither")]

    def _tree(self) -> Part:
        say, cells, hands = self.words.say, self.cells, self.examples
        share, event = self.chance_of(self.condition), self._short()
        no = say("not: {what}", what=event)
        keys = ("out", "out") if self.known else ("other", "neither")
        yes = [
            self._leaf(event, cells.both, share, "both", hands.get(0, "")),
            self._leaf(no, cells.only, share, "only", hands.get(1, "")),
        ]
        others = [
            self._leaf(event, cells.other, 1 - share, keys[0], hands.get(2, "")),
            self._leaf(no, cells.neither, 1 - share, keys[1], hands.get(3, "")),
        ]
        condition = self._condition(self.condition)
        branches = [
            Branch(condition, self._percent(share), children=yes, key="condition"),
            Branch(
                say(CONTRARY[self.condition]),
                self._percent(1 - share),
                children=[leaf for leaf, chance in zip(others, cells[2:], strict=True) if chance],
                key="out",
                open=not self.known,
            ),
        ]
        root = Branch(say("a hand of {n} cards", n=self.cards), children=branches)
        title = say("The tree of cases, with hands as examples")
        return tree(title, self._said(), root, head=[say("case"), say("chances"), say("share of all hands")])

    def _leaf(self, message_id: str, chance: Fraction, share: Fraction, key: str, hand: str) -> Branch:
        return Branch(message_id, self._percent(chance / share), self._percent(chance), key=key, cards=hand)

    def _squares(self, dealt: Sequence[Dealt]) -> Part:
        say, cases, n = self.words.say, self._cases(), self._size
        order = [min(case, len(cases) - 1) for case in self._grid(dealt)]
        sizes = [order.count(at) for at in range(len(cases))]
        groups = [
            Crowd(name, size, self._share(size), key, key == "out")
            for (name, key), size in zip(cases, sizes, strict=True)
        ]
        left = sum(sizes[:2]) if self.known else n
        there = sizes[0] + sum(size for (_, key), size in zip(cases, sizes, strict=True) if key == "other")
        label = say(
            "{there} of {left} hands: {event}.",
            there=self._number(there),
            left=self._number(left),
            event=self._event(),
        )
        if self.known:
            label = say("{label} {n} hands are ruled out.", label=label, n=self._number(n - left))
        title = (
            say("{n} hands, dealt at random", n=self._number(n))
            if self.by_chance
            else say("{n} hands, with each case appearing as often as expected", n=self._number(n))
        )
        marks = units(title, label, groups, order, head=[say("case"), say("hands"), say("share")])
        hands = {min(case, len(cases) - 1): hand for case, hand in self.examples.items()}
        counted = [Counted(hand, order.index(at)) for at, hand in sorted(hands.items()) if at in order]
        return counting(marks, say("A hand for each case"), str(self._values(self.GATED)), counted)

    def _share(self, size: int) -> str:
        if self.by_chance:
            return self._found_written(size, self._size)
        return self._percent(Fraction(size, self._size))

    def _formula(self) -> Part:
        """Return a formula for the conditional chance, or for the total chance as the sum of both cases."""
        say, cells, share = self.words.say, self.cells, self.chance_of(self.condition)
        if self.known:
            named: list[Piece] = [(say("share of the remaining hands"), "given"), " = "]
            named += [(self._event(), "both"), " ÷ ", (self._condition(self.condition), "condition")]
            numbers: list[Piece] = [" = ", (self._percent(cells.both), "both"), " ÷ "]
            numbers += [(self._percent(share), "condition"), " = "]
            return formula(self._said(), named, [*numbers, (self._percent(cells.both / share), "given")])
        rest = 1 - share
        first: list[Piece] = [(self._event(), "given"), " = "]
        first += [(f"{self._percent(share)} · {self._percent(cells.both / share)}", "both"), " + "]
        first.append((f"{self._percent(rest)} · {self._percent(cells.other / rest)}", "other"))
        second: list[Piece] = [" = ", (self._percent(cells.both), "both"), " + "]
        second += [(self._percent(cells.other), "other"), " = ", (self._percent(self.plain), "given")]
        return formula(self._said(), first, second)

    def _compared(self, dealt: Sequence[Dealt]) -> Part:
        """Compare the chance of the event under each condition."""
        say = self.words.say
        now = self.condition if self.known else ""
        groups = (
            ("", say("nothing is known"), self.plain, [hand.event for hand in dealt]),
            ("any", self._condition("any"), self.given("any"), [hand.event for hand in dealt if hand.any]),
            ("first", self._condition("first"), self.given("first"), [hand.event for hand in dealt if hand.first]),
        )
        series: list[tuple[Role, str]] = [("truth", say("counted"))]
        if dealt:
            series.append(("sample", say("dealt")))
        rows = [
            TableRow(
                name,
                [self._counted(counted), self._found(sum(found), len(found))][: len(series)],
                "given" if known == now else "",
            )
            for known, name, counted, found in groups
            if known in self._told_of
        ]
        return bars(
            self._event(),
            self._said(),
            series=series,
            rows=rows,
            axis=say("share of the remaining hands"),
            head=say("what is known"),
        )

    def _why(self) -> Part:
        return text(
            self.words.say(
                "The two conditions are not the same. The more wilds a hand has, the more likely its first card is "
                "to be one of them. Hands with several wilds are therefore more common among the hands whose first "
                "card is wild. Most hands with at least one wild have just one."
            ),
            "hint",
        )


_NO_WILDS = " ".join(card.code for card in EDITION.deck(EDITION.seats[0]) if not card.wild)


@lru_cache(maxsize=200)
def _held(phase: int, cards: int, hand: str, deck: str) -> Fraction:
    """Return the chance that a hand contains the phase; *hand* lists any known cards, and *deck*, if not empty,
    replaces the usual deck."""
    found = experiment("deal", edition=EDITION.id, phase=phase, cards=cards, hand=hand, deck=deck).exact()
    assert found is not None
    return Fraction(found)


@lru_cache(maxsize=8)
def _hands(seed: int, n: int, cards: int, phase: int | None) -> tuple[Dealt, ...]:
    """Return the facts about *n* randomly dealt hands: about the phase, or about two wilds if the phase is None."""
    return tuple([answers for _, answers in islice(_dealt(seed, cards, phase), n)])


@lru_cache(maxsize=32)
def _examples(seed: int, cards: int, phase: int | None, condition: str, possible: frozenset[int]) -> Mapping[int, str]:
    """Return the card codes of the first hand dealt in each possible case."""
    found: dict[int, str] = {}
    for hand, answers in islice(_dealt(seed, cards, phase), MOST_HANDS):
        found.setdefault(answers.case(condition), " ".join([card.code for card in hand]))
        if found.keys() == possible:
            break
    return found


def _dealt(seed: int, cards: int, phase: int | None) -> Iterator[tuple[Sequence[Card], Dealt]]:
    """Yield an endless stream of randomly dealt hands: each hand's cards in the order dealt, and the facts about it."""
    deck, random = in_order(Pool.of_deck(EDITION)), stream(seed, 0)
    held = holds(EDITION.phase(phase), EDITION.pack.sides[0]) if phase else None
    while True:
        hand = drawn(random.random, deck, cards)
        wilds = sum([card.wild for card in hand])
        yield hand, Dealt(hand[0].wild, wilds > 0, bool(held(hand)) if held else wilds >= 2)


def shared_out(shares: tuple[Fraction, ...], n: int) -> list[int]:
    """Divide *n* items in these proportions, which must sum to 1, into whole numbers that sum to *n*.

    >>> shared_out((Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)), 100)
    [34, 33, 33]
    """
    whole = [int(share * n) for share in shares]
    by_rest = sorted(range(len(shares)), key=lambda at: whole[at] - shares[at] * n)
    for at in by_rest[: n - sum(whole)]:
        whole[at] += 1
    return whole
