"""A variation of an edition has an id of its own, and works wherever an edition does."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Edition, Game, Session, coach, odds
from phase10_widgets.extensions import unregister
from phase10_widgets.rules.options import options_of
from tests.faults import every

ODD: Any = print  # of no type that fits
CLASSIC, FLIP = p10.edition("classic"), p10.edition("flip")


@pytest.fixture
def mine() -> Iterator[Edition]:
    yield p10.register(CLASSIC.vary("mine", name="Mine", phases=["2 sets of 3", "1 run of 7"], deck={"W": 12, "S": 0}))
    unregister("mine")


def test_a_variation_has_its_own_phases_and_deck(mine: Edition) -> None:
    assert (mine.id, mine.name, [str(phase) for phase in mine.phases]) == (
        "mine",
        "Mine",
        ["2 sets of 3", "1 run of 7"],
    )
    codes = [card.code for card in mine.deck(4)]
    assert (codes.count("W"), codes.count("S"), codes.count("R7"), len(codes)) == (12, 0, 2, 108)
    assert len(CLASSIC.deck(4)) == 108
    assert CLASSIC.deck(4).count(CLASSIC.cards("W")[0]) == 8


def test_a_variation_is_counted_as_the_same_deck_is(mine: Edition) -> None:
    assert odds.deal(mine, 1) == odds.deal("mine", 1) == odds.deal("classic", 1, deck={"W": 12, "S": 0})
    assert p10.missing("R1 B1 W W", 1, edition="mine") == 2


def test_a_variation_is_played_saved_replayed_and_reviewed(mine: Edition) -> None:
    session = Session("mine", ["greedy", "expert:1"], seed=5)
    session.run()
    record = session.game.record()
    assert record["edition"] == "mine"
    assert Session.load(session.save()).game.record() == record == Game.replay(record).record()
    assert coach.review(record, round=1).decisions
    assert p10.arena.play("mine", ["greedy", "random"], games=2, jobs=2).games == 2
    assert p10.Table("mine", ["Ana", "greedy"], pace=0).game.edition == mine


@every("name", p10.EDITIONS)
def test_options_become_the_rules_of_a_variation_of_every_edition(name: str) -> None:
    made = p10.edition(name).vary("other", phases=[3, 1], advance="always", must_lay_down=True)
    assert (made.advance, made.must_lay_down, dict(made.options)) == ("always", True, {})
    defaults = {option.name: option.values[0] for option in options_of(made) if option.values}
    assert (defaults["advance"], defaults["must_lay_down"]) == ("always", True)
    assert [phase.number for phase in made.phases] == [1, 2]
    assert pickle.loads(pickle.dumps(made)) == made == p10.edition(name).vary("other", **VARIED)
    assert p10.register(made) == made
    game = Game.new("other", seed=1)
    assert Game.replay(game.apply(game.legal_actions()[0]).record()).edition == made
    unregister("other")


VARIED: dict[str, Any] = {"phases": [3, 1], "advance": "always", "must_lay_down": True}


@every(
    "vary, says",
    [
        (lambda: CLASSIC.vary("classic"), "needs an id of its own, such as 'mine', not 'classic'"),
        (lambda: CLASSIC.vary("mine", numbers=range(1, 16)), "1 to at most 13, because the exact odds count cards"),  # type: ignore[call-arg]
        (
            lambda: CLASSIC.vary("mine", phases=[ODD]),
            "not a predicate, because the solver",
        ),
        (lambda: CLASSIC.vary("mine", seats=8), "the numbers of players stay those of the edition"),  # type: ignore[call-arg]
        (lambda: CLASSIC.vary("mine", deck={"R15": 2}), "'R15' is not a card in the classic edition"),
        (lambda: CLASSIC.vary("mine", deck={"W": -1}), "must have 0 to 255 copies of W, not -1"),
        (lambda: CLASSIC.vary("mine", deck=ODD), "must map cards to their numbers, as in"),
        (lambda: FLIP.vary("mine", deck={"R1": 1}), "two-sided cards cannot be varied, because each game pairs"),
        (lambda: CLASSIC.vary("mine", fases=[1]), "has no option 'fases'; did you mean 'phases'"),  # type: ignore[call-arg]
        (lambda: CLASSIC.vary("mine", phases=["1 run of 13"]), "the numbers only go from 1 to 12"),
        (lambda: p10.register(CLASSIC.vary("My game")), "its id must be 1 to 40 lowercase letters"),
        (lambda: p10.register(CLASSIC.vary("mine", deck={"W": 255, "R1": 255})), "has 608 cards; it needs 21 to 432"),
    ],
)
def test_what_stays_closed_is_refused_with_its_reason(vary: Callable[[], Edition], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        vary()
