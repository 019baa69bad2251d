"""Pickup histories checked against the truth, and the opponent models sampled from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isclose
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Card, Discard, Game, Observation, Phase, Save
from phase10_widgets.odds.distance.hand_state import HandState
from phase10_widgets.odds.distance.tables import table
from phase10_widgets.odds.pool import Pool
from phase10_widgets.odds.situation import unseen
from phase10_widgets.players.expected_draws import ExpectedDraws, expected_draws
from phase10_widgets.players.expert import ExpertPlayer
from phase10_widgets.players.greedy import GreedyPlayer
from phase10_widgets.players.opponents import OpponentModel, PickupHistory, next_seat, pickup_histories
from phase10_widgets.rules.solver import missing
from tests.faults import every
from tests.helpers import NAMES, begin, discard, draw, group, hit, play, position, save, seat
from tests.odds.lessons import SIDES, dealt
from tests.reference.playing import variations


class Truth:
    """The truth about a round, read from the whole state before and after each action."""

    def __init__(self, game: Game) -> None:
        n = len(game.players)
        self.round = game.state.round
        self.draws = [0] * n
        self.parted: list[list[Card]] = [[] for _ in range(n)]
        """The cards each seat threw, or left on the discard pile when it drew, with their current faces."""
        self.whole = bool(game.observe(0).history())
        """True if everybody has seen all of it since the deal, with nothing turned over."""

    def after(self, before: Game, action: Action, game: Game) -> Truth:
        """Return the truth after an action; a new round starts a new one."""
        old, new, at = before.state, game.state, before.to_act
        assert at is not None
        if new.round != self.round or before.step == "choose_phase":
            return Truth(game) if new.round != self.round else self
        if before.step == "draw":
            self.draws[at] += 1
            top = old.discard_pile[0] if old.discard_pile else None
            taken = len(new.discard_pile) < len(old.discard_pile) and len(new.draw_pile) == len(old.draw_pile)
            if top is not None and not taken and not top.skip:
                self.parted[at].append(top)
        elif isinstance(action, Discard):
            gone = Counter(old.hands[at]) - Counter(lying(new.hands[at], old.side))
            self.parted[at] += list(gone)
        if new.side != old.side:
            self.whole = False
            self.parted = [[card.turned for card in cards] for cards in self.parted]
        return self

    def check(self, game: Game, histories: Sequence[PickupHistory]) -> None:
        """Check that pickup histories are true, and complete while everything was visible."""
        assert len(histories) == len(game.players)
        for at, history in enumerate(histories):
            assert Counter(history.taken) <= Counter(game.state.hands[at]), f"seat {at} does not hold {history.taken}"
            assert history.draws == self.draws[at]
            assert Counter(history.refused) <= Counter(self.parted[at])
            if self.whole:
                assert history.refused == self.parted[at]


def lying(cards: Sequence[Card], side: str) -> list[Card]:
    return [card if card.side.name == side or card.back is None else card.turned for card in cards]


def watched(game: Game, players: Sequence[Any], actions: int) -> Counter[str]:
    """Play a game, checking every decision; count the events of interest."""
    truth, seen = Truth(game), Counter[str]()
    for _ in range(actions):
        if game.to_act is None:
            break
        view = game.observe(game.to_act)
        histories = pickup_histories(view)
        truth.check(game, histories)
        seen["taken"] += any(history.taken for history in histories)
        seen["turned"] += view.side == "wild"
        seen["tie-break"] += view.tie_break
        action = players[game.to_act].choose(view)
        after = game.apply(action)
        ends = isinstance(action, Save) or (
            isinstance(action, Discard) and not any(card.skip for card in thrown(view, action))
        )
        if ends and after.to_act is not None and after.state.round == game.state.round:
            following = next_seat(view)
            assert after.to_act == (game.to_act if following is None else following)
            seen["nobody"] += following is None
            seen["next"] += 1
        truth, game = truth.after(game, action, after), after
    return seen


def thrown(view: Observation, action: Discard) -> list[Card]:
    """Return the cards of the hand that a discard may mean."""
    return [card for card in view.hand if action.card in (card.code, card.word)]


def mixed(n: int, seed: int, kind: str) -> list[Any]:
    own = ExpertPlayer(seed=seed) if kind == "expert" else GreedyPlayer()
    other = p10.players.get("random", seed=seed)
    return [own if at != 1 or n == 2 else other for at in range(n)]


@pytest.mark.slow
@every("kind", ["greedy", "expert"])
@every("edition", p10.EDITIONS)
def test_pickup_histories_are_true(edition: str, kind: str) -> None:
    """In every variation a seat holds the cards recorded as held, and has thrown or left those recorded as refused."""
    seen = Counter[str]()
    for number, options in enumerate(row for rows in variations(edition).values() for row in rows):
        n = 2 + number % 3
        game = Game.new(edition, NAMES[:n], number, **options)
        seen += watched(game, mixed(n, number, kind), 300 if kind == "greedy" else 80)
    assert seen["taken"] > 50
    assert seen["next"] > 100
    assert bool(seen["turned"]) == (edition == "flip")


@every("edition", p10.EDITIONS)
def test_pickup_histories_are_true_when_the_draw_pile_runs_out(edition: str) -> None:
    """G13: with few cards in the pile, the discards are reshuffled again and again."""
    for seed in range(3):
        position = Game.new(edition, NAMES[:3], seed).position()
        position["draw_pile"] = " ".join(position["draw_pile"].split()[:4])
        if edition == "masters":
            position["step"] = "draw"
            for row in position["seats"]:
                row["phase"] = 10
        assert watched(Game.from_position(position, seed), mixed(3, seed, "greedy"), 150)["next"] > 20


@every("edition", p10.EDITIONS)
def test_pickup_histories_of_a_tie_break(edition: str) -> None:
    """G17: seats 0 and 2 play, seat 1 watches and throws nothing."""
    position = Game.new(edition, NAMES[:3], 4).position()
    position.update(tie_break=[0, 2], to_act=0, step="draw")
    for row in position["seats"]:
        row["phase"] = 10
    position["seats"][1].update(hand="", phase=None)
    seen = watched(Game.from_position(position, 1), mixed(3, 1, "greedy"), 60)
    assert seen["tie-break"] > 0
    assert seen["next"] > 5


def test_a_taken_card_is_no_longer_held_after_a_discard_or_hit() -> None:
    laid = [group("set", "R9 B9 Y9", number=9), group("set", "R8 B8 Y8", number=8)]
    rows: list[Any] = ["R1 R2 R3", seat("B1 B2 B3", laid=laid)]
    game = begin("classic", *rows, to_act=1, step="draw", discard_pile="G9", draw_pile="Y1 Y2 Y3")
    game = play(game, draw("discard"))
    assert [str(card) for card in pickup_histories(game.observe(0))[1].taken] == ["G9"]
    assert pickup_histories(play(game, hit("G9", 1, 0)).observe(0))[1].taken == []
    history = pickup_histories(play(game, discard("G9")).observe(0))[1]
    assert (history.taken, [card.code for card in history.refused], history.draws) == ([], ["G9"], 1)


def test_cards_that_were_taken_are_turned_with_the_hand() -> None:
    """F8: a seat keeps the cards it took, and the others see the faces they know."""
    game = begin(
        "flip", "R1/2 R5!/3 R2/1", "B1/4 B2/5", to_act=1, step="draw", discard_pile="G9/7", draw_pile="Y1/1 Y2/2 Y3/3"
    )
    game = play(game, draw("discard"), discard("B1"))
    assert [card.as_it_lies for card in pickup_histories(game.observe(0))[1].taken] == ["G9/7"]
    game = play(game, draw(), discard("R5!"))
    assert game.state.side == "wild"
    for at in range(2):
        assert [card.as_it_lies for card in pickup_histories(game.observe(at))[1].taken] == ["7/G9"]


def test_a_skip_on_the_pile_is_not_refused() -> None:
    """C5: no seat may take it."""
    game = begin("classic", "R1 R2 S", "B1 B2 B3", "G1 G2 G3", draw_pile="Y1 Y2 Y3")
    game = play(game, discard("S"))
    assert game.to_act == 2
    game = play(game, draw())
    assert [card.code for card in pickup_histories(game.observe(0))[2].refused] == []


def test_pickup_histories_with_saved_cards() -> None:
    """M5: the 9 that it visibly took may now be saved; the card beneath remains on the pile."""
    game = begin("masters", "R1 R2 R3 G9", "O1 O2 O3", discard_pile="G8", draw_pile="Y1 Y2 Y3")
    game = play(game, discard("G9"), draw("discard"))
    saved = play(game, save("G9"))
    assert Counter(pickup_histories(saved.observe(0))[1].taken) <= Counter(saved.state.hands[1])
    refused = [card.code for card in pickup_histories(play(game, save("O1"), draw()).observe(1))[0].refused]
    assert refused in (["G9"], ["G9", "G8"]), "the 9 that it threw itself, and perhaps the 8"


def test_the_next_seat_passes_over_those_that_lose_their_turn() -> None:
    for skipped, following in (([1], 2), ([1, 2], 3), ([1, 2, 3], None)):
        seats = [seat(f"R{at + 1} O{at + 1}", skipped=at in skipped) for at in range(4)]
        assert next_seat(begin("masters", *seats).observe(0)) == following
    game = begin("classic", "R1", "R2", "R3", to_act=2, draw_pile="Y1 Y2")
    assert [next_seat(game.observe(at)) for at in range(3)] == [1, 2, 0], "round the table"


class Held:
    """A hand state that consists of its cards, judged by the core; it records itself when queried about a card."""

    def __init__(self, cards: tuple[Card, ...], phase: Phase, asked: list[tuple[Card, ...]]) -> None:
        self.cards, self.phase, self.asked = cards, phase, asked
        self.distance = missing(cards, phase) if cards else phase.size

    def changed(self, cards: tuple[Card, ...]) -> Held:
        return Held(cards, self.phase, self.asked)

    def plus(self, kind: Any) -> Held:
        return self.changed((*self.cards, kind[0]))

    def minus(self, kind: Any) -> Held:
        at = self.cards.index(kind[0])
        return self.changed(self.cards[:at] + self.cards[at + 1 :])

    def improves(self, kind: Any) -> bool:
        self.asked.append(self.cards)
        return self.plus(kind).distance < self.distance

    def is_redundant(self, kind: Any) -> bool:
        return self.minus(kind).distance == self.distance

    never: Any = None
    """The sampler does not use these."""
    outs = lookahead = is_inert = never


class Hands:
    """A distance table whose hand states are the cards themselves."""

    def __init__(self, phase: Phase, faces: Iterable[Card]) -> None:
        self.phase = phase
        self.kinds: dict[str, Any] = {face.code: (face,) for face in faces}
        self.asked: list[tuple[Card, ...]] = []

    def hand_state(self, cards: Iterable[Card]) -> HandState:
        return Held(tuple(card.face for card in cards), self.phase, self.asked)

    counts: Any = None


@every("edition, side", SIDES)
def test_sampled_hands_have_the_right_size_and_only_unseen_cards(edition: str, side: str) -> None:
    """Each holds the cards the seat took, and otherwise only cards of the pool, at most as often as the pool does."""
    rules = p10.edition(edition)
    up, chance = rules.pack.side(side), Random(f"hands/{edition}/{side}")
    for phase in rules.phases:
        seen, rest = dealt(edition, side, chance, 20, 70)
        pool = Pool.of(rest, up)
        naturals = [card for card in rest if not card.skip]
        history = PickupHistory(chance.sample(naturals, chance.randint(0, 3)), [], chance.randint(0, 12))
        size = chance.randint(4, 10)
        distances = Hands(phase, up.faces.values())
        opponent = OpponentModel.of(history, size, pool, [(distances, expected_draws(rules, phase, side))], chance, 12)
        distances.asked.clear()
        opponent.wants(up.faces[seen[0].code])
        assert len(distances.asked) == 12
        for hand in distances.asked:
            assert len(hand) >= size, (phase, history, size)
            assert Counter(history.taken) <= Counter(hand)
            assert all(n <= pool.counts[card.code] for card, n in Counter(hand).items())
            if len(hand) > size:  # no further card could be thrown without loss
                is_redundant = [card for card in hand if missing_without(hand, card, phase) == missing(hand, phase)]
                assert not Counter(is_redundant) - Counter(history.taken), (hand, size)


def missing_without(hand: Sequence[Card], card: Card, phase: Phase) -> int:
    left = list(hand)
    left.remove(card)
    return missing(left, phase) if left else phase.size


def test_more_draws_make_better_hands() -> None:
    """A seat that has drawn often has thrown useless cards, so its phase is nearer on average."""
    rules = p10.edition("classic")
    for phase in rules.phases:
        pool = Pool.of_deck(rules, 2)
        aims = [(table(phase, pool.side), expected_draws(rules, phase, "color"))]
        fresh, old = (OpponentModel.of(PickupHistory([], [], n), 10, pool, aims, Random(1), 200).wait for n in (0, 10))
        assert old < fresh


def test_others_never_hold_the_discards_when_the_draw_pile_is_empty() -> None:
    """G13: the discards may be drawn next, but the others hold only unseen cards, and so no 5."""
    hands, fives = ["R1 R2 R3 B8 B9 B10 G11 G12 Y1 Y2", "R7 R8 R9 B1 B2 B3 G1 G2 G3 Y4"], "R5 R5 B5 B5 G5 G5 Y5 Y5"
    view = begin("classic", *hands, draw_pile="", discard_pile=fives).observe(0)
    asked: list[Pool] = []
    made = OpponentModel.of

    def noted(history: PickupHistory, size: int, pool: Pool, *more: Any) -> OpponentModel:
        asked.append(pool)
        return made(history, size, pool, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpponentModel, "of", noted)
        ExpertPlayer(seed=1).choose(view)
    assert asked
    assert all("R5" not in pool.counts for pool in asked)
    assert all(pool.size >= view.hand_sizes[1] for pool in asked)


@every("edition", p10.EDITIONS)
def test_a_collected_number_saves_the_most(edition: str) -> None:
    """Two 5s were taken for sets of 3: a third saves more than any other number; a skip saves nothing."""
    rules = p10.edition(edition)
    side = rules.pack.sides[-1]
    codes = {"standard": ["5H", "5C"], "flip": ["5", "5"]}.get(edition, ["R5", "R5"])
    taken = [side.faces[code] for code in codes]
    phase = Phase.parse("2 sets of 3")
    aims = [(table(phase, side), expected_draws(rules, phase, side.name))]
    for seed in range(5):
        pool = Pool.of_deck(rules, 2, side.name)
        opponent = OpponentModel.of(PickupHistory(taken, [], 6), 10, pool, aims, Random(seed), 40)
        benefits = {card: opponent.benefit(card) for card in side.faces.values()}
        fives = [benefit for card, benefit in benefits.items() if card.number == 5]
        others = [benefit for card, benefit in benefits.items() if card.number not in (None, 5)]
        wilds = [benefit for card, benefit in benefits.items() if card.wild]
        assert min(fives) > max(others) >= 0
        assert min(wilds) >= max(benefits.values()), "a wild fits wherever a number does"
        assert all(benefit == 0 for card, benefit in benefits.items() if card.skip)
        wants = {card: opponent.wants(card) for card in side.faces.values()}
        assert all(0 <= chance <= 1 for chance in wants.values())
        assert all((wants[card] > 0) == (benefits[card] > 0) for card in benefits)


def test_a_refused_number_saves_less() -> None:
    """A seat that threw or left three 7s most likely does not collect them."""
    rules = p10.edition("classic")
    phase, pool = rules.phases[0], Pool.of_deck(rules, 2)
    aims = [(table(phase, pool.side), expected_draws(rules, phase, "color"))]
    refused = list(rules.cards("R7 B7 Y7"))
    for seed in range(5):
        plain, wiser = (
            OpponentModel.of(PickupHistory([], told, 3), 10, pool, aims, Random(seed), 200) for told in ([], refused)
        )
        assert wiser.wants(refused[0]) < plain.wants(refused[0])


@every("edition, side", SIDES)
def test_a_visible_hand_is_judged_exactly(edition: str, side: str) -> None:
    """On flip's other side (F4), the distance and each card's saving are the core's."""
    rules = p10.edition(edition)
    chance = Random(f"known/{edition}/{side}")
    for phase in rules.phases:
        for _ in range(4):
            hand, _ = dealt(edition, side, chance, chance.randint(1, 10), 0)
            found: ExpectedDraws = expected_draws(rules, phase, side)
            opponent = OpponentModel.known(hand, [(table(phase, rules.pack.side(side)), found)])
            here = missing(hand, phase)
            assert isclose(opponent.wait, found.typical(here), abs_tol=1e-9)
            for card in rules.pack.side(side).faces.values():
                helps = missing([*hand, card], phase) < here
                assert opponent.wants(card) == helps
                assert isclose(opponent.benefit(card), found.saved(here) if helps else 0.0, abs_tol=1e-9)


def test_a_view_without_a_past_has_empty_histories() -> None:
    """A game that begins at a position has no history yet."""
    game = Game.from_position(position("classic", "R1 R2", "B1 B2", step="draw", discard_pile="G3"))
    assert pickup_histories(game.observe(0)) == [PickupHistory(), PickupHistory()]
    assert unseen(game.observe(0), game.edition.pack.sides[0]).size == 105
