"""The same cards at every table: equal luck, and nobody learns about future cards from another table."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import EDITIONS
from phase10_widgets.rooms.room import Room
from phase10_widgets.rooms.same_cards import STILL
from phase10_widgets.rooms.shared_table import SharedTable
from tests.rooms.playing import Line, Service, act, class_of, table

SEEN = "This table still has to play cards that have been seen at another table."


def room_of(line: Line) -> Room:
    (room,) = line.service.desk._rooms.values()
    return room


def games(line: Line) -> list[SharedTable]:
    return [*room_of(line).tables.values()]


def finish_round(service: Service, line: Line, *others: Line) -> None:
    """Let one person play until their table has finished a round, while the others do nothing."""
    chance, before = random.Random(1), len(line.view["rounds"])
    for _ in range(4000):
        if len(line.view["rounds"]) > before:
            break
        act(line, chance)
        service.wait(1.0, line, *others)
    assert len(line.view["rounds"]) > before
    line.say("continue")


def finish(service: Service, line: Line, *others: Line) -> None:
    """Let one person play until their game is over, while the others do nothing."""
    while line.view["over"] is None:
        finish_round(service, line, *others)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_table_gets_the_same_cards_and_plays_them_its_own_way(edition: str) -> None:
    service = Service()
    host, *guests = class_of(service, 3, "Ada", "Ben", "Cleo", edition=edition, preset="full")
    first, *others = [line.view["observation"] for line in guests]
    assert all(other["hand"] == first["hand"] for other in others)
    assert all(other["discard_pile"] == first["discard_pile"] for other in others)
    assert len({shared.seed for shared in games(host)}) == 1
    seed = games(host)[0].seed
    assert seed is not None
    assert seed.bit_length() > 90


def test_by_default_each_table_has_its_own_cards() -> None:
    service = Service()
    host = service.host()
    host.ask("tables", n=2)
    for number, name in enumerate(("Ada", "Ben"), 1):
        service.guest(host, name).ask("sit", table=number)
    host.ask("start", table=None)
    one, other = games(host)
    assert one.seed != other.seed
    assert (one.deal, other.deal) == (None, None)


def test_all_tables_have_one_plan_and_start_together() -> None:
    service = Service()
    host = service.host()
    host.ask("tables", n=3)
    host.ask("same", on=True)
    host.ask("plan", table=2, edition="flip", preset="quick", seats=3, level=2)
    rows = host.room["tables"]
    assert [(row["edition"], row["preset"], len(row["seats"]), row["level"]) for row in rows] == [
        ("flip", "quick", 3, 2)
    ] * 3
    for number, name in enumerate(("Ada", "Ben"), 1):
        service.guest(host, name).ask("sit", table=number)
    host.ask("start", table=1)
    assert [row["state"] for row in host.room["tables"]] == ["playing", "playing", "open"]
    for kind, fields in (("same", {"on": False}), ("plan", {"table": 3, **games(host)[2].plan.to_dict()})):
        host.ask(kind, **fields)
        assert host.refusal in ("Wait until no table is playing.", str(STILL))


def test_a_plan_has_enough_seats_for_the_people_at_every_table() -> None:
    service = Service()
    host = service.host()
    host.ask("tables", n=2)
    host.ask("same", on=True)
    for name in ("Ada", "Ben", "Cleo"):
        service.guest(host, name).ask("sit", table=2)
    host.ask("plan", table=1, edition="classic", preset="quick", seats=2, level=2)
    assert host.refusal == "More people are sitting here than the game has seats for."
    assert {len(row["seats"]) for row in host.room["tables"]} == {4}


def test_another_game_waits_until_all_have_finished() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben")
    finish(service, ada, ben)
    assert ada.view["over"]
    seed = games(host)[0].seed
    for number in (1, None):
        host.ask("start", table=number)
        assert host.refusal == str(STILL)
    finish(service, ben)
    host.ask("start", table=1)
    assert [shared.state for shared in games(host)] == ["playing", "playing"]
    assert games(host)[0].seed == games(host)[1].seed != seed


def test_a_late_table_gets_the_cards_until_the_others_have_finished_a_round() -> None:
    service = Service()
    host, ada, ben, late, later = class_of(service, 4, "Ada", "Ben", "Late", "Later", preset="full", sit=2)
    late.ask("sit", table=3)
    later.ask("sit", table=4)
    host.ask("start", table=3)
    assert games(host)[2].seed == games(host)[0].seed
    for line in (ada, ben, late):
        finish_round(service, line, *{ada, ben, late} - {line})
    host.ask("start", table=4)
    assert host.refusal.startswith("The other tables have finished a round")
    assert games(host)[3].state == "open"


def test_nobody_moves_to_a_table_that_is_behind() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben", preset="full")
    host.ask("tables", n=3)
    ada.ask("sit", table=2)
    assert ada.refusal == SEEN
    assert ada.room["table"] == 1, "a refused move costs no seat"
    ada.ask("stand")
    for number in (2, 3):
        ada.ask("sit", table=number)
        assert ada.refusal == SEEN, "an empty table could still get the cards"
    ada.ask("sit", table=1)
    assert ada.room["table"] == 1, "a person may come back"
    ada.ask("stand")
    finish_round(service, ben)
    ada.ask("sit", table=2)
    assert ada.room["table"] == 2, "a person who is behind may move ahead"


NEWCOMER = "Anyone who arrives after the deal can sit only at a table that is ahead of all others."


def test_a_newcomer_counts_as_somebody_from_another_table(tmp_path: Path) -> None:
    """They may be one: Ana could join again as Ann, at a table that has yet to play cards she has already seen."""
    service = Service(tmp_path / "live.sqlite3")
    host, ana, ben = class_of(service, 2, "Ana", "Ben", preset="full", seats=3)
    host.ask("tables", n=3)
    ann = service.guest(host, "Ann")
    for number in (1, 2, 3):
        ann.ask("sit", table=number)
        assert ann.refusal == NEWCOMER, "all tables are in the first round, or could still begin it"
    finish_round(service, ana, ben)
    ann.ask("sit", table=2)
    assert (ann.refusal, ann.room["seat"]) == (NEWCOMER, None), "this table is behind"
    host.ask("place", person=ann.last("welcome")["person"], table=2)
    assert host.refusal == NEWCOMER, "whoever asks"
    service.start()
    host, ann = Line(service, host.token), Line(service, ann.token)
    ann.ask("sit", table=2)
    assert ann.refusal == NEWCOMER, "a crash changes nothing"
    ann.ask("sit", table=1)
    assert ann.room["table"] == 1, "nobody knows these cards yet"


def test_a_removed_person_comes_back_as_a_newcomer() -> None:
    service = Service()
    host, ana, ben, cleo = class_of(service, 2, "Ana", "Ben", "Cleo", preset="taste", seats=3, sit=2)
    number = cleo.last("welcome")["person"]
    host.ask("kick", person=number)
    host.ask("lock", on=False)
    cleo = service.guest(host, "Cleo")
    assert cleo.last("welcome")["person"] == number, "the book reuses the last number"
    for at in (1, 2):
        cleo.ask("sit", table=at)
        assert cleo.refusal == NEWCOMER
    finish(service, ana, ben)
    finish(service, ben)
    cleo.ask("sit", table=1)
    assert cleo.room["table"] == 1, "the deal is over"


def test_knowledge_of_cards_survives_a_crash(tmp_path: Path) -> None:
    service = Service(tmp_path / "live.sqlite3")
    host, ada, _ = class_of(service, 2, "Ada", "Ben", preset="full")
    seed = games(host)[0].seed
    ada.ask("stand")
    service.start()
    host, ada = Line(service, host.token), Line(service, ada.token)
    ada.ask("sit", table=2)
    assert ada.refusal == SEEN
    assert host.room["same"]
    deal = games(host)[1].deal
    assert deal is not None
    assert (deal.seed, sorted(deal.tables)) == (seed, [1, 2])


def test_a_spectator_sees_phases_and_counts_until_every_table_is_done() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben")
    host.ask("watch", table=1)
    finish(service, ada, ben)
    assert games(host)[0].state == "over"
    host.say("hello", tokens=[])
    view, story = host.view, host.told("message")
    assert (view["over"], view["rounds"], view["events"], story["lines"]) == (None, [], [], [])
    seen = view["observation"]
    assert (seen["discard_pile"], seen["draw_pile"]["back"]) == ("", None)
    assert seen["draw_pile"]["cards"] > 0
    assert [seat["laid"] for seat in seen["seats"]] == [[], []]
    assert [seat["phase"] for seat in seen["seats"]] == [row["phase"] for row in host.room["tables"][0]["seats"]]
    before = len(host.sent)
    finish(service, ben)
    told = [message for message in host.sent[before:] if message["kind"] == "tell"]
    assert told, "nobody has to load the page again"
    assert host.view["over"]["standings"]
    assert host.view["observation"]["discard_pile"]


def test_results_of_finished_rounds_are_open() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben", preset="full")
    host.ask("watch", table=1)
    finish_round(service, ada, ben)
    assert (len(ada.view["rounds"]), host.view["rounds"]) == (1, [])
    assert [seat["score"] for seat in host.view["observation"]["seats"]] == [0, 0]
    finish_round(service, ben, ada)
    first = {name: value for name, value in ada.view["rounds"][0].items() if name != "own"}
    assert host.view["rounds"] == [first], "what Ada held is only for her browser"
    host.say("hello", tokens=[])
    lines = [line for turn in host.told("message")["lines"] for line in turn]
    assert lines
    assert not any(line.startswith("Round 2") for line in lines)


def test_a_removed_table_does_not_hold_up_the_others() -> None:
    service = Service()
    host, ada, ben = class_of(service, 2, "Ada", "Ben")
    finish(service, ada, ben)
    host.ask("watch", table=1)
    ben.ask("stand")
    host.ask("tables", n=1)
    assert host.view["over"], "no table plays these cards anymore"


def test_people_at_their_own_table_see_their_own_results() -> None:
    service = Service()
    _, ada, other = class_of(service, 2, "Ada", "Ben")
    finish(service, ada, other)
    assert ada.view["over"]["finish"] is not None
    assert (ada.view["over"]["seed"], "challenge" in ada.view["over"], ada.told("about")["may"]) == ("", False, [])


@pytest.mark.parametrize("kind", ["save", "again", "replay", "load"])
def test_nothing_reveals_the_whole_deal(kind: str) -> None:
    service = Service()
    _, ada, other = class_of(service, 2, "Ada", "Ben")
    finish(service, ada, other)
    ada.say(kind, same=True)
    assert ada.refusal == "That is not possible at a shared table."


@pytest.mark.parametrize("seed", range(4))
def test_nobody_sees_a_card_in_advance_however_people_come_and_go(seed: int) -> None:
    """People move at will; at any table, they see only cards of rounds that they have not seen elsewhere."""
    service, chance = Service(), random.Random(seed)
    host, *guests = class_of(service, 3, "Ada", "Ben", "Cleo", seats=3, preset="full")
    known: dict[str, dict[int, int]] = {line.token: {} for line in guests}
    moves = 0
    for _ in range(120):
        line = chance.choice(guests)
        if chance.random() < 0.3:
            line.ask(chance.choice(("sit", "stand", "watch")), table=chance.randint(1, 3))
        for each in guests:
            act(each, chance) if each.room["seat"] is not None else None
        service.wait(1.0, host, *guests)
        for each in guests:
            found = room_of(host).table_of(each.last("welcome")["person"])
            if found:
                seen, at = known[each.token], found[0].number
                elsewhere = max((last for number, last in seen.items() if number != at), default=0)
                moves += at not in seen
                assert found[0].round > elsewhere or seen.get(at, 0) >= elsewhere, (seen, at)
                seen[at] = max(seen.get(at, 0), found[0].round)
    assert moves >= 3


def test_a_game_among_friends_is_unchanged() -> None:
    hanna, ben = table(Service(), "Hanna", "Ben")
    found: Any = hanna.room
    assert found["same"] is False
    assert hanna.view["observation"]["hand"] != ben.view["observation"]["hand"]
