"""Lesson 6: a thousand opponents, sorted by what they collect or by what they did."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from ...base.translatable import phrase
from ...ui.interactive import Input
from .shared.controls import ChoiceControl, SliderControl
from .shared.figure import Figure
from .shared.guess import PERCENT, Guess
from .shared.parts import (
    Branch,
    Counted,
    Crowd,
    Part,
    Piece,
    TableRow,
    Tone,
    bars,
    counting,
    formula,
    text,
    tree,
    units,
)

OPPONENTS = 1_000
PICKS = {
    "took": (True,),
    "left": (False,),
    "took twice": (True, True),
    "left twice": (False, False),
    "took, then left": (True, False),
}
"""Your opponent's reaction to each face-up 7: taking it or leaving it."""

SEVENS = ("R7", "B7", "G7", "Y7")
FLOWN = 12
"""The number of opponents whose 7s fly into the picture."""

SEEN = {
    "took": phrase("took the 7"),
    "left": phrase("left the 7"),
    "took twice": phrase("took two 7s"),
    "left twice": phrase("left two 7s"),
    "took, then left": phrase("took a 7, then left one"),
}


class Opponents(Figure):
    """The evidence in an opponent's pick: ``Opponents(collect=240, hit=75, other=10)``."""

    TITLE = phrase("What does their pick tell you?")
    LEAD = phrase(
        "Here are 1,000 opponents, and some of them collect 7s. You saw what your own opponent did with a face-up 7. "
        "Of those who did the same, how many collect 7s?"
    )
    collect = Input(240, "The number of 7-collectors among 1,000 opponents, 20 to 500 in steps of 20.")
    hit = Input(75, "The percentage of face-up 7s that a collector takes, 0 to 100 in steps of 5.")
    other = Input(10, "The percentage of face-up 7s that anyone else takes, 0 to 100 in steps of 5.")
    seen = Input("took", 'The behavior: "took", "left", "took twice", "left twice" or "took, then left".')
    order = Input("did", 'The arrangement: "mixed", or sorted by "collects" or "did".')
    show = Input("people", 'The picture: the "people", a "tree" or the "formula".')
    FIELDS: ClassVar = {
        "order": ChoiceControl(
            phrase("The opponents stand"),
            {
                "mixed": phrase("mixed"),
                "collects": phrase("sorted by whether they collect 7s"),
                "did": phrase("sorted by what they did"),
            },
        ),
        "show": ChoiceControl(
            phrase("Show"),
            {"people": phrase("the opponents"), "tree": phrase("a tree"), "formula": phrase("the calculation")},
        ),
        "seen": ChoiceControl(
            phrase("What your opponent did"),
            SEEN,
        ),
        "collect": SliderControl(phrase("Opponents who collect 7s, per 1,000"), 20, 500, 20),
        "hit": SliderControl(phrase("Collectors take a 7"), 0, 100, 5, phrase("{n}%")),
        "other": SliderControl(phrase("Others take it"), 0, 100, 5, phrase("{n}%")),
    }

    ASKED = ("seen", "collect", "hit", "other")

    @property
    def prior(self) -> Fraction:
        """The proportion of opponents who collect 7s."""
        return Fraction(self.collect, OPPONENTS)

    @property
    def likely(self) -> tuple[Fraction, Fraction]:
        """The chance of this behavior for a collector, and for anyone else."""
        return self._did(self.hit), self._did(self.other)

    def _did(self, takes: int) -> Fraction:
        share, found = Fraction(takes, 100), Fraction(1)
        for took in PICKS[self.seen]:
            found *= share if took else 1 - share
        return found

    @property
    def cases(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The four groups among 1,000 opponents: collectors and others, each split by whether they behaved this way."""
        of_collectors, of_others = self.likely
        others = OPPONENTS - self.collect
        both, false = self.collect * of_collectors, others * of_others
        return both, self.collect - both, false, others - false

    @property
    def answer(self) -> Fraction | None:
        """The proportion of collectors among those who behaved this way; None if nobody did."""
        both, _, false, _ = self.cases
        return both / (both + false) if both + false else None

    def _question(self) -> Guess | None:
        if self.answer is None:
            return None
        prompt = self.words.say(
            "Of 1,000 opponents, {collect} collect 7s. Yours {did}. How likely are they to collect 7s?",
            collect=self.collect,
            did=self._seen(),
        )
        return Guess(prompt, PERCENT, self.answer)

    def _said(self) -> str:
        if not self._open:
            return ""
        if self.order == "did":
            return self._counted_did()
        if self.order == "collects":
            return self._counted_collectors()
        return self.words.say("Who did the same as your opponent? Sort the opponents first, and then count.")

    def _parts(self) -> list[Part]:
        if not self._open:
            return [self._controls(only=("seen", "collect", "hit", "other")), self._kinds()]
        tone: Tone = "hint" if self.order == "mixed" else "strong"
        key = "both" if self.order == "did" else ""
        return [self._controls(), text(self._said(), tone, key=key), *self._picture()]

    def _picture(self) -> list[Part]:
        """Return the one picture that the learner has chosen."""
        if self.show == "tree":
            return [self._tree_of_did() if self.order == "did" else self._tree()]
        if self.show == "formula" and self.answer is not None:
            return [self._compared(), self._formula(), *self._news()]
        return [self._crowd()]

    def _seen(self) -> str:
        """Describe your opponent's behavior."""
        return self.words.say(SEEN[self.seen])

    def _counted_collectors(self) -> str:
        both, _, false, _ = self.cases
        return self.words.say(
            "Of the {collect} opponents who collect 7s, {both} {did}. Of the {others} others, {false} did, too.",
            collect=self.collect,
            both=self._number(both),
            did=self._seen(),
            others=OPPONENTS - self.collect,
            false=self._number(false),
        )

    def _counted_did(self) -> str:
        both, _, false, _ = self.cases
        if self.answer is None:
            return self.words.say("None of these opponents {did}.", did=self._seen())
        numbers = {"all": self._number(both + false), "both": self._number(both)}
        numbers |= {"did": self._seen(), "percent": self._percent(self.answer)}
        if (both.denominator, false.denominator) == (1, 1):
            return self.words.say(
                "{all} of 1,000 opponents {did}. Of those, {both} collect 7s: that is {percent}.", **numbers
            )
        return self.words.say(
            "On average, {all} of 1,000 opponents {did}. Of those, {both} collect 7s: that is {percent}.", **numbers
        )

    def _groups(self) -> list[tuple[str, Fraction, str]]:
        """Return the name, size and key of each of the four cases."""
        say = self.words.say
        names = (
            say("collect 7s and did it"),
            say("collect 7s, did not"),
            say("others who did it"),
            say("others who did not"),
        )
        return list(zip(names, self.cases, ("both", "missed", "false", "rest"), strict=True))

    def _crowd(self) -> Part:
        say, groups = self.words.say, self._groups()
        both, false = round(self.cases[0]), round(self.cases[2])
        sizes = [both, self.collect - both, false, OPPONENTS - self.collect - false]
        places = (0, 2, 1, 3) if self.order == "did" else (0, 1, 2, 3)
        order = [at for at in places for _ in range(sizes[at])]
        if self.order == "mixed":
            Random("opponents").shuffle(order)
        crowds = [
            Crowd(name, size, self._percent(Fraction(size, OPPONENTS)), key)
            for (name, _, key), size in zip(groups, sizes, strict=True)
        ]
        label = ", ".join(f"{crowd.name}: {self._number(crowd.size)}" for crowd in crowds)
        head = [say("who"), say("opponents"), say("share")]
        crowd = units(say("1,000 opponents"), label, crowds, order, head=head)
        moment = str(self._values(self.ASKED)) if self.order == "did" else None
        return counting(crowd, say("Face-up 7s"), moment, self._sevens(order))

    def _sevens(self, order: Sequence[int]) -> list[Counted]:
        """Return the 7s of some opponents who did the same as yours, spread evenly over their marks."""
        same = [at for at, group in enumerate(order) if group in (0, 2)]
        shown = same[:: -(-len(same) // FLOWN)] if same else []
        seen = len(PICKS[self.seen])
        return [Counted(" ".join(SEVENS[(n + i) % 4] for i in range(seen)), at) for n, at in enumerate(shown)]

    def _kinds(self) -> Part:
        """Draw both types of opponent, before anyone has acted."""
        say, sizes = self.words.say, (self.collect, OPPONENTS - self.collect)
        order = [at for at, size in enumerate(sizes) for _ in range(size)]
        Random("opponents").shuffle(order)
        crowds = [
            Crowd(name, size, self._percent(Fraction(size, OPPONENTS)), key)
            for name, size, key in zip((say("collect 7s"), say("others")), sizes, ("prior", "others"), strict=True)
        ]
        label = ", ".join(f"{crowd.name}: {self._number(crowd.size)}" for crowd in crowds)
        return units(say("1,000 opponents"), label, crowds, order, head=[say("who"), say("opponents"), say("share")])

    def _leaf(self, at: int, share: Fraction) -> Branch:
        name, n, key = self._groups()[at]
        return Branch(name, self._percent(share), self._number(n), key=key)

    def _tree(self) -> Part:
        """Draw the tree from cause to effect: collecting first, then the behavior."""
        say, (collectors, others) = self.words.say, self.likely
        branches = [
            Branch(
                say("collect 7s"),
                self._percent(self.prior),
                self._number(self.collect),
                [self._leaf(0, collectors), self._leaf(1, 1 - collectors)],
                key="prior",
            ),
            Branch(
                say("others"),
                self._percent(1 - self.prior),
                self._number(OPPONENTS - self.collect),
                [self._leaf(2, others), self._leaf(3, 1 - others)],
            ),
        ]
        return self._drawn(say("Sorted first by whether they collect 7s"), branches)

    def _tree_of_did(self) -> Part:
        """Draw the tree the other way around: the behavior first, then collecting."""
        say, cases, branches = self.words.say, self.cases, []
        for name, (at, below), key in (
            (say("did it"), (0, 2), "did"),
            (say("did not"), (1, 3), ""),
        ):
            both = cases[at] + cases[below]
            if both:
                leaves = [self._leaf(each, cases[each] / both) for each in (at, below)]
                share = self._percent(both / OPPONENTS)
                branches.append(Branch(name, share, self._number(both), leaves, key=key))
        return self._drawn(say("Sorted first by what they did: {did}", did=self._seen()), branches)

    def _drawn(self, title: str, branches: list[Branch]) -> Part:
        say = self.words.say
        root = Branch(say("1,000 opponents"), children=branches)
        return tree(title, self._said(), root, head=[say("case"), say("shares"), say("opponents")])

    def _formula(self) -> Part:
        """Show Bayes' rule with numbers of people, then with proportions."""
        say, (both, _, false, _), answer = self.words.say, self.cases, self.answer
        assert answer is not None
        collectors, others = self.likely
        result = (self._percent(answer), "answer")
        named: list[Piece] = [(say("share of collectors"), "answer"), " = ", (say("collect 7s and did it"), "both")]
        named += [" ÷ (", (say("collect 7s and did it"), "both"), " + ", (say("others who did it"), "false"), ")"]
        people: list[Piece] = [" = ", (self._number(both), "both"), " ÷ (", (self._number(both), "both"), " + "]
        people += [(self._number(false), "false"), ") = ", result]
        above = (f"{self._percent(self.prior)} · {self._percent(collectors)}", "both")
        below = (f"{self._percent(1 - self.prior)} · {self._percent(others)}", "false")
        return formula(self._said(), named, people, [" = ", above, " ÷ (", above, " + ", below, ") = ", result])

    def _compared(self) -> Part:
        """Compare the answer with the prior and with the transposed conditional."""
        say, answer = self.words.say, self.answer
        assert answer is not None
        rows = [
            TableRow(say("collect 7s, before you have seen anything"), [self._counted(self.prior), None], "prior"),
            TableRow(say("collect 7s, among those who did it"), [self._counted(answer), None], "answer"),
            TableRow(say("did it, among those who collect 7s"), [None, self._counted(self.likely[0])], "turned"),
        ]
        return bars(
            say("Two questions that sound alike"),
            self._said(),
            series=[("truth", say("the question")), ("other", say("reversed: a different question"))],
            rows=rows,
            axis=say("share of opponents"),
            head=say("what share"),
        )

    def _news(self) -> list[Part]:
        """Show the weight of the evidence and a common error."""
        say, answer, (collectors, others) = self.words.say, self.answer, self.likely
        assert answer is not None
        numbers = {"before": self._percent(self.prior), "after": self._percent(answer)}
        if answer == self.prior:
            news = say(
                "The probability that your opponent collects 7s was {before} before, and it still is: collectors do "
                "this just as often as others.",
                **numbers,
            )
        elif True in PICKS[self.seen]:
            news = say(
                "The probability that your opponent collects 7s was {before} before, and now it is {after}: what "
                "somebody does is evidence.",
                **numbers,
            )
        else:
            news = say(
                "The probability that your opponent collects 7s was {before} before, and now it is {after}: not "
                "taking a card is evidence, too.",
                **numbers,
            )
        wrong = say(
            "{inverse} is the answer to a different question: how many of those who collect 7s do this? The others do "
            "it, too, {false} of the time, and there are {n} of them.",
            inverse=self._percent(collectors),
            false=self._percent(others),
            n=OPPONENTS - self.collect,
        )
        return [text(news, key="prior"), text(wrong, "wrong", key="turned")]
