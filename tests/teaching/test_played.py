"""The learner's own rounds: storage, refusals, and merging."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from phase10_widgets import Game, Learner, players
from phase10_widgets.game.hands import missing
from phase10_widgets.game.moments import Moments
from phase10_widgets.teaching import Progress, ProgressError
from phase10_widgets.teaching.learner.your_hands import TOPICS
from phase10_widgets.teaching.progress.played import MOST_HANDS, PlayedHand, hands_to_list, joined, read_hands
from phase10_widgets.ui.table.own_hand import own_hand
from tests.faults import every
from tests.ui.page import Page

HAND = PlayedHand("classic", 1, False, 1, 25, 0, 20_000)


def row(**changes: Any) -> dict[str, Any]:
    return {"id": "a", **HAND._asdict(), **changes}


def test_a_round_is_recorded_as_the_seat_saw_it() -> None:
    """Wilds, phase and points are those of the dealt hand and the result; nobody else's cards matter."""
    for edition in ["classic", "masters", "flip", "standard"]:
        game = Game.new(edition, players=["Ana", "Ben"], phases=[1, 2], seed=11)
        games, minds = Moments([game]), [players.get("greedy", seat) for seat in range(2)]
        while game.to_act is not None:
            game = game.apply(minds[game.to_act].choose(game.observe(game.to_act)))
            games = games.then(game)
        for at, result in enumerate(games.results):
            for seat in range(2):
                told = own_hand(games, result, seat)
                dealt = games[result.start].observe(seat)
                assert told is not None
                assert told["wilds"] == sum(card.wild for card in dealt.hand)
                assert told["points"] == result.event.points[seat]
                assert dealt.me.phase in (told["phase"], None), "Masters chooses its phase later"
                assert told["dealt"] == (missing(tuple(dealt.hand), dealt.edition.phase(told["phase"])) == 0)
                before = own_hand(games, games.results[at - 1], seat) if at else None
                again = before is not None and before["phase"] == told["phase"]
                assert told["waited"] == (before["waited"] + 1 if before and again else 0)
        ids = [own_hand(games, result, seat) for result in games.results for seat in range(2)]
        assert len({each["id"] for each in ids if each}) == len(ids)


DAMAGED: list[dict[str, Any]] = [
    *({"id": id} for id in ("", "x" * 100, 7)),
    *({"edition": name} for name in ("poker", ["classic"])),
    *({"phase": phase} for phase in (0, True)),
    *({"dealt": 1}, {"wilds": 99}, {"points": -5}, {"points": 10**9}, {"waited": "2"}, {"day": -1}, {"day": 10**12}),
]


@every("change", DAMAGED)
def test_a_damaged_round_is_left_out_of_a_browser_and_refused_in_a_file(change: dict[str, Any]) -> None:
    assert read_hands([row(), row(**{"id": "b", **change})]) == {"a": HAND}
    with pytest.raises(ProgressError, match="hands"):
        Progress.from_dict({**Progress().to_dict(), "hands": [row(**change)]})


def test_anything_but_a_list_of_rounds_is_ignored() -> None:
    nothing: tuple[Any, ...] = (None, {}, "x", 7, [None], [[]])
    assert [read_hands(rows) for rows in nothing] == [{}] * len(nothing)


def test_the_latest_rounds_are_kept() -> None:
    many = {str(day): HAND._replace(day=day) for day in range(MOST_HANDS + 20)}
    assert len(joined(many)) == MOST_HANDS
    assert "0" not in joined(many)
    assert joined({"a": HAND}, {"b": HAND._replace(day=1)}) == {"b": HAND._replace(day=1), "a": HAND}


def test_a_file_has_the_rounds_and_a_class_can_pool_them() -> None:
    one, other = Progress(seed=1), Progress(seed=2)
    assert one.add_hands({"a": HAND})
    assert not one.add_hands({"a": HAND})
    other.add_hands({"b": HAND})
    assert Progress.loads(one.dumps()) == one
    one.add_hands(other.hands)
    assert set(one.hands) == {"a", "b"}
    one.reset()
    assert one.hands == {}


def hands(n: int, **changes: Any) -> list[dict[str, Any]]:
    return hands_to_list({str(at): HAND._replace(day=at, **changes) for at in range(n)})


def test_the_rounds_of_the_browser_appear_with_their_interval() -> None:
    for topic in TOPICS:
        learner = Learner(3)
        figure, board = learner.hands(topic), learner.overview()
        assert "Play a few" in str(figure.view)
        others = [{**each, "id": f"z{each['id']}"} for each in hands(15, wilds=0, dealt=True, points=0)]
        mixed = [*hands(20), *others]
        Page(board).tell("hello", kept=None, hands=mixed)
        asked = figure._question()
        assert asked is not None
        assert "95% confidence interval" in str(figure.view)
        assert "truth" not in str(figure.view)
        figure.do("guess", 50)
        assert "truth" in str(figure.view)
        assert isinstance(asked.exact, Fraction)


def test_the_two_way_table_counts_rounds_that_the_browser_sends_late() -> None:
    """A browser sends rounds after the cell has run: the table updates then, and shows nothing before."""
    learner = Learner(13)
    figure, board = learner.hands("wild and phase"), learner.overview()
    assert "with a wild" not in str(figure.view)
    other = hands_to_list({"flip": HAND._replace(edition="flip")})
    lucky = hands_to_list({f"b{at}": HAND._replace(wilds=0, dealt=True) for at in range(3)})
    unlucky = hands_to_list({f"c{at}": HAND._replace(wilds=2, dealt=False) for at in range(5)})
    Page(board).tell("hello", kept=None, hands=[*other, *lucky, *unlucky])
    (table,) = (part for part in figure.view["parts"] if part["kind"] == "table")
    assert table["head"] == ["", "held the phase", "did not hold it", "together"]
    assert [row["cells"] for row in table["rows"]] == [
        ["with a wild", "0", "5", "5"],
        ["without a wild", "3", "0", "3"],
        ["together", "3", "5", "8"],
    ]
    assert "truth" not in str(figure.view)


def test_waiting_is_counted_for_each_time_that_a_phase_was_left() -> None:
    played = [HAND._replace(waited=waits) for waits in (0, 1, 2, 0, 0, 1)]
    assert TOPICS["waited"].values(played, 1) == [3, 1, 2]
    with pytest.raises(ValueError, match="wild, dealt, points, waited, out, wild and phase"):
        Learner(3).hands("luck")
