"""Lesson 3: deals that are tried, beside what is counted."""

from __future__ import annotations

from typing import Any, ClassVar

import traitlets

from ...core.said import phrase
from ...odds.questions import Question
from ...odds.questions import question as experiment
from ..odds_numbers import chance
from ..odds_sample import Sample
from .figure import Figure, Options, Range, Whole, number_to_do
from .parts import Curve, Level, Part, formula, lines, text

AT_ONCE = (1, 100, 10_000)
MOST_SEED = 2**53 - 1


class DealSimulator(Figure):
    """Hands that are dealt at random, and how many of them have a wild: ``DealSimulator(cards=10)``."""

    TITLE = phrase("At least one wild?")
    LEAD = phrase("Deal hands and see in how many of them there is a wild. The line is what counting says.")
    cards = traitlets.Int(10, help="How many cards are dealt, 1 to 15.")
    edition = traitlets.Unicode("classic", help="The edition's id.")
    seed = traitlets.Int(1, help="Decides the deals.")
    FIELDS: ClassVar = {
        "edition": Options(
            phrase("Game"), {"classic": phrase("Phase 10"), "masters": phrase("Phase 10 Masters Edition")}
        ),
        "cards": Range(phrase("Cards dealt"), 1, 15),
        "seed": Whole(phrase("Seed"), 0, MOST_SEED),
    }

    def _chosen(self, changes: Any) -> None:
        super()._chosen(changes)
        self._sample = Sample(self._question, self.seed)

    def _question(self) -> Question:
        return experiment("wilds", edition=self.edition, cards=self.cards)

    def deal(self, n: Any) -> None:
        """Deal 1, 100 or 10,000 hands more."""
        self._sample.wanted += number_to_do(n, AT_ONCE)

    ACTS: ClassVar = {"deal": deal}

    def _step(self) -> bool:
        more = self._sample.wanted > self._sample.trials
        if more:
            more = self._sample.deal()
            self._show()
        return more

    @property
    def _running(self) -> bool:
        return self._sample.wanted > self._sample.trials

    def _parts(self) -> list[Part]:
        say = self.words.say
        exact = self._question().exact()
        assert exact is not None
        truth = chance(exact, self.words)
        sample = self._sample.to_dict(self.words)
        found = sample["estimate"]
        buttons = [self._deed("deal", say("{n} deals", n=n), n, main=n == AT_ONCE[-1]) for n in AT_ONCE]
        parts = [self._controls(*buttons)]
        said = found["explanation"] if found else say("No hand has been dealt yet.")
        parts.append(text(said, "strong" if found else "hint", key="sample"))
        points = sample["points"]
        rows = [[str(n), self._told(f"{100 * value:.1f} %")] for n, value, _, _ in points]
        parts.append(
            lines(
                say("Share of hands with a wild"),
                said,
                x=say("hands"),
                y=say("share"),
                log=True,
                curves=[Curve("sample", say("deals"), [(n, value) for n, value, _, _ in points], key="sample")],
                band=[(n, low, high) for n, _, low, high in points],
                levels=[Level("truth", say("counted"), truth["value"], truth["percent"])],
                head=[say("hands"), say("share")],
                table=rows,
            )
        )
        parts.append(
            formula(say("counted: {percent}", percent=truth["percent"]), [("1 - C(100, 10) / C(108, 10)", "truth")])
        )
        return parts
