"""The coach at the table: hints, a round's costliest decisions, luck and skill, and links into the replay."""

from __future__ import annotations

import json
from copy import copy
from itertools import count
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Session, Table, coach
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.store.store import StoreLease
from tests.helpers import Json
from tests.ui.test_hidden_table import twin

NUMBERS = count()
SEATS = [SeatPlan("Ana", None), SeatPlan("Ben", "greedy")]


def table(session: Session, **settings: Any) -> tuple[Table, list[Json]]:
    sent: list[Json] = []
    found = Table(session=session, pace=None, keeper=StoreLease(None), **settings)
    found.send = lambda content, buffers=None: sent.append(content)
    return found, sent


def say(widget: Table, kind: str, **fields: Any) -> None:
    message = {"kind": kind, "v": 1, "id": f"{kind} {next(NUMBERS)}", "rev": widget.rev, **fields}
    widget._handle_custom_msg(message, [])


def round_over(edition: str = "classic", seed: int = 3, person: str = "random", **options: Any) -> Table:
    found, _ = table(Session(edition, SEATS, seed, **options))
    player = p10.players.get(person, seed)
    while found.view["summary"] is None:
        game = found.game
        if game.to_act == 0:
            say(found, "action", action=player.choose(game.observe(0)).to_dict())
        else:
            say(found, "step")
    return found


def test_a_hint_is_the_coachs_advice_for_this_seat() -> None:
    for edition in p10.EDITIONS:
        language = "de" if edition == "classic" else "en"
        found, sent = table(Session(edition, SEATS, 5), language=language)
        for _ in range(6):
            if found.game.to_act != 0:
                say(found, "step")
                continue
            wanted = coach.hint(found.game.observe(0))
            before = (found.game.position(), found.view, found.rev)
            say(found, "hint")
            assert (found.game.position(), found.view, found.rev) == before, "a hint changes nothing"
            shown = sent[-1]
            assert (shown["kind"], shown["why"]) == ("hint", Text(language).tell(wanted.text))
            known = {word for card in found.game.observe(0).hand for word in (card.word, card.code)}
            assert set(shown["cards"].split()) <= known
            say(found, "action", action=wanted.action.to_dict())


def test_hints_are_refused_out_of_turn_or_if_disabled() -> None:
    found, sent = table(Session("classic", SEATS, 5))
    while found.game.to_act == 0:
        say(found, "action", action=coach.hint(found.game.observe(0)).action.to_dict())
    say(found, "hint")
    assert sent[-1]["kind"] == "reject"
    say(found, "replay", at=0)
    assert sent[-1]["code"] == "wrong_step", "nor a replay in the middle of a round"
    quiet, sent = table(Session("classic", SEATS, 5), hints=False)
    assert quiet.about["hints"] is False
    say(quiet, "hint")
    assert sent[-1]["code"] == "no_hints"


def test_after_a_round_the_seats_costliest_decisions_are_shown() -> None:
    """Each is shown with the action taken and the better one."""
    found = round_over()
    games, rows = found.session.games, found.view["summary"]["review"]["rows"]
    assert len(rows) == 3, "a random player errs"
    for row, one in zip(rows, coach.review(games, 0, round=1).costliest(3), strict=True):
        assert (row["at"], row["text"], row["grade"]) == (one.at, Text().tell(one.text), one.grade)
        assert row["cost"] == pytest.approx(one.cost, abs=0.01)
        view = games[one.at].observe(0)
        known = {*(card.word for card in view.hand), view.discard_pile[0].word}
        for move in (row["played"], row["better"]):
            assert set(move["cards"].split()) <= known
            assert move["blind"] is (move["text"] == "Draw from the pile")
            assert bool(move["cards"]) is not move["blind"]


def test_a_decision_opens_a_replay_from_its_seat() -> None:
    """During the game, it shows only what the seat saw."""
    found, sent = round_over(), list[Json]()
    found.send = lambda content, buffers=None: sent.append(content)
    at = found.view["summary"]["review"]["rows"][0]["at"]
    say(found, "replay", at=at)
    assert (found.about["mode"], found.view["replay"]["at"], found.view["you"]) == ("replay", at, 0)
    assert found.view["observation"]["hand"] == found.session.games[at].observe(0).to_dict()["hand"]
    wanted = coach.review(found.session.games, 0, round=1).costliest(1)[0]
    assert found.view["replay"]["decision"]["text"] == Text().tell(wanted.text)
    assert found.view["replay"]["own"]
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
    assert "deck" not in sent[-1]["text"], "no record of a running game, only the packed file"
    say(found, "back")
    assert (found.about["mode"], found.view["summary"]["review"]["rows"][0]["at"]) == ("play", at)


@pytest.mark.slow
def test_the_review_of_a_round_does_not_depend_on_hidden_cards() -> None:
    """Decisions, hints and costs come from the seat's observations: with other hidden cards, the text is the same."""
    session = round_over().session
    other = twin(session, 0, Random(1))
    assert other.game.position() != session.game.position()
    assert coach.review(other.games, 0, round=1) == coach.review(session.games, 0, round=1)


def test_the_curve_ends_before_the_next_deal() -> None:
    """The last value averages over other deals: the cards of the next round do not matter."""
    found = round_over()
    result = found.session.games.results[0]
    curve = found.view["summary"]["review"]["curve"]
    assert (curve["moments"][0], curve["moments"][-1]) == (0, result.end)
    assert all(abs(sum(column) - 100) < 0.2 for column in zip(*curve["chances"], strict=True))
    assert [one["round"] for one in curve["rounds"]] == [1]
    seen = found.view["observation"]
    assert (seen["round"], seen["hand"], seen["discard_pile"], seen["draw_pile"]["back"]) == (2, "", "", None)
    after = result.after
    mine, theirs = after.state.hands
    other = copy(after)
    other.state = after.state._replace(hands=(theirs, mine))
    assert coach.win_probability(other) == coach.win_probability(after)


def test_a_second_try_is_graded_and_leaves_the_game_unchanged() -> None:
    found = round_over()
    before, summary = found.session.save(), found.view["summary"]
    at = summary["review"]["rows"][0]["at"]
    say(found, "replay", at=at)
    assert found.view["replay"]["tries"]
    say(found, "try")
    assert (found.about["mode"], found.about["practice"], found.about["hints"]) == ("play", True, True)
    assert found.view["observation"]["hand"] == found.session.games[at].observe(0).to_dict()["hand"]
    say(found, "action", action=coach.hint(found.session.games[at].observe(0)).action.to_dict())
    assert found.view["graded"]["grade"] in ("good", "best")
    say(found, "undo")
    assert found.view["graded"] is None
    assert found.view["observation"]["hand"] == found.session.games[at].observe(0).to_dict()["hand"]
    say(found, "back")
    assert (found.about["mode"], found.view["replay"]["at"]) == ("replay", at)
    say(found, "back")
    assert (found.about["mode"], found.view["summary"]) == ("play", summary)
    assert json.loads(found.session.save()) == json.loads(before)


def test_a_second_try_ends_with_its_round_and_shows_nothing_of_the_next() -> None:
    found = round_over()
    say(found, "replay", at=found.view["summary"]["review"]["rows"][0]["at"])
    say(found, "try")
    person = p10.players.get("greedy")
    start = found.view["observation"]["hand"]
    while found.view["summary"] is None:
        if found.view["thinking"]:
            say(found, "step")
        else:
            practice = found._replay._practice
            assert practice is not None
            action = person.choose(practice._session.observe(0))
            say(found, "action", action=action.to_dict())
    assert found.view["observation"]["hand"] == ""
    assert found.view["summary"]["review"]["curve"]["moments"][0] == 0
    say(found, "continue")
    assert found.view["summary"], "only back or another try"
    say(found, "again")
    assert found.view["observation"]["hand"] == start
    say(found, "language", language="de")
    assert found.about["practice"]
    assert found.about["language"] == "de"


def test_during_a_game_only_the_seats_own_decisions_can_be_tried_again() -> None:
    found, sent = round_over(), list[Json]()
    found.send = lambda content, buffers=None: sent.append(content)
    say(found, "try")
    assert sent.pop()["code"] == "wrong_step", "no replay is open"
    say(found, "replay", at=10_000)
    assert found.about["mode"] == "play", "there is no such moment"
    theirs = next(at for at, game in enumerate(found.session.games) if game.to_act == 1)
    say(found, "replay", at=theirs)
    assert not found.view["replay"]["tries"]
    say(found, "try")
    assert sent[-1]["code"] == "wrong_step"
    assert found.about["mode"] == "replay"
