"""Lesson 11: a game's phases by difficulty, one phase in every deck, and both sides of a Flip hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...editions import edition
from ...game.hands import missing
from ...languages.number_text import percent
from ...odds.deal import deal as chance_of
from ...odds.pool import face_on
from ...odds.simulation.chunks import stream
from ...rules.cards import Card
from ...rules.edition import DEALT
from ...rules.phases import Phase
from ...ui.drawn.edition_art import SIDES
from ...ui.interactive import MOST_SEED, Input
from ...ui.screen import Refused
from .shared.controls import ChoiceControl, Field, NumberControl, SliderControl
from .shared.figure import Figure
from .shared.guess import Guess
from .shared.parts import Held, Line, Part, TableRow, bars, cards, table, text

DECKS = {
    "classic": ("classic", "color"),
    "masters": ("masters", "color"),
    "standard": ("standard", "color"),
    "flip": ("flip", "color"),
    "flip_wild": ("flip", "wild"),
}
"""The decks, each with the side of its cards that counts."""
FLIP_CARDS = 104
COLOR_SIDE = {
    10: (
        16_787_857_134_840,
        23_957_573_534_568,
        15_130_566_480_192,
        9_767_918_364_928,
        1_872_713_122_608,
        998_622_910_096,
        4_566_078_757_656,
        245_383_582_976,
        4_799_573_909_008,
        6_075_518_877_680,
    ),
    11: (
        167_163_363_264_280,
        213_348_735_024_320,
        155_880_594_592_976,
        106_826_550_074_608,
        25_396_952_587_864,
        15_806_482_133_560,
        60_593_458_237_888,
        4_162_741_142_344,
        62_333_241_170_688,
        82_569_727_829_296,
    ),
}
"""For each hand size, the numbers of hands that contain each of Flip's color-side phases, precomputed with
``odds.deal`` since computing them takes seconds."""
PHASES_CLOSER = SliderControl(phrase("Your guess"), 0, 10, 1, phrase("{n} phases"))
_NO_VALUE = phrase("Hands are dealt one at a time, so do not give a number.")


@lru_cache(maxsize=500)
def chance(deck: str, phase: Phase, n: int) -> Fraction:
    """Return the exact chance that n cards dealt from a deck contain the phase."""
    name, side = DECKS[deck]
    found = edition(name)
    if deck == "flip" and phase in found.phases:
        return Fraction(COLOR_SIDE[n][found.phases.index(phase)], comb(FLIP_CARDS, n))
    return Fraction(chance_of(found, phase, cards=n, side=side))


class VariantBoard(Figure):
    """A comparison of phases and games by difficulty: ``VariantBoard(show="decks", phase=4)``."""

    TITLE = phrase("Which phase and which game are hardest?")
    LEAD = phrase(
        "Is phase 1 really the easiest and phase 10 the hardest? Compare the chances of being dealt each one."
    )
    show = Input("list", 'The display: "list" (of one game), "decks" (comparing one phase) or "flip" (a hand).')
    edition = Input("classic", 'The game for the list; "flip_wild" is the wild side of Flip.')
    phase = Input(1, "The phase of Phase 10 to compare across the decks, 1 to 10.")
    cards = Input(DEALT, "The number of cards dealt, 10 or 11.")
    order = Input("number", 'The order of the bars: by "number" or by "chance".')
    seed = Input(1, "The seed of the flip hand.")
    FIELDS: ClassVar = {
        "show": ChoiceControl(
            phrase("Show"),
            {
                "list": phrase("the ten phases of a game"),
                "decks": phrase("one phase in every deck"),
                "flip": phrase("a flip hand, both sides"),
            },
        ),
        "edition": ChoiceControl(phrase("Game"), {deck: deck for deck in DECKS}),
        "phase": SliderControl(phrase("Phase of Phase 10"), 1, 10),
        "cards": SliderControl(phrase("Cards dealt"), 10, 11),
        "order": ChoiceControl(
            phrase("Sorted"), {"number": phrase("in the usual order"), "chance": phrase("from easy to hard")}
        ),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }
    USED: ClassVar = {
        "list": ("show", "edition", "cards", "order"),
        "decks": ("show", "phase", "cards", "order"),
        "flip": ("show", "cards", "seed"),
    }
    """The controls that apply to each display."""

    ASKED = ("show", "edition", "phase", "cards", "seed")
    GATED = ("show",)

    def _question(self) -> Guess:
        say = self.words.say
        if self.show == "flip":
            prompt = say("For how many of the ten phases is this hand closer on the wild side than on the color side?")
            closer = sum(here > there for here, there in self.lacking)
            return Guess(prompt, PHASES_CLOSER, Fraction(closer), "number")
        if self.show == "decks":
            prompt = say(
                "{phase}: in which deck do {n} dealt cards hold it most often?", phase=self.asked, n=self.cards
            )
            found = {deck: chance(deck, self.asked, self.cards) for deck in DECKS}
            decks = {deck: self._deck(deck) for deck in DECKS}
            return Guess(prompt, ChoiceControl(phrase("Your guess"), decks), max(found, key=found.__getitem__))
        prompt = say("Which of these ten phases are you least likely to be dealt in {n} cards?", n=self.cards)
        chances = self._chances()
        hardest = min(chances, key=lambda row: row[1])[0]
        phases = {str(phase.number): self._named(phase) for phase, _ in chances}
        return Guess(prompt, ChoiceControl(phrase("Your guess"), phases), str(hardest.number))

    @property
    def _fields(self) -> dict[str, Field]:
        return {**self.FIELDS, "edition": ChoiceControl(phrase("Game"), {deck: self._deck(deck) for deck in DECKS})}

    def _deck(self, deck: str) -> str:
        name, side = DECKS[deck]
        found = edition(name)
        game = self.words.edition_name(found)
        return f"{game}, {self.words.say(SIDES[side])}" if found.two_sided else game

    def _chosen(self, changes: Any) -> None:
        super()._chosen(changes)
        if "seed" in changes:
            self._hand = 0

    def deal(self, value: Any) -> None:
        """Deal another Flip hand."""
        if value is not None:
            raise Refused("bad_value", _NO_VALUE)
        self._hand += 1

    ACTS: ClassVar = {"deal": deal}

    @property
    def hand(self) -> tuple[Card, ...]:
        """The Flip hand, color side up."""
        random = stream(f"{self.seed}/flip", self._hand)
        deck = edition("flip").deck(2, f"{self.seed}/{self._hand}")
        return tuple(sorted(random.sample(deck, self.cards), key=lambda card: (card.color or "", card.number or 99)))

    @property
    def asked(self) -> Phase:
        """The phase compared across the decks."""
        return edition("classic").phases[self.phase - 1]

    @property
    def lacking(self) -> list[tuple[int, int]]:
        """For each Flip phase, the number of missing cards on the color side and on the wild side."""
        here, there = (self._faces(side) for side in ("color", "wild"))
        return [(missing(here, phase), missing(there, phase, side="wild")) for phase in edition("flip").phases]

    def _faces(self, side: str) -> tuple[Card, ...]:
        up = edition("flip").pack.side(side)
        return tuple(face_on(card, up) for card in self.hand)

    def _parts(self) -> list[Part]:
        deeds = [self._deed("deal", self.words.say("Another hand"), main=True)] if self.show == "flip" else []
        shown = {"list": self._list, "decks": self._decks, "flip": self._flip}[self.show]
        if not self._open:
            used = [name for name in self.USED[self.show] if name != "order"]
            return [self._controls(*deeds, only=tuple(used)), *self._quiet()]
        return [self._controls(*deeds, only=self.USED[self.show]), *shown()]

    def _quiet(self) -> list[Part]:
        """Return the information that a learner needs to guess: the Flip hand, or the makeup of the decks."""
        if self.show == "flip":
            return [self._both_sides()]
        return [self._makes(list(DECKS))] if self.show == "decks" else []

    def _said(self) -> str:
        if not self._open:
            return ""
        return {"list": self._said_of_list, "decks": self._said_of_decks, "flip": self._said_of_flip}[self.show]()

    def _chances(self) -> list[tuple[Phase, Fraction]]:
        """Return each phase of the game with its chance, in order of phase number."""
        name, _ = DECKS[self.edition]
        return [(phase, chance(self.edition, phase, self.cards)) for phase in edition(name).phases]

    def _list(self) -> list[Part]:
        say, found = self.words.say, self._chances()
        if self.order == "chance":
            found.sort(key=lambda row: -row[1])
        rows = [
            TableRow(f"{phase.number}: {self.words.phase(phase)}", [self._counted(value)], f"phase{phase.number}")
            for phase, value in found
        ]
        ranks = sorted(self._chances(), key=lambda row: -row[1])
        order = [
            Line([str(at), self._named(phase), self._percent(value)], f"phase{phase.number}")
            for at, (phase, value) in enumerate(ranks, 1)
        ]
        return [
            text(self._said(), "strong"),
            bars(
                say("{n} cards of {game}", n=self.cards, game=self._deck(self.edition)),
                self._said(),
                series=[("truth", say("held when dealt"))],
                rows=rows,
                axis=say("share of hands"),
                head=say("phase"),
            ),
            table(say("From easy to hard"), [say("place"), say("phase"), say("chance")], order),
            text(
                say(
                    "These are the chances of being dealt each phase. In play, you draw and choose cards, which "
                    "helps with some phases more than with others."
                ),
                "hint",
            ),
        ]

    def _named(self, phase: Phase) -> str:
        return self.words.say("{number}: {phase}", number=phase.number, phase=phase)

    def _said_of_list(self) -> str:
        found = self._chances()
        easy, hard = max(found, key=lambda row: row[1]), min(found, key=lambda row: row[1])
        wrong = sum(first < second for (_, first), (_, second) in combinations(found, 2))
        return self.words.say(
            "Phase {easy} is the easiest with {most}, and phase {hard} is the hardest with {least}. In {wrong} of "
            "the 45 pairs of phases, the one with the higher number is easier.",
            easy=easy[0].number,
            most=percent(easy[1]),
            hard=hard[0].number,
            least=percent(hard[1]),
            wrong=wrong,
        )

    def _decks(self) -> list[Part]:
        say = self.words.say
        found = [(deck, chance(deck, self.asked, self.cards)) for deck in DECKS]
        if self.order == "chance":
            found.sort(key=lambda row: -row[1])
        rows = [TableRow(self._deck(deck), [self._counted(value)], deck) for deck, value in found]
        return [
            text(self._said(), "strong"),
            bars(
                say("{phase}, in {n} cards", phase=self.asked, n=self.cards),
                self._said(),
                series=[("truth", say("held when dealt"))],
                rows=rows,
                axis=say("share of hands"),
                head=say("deck"),
            ),
            self._makes([deck for deck, _ in found]),
            text(
                say(
                    "On the color side in Flip, a star is wild only in its own color. On the wild side, every "
                    "number counts as any color. Ordinary cards have two colors, red and black."
                ),
                "hint",
            ),
        ]

    def _makes(self, decks: Sequence[str]) -> Part:
        say = self.words.say
        head = [
            say("deck"),
            say("cards"),
            say("wilds"),
            say("skips"),
            say("different numbers"),
            say("cards per number"),
        ]
        made = [Line([self._deck(deck), *map(str, _make(deck))], deck) for deck in decks]
        return table(say("What the decks are made of"), head, made)

    def _said_of_decks(self) -> str:
        found = {deck: chance(deck, self.asked, self.cards) for deck in DECKS}
        easy, hard = max(found, key=found.__getitem__), min(found, key=found.__getitem__)
        return self.words.say(
            "{phase}: dealt most often with {easy}, in {most} of all hands; least often with {hard}, in {least}.",
            phase=self.asked,
            easy=self._deck(easy),
            most=percent(found[easy]),
            hard=self._deck(hard),
            least=percent(found[hard]),
        )

    def _flip(self) -> list[Part]:
        say, phases = self.words.say, edition("flip").phases
        sides = [say(SIDES[side]) for side in ("color", "wild")]
        chances = [(chance("flip", phase, self.cards), chance("flip_wild", phase, self.cards)) for phase in phases]
        rows = [
            Line(
                [self._named(phase), str(here), str(there), self._easier(here, there, sides)],
                f"phase{phase.number}",
                "right" if not min(here, there) else "plain",
            )
            for phase, (here, there) in zip(phases, self.lacking, strict=True)
        ]
        head = [say("phase"), *(say("missing, {side}", side=side) for side in sides), say("closer on")]
        return [
            self._both_sides(),
            text(self._said(), "strong"),
            table(say("How many cards this hand is missing"), head, rows),
            bars(
                say("{n} cards of {game}", n=self.cards, game=self.words.edition_name(edition("flip"))),
                say("Every phase is dealt more often on the wild side, where a number counts as any color."),
                series=[("truth", sides[0]), ("other", sides[1])],
                rows=[
                    TableRow(self._named(phase), list(map(self._counted, pair)), f"phase{phase.number}")
                    for phase, pair in zip(phases, chances, strict=True)
                ],
                axis=say("share of hands"),
                head=say("phase"),
            ),
            text(
                say(
                    "You see one side of your own cards, and everyone else sees the back. You also see the "
                    "backs of their cards."
                ),
                "hint",
            ),
        ]

    def _both_sides(self) -> Part:
        return cards(
            *(
                Held(self.words.say(SIDES[side]), " ".join(card.code for card in self._faces(side)))
                for side in ("color", "wild")
            )
        )

    def _easier(self, here: int, there: int, sides: Sequence[str]) -> str:
        if here == there:
            return self.words.say("both alike")
        return sides[here > there]

    def _said_of_flip(self) -> str:
        lacking = self.lacking
        return self.words.say(
            "The cards on one side tell you nothing about the other side. This hand is closer on the color side for"
            " {color} of the ten phases and on the wild side for {wild}.",
            color=sum(here < there for here, there in lacking),
            wild=sum(here > there for here, there in lacking),
        )


def _make(deck: str) -> tuple[int, int, int, int, str]:
    """Return a deck's makeup: cards, wilds, skips, distinct numbers, and cards per number."""
    name, side = DECKS[deck]
    found = edition(name)
    up = found.pack.side(side)
    faces = [face_on(card, up) for card in found.deck(found.seats[0])]
    numbers = [card.number for card in faces if card.number is not None]
    skips = sum(card.skip for card in faces)
    each = sorted({numbers.count(number) for number in numbers})
    return len(faces), len(faces) - len(numbers) - skips, skips, len(set(numbers)), "–".join(map(str, each))  # noqa: RUF001
