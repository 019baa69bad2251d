"""The chance of being dealt a phase: exact, sampled, and compared across games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Unpack

from ... import languages, odds
from ...base.translatable import phrase
from ...editions import edition as find_edition
from ...rules.edition import Edition
from ...rules.phases import Phase
from ..drawn.markup import Html
from ..drawn.static_numbers import deal_html
from ..interactive import SLICE, Input, whole_number
from ..sample import MOST_DEALS, Sample
from ..screen import Box, Handler, Refused
from .counted import counted, known, slow
from .numbers import chance, row
from .numbers_screen import NumbersScreen, PhaseNumbersScreen, game_name
from .request import MOST_CARDS, Request, asked, changed, wilds_of
from .wire import DealContent, GameChance

AT_ONCE = 10_000
"""The maximum number of deals per request."""
_NO_DEALS = phrase("The number of deals must be {low} to {high}, not {value}.")
_ENOUGH = phrase("This sample has {n} deals, and the limit is {most}. Start again for a new sample.")


class GamePhases(NamedTuple):
    """An edition, and its phase with the selected number."""

    edition: Edition
    side: str
    phase: Phase
    own: bool
    """True for the selected edition, with its chosen number of wilds."""


class DealOdds(PhaseNumbersScreen):
    """The chance that dealt cards already contain a phase: ``DealOdds("classic", phase=1, cards=10)``.

    It calculates the exact chance, compares phases with the same number across games, and can also run sample deals.
    Every input can be set: ``shown.phase = 4`` shows phase 4. An invalid value changes nothing and raises a ValueError
    that explains which values are valid. ``shown.to_dicts()`` returns the numbers.
    """

    KIND = "deal"
    INPUTS = ("edition", "side", "phase", "cards", "wilds", "seed")
    cards = Input(0, "The number of cards dealt, from the phase's size to 15.")
    wilds = Input(0, "The number of wilds in the deck, from 0 to twice the printed number.")
    seed = Input(0, "The seed of the sample deals.")

    def __init__(
        self,
        edition: str | Edition = "classic",
        phase: int | None = None,
        cards: int | None = None,
        *,
        side: str | None = None,
        wilds: int | None = None,
        seed: int = 1,
        language: str | None = languages.ENGLISH,
        **box: Unpack[Box],
    ) -> None:
        """Set the inputs; None selects the edition's first phase, ten cards, or the printed number of wilds.

        The *language* defaults to the browser's preferred one.

        Raises:
            ValueError: the values are incompatible, or the edition or language is unknown.
        """
        found = find_edition(edition)
        self._asked = asked(found, side, phase, cards, wilds, seed)
        self._counted: dict[GamePhases, Fraction | None] = {}
        super().__init__(language, [found], **box)
        self._take(self._asked)

    @property
    def exact(self) -> odds.Exact:
        """The chance as an exact fraction, with its assumption and its explanation."""
        now = self._asked
        return counted(now.deck, now.phase, now.cards, now.side)

    @property
    def sample(self) -> odds.Estimate | None:
        """The estimate from the sample deals, with a 95% interval, or None before the first deal."""
        return self._sample.estimate() if self._sample.trials else None

    def choose(self, **changes: Any) -> None:
        """Change inputs by name; other inputs are adjusted if they no longer fit.

        Raises:
            ValueError: a value is not allowed; in that case, nothing has changed.
        """
        self._take(_changed(self._asked, changes, self._editions))

    def deal(self, n: int = 1) -> None:
        """Run *n* more deals (1 to 10,000); in a notebook, they run while other cells are running.

        Raises:
            ValueError: *n* is out of range, or there would be more than a million deals in all.
        """
        whole_number(n, _NO_DEALS, 1, AT_ONCE)
        sample = self._sample
        if sample.wanted + n > MOST_DEALS:
            raise Refused("enough", _ENOUGH, n=sample.wanted, most=MOST_DEALS)
        sample.wanted += n
        self._go_on()

    def reset(self, seed: int | None = None) -> None:
        """Discard the sample deals; a new *seed* changes the deals that follow.

        Raises:
            ValueError: the seed is not a nonnegative whole number.
        """
        self.choose(seed=self._asked.seed if seed is None else seed)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each game that has this phase number: edition, value (a float), fraction, and percent."""
        return [
            {
                "edition": game.edition.id,
                "side": game.side,
                "phase": game.phase.number,
                "text": str(game.phase),
                "cards": self._asked.cards,
                "wilds": self._asked.wilds if game.own else wilds_of(game.edition, game.side)[0],
                **row(self._count(game)),
            }
            for game in self._games()
        ]

    def __repr__(self) -> str:
        now = self._asked
        return f"DealOdds({now.edition.id!r}, phase={now.phase.number}, cards={now.cards})"

    def html(self) -> Html:
        """Return the chances that can be computed quickly, for pages without Python."""
        left = [game for game, found in self._counted.items() if found is None and not slow(game.edition, game.side)]
        self._counted |= {game: self._count(game) for game in left}
        if left:
            self._show()
        return deal_html(self.about, self.view, self.words)

    def _take(self, asked: Request, ack: str | None = None) -> None:
        """Show this request with an empty sample."""
        self._offer(asked.edition)
        self._asked = asked
        self._sample = Sample(lambda: question_of(asked), asked.seed)
        self._counted = {game: self._known(game) for game in self._games()}
        values = (asked.edition.id, asked.side, asked.phase.number, asked.cards, asked.wilds, asked.seed)
        self._set_inputs(dict(zip(self.INPUTS, values, strict=True)))
        self._show(ack)
        self._go_on()

    def _games(self) -> Iterator[GamePhases]:
        """Yield every game that has a phase with this number, including the one with a modified deck."""
        now = self._asked
        for edition in self._editions.values():
            for phase in edition.phases:
                if phase.number == now.phase.number:
                    yield from self._sides(edition, phase)

    def _sides(self, edition: Edition, phase: Phase) -> Iterator[GamePhases]:
        now = self._asked
        for side in edition.pack.sides:
            ours = edition is now.edition and side.name == now.side
            yield GamePhases(edition, side.name, phase, ours and now.deck is edition)
            if ours and now.deck is not edition:
                yield GamePhases(now.deck, side.name, phase, True)

    def _count(self, game: GamePhases) -> Fraction:
        """Return the chance in a game, or 0 if the phase needs more cards."""
        if game.phase.size > self._asked.cards:
            return Fraction(0)
        return counted(game.edition, game.phase, self._asked.cards, game.side)

    def _known(self, game: GamePhases) -> Fraction | None:
        if game.phase.size > self._asked.cards:
            return Fraction(0)
        return known(game.edition, game.phase, self._asked.cards, game.side)

    def _step(self) -> bool:
        left = [game for game, found in self._counted.items() if found is None]
        left.sort(key=lambda game: slow(game.edition, game.side))
        if self._sample.trials < self._sample.wanted:
            more = self._sample.run(SLICE)
            self._show_progress(more=more)
            return more or bool(left)
        if left:
            game = left.pop(0)
            self._counted[game] = self._count(game)
            self._show()
        return bool(left)

    def _content(self) -> DealContent:
        now, words = self._asked, self.words
        printed, step = wilds_of(now.edition, now.side)
        exact = self.exact
        return {
            "asked": {
                "edition": self.edition,
                "side": self.side,
                "phase": self.phase,
                "cards": self.cards,
                "wilds": self.wilds,
                "seed": self.seed,
            },
            "text": words.phase(now.phase),
            "game": game_name(now.edition, now.side, words),
            "limits": {"cards": (now.phase.size, MOST_CARDS), "wilds": (0, 2 * printed, step), "printed": printed},
            "exact": {
                **chance(exact, words),
                "explanation": words.tell(exact.explanation),
                "assumption": words.tell(exact.assumption),
            },
            "games": [self._game_to_dict(game, found) for game, found in self._counted.items()],
            "sample": {**self._sample.to_dict(words), "at_once": AT_ONCE},
        }

    def _game_to_dict(self, game: GamePhases, found: Fraction | None) -> GameChance:
        words = self.words
        name = game_name(game.edition, game.side, words)
        if game.own and self._asked.deck is not self._asked.edition:
            name = words.language.plural("{name}, {n} wild", "{name}, {n} wilds", self._asked.wilds, name=name)
        return {
            "edition": game.edition.id,
            "side": game.side,
            "wilds": self._asked.wilds if game.own else wilds_of(game.edition, game.side)[0],
            "name": name,
            "text": words.phase(game.phase),
            "own": game.own,
            "few": game.phase.size > self._asked.cards,
            "chance": None if found is None else chance(found, words),
        }

    def _chosen(self, content: Mapping[str, Any], message_id: str) -> None:
        changes = {name: content[name] for name in self.INPUTS if name in content}
        self._take(_changed(self._asked, changes, self._editions), message_id)

    def _dealt(self, content: Mapping[str, Any], message_id: str) -> None:
        self.deal(content.get("n"))  # type: ignore[arg-type]
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**NumbersScreen.HANDLERS, "choose": _chosen, "deal": _dealt}


def question_of(asked: Request) -> odds.Experiment:
    """Return the experiment that the sample repeats for each deal."""
    return odds.question("deal", edition=asked.deck, phase=asked.phase, cards=asked.cards, side=asked.side)


def _changed(now: Request, changes: Mapping[str, Any], editions: Mapping[str, Edition]) -> Request:
    """Return the request with these changes; the edition may be an id or an object.

    Raises:
        ValueError: a change is not allowed.
    """
    wanted = changes.get("edition", now.edition)
    known = editions.get(wanted) if isinstance(wanted, str) else None
    return changed(now, **{**changes, "edition": known or find_edition(wanted)})
