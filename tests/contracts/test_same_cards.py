"""With the same cards at every table, no message about a table depends on cards that its readers may get."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.rules.state import State
from phase10_widgets.ui.table import view as table_view
from phase10_widgets.ui.table.view_parts import public_view
from tests.contracts.test_lines import replaced, shown
from tests.rooms.playing import Line, Service, act, class_of


def other_cards(state: State, chance: random.Random) -> State:
    """Return the state with all cards that are not laid down, open or hidden, rearranged."""
    cards = [card for part in (*state.hands, *state.saved, state.draw_pile, state.discard_pile) for card in part]
    chance.shuffle(cards)
    rest = iter(cards)

    def again(part: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(next(rest) for _ in part)

    hands, saved = tuple(map(again, state.hands)), tuple(map(again, state.saved))
    return state._replace(hands=hands, saved=saved, draw_pile=again(state.draw_pile), discard_pile=tuple(rest))


def strangers(edition: str, seed: int) -> tuple[SharedTable, list[Line]]:
    """Return table 2 of a class, and the pages that look at it from elsewhere: a host, table 1, a leaver, a wall."""
    service, chance = Service(), random.Random(f"{edition} {seed}")
    host, ada, ben, cleo, ben_too = class_of(
        service, 2, "Ada", "Ben", "Cleo", "Ben too", edition=edition, seats=3, preset="full"
    )
    host.ask("watch", table=2)
    wall = Line(service, host.token, wall=True)
    for _ in range(chance.randint(1, 50)):
        for line in (ben, ben_too):  # at table 1, nobody plays
            act(line, chance)
        service.wait(1.0, host, ada, cleo, ben, ben_too)
    cleo.ask("stand")
    cleo.ask("watch", table=2)
    (room,) = service.desk._rooms.values()
    return room.tables[2], [host, ada, cleo, wall]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_of_another_table_is_sent(edition: str) -> None:
    changed = 0
    for seed in range(5):
        shared, pages = strangers(edition, seed)
        game, before = shared.game, shown(pages)
        state = other_cards(game.state, random.Random(seed))
        replaced(shared, Game(state, (), game._log, game._recalls, game._trail, game._start))
        assert shown(pages) == before, seed
        replaced(shared, game)
        changed += state.hands != game.state.hands
    assert changed == 5, "the cards did change"


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_message_ever_named_a_card(edition: str) -> None:
    """Table 2 has never sent others a card, a group, an event, a result or a story."""
    for seed in range(3):
        _, (host, ada, cleo, wall) = strangers(edition, seed)
        assert {message["table"] for message in ada.sent if message["kind"] == "tell"} == {1}
        assert not [message for message in wall.sent if message["kind"] == "tell"]
        told = [message for line in (host, cleo) for message in line.sent if message.get("table") == 2]
        views = [message["view"] for message in told if "view" in message]
        assert views
        for view in views:
            seen = view["observation"]
            assert not any((view["events"], view["rounds"], view["over"], view["legal"], view["summary"]))
            assert (seen["hand"], seen["saved"], seen["discard_pile"], seen["side"]) == ("", "", "", "color")
            assert seen["draw_pile"]["back"] is None
            assert not any(seat["laid"] or seat["backs"] or seat["score"] for seat in seen["seats"])


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a spectator's view had kept the discard pile, the tests above would fail."""
    monkeypatch.setattr(table_view, "covered_view", lambda game, results: public_view(game))
    with pytest.raises(AssertionError):
        test_no_card_of_another_table_is_sent("classic")
    with pytest.raises(AssertionError):
        test_no_message_ever_named_a_card("classic")


def test_the_seed_is_never_sent() -> None:
    shared, pages = strangers("classic", 1)
    seed = str(shared.seed)
    service = pages[0].service
    assert not [message for page in service.desk.pages for message in page.sent if seed in json.dumps(message)]  # type: ignore[attr-defined]
