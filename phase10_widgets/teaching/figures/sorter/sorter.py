"""Lesson 1: a hand to sort into a phase's groups and check against the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from ....base.translatable import phrase
from ....editions import edition as find_edition
from ....game.hands import arrange, fits, missing, read_cards
from ....odds.pool import FIRST_SIDE, Pool
from ....odds.simulation.card_experiment import drawn, in_order
from ....odds.simulation.chunks import stream
from ....rules import solver
from ....rules.cards import Card
from ....rules.groups import Group
from ....rules.phases import ColorOf, ColorRunOf, FlushOf, Need, Phase, SetOf
from ....ui.interactive import MOST_SEED, Input
from ....ui.screen import Refused
from ..deals import GAMES
from ..shared.controls import ChoiceControl, NumberControl, SliderControl
from ..shared.figure import Figure
from ..shared.parts import GroupPart, Held, Line, Part, Tone, cards, sorter, table, text
from .tasks import TASKS

DEALT = "dealt"
HAND = -1
"""The position of a card that is in no group."""
MOVE = re.compile(r"(\d{1,2})/(-1|\d)", re.ASCII)
NOTES = ("G4", "G8", "G9", "G10", "C5", "M6", "S2", "S4", "S5", "F6", "F9")
"""The rules that define groups."""
_BAD_MOVE = phrase(
    "To move a card, give its position and the group's position, such as 0/1 (or 0/-1 to return it to the hand), not "
    "{value}."
)


class GroupVerdict(NamedTuple):
    """The verdict on a group."""

    tone: Tone = "plain"
    said: str = ""
    rule: str = ""
    """The rule number."""
    group: Group | None = None
    """The group, if it is valid."""


class Sorter(Figure):
    """A hand to sort into a phase's groups and check against the rules: ``Sorter(hand="run")``."""

    TITLE = phrase("What is a set, a run, a color?")
    LEAD = phrase(
        "Sort the hand into the groups of the phase. What do the rules really require, and what do they not require?"
    )
    hand = Input("colors", "The name of a ready-made hand, or dealt.")
    edition = Input("classic", "The edition's id.")
    side = Input("color", "The side of a flip card that is up: color or wild.")
    phase = Input(1, "The phase, 1 to 10.")
    seed = Input(1, "The seed of the dealt hand.")
    FIELDS: ClassVar = {
        "hand": ChoiceControl(
            phrase("Hand"), {**{name: task.title for name, task in TASKS.items()}, DEALT: phrase("dealt at random")}
        ),
        "edition": ChoiceControl(phrase("Game"), GAMES),
        "side": ChoiceControl(phrase("Side"), {"color": phrase("color side"), "wild": phrase("wild side")}),
        "phase": SliderControl(phrase("Phase"), 1, 10),
        "seed": NumberControl(phrase("Seed"), 0, MOST_SEED),
    }

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        before: dict[str, Any] = getattr(self, "_now", {name: getattr(self, name) for name in self.INPUTS})
        new = {name: value for name, value in changes.items() if value != before[name]}
        now = before | new
        if new.keys() & {"edition", "side", "seed"} and "hand" not in new:
            now["hand"] = DEALT
        if "hand" in new and now["hand"] != DEALT:
            task = TASKS[now["hand"]]
            now |= {"edition": task.edition, "side": task.side, "phase": task.phase}
        self._now = now
        super()._chosen(now)
        if new or not hasattr(self, "_cards"):
            self._begin()

    @property
    def _up(self) -> str:
        """The face-up side; only Flip offers a choice of sides."""
        return self.side if self._edition.two_sided else FIRST_SIDE

    def _begin(self) -> None:
        """Pick up the hand again, with no cards sorted."""
        self._edition = find_edition(self.edition)
        self._phase: Phase = self._edition.phase(self.phase)
        if self.hand == DEALT:
            pool = Pool.of_deck(self._edition, side=self._up)
            self._cards = tuple(drawn(stream(self.seed, 0).random, in_order(pool), 10))
        else:
            self._cards = read_cards(TASKS[self.hand].cards, self._edition, self._up)
        self._cards = tuple(sorted(self._cards, key=_place))
        self._at = [HAND] * len(self._cards)
        self._solved = False
        self._touched: int | None = None

    def move(self, value: Any) -> None:
        """Move a card to a group or back to the hand: ``"card/group"``, both as zero-based indexes; -1 is the hand."""
        found = MOVE.fullmatch(value) if isinstance(value, str) else None
        card, to = map(int, found.groups()) if found else (HAND, HAND)
        if not found or card >= len(self._cards) or to >= len(self._phase.needs):
            raise Refused("bad_value", _BAD_MOVE, value=repr(value)[:20])
        self._at[card] = to
        self._solved = False
        self._touched = to if to != HAND else None

    def clear(self, _: Any) -> None:
        """Move all cards back to the hand."""
        self._begin()

    def solve(self, _: Any) -> None:
        """Show a solution if there is one."""
        self._begin()
        self._solved = True
        found = arrange(self._cards, self._phase, side=self._up)
        for to, group in enumerate(found.groups if found else ()):
            for card in group.cards:
                self._at[next(at for at, each in enumerate(self._cards) if each is card and self._at[at] == HAND)] = to

    ACTS: ClassVar = {"move": move, "clear": clear, "solve": solve}

    # The rules' verdict

    def _of(self, to: int) -> list[int]:
        """Return the indexes of the cards in a group or in the hand."""
        return [card for card, at in enumerate(self._at) if at == to]

    def verdicts(self) -> list[GroupVerdict]:
        """Return the verdict on each group."""
        found: list[GroupVerdict] = []
        for to, need in enumerate(self._phase.needs):
            verdict = self._verdict(need, [self._cards[card] for card in self._of(to)])
            if need.another and verdict.group and found[-1].group and _same(verdict.group, found[-1].group):
                said = self.words.say("This group must be of a different suit from the one before it.")
                verdict = GroupVerdict("wrong", said, "S4")
            found.append(verdict)
        return found

    @property
    def complete(self) -> bool:
        """True if the phase can be laid down as sorted."""
        natural = any(not self._cards[card].wild for card, to in enumerate(self._at) if to != HAND)
        return natural and all(verdict.tone == "right" for verdict in self.verdicts())

    def _verdict(self, need: Need, found: list[Card]) -> GroupVerdict:
        say, lacking = self.words.say, need.size - len(found)
        if not found:
            return GroupVerdict()
        if any(card.skip for card in found):
            rule = "M6" if self.edition == "masters" else "C5"
            return GroupVerdict("wrong", say("A skip cannot be part of a group."), rule)
        wanted = type(need)(max(need.size, len(found)))
        if all(card.wild for card in found):
            return self._only_wilds(wanted, found, lacking)
        if solver.missing(found, Phase((wanted,))) > max(0, lacking):
            return self._fault(wanted, found)
        if lacking > 0:
            return self._unfinished(lacking)
        made = solver.arrange(found, Phase((wanted,)))
        assert made is not None, "a complete group can be arranged"
        (group,) = made.groups
        return GroupVerdict("right", self._praise(group, extra=lacking < 0), _rule(wanted), group)

    def _unfinished(self, lacking: int) -> GroupVerdict:
        plural = self.words.language.plural
        return GroupVerdict(
            "plain", plural("So far, so good: {n} more card to go.", "So far, so good: {n} more cards to go.", lacking)
        )

    def _only_wilds(self, need: Need, found: list[Card], lacking: int) -> GroupVerdict:
        names = need.identities(found[0].side)
        fitting = [name for name in names if all(card.fits(*need.place(name, at)) for at, card in enumerate(found))]
        if not fitting:
            return self._fault(need, found)
        if lacking > 0:
            return self._unfinished(lacking)
        said = self.words.say(
            "This group consists only of wilds. That is allowed as long as some other card in the phase is not wild."
        )
        return GroupVerdict("right", said, "G10")

    def _praise(self, group: Group, *, extra: bool) -> str:
        say = self.words.say
        asked = {
            "set": phrase("Only the number counts; colors may differ or repeat."),
            "run": phrase("The numbers are consecutive; colors do not matter."),
            "color": phrase("Only the color counts; numbers may repeat."),
            "flush": phrase("Only the suit counts; ranks may repeat."),
            "color run": phrase("The numbers are consecutive, all in one color."),
        }
        why = asked[group.kind]
        if group.kind == "color run" and group.color is None:
            why = phrase("The numbers are consecutive; cards without a color may take any color, but all the same one.")
        said = [say("Right: {group}.", group=group), say(why)]
        if group.wilds:
            said.append(say("A wild stands in for a missing card."))
        if extra:
            said.append(say("A group may have more cards than the phase asks for."))
        return " ".join(said)

    def _fault(self, need: Need, found: list[Card]) -> GroupVerdict:
        """Return the reason these cards do not form such a group."""
        return GroupVerdict("wrong", self._why(need, found), _rule(need))

    def _why(self, need: Need, found: list[Card]) -> str:
        say = self.words.say
        numbers = sorted(card.number for card in found if card.number is not None)
        colored = {card.color: card for card in found if card.color is not None}
        suited = {card.suit: card for card in found if card.suit is not None}
        if isinstance(need, SetOf):
            odd = {card.number: card for card in found if card.number is not None}
            return say(
                "All cards in a set must have the same number. These differ: {cards}.", cards=tuple(odd.values())
            )
        if isinstance(need, ColorOf | ColorRunOf) and len(colored) > 1:
            what = Phase((need,))
            return say("{what}: these cards differ in color: {cards}.", what=what, cards=tuple(colored.values()))
        if isinstance(need, FlushOf):
            return say(
                "All cards in a flush must have the same suit. These differ: {cards}.", cards=tuple(suited.values())
            )
        twice = [number for number, n in Counter(numbers).items() if n > 1]
        if twice:
            return say("A run can contain each number only once, but {number} appears more than once.", number=twice[0])
        first, last = found[0].side.numbers[0], found[0].side.numbers[-1]
        gap = max(high - low for low, high in pairwise(numbers))
        if last - gap < need.size:
            said = phrase("A run goes from low to high and cannot go past {last}: {last} is never followed by {first}.")
            return say(said, first=first, last=last)
        return say(
            "{low} and {high} are too far apart for a run of {n}.", low=numbers[0], high=numbers[-1], n=need.size
        )

    # The display

    def _said(self) -> str:
        to = self._touched
        verdict = self.verdicts()[to].said if to is not None else ""
        return f"{verdict} {self._whole()}" if verdict else self._whole()

    def _whole(self) -> str:
        """Return the verdict on the whole phase."""
        say, verdicts = self.words.say, self.verdicts()
        if self._solved and max(self._at) == HAND:
            lack = missing(self._cards, self._phase, side=self._up)
            return self.words.language.plural(
                "This hand cannot complete the phase: it is {n} card short.",
                "This hand cannot complete the phase: it is {n} cards short.",
                lack,
            )
        if self.complete:
            return say("The phase is complete, and you may lay it down.")
        right = [verdict.tone for verdict in verdicts].count("right")
        if right == len(verdicts):
            return say("A phase needs at least one card that is not wild; beyond that, any number of wilds is allowed.")
        return self.words.language.plural(
            "{right} of {n} group is right.", "{right} of {n} groups are right.", len(verdicts), right=right
        )

    def _parts(self) -> list[Part]:
        say = self.words.say
        sides = () if self.edition == "flip" else ("side",)
        dealt = () if self.hand == DEALT else ("seed",)
        shown = tuple(name for name in self.FIELDS if name not in (*sides, *dealt))
        sorted_some = any(to != HAND for to in self._at)
        buttons = [
            self._deed("solve", say("Show one solution")),
            self._deed("clear", say("Return all cards to the hand"), disabled=not (sorted_some or self._solved)),
        ]
        asked = say("Phase {number} ({phase})", number=self.phase, phase=self._phase)
        parts: list[Part] = [self._controls(*buttons, only=shown)]
        if self.hand != DEALT and self._phase.number == TASKS[self.hand].phase:
            parts.append(text(say(TASKS[self.hand].asks), "strong"))
        parts.append(self._sorted(asked))
        tone: Tone = "right" if self.complete else "wrong" if self._faulty() else "plain"
        parts.append(text(self._whole(), tone, key="G9" if self._wild_only() else "G4"))
        return [*parts, *self._more(), *([self._rules()] if self._judged else [])]

    @property
    def _judged(self) -> bool:
        """True once a group has been judged right or wrong, or a solution has been requested; until then, the rules are
        hidden."""
        return self._solved or any(verdict.tone != "plain" for verdict in self.verdicts())

    def _folded(self) -> Sequence[Part] | None:
        return None if self._judged else [self._rules()]

    def _faulty(self) -> bool:
        return self._wild_only() or (self._solved and max(self._at) == HAND)

    def _wild_only(self) -> bool:
        return not self.complete and all(verdict.tone == "right" for verdict in self.verdicts())

    def _sorted(self, asked: str) -> Part:
        say, groups = self.words.say, []
        for to, (need, verdict) in enumerate(zip(self._phase.needs, self.verdicts(), strict=True)):
            row = self._in_order(self._of(to), verdict.group)
            title = say("Group {n}: {need}", n=to + 1, need=need)
            groups.append(GroupPart(title, row, verdict.tone, verdict.said, verdict.rule))
        codes = [card.code for card in self._cards]
        return sorter(asked, codes, (say("The hand"), self._of(HAND)), groups)

    def _in_order(self, places: list[int], group: Group | None) -> list[int]:
        """Return a group's cards in display order, such as from low to high for a run."""
        if group is None:
            return places
        left, row = list(places), []
        for card in group.cards:
            row.append(next(at for at in left if self._cards[at] is card))
            left.remove(row[-1])
        return row

    def _more(self) -> list[Part]:
        """Offer cards from the hand that also fit a valid group."""
        say, rows = self.words.say, []
        for to, verdict in enumerate(self.verdicts()):
            hand = [self._cards[at] for at in self._of(HAND)] if verdict.group else []
            fitting = [card for card in hand if fits(card, verdict.group or {}, side=self._up)]
            if fitting:
                held = " ".join(card.code for card in fitting)
                rows.append(Held(say("These fit group {n}, too", n=to + 1), held, key="G10"))
        return [cards(*rows)] if rows else []

    def _rules(self) -> Part:
        """List this game's rules for groups."""
        say, notes = self.words.say, [note for note in self._edition.notes if note[0] in NOTES]
        rows = [Line([number, self.words.note((number, said))], key=number) for number, said in notes]
        return table(say("This game's rules for groups"), [say("rule"), say("what it says")], rows)


def _rule(need: Need) -> str:
    """Return the number of the rule that defines this type of group."""
    if isinstance(need, ColorRunOf):
        return "F5"
    return "S4" if isinstance(need, FlushOf) else "G8"


def _same(one: Group, other: Group) -> bool:
    return (one.color, one.suit) == (other.color, other.suit)


def _place(card: Card) -> tuple[bool, bool, int, str]:
    """Return the sort key of a card: numbers first, then wilds, then skips."""
    return card.skip, card.wild, card.number or 0, card.code
