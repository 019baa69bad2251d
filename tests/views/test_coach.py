"""The coach at the table: hints, a round's dearest decisions, luck and skill, and the way into the replay."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Session, Table, coach
from phase10_widgets.session import SeatPlan
from phase10_widgets.text import Text
from phase10_widgets.widgets.shared.store import StoreLease
from tests.helpers import Json

NUMBERS = count()
SEATS = [SeatPlan("Ana", None), SeatPlan("Ben", "greedy")]


def table(session: Session, **settings: Any) -> tuple[Table, list[Json]]:
    """A table, and what it sends."""
    sent: list[Json] = []
    found = Table(session=session, pace=None, keeper=StoreLease(None), **settings)
    found.send = lambda content, buffers=None: sent.append(content)
    return found, sent


def say(widget: Table, kind: str, **fields: Any) -> None:
    """A message from the browser."""
    message = {"kind": kind, "v": 1, "id": f"{kind} {next(NUMBERS)}", "rev": widget.rev, **fields}
    widget._handle_custom_msg(message, [])


def round_over(edition: str = "classic", seed: int = 3, person: str = "random", **options: Any) -> Table:
    """A table at which the first round has just ended."""
    found, _ = table(Session(edition, SEATS, seed, **options))
    player = p10.players.get(person, seed)
    while found.view["summary"] is None:
        game = found.game
        if game.to_act == 0:
            say(found, "action", action=player.choose(game.observe(0)).to_dict())
        else:
            say(found, "step")
    return found


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_a_hint_is_what_the_coach_says_of_this_seat(edition: str) -> None:
    found, sent = table(Session(edition, SEATS, 5))
    for _ in range(6):
        if found.game.to_act != 0:
            say(found, "step")
            continue
        wanted = coach.hint(found.game.observe(0))
        say(found, "hint")
        shown = sent[-1]
        assert (shown["kind"], shown["why"]) == ("hint", Text().tell(wanted.text))
        known = {word for card in found.game.observe(0).hand for word in (card.word, card.code)}
        assert set(shown["cards"].split()) <= known
        say(found, "action", action=wanted.action.to_dict())


def test_a_hint_marks_what_it_is_about_and_speaks_german() -> None:
    found, sent = table(Session("classic", SEATS, 5), language="de")
    say(found, "hint")
    assert sent[-1]["hint"] in ("deck", "discard")
    assert sent[-1]["why"] == Text("de").tell(coach.hint(found.game.observe(0)).text)


def test_there_is_no_hint_out_of_turn_or_where_they_are_off() -> None:
    found, sent = table(Session("classic", SEATS, 5))
    while found.game.to_act == 0:
        say(found, "action", action=coach.hint(found.game.observe(0)).action.to_dict())
    say(found, "hint")
    assert sent[-1]["kind"] == "reject"
    quiet, sent = table(Session("classic", SEATS, 5), hints=False)
    assert quiet.about["hints"] is False
    say(quiet, "hint")
    assert sent[-1]["code"] == "no_hints"


def test_after_a_round_the_own_decisions_that_cost_most_are_told() -> None:
    found = round_over()
    shown = found.view["summary"]["dear"]
    wanted = coach.review(found.session.games, 0, round=1).dearest(3)
    assert [row["at"] for row in shown["rows"]] == [one.at for one in wanted]
    assert [row["text"] for row in shown["rows"]] == [Text().tell(one.text) for one in wanted]
    assert len(shown["rows"]) == 3, "a random player errs"


def test_a_decision_leads_into_a_replay_through_ones_own_eyes() -> None:
    """While the game runs nothing is shown there but what the seat saw."""
    found = round_over()
    sent: list[Json] = []
    found.send = lambda content, buffers=None: sent.append(content)
    at = found.view["summary"]["dear"]["rows"][0]["at"]
    say(found, "replay", at=at)
    assert (found.about["mode"], found.view["replay"]["at"], found.view["you"]) == ("replay", at, 0)
    assert found.view["observation"]["hand"] == found.session.games[at].observe(0).to_dict()["hand"]
    note = Text().tell(coach.review(found.session.games, 0, round=1).dearest(1)[0].text)
    assert (found.view["replay"]["note"], found.view["replay"]["own"]) == (note, True)
    for eyes in ("open", 1, None):
        say(found, "eyes", eyes=eyes)
        assert sent[-1]["code"] == "hidden"
        assert found.view["replay"]["hands"] is None
    say(found, "seek", at=found.view["replay"]["last"])
    assert found.view["observation"]["round"] == 1, "the next deal is not shown"
    for kind in ("continue", "undo"):
        say(found, kind)
        assert sent[-1]["kind"] == "reject"
    say(found, "save")
    assert "deck" not in sent[-1]["text"], "no record of a game that runs, only the packed file"
    say(found, "back")
    assert found.about["mode"] == "play"
    assert found.view["summary"]["dear"]["rows"][0]["at"] == at


def test_there_is_no_replay_in_the_middle_of_a_round() -> None:
    found, sent = table(Session("classic", SEATS, 5))
    say(found, "replay", at=0)
    assert sent[-1]["code"] == "wrong_step"
    over = round_over()
    say(over, "replay", at=10_000)
    assert over.about["mode"] == "play"


def test_at_the_end_luck_and_skill_are_told() -> None:
    found = round_over(phases=[1], person="greedy")
    while found.game.to_act is not None or found.view["over"] is None:
        if found.view["summary"] is not None:
            say(found, "continue")
        elif found.game.to_act == 0:
            say(found, "action", action=coach.hint(found.game.observe(0)).action.to_dict())
        else:
            say(found, "step")
    shown = found.view["over"]["luck"]
    wanted = coach.luck(found.session.games)
    winner = found.game.winners[0]
    assert shown["rows"][0]["cells"] == [found.game.players[winner], *map(str, wanted.points(winner))]
    assert shown["rows"][0]["cells"][3] == "+50", "half of the games are won by chance"
    assert shown["lines"] == [Text().tell(sentence) for sentence in wanted.explanation]
    say(found, "language", language="de")
    assert found.view["over"]["luck"]["lines"] == [Text("de").tell(sentence) for sentence in wanted.explanation]
    say(found, "replay")
    assert found.view["replay"]["eyes"] == "open", "a game that is over is laid open"


def test_what_is_told_of_a_round_does_not_depend_on_what_was_hidden() -> None:
    """The own decisions, the hints and their costs come from what the seat saw: other hidden cards, same words."""
    from random import Random

    from tests.widgets.test_hidden_table import twin

    found = round_over()
    session, at = found.session, len(found.session.games)
    other = twin(session, 0, Random(1))
    assert other.game.position() != session.game.position()
    assert coach.review(other.games, 0, round=1) == coach.review(session.games, 0, round=1)
    assert len(other.games) == at
    assert json.dumps(coach.review(session.games, 0, round=1).to_dict())


def test_a_hint_rests_on_the_game_at_the_table_and_changes_nothing() -> None:
    found, _ = table(Session("flip", SEATS, 5))
    before = (found.game.position(), found.view, found.rev)
    say(found, "hint")
    assert (found.game.position(), found.view, found.rev) == before
    assert isinstance(found.game, Game)
