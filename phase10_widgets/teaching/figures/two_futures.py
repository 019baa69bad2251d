"""Lesson 9: one hand with two futures, turn by turn: take the known face-up card, or draw an unknown one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from typing import Any, ClassVar, NamedTuple

from ...base.translatable import phrase
from ...languages.number_text import number, percent
from ...odds.counting.completions import completions
from ...odds.draw_odds import Wait
from ...odds.situation import Situation
from ...rules.cards import Card
from ...rules.phases import Phase
from ...rules.solver import solver
from ...ui.interactive import MOST_SEED, Input
from .shared.controls import ChoiceControl, NumberControl, SliderControl
from .shared.guess import Guess
from .shared.parts import Curve, Held, Line, Part, Role, cards, lines, table, text
from .shared.trials import Trials

EDITION = "classic"
TURNS = 10
"""The number of turns to look ahead."""


class Case(NamedTuple):
    """A hand at the start of a turn."""

    phase: str
    hand: str
    top: str
    """The face-up card."""


CASES: Mapping[str, Case] = {
    "first": Case("2 sets of 3", "R7 B7 G7 R2 Y4 G9 B11 Y12", "B2"),
    "third": Case("2 sets of 3", "R7 B7 G7 R2 G2 R5 G5 B11 Y12", "B12"),
    "gap": Case("1 run of 7", "R3 B4 G6 Y7 R8 G11 B12 Y12", "B5"),
    "open": Case("1 run of 7", "Y3 Y4 B5 G6 Y7 R8 R12 G1", "Y12"),
}
TRIED: tuple[Role, Role] = ("sample", "other")
"""The chart roles of the two choices before the result is shown."""
WAYS = ChoiceControl(
    phrase("Your guess"),
    {"take": phrase("take the face-up card"), "draw": phrase("draw"), "tied": phrase("both are equally likely")},
)


class Futures:
    """The exact chances after either first choice, if every card is kept and all later cards come from the pile."""

    def __init__(self, case: Case) -> None:
        hand = Situation.with_cards(EDITION, case.phase, case.hand, seen=case.top)
        self.phase: Phase = hand.phase
        self.hand: tuple[Card, ...] = hand.hand
        self.pool = hand.pool
        self.top = Situation.with_cards(EDITION, case.phase, case.top).hand[0]
        self.missing = solver(hand.phase, hand.pool.side).missing
        """The function that counts the cards that a hand lacks."""
        self._drawing = _wait(hand)
        self._taking = _wait(Situation.with_cards(EDITION, case.phase, f"{case.hand} {case.top}"))

    def draw(self, turns: int) -> Fraction:
        """Return the chance of completing the phase within *turns* turns if every card is drawn blind."""
        return Fraction(self._drawing.cumulative(turns))

    def take(self, turns: int) -> Fraction:
        """Return the chance of completing the phase within *turns* turns if the face-up card is taken on the first
        turn."""
        return Fraction(self._taking.cumulative(turns - 1)) if turns else Fraction(0)

    @cached_property
    def means(self) -> tuple[Fraction, Fraction]:
        """The mean numbers of turns after taking the face-up card and after drawing."""
        drawing, taking = self._drawing.mean, self._taking.mean
        assert drawing is not None
        assert taking is not None
        return 1 + Fraction(taking), Fraction(drawing)


def _wait(at: Situation) -> Wait:
    return Wait(at, tuple(completions(at.phase, at.hand, at.pool, at.pool.size)))


@lru_cache(maxsize=len(CASES))
def futures(case: str) -> Futures:
    """Return the two futures of a ready-made hand."""
    return Futures(CASES[case])


class TwoFutures(Trials):
    """The two futures of a hand, after taking the face-up card or drawing: ``TwoFutures(case="open")``."""

    TITLE = phrase("Take the pair or draw?")
    LEAD = phrase(
        "The face-up card gives you a sure pair or fits into the run. Nobody knows what the pile holds. Which choice "
        "completes the phase sooner?"
    )
    case = Input("first", "One of the ready-made hands: first, third, gap or open.")
    turns = Input(4, "The number of turns after which to compare the choices, 1 to 10.")
    seed = Input(1, "The seed of the cards drawn later.")
    FIELDS: ClassVar = {
        "case": ChoiceControl(
            phrase("Hand"),
            {
                "first": phrase("A first pair beside a set"),
                "third": phrase("A third pair beside a set"),
                "gap": phrase("A card for a gap in the run"),
                "open": phrase("A pair beside an open-ended run"),
            },
        ),
        "turns": SliderControl(phrase("Turns"), 1, TURNS),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    ACT = "play"
    BUTTONS = (phrase("Try both once"), phrase("Try both {n} times"))
    FULL = phrase("{n} trials have been run; that is enough.")
    STREAM = "futures"
    CHUNK = 1_000
    MOST = 100_000
    ENOUGH = 100
    ASKED = ("case", "turns")
    GATED = ("case",)
    KEEPING = frozenset({"turns"})

    def play(self, n: Any) -> None:
        """Simulate both choices 1, 100 or 10,000 more times, with the same cards from the pile."""
        self._more(n)

    def _question(self) -> Guess:
        prompt = self._plural(
            phrase("Which way is more likely to have completed the phase after {n} turn?"),
            phrase("Which way is more likely to have completed the phase after {n} turns?"),
            {"n": self.turns},
        )
        return Guess(prompt, WAYS, self._better or "tied")

    def _begin(self) -> None:
        super()._begin()
        self.done = ([0] * (TURNS + 1), [0] * (TURNS + 1))
        """The number of trials that completed the phase by each turn, when drawing and when taking the face-up card."""

    @property
    def tried(self) -> int:
        """The number of trials."""
        return self._trials

    @property
    def exact(self) -> Futures:
        """The exact chances."""
        return futures(self.case)

    def _try(self, random: Random, n: int) -> None:
        exact = self.exact
        pile = exact.pool.cards()
        for _ in range(n):
            drawn = random.sample(pile, TURNS)
            for taking, done in enumerate(self.done):
                turns = _turns(exact, drawn, taking=bool(taking))
                for turn in range(turns, TURNS + 1):
                    done[turn] += 1

    def _parts(self) -> list[Part]:
        say, exact, case = self.words.say, self.exact, CASES[self.case]
        controls = self._controls(*self._try_buttons())
        hand = cards(
            Held(say("Your hand"), case.hand, note=say("You want {phase}.", phase=exact.phase)),
            Held(say("The face-up card"), case.top, key="take"),
        )
        rule = text(say("You keep every card here, and all cards after the first turn come from the draw pile."))
        if not self._open:
            return [controls, hand, rule, self._so_far(), *([self._lines()] if self.tried else [])]
        said = text(self._said(), "strong", key=self._better)
        return [
            controls,
            hand,
            said,
            self._so_far(),
            self._lines(),
            self._means(),
            text(self._why(), "hint"),
            rule,
        ]

    @property
    def _better(self) -> str:
        """The choice with the better chance within the chosen number of turns."""
        take, draw = self.exact.take(self.turns), self.exact.draw(self.turns)
        return "take" if take > draw else "draw" if draw > take else ""

    def _said(self) -> str:
        if not self._open:
            return ""
        take, draw = self.exact.take(self.turns), self.exact.draw(self.turns)
        parts = {"n": self.turns, "take": percent(take), "draw": percent(draw)}
        if take == draw:
            return self._plural(
                phrase("After {n} turn, the two choices are tied: each has completed the phase {take} of the time."),
                phrase("After {n} turns, the two choices are tied: each has completed the phase {take} of the time."),
                parts,
            )
        if take > draw:
            return self._plural(
                phrase(
                    "After {n} turn, taking the card is ahead: it has completed the phase {take} of the time, and "
                    "drawing {draw} of the time."
                ),
                phrase(
                    "After {n} turns, taking the card is ahead: it has completed the phase {take} of the time, and "
                    "drawing {draw} of the time."
                ),
                parts,
            )
        return self._plural(
            phrase(
                "After {n} turn, drawing is ahead: it has completed the phase {draw} of the time, and taking the "
                "card {take} of the time."
            ),
            phrase(
                "After {n} turns, drawing is ahead: it has completed the phase {draw} of the time, and taking the "
                "card {take} of the time."
            ),
            parts,
        )

    def _plural(self, one: str, many: str, parts: Mapping[str, Any]) -> str:
        template = one if parts["n"] == 1 else many
        return self.words.say(template, **parts)

    def _tried(self) -> str:
        n = self.tried
        if not n:
            return self.words.say(
                "Nothing has been simulated yet. Which choice do you think is better, and by how much?"
            )
        drawing, taking = (self._found_written(done[self.turns], n) for done in self.done)
        return self.words.say(
            "Tried {n} times with the same cards from the pile: taking the card completed the phase in {take} of "
            "the trials, and drawing did in {draw}.",
            n=number(n),
            take=taking,
            draw=drawing,
        )

    def _why(self) -> str:
        say = self.words.say
        match self.case:
            case "first":
                return say(
                    "The pair brings you closer to the phase: without it, you need two more cards. Here, taking it "
                    "is right no matter how many turns are left."
                )
            case "third":
                return say(
                    "You already have two pairs, so one more card completes the phase. A third pair helps only if "
                    "the round lasts, because taking it costs you the first turn for certain."
                )
            case "gap":
                return say(
                    "The card fills the gap in the run, so it brings you closer to the phase. Taking it is right."
                )
            case _:
                return say(
                    "A pair does not help a run. It is certain but useless, while an unknown card completes the run"
                    " in about one case out of four."
                )

    def _lines(self) -> Part:
        say, exact, n = self.words.say, self.exact, self.tried
        turns = range(TURNS + 1)
        ways = (("take", say("take the face-up card")), ("draw", say("draw")))
        counted = [exact.take, exact.draw]
        curves = [
            Curve("truth", ways[0][1], [(turn, float(exact.take(turn))) for turn in turns], key="take"),
            Curve("other", ways[1][1], [(turn, float(exact.draw(turn))) for turn in turns], key="draw"),
        ]
        tried = (self.done[1], self.done[0])
        if n:
            curves += [
                Curve(
                    curve.role,
                    say("{way}, tried", way=curve.name),
                    [(turn, done[turn] / n) for turn in turns],
                    faint=True,
                    key=curve.key,
                )
                for curve, done in zip(tuple(curves), tried, strict=True)
            ]
        if not self._open:
            counted, curves = (
                [],
                [
                    curve._replace(role=role, faint=False)
                    for role, curve in zip(TRIED, curves[len(ways) :], strict=False)
                ],
            )
        rows = []
        for turn in turns[1:]:
            row = [str(turn), *(self._told(percent(chance(turn))) for chance in counted)]
            if n:
                row += [self._found_written(done[turn], n) for done in tried]
            rows.append(row)
        head = [say("turns"), *(name for _, name in ways if self._open)]
        if n:
            head += [say("{way}, tried", way=name) for _, name in ways]
        return lines(
            say("How often the phase is complete, turn by turn"),
            self._said() or self._tried(),
            x=say("turns"),
            y=say("chance to be complete"),
            curves=curves,
            head=head,
            table=rows,
        )

    def _means(self) -> Part:
        say = self.words.say
        take, draw = self.exact.means
        best = min(take, draw)
        rows = [
            Line([name, self._told(number(mean))], key, "right" if mean == best else "plain")
            for name, mean, key in (
                (say("take the face-up card"), take, "take"),
                (say("draw"), draw, "draw"),
            )
        ]
        return table(say("How long it takes on average"), [say("first turn"), say("turns on average")], rows)


def _turns(exact: Futures, drawn: Sequence[Card], *, taking: bool) -> int:
    """Return the number of the turn that completes the phase with these cards from the pile, or TURNS + 1 if none
    does."""
    came = (exact.top, *drawn[:-1]) if taking else tuple(drawn)
    turn, lacking = 0, exact.missing(exact.hand)
    while lacking and turn + lacking <= TURNS:  # each additional card lowers the number of missing cards by at most one
        turn += lacking
        lacking = exact.missing((*exact.hand, *came[:turn]))
    return TURNS + 1 if lacking else turn
