"""Registered objects work everywhere: played, saved, replayed, reviewed, simulated, shown, and sent to workers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, HouseRules, Phase, Session, Table, arena, coach, odds, players
from phase10_widgets.base.registry import RegistrationError
from phase10_widgets.editions.common import add_numbers
from phase10_widgets.extensions import unregister
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.cards import Card, Pack
from phase10_widgets.rules.edition import Edition
from phase10_widgets.rules.looks import Look
from phase10_widgets.rules.phases import COUNT, KINDS, SIZE, Identity, InOrder, Need, Place, SetOf
from phase10_widgets.ui.drawn.edition_art import fan
from phase10_widgets.ui.drawn.static_html import card_svg
from phase10_widgets.ui.setup.view import setup_about
from tests.contracts.boreal import BOREAL, COLORS, PURPLE, Last, LeapOf, first
from tests.faults import every
from tests.helpers import rotating

LEAPS: dict[str, Any] = {"phases": ["1 leap of 3 + 1 set of 2"]}


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    p10.register(BOREAL)
    p10.register(LeapOf)
    p10.register(Last, name="last")
    p10.register(first, name="first")
    yield
    for name in ("boreal", "leap", "last", "first"):
        unregister(name)


def fresh() -> ProcessPoolExecutor:
    """Return a fresh process, which knows only what is sent to it."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with fresh() as pool:
        yield pool


def played(options: dict[str, Any]) -> Session:
    session = Session("boreal", ["greedy", "first"], seed=5, **options)
    session.run()
    return session


def test_registering_leaves_the_four_editions_unchanged() -> None:
    assert p10.EDITIONS == ("classic", "flip", "standard", "masters")
    assert p10.editions.names() == (*p10.EDITIONS, "boreal")
    p10.register(first, name="first")  # this one replaces the first
    assert players.names() == ("random", "greedy", "expert", "last", "first")


@every("options", [{}, LEAPS])
def test_a_game_is_saved_replayed_and_reviewed(options: dict[str, Any]) -> None:
    session = played(options)
    again = Session.load(session.save())
    assert again.game.record() == session.game.record()
    assert Game.replay(session.game.record()).standings == session.game.standings
    assert coach.review(session.game, round=1).decisions
    position = session.game.position()
    assert Game.from_position(position).position() == position


def test_house_rules_and_the_setup_screen_know_it() -> None:
    rules = HouseRules("boreal", LEAPS)
    assert HouseRules.read(rules.write()) == rules
    itself: Any = p10.edition("classic", phases=[1, 2])
    with pytest.raises(ValueError, match=r"options: HouseRules\('classic', \{'phases': \[1, 2\]\}\)"):
        HouseRules(itself)
    start: Any = {"edition": "boreal", "players": [], "seed": None, "options": {}, "hints": False}
    about = setup_about(start, Text(), fan)
    (spec,) = [one for one in about["editions"] if one["id"] == "boreal"]
    assert [kind["kind"] for kind in spec["kinds"]] == ["set", "run", "color", "color run", "leap", "another"]
    assert {"last", "first"} < {one["id"] for one in about["players"]}


def test_odds_and_the_table_know_it() -> None:
    exact = odds.deal("boreal", 3)
    assert odds.simulate(odds.question("deal", edition="boreal", phase=3), 2000, seed=1).agrees_with(exact)
    table = Table("boreal", players=["You", "last"], seed=1, **LEAPS)
    assert table.session.game.players == ("You", "last")
    assert table.about["phases"][0]["text"] == "1 leap of 3 + 1 set of 2"
    numbered = p10.edition("classic").cards("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12")
    tame = replace(p10.edition("classic"), build_deck=lambda seats, chance: numbered)
    assert "wilds=" not in repr(p10.figures.DealOdds(tame, 1)), "a deck without wilds"


def test_its_own_color_has_a_name_and_a_look_everywhere() -> None:
    (card,) = BOREAL.cards("P3")
    text = Text()
    assert text.card_name(card) == "purple 3"
    assert text.any_of([face for face in card.side.numbered if face.color == "P"]) == "any purple card"
    made = p10.arrange("P1 P2 P3 P4", "4 cards of one color", edition="boreal")
    assert made is not None
    assert text.group_name(made.groups[0]) == "4 purple cards"
    picture = card_svg(card)
    assert 'fill="#6b3fa0"' in picture
    assert PURPLE.path in picture
    look = {"P": {"name": "purple", "background": "#6b3fa0", "ink": "#ffffff", "path": PURPLE.path}}
    assert Table("boreal", seed=1).about["looks"] == look
    assert p10.figures.DealOdds("boreal", 1).about["looks"] == look
    assert "looks" not in Table("classic", seed=1).about
    assert len(fan(BOREAL)) > 1000


def test_a_learning_environment_knows_it() -> None:
    """Groups of its own kind are observed; a kind that no phase needs takes no room in observations."""
    features = pytest.importorskip("phase10_widgets.rl.features").Features
    game = played(LEAPS).game
    laid = [one for one in Game.moments(game.record()) if any(seat.laid for seat in one.state.seats)]
    assert laid
    coding = features(game.edition, 2, game.edition.phases)
    seen = pytest.importorskip("phase10_widgets.rl.seen").Seen(coding)
    assert seen.array(laid[0].observe(0)).shape == (coding.size,)
    unregister("leap")
    classic = p10.edition("classic")
    without = features(classic, 2, classic.phases).size
    p10.register(LeapOf)
    assert features(classic, 2, classic.phases).size == without


@every("options", [{}, LEAPS])
def test_the_arena_plays_the_same_games_in_a_fresh_process(
    options: dict[str, Any], processes: ProcessPoolExecutor
) -> None:
    entrants = ["last", "first", "greedy"]
    here = arena.play("boreal", entrants, games=6, seed=2, **options)
    assert arena.play("boreal", entrants, games=6, seed=2, executor=processes, **options) == here
    assert arena.Contest.from_dict(arena.Contest("boreal", entrants, 6).to_dict()).edition is BOREAL


@pytest.mark.parametrize("edition", ["boreal", rotating("classic")])
def test_a_simulation_gives_the_same_in_a_fresh_process(edition: str) -> None:
    asked = odds.question("deal", edition=edition, phase="1 leap of 3")
    with fresh() as pool:
        assert odds.simulate(asked, 1500, seed=3, executor=pool) == odds.simulate(asked, 1500, seed=3)


def test_games_cards_and_phases_reach_other_processes(processes: ProcessPoolExecutor) -> None:
    """They also reach a new worker that has not received a custom edition before."""
    game = played(LEAPS).game
    assert processes.submit(Game.record, game).result() == game.record()
    assert processes.submit(repr, game).result() == repr(game)
    with fresh() as pool:
        (card,) = BOREAL.cards("P3")
        assert pool.submit(str, card).result() == "P3"
        assert pool.submit(str, Phase.parse("1 leap of 3")).result() == "1 leap of 3"
    with fresh() as pool:
        here = arena.play("classic", ["last", "greedy"], games=4, seed=2, **LEAPS)
        assert arena.play("classic", ["last", "greedy"], games=4, seed=2, executor=pool, **LEAPS) == here


@every("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_a_copy_is_the_same_object(copied: Any) -> None:
    assert copied(BOREAL) is BOREAL
    assert copied(BOREAL.pack) is BOREAL.pack
    assert copied(BOREAL.cards("P3")[0]) is BOREAL.cards("P3")[0]
    assert copied(p10.edition("classic")) is p10.edition("classic")
    assert copied(p10.edition("boreal", **LEAPS)).phases == p10.edition("boreal", **LEAPS).phases


@every(
    "thing, name, says",
    [
        (p10.edition("classic"), None, "belongs to a built-in edition"),
        (first, None, "must be registered with a name"),
        (first, "greedy", "the name 'greedy' is built in"),
        (first, "expert", "the name 'expert' is built in"),
        (first, "my player", "must be 1 to 40 letters"),
        (3, "three", "a player must be a name, a function"),
        (BOREAL, "boreal", "only players can be given a name"),
        (p10.Phase, "phase", "is not a player class"),
    ],
)
def test_invalid_registrations_are_refused(thing: Any, name: str | None, says: str) -> None:
    before = p10.editions.names(), players.names()
    with pytest.raises(RegistrationError, match=says):
        p10.register(thing, name=name)
    assert (p10.editions.names(), players.names()) == before


class PairRunOf(LeapOf):
    """Pairs in a row, as in 3 3 4 4: some places are alike and others are not, which the solvers cannot handle."""

    __slots__ = ()
    kind = "pair run"
    words = ("{n} pair run of {size}", "{n} pair runs of {size}")
    reads = (rf"{COUNT}pair\s+runs?\s+of\s+{SIZE}",)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        assert identity.start is not None
        return (identity.start + index // 2, None, None)


class CountedDown(LeapOf):
    """A run from high to low: a hit at its low end makes an unreadable group."""

    __slots__ = ()
    kind = "descent"
    words = ("{n} descent of {size}", "{n} descents of {size}")
    reads = (rf"{COUNT}descents?\s+of\s+{SIZE}",)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        assert identity.start is not None
        return (identity.start + index, None, None)

    @classmethod
    def openings(cls, identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        return (("low", cls.place(identity, length)),)


STRIDE = ("{n} stride of {size}", "{n} strides of {size}")
NeverRead = type("NeverRead", (LeapOf,), {"__slots__": (), "kind": "unread", "words": STRIDE})
NewSet = type("NewSet", (SetOf,), {"__slots__": (), "kind": "new set"})
Nothing = type("Nothing", (InOrder,), {"__slots__": ()})
SameName = type("SameName", (LeapOf,), {"__slots__": (), "kind": "run"})


@every(
    "kind, says, why",
    [
        (PairRunOf, "cannot be solved .* must all be alike or all be different", "nothing is arranged"),
        (CountedDown, "can be laid down or made by a hit, but", "a hit must leave a group"),
        (NeverRead, "'1 stride of 2' does not parse back", "a phase is stored as its text"),
        (NewSet, "not from a built-in kind", "the fast solvers would take it for a set"),
        (Nothing, "it lacks kind, fields, words", "every part is needed"),
        (SameName, "'run' belongs to a built-in kind", "positions name the kind"),
    ],
)
def test_a_kind_that_the_solvers_get_wrong_is_refused(kind: type[Need], says: str) -> None:
    before = tuple(KINDS)
    with pytest.raises(RegistrationError, match=f"the kind {kind.__name__} cannot be registered: .*{says}"):
        p10.register(kind)
    assert tuple(KINDS) == before


def variant(fill: Callable[[Pack], Any] = lambda pack: None, **changes: Any) -> Edition:
    """Return an edition like boreal, with its own pack, which is filled before the change."""
    made = Pack("austral", range(1, 9), looks={"P": PURPLE})
    fill(made)
    if not made.sides:
        side = made.add_side("color", COLORS)
        add_numbers(side, COLORS)
        side.add("W", points=20)

    def deck(seats: int, chance: Random) -> tuple[Card, ...]:
        return tuple(face for face in made.sides[0].faces.values() for _ in range(2))

    fields: dict[str, Any] = {"id": "austral", "pack": made, "build_deck": deck, **changes}
    return replace(BOREAL, **fields)


def odd_face(pack: Pack) -> None:
    side = pack.add_side("color", COLORS)
    add_numbers(side, COLORS)
    side.add("JOY", points=20)


def same_names(pack: Pack) -> None:
    pack.looks = {"P": PURPLE, "Q": PURPLE}
    add_numbers(pack.add_side("color", ("P", "Q", "R", "B", "G", "Y")), ("P", "Q", "R", "B", "G", "Y"))


@every(
    "changes, says",
    [
        ({"id": "Austral!"}, "its id must be 1 to 40 lowercase letters"),
        ({"name": ""}, "a name needs a visible character"),
        ({"seats": range(2, 10)}, "its seats must be a range within 2 to 8"),
        ({"pack": BOREAL.pack}, r"a different id, 'boreal'; make a Pack\('austral', …\)"),
        ({"phases": ()}, "it has 0 phases"),
        ({"phases": (Phase.parse("1 run of 9", 1),)}, "the numbers only go from 1 to 8"),
        ({"phases": (Phase.parse("2 sets of 6", 1),)}, "needs 12 cards, but a hand has 11"),
        ({"phases": (Phase.parse("2 sets of 2", 3),)}, "numbered 1, 2 and so on"),
        ({"build_deck": lambda seats, chance: ()}, "its deck for 2 seats has 0 cards; it needs 21 to 432"),
        ({"build_deck": lambda seats, chance: 1 / 0}, "its deck for 2 seats failed with ZeroDivisionError"),
        ({"build_deck": lambda seats, chance: 50 * (BOREAL.cards("R1"))}, "has cards from another pack"),
        ({"fill": odd_face}, "the face 'JOY' must be written W"),
        ({"fill": same_names}, "two of its colors have the same name"),
    ],
)
def test_an_edition_beyond_a_limit_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(RegistrationError, match=f"the edition '.*' cannot be registered: .*{says}"):
        p10.register(variant(**changes))
    assert "austral" not in p10.editions.names()
    p10.register(variant())  # nothing else is wrong with it
    unregister("austral")


def test_invalid_colors_and_ids_of_a_pack_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="the color 'Q' has no look; add it to the pack's looks"):
        variant(lambda pack: pack.add_side("color", ("R", "Q")))
    with pytest.raises(ValueError, match="the id 'classic' belongs to a built-in edition"):
        Pack("classic", range(1, 13))
    with pytest.raises(ValueError, match="'R' is red in every game; choose another letter"):
        Pack("austral", range(1, 9), looks={"R": PURPLE})
    assert Game.new("classic", seed=1).observe(0).hand[0].side.pack is p10.edition("classic").pack


@every(
    "values, says",
    [
        (("Purple!", "#6b3fa0", "#ffffff", "hexagon"), "a color's name must be 1 to 20 lowercase letters"),
        (("purple", "purple", "#ffffff", "hexagon"), "write a color such as '#6b3fa0'"),
        (("purple", "#6b3fa0", "#ffffff", "octagon"), "a shape must be one of hexagon, hourglass, drop, moon"),
        (("purple", "#6b3fa0", "#ffffff", 'M0 0"/><script>'), "or an SVG path"),
        (("purple", "#6b3fa0", "#5a3090", "hexagon"), "is hard to read; its contrast is 1.3"),
    ],
)
def test_an_unreadable_look_is_refused(values: tuple[str, str, str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Look(*values)


def begun(made: Edition) -> Game:
    return Game.new(made, ["Ana", "Ben"], seed=1)


NEED_AN_EDITION: list[Callable[[Edition], Any]] = [
    lambda made: coach.review(begun(made)),
    lambda made: coach.luck(begun(made)),
    lambda made: coach.game_rows([begun(made)]),
    lambda made: p10.Replay(begun(made)),
    HouseRules,  # type: ignore[list-item]
    lambda made: arena.Contest(made, ["greedy", "random"], 2),
    lambda made: Session(made, ["Ana", "greedy"], seed=1).save(),
]
NEED_AN_ID: list[Callable[[Edition], Any]] = [
    lambda made: Game.replay(begun(made).record()),
    lambda made: Game.rows(begun(made).record()),
    lambda made: Game.from_position(begun(made).position()),
    lambda made: p10.Replay(begun(made).record()),
    lambda made: odds.question("deal", edition=made, phase=1),
    lambda made: HouseRules(made.id),
    lambda made: p10.edition(made.id),
]


@every("use", [*NEED_AN_EDITION, *NEED_AN_ID])
@every("made", [variant, lambda: replace(p10.edition("classic"), id="hexa")])
def test_an_unregistered_edition_is_refused_with_instructions(
    made: Callable[[], Edition], use: Callable[[Edition], Any]
) -> None:
    with pytest.raises(ValueError, match=r"call p10\.register"):
        use(made())


@every("use", [*NEED_AN_EDITION, p10.register])
def test_a_changed_built_in_edition_needs_a_new_id(use: Callable[[Edition], Any]) -> None:
    """Its id is taken."""
    with pytest.raises(ValueError, match="its own id"):
        use(replace(p10.edition("classic"), skip="none"))
