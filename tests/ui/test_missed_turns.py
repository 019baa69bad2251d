"""Every view tells a skipped seat about the skip until that seat acts again."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from phase10_widgets import Table
from phase10_widgets.game.game import Game
from phase10_widgets.game.moments import Moments
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.sessions.session import Session
from phase10_widgets.ui.replay.screen import ReplayCursor
from phase10_widgets.ui.table.view_parts import missed_turns
from tests.faults import every
from tests.helpers import begin, dealt, discard, draw, seat

HANDS = ["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10", "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10"]
DUEL = ("classic", seat("R9 Y12 S S", phase=1), seat("R1 R2 S", phase=1))


def moments(game: Game, *actions: dict[str, Any]) -> Moments:
    return Moments(accumulate(actions, Game.apply, initial=game))


MANY = begin("masters", seat("S R1 R5"), seat("S R2 R6"), seat("R3 R7"), seat("R4 R8"), draw_pile="Y1 Y2 Y3 Y4 Y5")
CASES = [
    ("nobody is skipped", dealt("classic", HANDS, "R12"), (), [0, 0, 0]),
    ("the first card turned up is a skip", dealt("classic", HANDS, "S"), (), [1, 0, 0]),
    ("others draw in between", dealt("classic", HANDS, "S"), (draw(),), [1, 0, 0]),
    ("one turn", begin(*DUEL), (discard("S"),), [0, 1]),
    ("again, before it could act", begin(*DUEL), (discard("S"), draw(), discard("S")), [0, 2]),
    ("over once it draws", begin(*DUEL), (discard("S"), draw(), discard("R9"), draw()), [0, 0]),
    ("still shown before it draws", begin(*DUEL), (discard("S"), draw(), discard("R9")), [0, 1]),
    ("several seats, each named", MANY, (discard("S", 2), draw(), discard("S", 3)), [0, 0, 1, 1]),
]


@every("why, game, actions, missed", CASES)
def test_lost_turns_are_counted_until_the_seat_acts(game: Game, actions: tuple[Any, ...], missed: list[int]) -> None:
    assert missed_turns(moments(game, *actions)) == missed


def test_a_new_round_forgets_the_skips_of_the_last() -> None:
    """Going out with a skip does not skip anybody in the next round."""
    game = begin("classic", seat("S", phase=1, laid=[{"kind": "set", "cards": "R3 G3 B3", "number": 3}]), seat("R1 R2"))
    games = moments(game, discard("S"))
    assert games.results, "the round is over"
    assert missed_turns(games) == [0, 0] or games.last.state.discard_pile[0].skip


def test_people_sharing_a_screen_see_a_skip_when_they_uncover_it() -> None:
    session = Session.from_game(begin(*DUEL), [SeatPlan("Ana"), SeatPlan("Ben")])
    table = Table(session=session)
    say(table, 8, "ready")
    for n, action in enumerate((discard("S"), draw(), discard("R9"))):
        say(table, n, "action", action=action)
    assert table.view["curtain"], "another person is to act"
    assert table.view["missed"] == []
    say(table, 9, "ready")
    assert (table.view["you"], table.view["missed"]) == (1, [0, 1])


def say(table: Table, n: int, kind: str, **more: Any) -> None:
    table._handle_custom_msg({"kind": kind, "v": 1, "id": f"a:{n}", "rev": table.view["rev"], **more}, [])


def test_a_replay_shows_skips_like_the_table() -> None:
    cursor = ReplayCursor(moments(begin(*DUEL), discard("S"), draw(), discard("R9"), draw()))
    found = []
    for at in range(5):
        cursor.seek(at)
        found.append(cursor.view(Text())["missed"])
    assert found == [[0, 0], [0, 1], [0, 1], [0, 1], [0, 0]]
