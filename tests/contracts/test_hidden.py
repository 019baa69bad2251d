"""Hidden cards: changing them changes nothing that the seat sees, and no path leads to them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Edition, Game, Observation, Phase
from phase10_widgets.rules.cards import Pack, Side
from phase10_widgets.rules.observation import Log, observe
from phase10_widgets.rules.state import State
from tests.helpers import begin, discard, draw, group, lay, play, seat
from tests.reference.playing import games, variations

STATIC = (Edition, Pack, Side, Phase, str, int, float, bool, type(None), type)
"""The constants of every game: the rules, and all cards."""


# Moments of games


def moments(edition: str, options: dict[str, Any], seed: int, count: int) -> Iterator[Game]:
    """Yield some moments of a game of random and greedy players, each with its full history."""
    chance = Random(f"{edition}/{seed}")
    n = min(chance.choice((2, 3, 4)), p10.edition(edition).seats[-1])
    players = [p10.players.get(chance.choice(("random", "greedy")), seed=f"{seed}/{at}") for at in range(n)]
    game = Game.new(edition, [f"P{at}" for at in range(n)], seed, **options)
    for _ in range(count):
        yield game
        for _ in range(chance.choice((1, 2, 3, 7, 20))):
            if game.to_act is None:
                return
            game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))


# Resampling


def resampled(state: State, me: int, chance: Random) -> State:
    """Return the state with everything hidden from this seat resampled."""
    others = [at for at in range(len(state.hands)) if at != me]
    if state.edition.two_sided:
        return resampled_faces(state, others, chance)
    unknown = [card for at in others for card in (*state.hands[at], *state.saved[at])] + list(state.draw_pile)
    chance.shuffle(unknown)
    rest = iter(unknown)
    hands = tuple(hand if at == me else tuple(next(rest) for _ in hand) for at, hand in enumerate(state.hands))
    saved = tuple(cards if at == me else tuple(next(rest) for _ in cards) for at, cards in enumerate(state.saved))
    return state._replace(hands=hands, saved=saved, draw_pile=tuple(rest))


def resampled_faces(state: State, others: list[int], chance: Random) -> State:
    """Resample two-sided cards: the visible inactive faces of other hands and of the pile's top stay."""
    seen = [card for at in others for card in state.hands[at]] + list(state.draw_pile[:1])
    buried = list(state.draw_pile[1:])
    ups = [card.face for card in (*seen, *buried)]
    chance.shuffle(ups)
    downs = [back(card) for card in buried]
    chance.shuffle(downs)
    pair = state.edition.pack.pair
    rest = iter(pair(up, down) for up, down in zip(ups, [back(card) for card in seen] + downs, strict=True))
    hands = tuple(
        hand if at not in others else chance_order([next(rest) for _ in hand], chance)
        for at, hand in enumerate(state.hands)
    )
    return state._replace(hands=hands, draw_pile=tuple(rest))


def back(card: Card) -> Card:
    assert card.back is not None
    return card.back


def chance_order(cards: list[Card], chance: Random) -> tuple[Card, ...]:
    """Return a hand in random order: it is unknown which of the visible faces belongs to which card."""
    chance.shuffle(cards)
    return tuple(cards)


@pytest.mark.parametrize(("edition", "variation"), games())
def test_what_is_hidden_does_not_show(edition: str, variation: str) -> None:
    chance = Random(edition)
    changed = 0
    for seed in range(6):
        options = variations(edition)[variation][0]
        for game in moments(edition, options, seed, 25):
            if game.to_act is None:
                continue
            for me in range(len(game.players)):
                view = game.observe(me)
                for _ in range(2):
                    state = resampled(game.state, me, chance)
                    other = observe(state, me, view.log, view.recall)
                    assert other.to_dict() == view.to_dict()
                    assert other.legal_actions() == view.legal_actions()
                    assert other == view, "not even in a field that is not written"
                    changed += state != game.state
    assert changed > 300, "the resampling does change the state"


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_view_tells_what_is_legal(edition: str) -> None:
    """The acting seat's view offers exactly the actions that the game accepts from it."""
    for seed in range(4):
        for game in moments(edition, {}, seed, 30):
            for me in range(len(game.players)):
                expected = game.legal_actions() if me == game.to_act else ()
                assert game.observe(me).legal_actions() == expected


# Reachability


def reachable(thing: Any) -> set[Card]:
    """Return every card reachable by a path of attributes, items and keys, apart from the static rules."""
    found: set[Card] = set()
    seen: set[int] = set()
    stack = [thing]
    while stack:
        value = stack.pop()
        if isinstance(value, Card):
            found.add(value)
        elif not isinstance(value, STATIC) and id(value) not in seen:
            seen.add(id(value))
            stack.extend(parts(value))
    return found


def texts(view: Observation) -> set[str]:
    """Return every text in the view, and the code of every card: a name could leak a hidden card, too."""
    found: set[str] = {card.word for card in reachable(view)}
    seen: set[int] = set()
    stack: list[Any] = [view]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            found.add(value)
        elif not isinstance(value, (*STATIC, Card)) and id(value) not in seen:
            seen.add(id(value))
            stack.extend(parts(value))
    return found


def parts(value: Any) -> list[Any]:
    """Return the parts of a value."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, tuple | list | set | frozenset):
        return list(value)
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    held = [getattr(value, name) for name in slots if hasattr(value, name)]
    return held + list(getattr(value, "__dict__", {}).values())


class Public:
    """The cards that everybody has seen in this round, collected from the events and the table."""

    def __init__(self, game: Game) -> None:
        self.words: set[str] = set()
        self.follow(game)

    def follow(self, game: Game) -> None:
        for event in game.events:
            kind = type(event).__name__
            if kind == "RoundDealt":
                self.words = set()
            if kind == "Drawn":
                self.add(event.back)  # type: ignore[union-attr]
                if event.source == "discard":  # type: ignore[union-attr]
                    self.add(event.card)  # type: ignore[union-attr]
            elif kind not in ("Saved", "RoundEnded"):
                self.words |= {word for card in reachable_here(event) for word in names(card)}
        for cards in (game.state.discard_pile, *game.observe(None).backs, [game.observe(None).draw_back]):
            for card in cards:
                self.add(card)
        for row in game.state.seats:
            for laid in row.laid:
                for card in laid.cards:
                    self.add(card)

    def add(self, card: Card | None) -> None:
        if card is not None:
            self.words |= names(card)


def reachable_here(event: Any) -> set[Card]:
    """Return the cards that an event itself names; of groups, only their cards."""
    found: set[Card] = set()
    for value in event:
        items = value if isinstance(value, tuple) else (value,)
        for item in items:
            if isinstance(item, Card):
                found.add(item)
            elif hasattr(item, "cards"):
                found |= set(item.cards)
    return found


def names(card: Card) -> set[str]:
    """Return the card's code and, for a two-sided card, those of its single faces."""
    return {card.word, card.code, *([] if card.back is None else [card.back.code])}


def allowed(game: Game, me: int, public: Public) -> set[str]:
    """Return the codes of all cards and faces that this seat may know."""
    found = set(public.words)
    state = game.state
    for card in (*state.hands[me], *state.saved[me]):
        found |= names(card)
    for at, hand in enumerate(state.hands):
        found |= {card.back.code for card in hand if at != me and card.back}
    if state.draw_pile and state.draw_pile[0].back:
        found.add(state.draw_pile[0].back.code)
    return found


def leaks(game: Game, me: int, view: Observation, public: Public) -> set[str]:
    """Return the codes of cards in the view that the seat cannot know."""
    return {card.word for card in reachable(view)} - allowed(game, me, public)


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_no_path_leads_to_a_hidden_card(edition: str) -> None:
    looked = 0
    for seed in range(12):
        chance = Random(seed)
        players = [p10.players.get(("greedy", "random")[seed % 2], seed=at) for at in range(3)]
        game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed)
        public = Public(game)
        for _ in range(150):
            if game.to_act is None:
                break
            if chance.random() < 0.3:
                game.legal_actions()
                for me in range(3):
                    assert leaks(game, me, game.observe(me), public) == set()
                    looked += 1
            game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
            if game.to_act is not None:
                public.follow(game)
    assert looked > 300


def test_looking_for_hits_leaves_no_trace() -> None:
    """Public groups do not remember a seat's possible hits with hidden cards."""
    threes = group("set", "R3 B3 G3", number=3)
    game = begin(
        "classic",
        seat("Y9 B11", completed=[1], laid=[threes]),
        "R1",
        options={"phases": ["1 set of 3", "1 run of 4"]},
    )
    before = texts(game.observe(1))
    game.legal_actions()
    assert texts(game.observe(1)) == before
    assert {card.word for card in reachable(game.observe(1))} == {"R1", "R3", "B3", "G3"}


def test_a_planted_card_is_found() -> None:
    """The search finds a hidden card wherever it is put."""
    game = play(begin("classic", "Y9 B11 R5", "R1", step="draw", draw_pile="G7 G8", discard_pile="B2"), draw())
    public = Public(game)
    view = game.observe(1)
    assert leaks(game, 1, view, public) == set()
    hidden = game.state.hands[0]
    in_the_log = Log(None, game.events[0])
    for planted in (
        view._replace(saved=hidden),
        view._replace(backs=(hidden,)),
        view._replace(log=in_the_log),
        view._replace(log=Log(in_the_log, game.events[0])),
    ):
        assert leaks(game, 1, planted, public) & {"Y9", "B11", "R5", "G7"}


# The log


def test_the_log_tells_what_everybody_saw() -> None:
    """A draw from the pile and a save are logged without their card, everything else with it."""
    rows = [seat("R4 O4 G4 Y9 W"), seat("O8 O9")]
    game = begin(
        "masters",
        *rows,
        options={"phases": ["1 set of 3"]},
        step="draw",
        draw_pile="Y1 Y2 Y3",
        discard_pile="R9",
    )
    game = play(game, draw(), lay("R4 O4 G4"), {"type": "save", "card": "W"}, draw("discard"), discard("O8"))
    for me in range(2):
        history = [(type(event).__name__, getattr(event, "card", None)) for event in game.observe(me).history()]
        assert [(kind, str(card) if card else None) for kind, card in history] == [
            ("Drawn", None),
            ("PhaseLaid", None),
            ("Saved", None),
            ("Drawn", "R9"),
            ("Discarded", "O8"),
        ]


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_log_begins_with_the_round(edition: str) -> None:
    game = Game.new(edition, seed=5)
    player = p10.players.get("greedy")
    while game.position()["round"] == 1:
        assert game.to_act is not None
        game = game.apply(player.choose(game.observe(game.to_act)))
    kinds = [type(event).__name__ for event in game.observe(0).history()]
    assert kinds[0] == "RoundDealt"
    assert "RoundEnded" not in kinds
    assert [type(event).__name__ for event in game.events][-len(kinds) :] == kinds
