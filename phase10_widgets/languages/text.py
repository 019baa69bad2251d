"""Describe a game in any language: its cards, events, options and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from .. import languages
from ..base.names import isolated
from ..base.translatable import UNTRANSLATED, NumberText, Refusal, Sentence, Translatable, phrase, stopped
from ..rules import events as ev
from ..rules.cards import Card
from ..rules.edition import Edition
from ..rules.groups import Group
from ..rules.phases import KINDS, Count, Need, Phase
from ..rules.state import Seat
from . import Language

NOTICE = phrase("Unofficial; not affiliated with Mattel")

MOST_NAMED_CARDS = 6
"""The maximum number of cards that a sentence lists as alternatives."""

YOU = phrase("You")
"""The name of a player who is addressed directly; in the German catalog it is "Du"."""
_COLORS = (phrase("red"), phrase("blue"), phrase("green"), phrase("yellow"), phrase("orange"), phrase("black"))
"""The names of the colors that every game may have; an edition's pack names additional ones."""
_SUITS = {"C": phrase("clubs"), "D": phrase("diamonds"), "H": phrase("hearts"), "S": phrase("spades")}
_ANY_OF_SUIT = {
    "C": phrase("any club"),
    "D": phrase("any diamond"),
    "H": phrase("any heart"),
    "S": phrase("any spade"),
}
_RANKS = {1: phrase("ace"), 11: phrase("jack"), 12: phrase("queen"), 13: phrase("king")}
_SETS_OF_RANKS = {
    1: phrase("a set of aces"),
    11: phrase("a set of jacks"),
    12: phrase("a set of queens"),
    13: phrase("a set of kings"),
}
_OPTIONS: dict[tuple[str, object], str] = {
    ("phases", "even"): phrase("Only the even-numbered phases are played."),
    ("phases", "odd"): phrase("Only the odd-numbered phases are played."),
    ("advance", "always"): phrase("Everybody moves to the next phase each round; the lowest score wins."),
    ("order", "any"): phrase("Phases may be completed in any order."),
    ("must_lay_down", True): phrase("A completed phase must be laid down right away."),
    ("hit_others_same_turn", True): phrase("You may hit other players' groups on the turn you lay down."),
    ("hit_others_same_turn", False): phrase("On the turn you lay down, you may hit only your own groups."),
    ("go_out_by_hit", True): phrase("You may go out by hitting."),
    ("go_out_by_hit", False): phrase("You may go out only by discarding."),
    ("phase_9", "set"): phrase("Phase 9 is a set of 5 and a set of 2."),
}


class Spoken(str):
    """A noun phrase, to which English templates add an article with ``{thing:a}``."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec != "a":
            return super().__format__(spec)
        return f"{'an' if self[0] in 'aeio8' or self.startswith('11') else 'a'} {self}"


class Text:
    """A translator into one language: ``Text("de").card_name(card)``."""

    def __init__(self, language: str | Language = languages.ENGLISH) -> None:
        """Create a translator for a language or its name.

        Raises:
            ValueError: there is no such language.
        """
        self.language = language if isinstance(language, Language) else languages.get(language)

    def __repr__(self) -> str:
        return f"Text({self.language.name!r})"

    def say(self, template: str, /, **parts: object) -> str:
        """Translate a template and fill it; cards, groups and phases among the parts are converted to words."""
        return self.language.text(template, **{name: self._spoken(part) for name, part in parts.items()})

    def tell(self, sentence: Sentence) -> str:
        """Translate a sentence that was built elsewhere."""
        if not sentence.many:
            return self.say(sentence.template, **sentence.parts)
        n, *parts = sentence.items
        spoken = {name: self._spoken(part) for name, part in parts}
        return self.language.plural(sentence.template, sentence.many, int(str(n[1])), **spoken)

    def card_name(self, card: Card) -> str:
        """Return the spoken name of a card's face-up side: ``"red 7"``, ``"queen of hearts"``, ``"wild"``."""
        name = self._face_name(card)
        return self.say("{card} with flip symbol", card=name) if card.flips else name

    def _face_name(self, card: Card) -> str:
        if card.skip:
            return self.say("skip")
        if card.suit is not None and card.number is not None:
            return self.say("{rank} of {suit}", rank=self._rank(card.number), suit=self.say(_SUITS[card.suit]))
        if card.wild:
            return self._wild_name(card)
        if card.color is None:
            return self.say("wild-side {number}", number=card.number)
        return self.say("{color} {number}", color=self._color(card, card.color), number=card.number)

    def _wild_name(self, card: Card) -> str:
        if card.side.turns:
            if card.color is None:
                return self.say("wild-side star")
            return self.say("{color} star", color=self._color(card, card.color))
        return self.say("joker") if card.side.suits else self.say("wild")

    def _color(self, card: Card, color: str) -> str:
        """Return the name of a color in this card's pack."""
        return self.say(card.side.pack.color_name(color))

    def _rank(self, number: int) -> str:
        return self.say(_RANKS[number]) if number in _RANKS else str(number)

    def group_name(self, group: Group) -> str:
        """Describe a group: ``"a set of 7s"``, ``"a run of 4 from 5"``, ``"7 red cards"``."""
        ranks = bool(group.cards[0].side.suits)
        parts: dict[str, object] = {"n": len(group.cards), "number": group.number, "start": group.start}
        if ranks and group.number in _SETS_OF_RANKS:
            return self.say(_SETS_OF_RANKS[group.number])
        if ranks and group.start is not None:
            parts["start"] = self._rank(group.start)
        if group.suit is not None:
            parts["suit"] = Spoken(self.say(_SUITS[group.suit]))
        if group.color is not None:
            parts["color"] = Spoken(self._color(group.cards[0], group.color))
        elif group.kind == "color run":
            return self.say("a color run of {n} from {start} (no color yet)", **parts)
        return self.say(KINDS[group.kind].called, **parts)

    def phase(self, phase: Phase) -> str:
        """Describe a phase: ``"1 set of 3 + 1 run of 4"``."""
        return " + ".join(map(self.count, phase.counts()))

    def need(self, need: Need) -> str:
        """Describe one group of a phase without its count: ``"set of 3"``."""
        return self.count(need.count()).removeprefix("1 ")

    def count(self, count: Count) -> str:
        """Describe several identical groups of a phase: ``"2 sets of 3"``."""
        if count.one == count.many:
            return self.say(count.one, n=count.n, size=count.size)
        return self.language.plural(count.one, count.many, count.n, size=count.size)

    def sentence(self, event: ev.Event, seats: Sequence[Seat]) -> str:
        """Describe the event in one plain sentence; a hidden card is named only if the event contains it."""
        name = [seat.name for seat in seats]
        match event:
            case ev.RoundDealt():
                return self.done_by(
                    name[event.dealer],
                    phrase("Round {round}: You dealt. The first card on the discard pile is {card:a}."),
                    phrase("Round {round}: {name} dealt. The first card on the discard pile is {card:a}."),
                    round=event.round,
                    card=event.up,
                )
            case ev.PhaseChosen():
                return self.done_by(
                    name[event.seat],
                    phrase("You will try phase {phase}."),
                    phrase("{name} will try phase {phase}."),
                    phase=event.phase,
                )
            case ev.Drawn():
                return self._drawn(event, name[event.seat])
            case ev.PhaseLaid():
                return self.done_by(
                    name[event.seat],
                    phrase("You laid down phase {phase}: {groups}."),
                    phrase("{name} laid down phase {phase}: {groups}."),
                    phase=event.phase,
                    groups=event.groups,
                )
            case ev.CardHit():
                return self._hit(event, seats)
            case ev.Discarded():
                return self._discarded(event, name)
            case ev.Saved(card=None):
                return self.done_by(name[event.seat], phrase("You saved a card."), phrase("{name} saved a card."))
            case ev.Saved():
                return self.done_by(
                    name[event.seat], phrase("You saved {card:a}."), phrase("{name} saved {card:a}."), card=event.card
                )
            case ev.Flipped():
                if event.side == "wild":
                    return self.say("The cards are turned over: the wild side is in play.")
                return self.say("The cards are turned over: the color side is in play.")
            case ev.TurnSkipped():
                return self.done_by(name[event.seat], phrase("You lost a turn."), phrase("{name} lost a turn."))
            case ev.Reshuffled():
                return self.language.plural(
                    "The draw pile was empty: {n} discard became the new one.",
                    "The draw pile was empty: {n} discards were shuffled into a new one.",
                    event.cards,
                )
            case ev.RoundEnded():
                return self.round_end(event, name)
            case ev.TieBreak():
                names = self._list(name[at] for at in event.seats)
                return self.say("It is a tie: {names} play the last phase again.", names=names)
            case ev.GameOver():
                return self.game_end(event.winners, name)

    def _drawn(self, event: ev.Drawn, who: str) -> str:
        if event.source == "discard":
            you, other = (
                phrase("You took {card:a} from the discard pile."),
                phrase("{name} took {card:a} from the discard pile."),
            )
        elif event.source == "saved":
            you, other = phrase("You drew a saved card ({card})."), phrase("{name} drew a saved card ({card}).")
            if event.card is None:
                you, other = phrase("You drew a saved card."), phrase("{name} drew a saved card.")
        elif event.card is None:
            you, other = phrase("You drew from the draw pile."), phrase("{name} drew from the draw pile.")
        else:
            you, other = (
                phrase("You drew from the draw pile ({card})."),
                phrase("{name} drew from the draw pile ({card})."),
            )
        return self.done_by(who, you, other, **({} if event.card is None else {"card": event.card}))

    def _hit(self, event: ev.CardHit, seats: Sequence[Seat]) -> str:
        who, owner = seats[event.seat].name, seats[event.owner]
        you, other = (
            phrase("You hit {owner}'s {group} with {card:a}."),
            phrase("{name} hit {owner}'s {group} with {card:a}."),
        )
        if event.owner == event.seat:
            you, other = (
                phrase("You hit your own {group} with {card:a}."),
                phrase("{name} hit their own {group} with {card:a}."),
            )
        elif is_you(owner.name):
            other = phrase("{name} hit your {group} with {card:a}.")
        # A hit that ends the round leaves no groups on the table.
        group = KINDS[owner.laid[event.group].kind].name if owner.laid else phrase("group")
        return self.done_by(who, you, other, owner=owner.name, group=self.say(group), card=event.card)

    def _discarded(self, event: ev.Discarded, names: Sequence[str]) -> str:
        who = names[event.seat]
        if event.target is None:
            return self.done_by(
                who, phrase("You discarded {card:a}."), phrase("{name} discarded {card:a}."), card=event.card
            )
        target = names[event.target]
        you, other = (
            phrase("You discarded {card:a}: {target} loses a turn."),
            phrase("{name} discarded {card:a}: {target} loses a turn."),
        )
        if is_you(target):
            other = phrase("{name} discarded {card:a}: you lose a turn.")
        return self.done_by(who, you, other, target=target, card=event.card)

    def round_end(self, event: ev.RoundEnded, names: Sequence[str]) -> str:
        """Describe how a round ended."""
        if event.seat is None:
            if event.reason == "nothing to draw":
                return self.say("The round ended without a winner: there was nothing left to draw.")
            return self.say("The round ended without a winner: nobody could make any more progress.")
        if event.reason == "laid":
            return self.done_by(names[event.seat], phrase("You laid down first."), phrase("{name} laid down first."))
        return self.done_by(names[event.seat], phrase("You went out."), phrase("{name} went out."))

    def game_end(self, winners: Sequence[int], names: Sequence[str]) -> str:
        """Name the winners."""
        if len(winners) == 1:
            return self.done_by(names[winners[0]], phrase("You won the game."), phrase("{name} won the game."))
        return self.say("{names} share first place.", names=self._list(names[at] for at in winners))

    def taken_back(self, who: str) -> str:
        """Report that a player undid a decision."""
        return self.done_by(who, phrase("You took back the last move."), phrase("{name} took back the last move."))

    def distance(self, missing: int, phase: int) -> str:
        """State how many cards a hand needs for a phase."""
        if missing == 0:
            return self.say("Your cards complete phase {phase}.", phase=phase)
        return self.language.plural(
            "{n} more card needed for phase {phase}.", "{n} more cards needed for phase {phase}.", missing, phase=phase
        )

    def any_of(self, cards: Sequence[Card]) -> str:
        """List numbered cards as alternatives: ``"any 1 or 4"``, ``"any red card"``, ``"green 7 or blue 8"``.

        The result is empty if there are no cards or more than :data:`MOST_NAMED_CARDS` names.
        """
        if not cards:
            return ""
        numbered = cards[0].side.numbered
        if len(cards) == len(numbered):
            return self.say("any number")
        left = list(cards)

        def whole(field: str) -> list[Any]:
            """Return the values of this field whose cards are all listed, and remove those cards."""
            others = {getattr(face, field) for face in numbered if face not in left}
            found = [
                value for value in dict.fromkeys(getattr(card, field) for card in left) if value and value not in others
            ]
            left[:] = [card for card in left if getattr(card, field) in others]
            return found

        numbers = [self._rank(number) if cards[0].suit else str(number) for number in whole("number")]
        colors = [self.say("any {color} card", color=self._color(cards[0], color)) for color in whole("color")]
        suits = [self.say(_ANY_OF_SUIT[suit]) for suit in whole("suit")]
        others = [*colors, *suits, *map(self.card_name, left)]
        if len(numbers) + len(others) > MOST_NAMED_CARDS:
            return ""
        return self._either([self.say("any {numbers}", numbers=self._either(numbers)), *others] if numbers else others)

    def edition_name(self, edition: Edition) -> str:
        """Return the translated name of an edition."""
        return self.say(edition.name)

    def note(self, note: tuple[str, str]) -> str:
        """Return the translated text of an edition's note."""
        return self.say(note[1])

    def option_lines(self, edition: Edition) -> list[str]:
        """Describe the chosen options, one sentence each."""
        result = []
        listed = edition.options.get("phases")
        if listed and not isinstance(listed, str):
            result.append(self._phases_played(listed))
        for name, value in edition.options.items():
            template = _OPTIONS.get((name, value)) if isinstance(value, str | bool) else None
            if template:
                result.append(self.say(template))
        return result

    def _phases_played(self, listed: Sequence[object]) -> str:
        if not all(isinstance(item, int) for item in listed):
            return self.say("The game has its own list of phases.")
        return self.language.plural(
            "Only phase {list} is played.",
            "Only phases {list} are played.",
            len(listed),
            list=self._list(map(str, listed)),
        )

    def refusal(self, error: Exception) -> str:
        """Explain a refusal in a full sentence; errors that no button can cause get a generic one."""
        if isinstance(error, Refusal) and error.template == UNTRANSLATED:
            return self.say("That action was not recognized.")
        sentence = self._refused(error)
        return stopped(sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith(".") else "."))

    def _refused(self, error: Exception) -> str:
        return self.say(error.template, **error.parts) if isinstance(error, Refusal) else str(error)

    def done_by(self, who: str, you: str, other: str, /, **parts: object) -> str:
        """Describe what a player does: with *you* if addressed directly, otherwise with *other* and the name."""
        return self.say(you, **parts) if is_you(who) else self.say(other, name=who, **parts)

    def _spoken(self, part: object) -> object:
        """Convert a part of a sentence to words."""
        match part:
            case Card():
                return Spoken(self.card_name(part))
            case Group():
                return self.group_name(part)
            case Phase():
                return self.phase(part)
            case Need():
                return self.count(part.count())
            case Translatable():
                return self.say(part)
            case NumberText():
                return self.number(part)
            case Sentence():
                return self.tell(part)
            case Exception():
                return self._refused(part)
            case tuple():
                return self._list(str(self._spoken(item)) for item in part)
            case str() if is_you(part):
                return self.say(YOU)
            case str() if type(part) is str:
                return isolated(part)
            case _:
                return part

    def number(self, written: str) -> str:
        """Format a number for this language, including its digit grouping, decimal point and percent sign.

        >>> Text("de").number("12,021.5"), Text("de").number("1,600"), Text("de").number("18.28%")
        ('12\u202f021,5', '1600', '18,28\xa0%')
        """
        digits = written.removesuffix("%")
        whole, point, decimals = digits.partition(".")
        number, *groups = whole.split(",")
        if len(number) == len(groups) == 1:
            number, groups = self.say("{digit},{three_digits}", digit=number, three_digits=groups[0]), []
        for group in groups:
            number = self.say("{digits},{group}", digits=number, group=group)
        if point:
            number = self.say("{whole}.{decimals}", whole=number, decimals=decimals)
        return number if digits == written else self.say("{number}%", number=number)

    def addressed(self, players: Any) -> Any:
        """Return the players, with "You" translated into this language; return anything but a list unchanged."""
        if not isinstance(players, list | tuple):
            return players
        return [self.say(YOU) if isinstance(one, str) and is_you(one) else one for one in players]

    def _either(self, names: Sequence[str]) -> str:
        *most, last = names
        return self.say("{most} or {last}", most=", ".join(most), last=last) if most else last

    def _list(self, names: Iterable[str]) -> str:
        *most, last = [self.say(YOU) if is_you(name) else isolated(name) for name in names]
        return self.say("{most} and {last}", most=", ".join(most), last=last) if most else last


def is_you(name: str) -> bool:
    """Return True if a player with this name is addressed directly, in any language."""
    return name in _every_you(languages.REGISTERED.known_names())


@cache
def _every_you(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(languages.get(name).text(YOU) for name in names)
