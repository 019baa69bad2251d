"""The deal of the day and challenges: the same cards for everybody, links that are checked, and terms of play."""

from __future__ import annotations

import base64
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game, Session, edition, players
from phase10_widgets.rules.cards import Card
from phase10_widgets.rules.observation import Observation
from phase10_widgets.sessions import daily
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.sessions.shared_deal import FriendResult, Terms
from tests.faults import every

GOLDEN = [
    ("2026-11-01", "classic", [2, 3, 4, 5, 6], 500908670),
    ("2026-11-23", "classic", [7], 496267600),
    ("2026-11-24", "standard", [2, 3], 716962412),
    ("2026-11-25", "classic", [2, 3], 70802856),
    ("2026-11-26", "masters", [2, 3], 59626751),
    ("2026-11-27", "flip", [2, 3], 36756416),
    ("2026-11-28", "standard", [3, 4, 5], 669096191),
    ("2028-02-29", "standard", [5, 6], 790036286),
]
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAYS = [daily.FIRST_DAY + timedelta(days=at) for at in range(365)]


@every("day, name, phases, seed", GOLDEN)
def test_the_deal_of_a_day_never_changes(day: str, name: str, phases: list[int], seed: int) -> None:
    """People compare results across years and versions, so these values are fixed."""
    deal = daily.deal(date.fromisoformat(day))
    assert (deal.edition.id, deal.edition.options["phases"], deal.seed) == (name, phases, seed)
    assert (deal.players, deal.key) == ((None, "expert:5", "expert:5"), day)
    if day == "2026-11-23":
        hand = deal.session("You").observe(0).hand
        assert " ".join(card.word for card in hand) == "Y11 R12 G7 B10 Y10 B7 Y9 Y8 R3 B2"


def test_every_day_of_a_year_has_its_own_deal() -> None:
    deals = [daily.deal(day) for day in DAYS]
    assert len({deal.seed for deal in deals}) == len(DAYS)
    assert {deal.edition.id for deal in deals} == set(EDITIONS)
    for number in range(7):
        lengths = {len(deal.edition.phases) for deal in deals[number::7]}
        assert len(lengths) == 1, "a weekday's games are all equally long"
    mondays = [deal for day, deal in zip(DAYS, deals, strict=True) if day.weekday() == 0]
    assert {deal.edition.phases[0].number for deal in mondays} == set(range(1, 11)), "each phase has its week"


BAD_DAYS: list[tuple[object, str]] = [
    ("2026-11-25", "is not out yet"),
    ("2026-10-31", "the first deal of the day"),
    ("2026-02-30", "a date must look like"),
    ("20261123", "a date must look like"),
    ("2026-W48-1", "a date must look like"),
    ("２０２６-11-23", "a date must look like"),  # noqa: RUF001 (digits of another script)
    ("", "a date must look like"),
    (None, "a date must look like"),
    (["2026-11-23"], "a date must look like"),
]


@every("text, why", BAD_DAYS)
def test_a_day_without_a_deal_is_refused(text: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        daily.day_from(text, NOW)
    for day in (date(2026, 11, 24), daily.FIRST_DAY):
        assert daily.day_from(day.isoformat(), NOW) == day, "tomorrow may have begun elsewhere"


def sent(*content: Any) -> str:
    """Return this content as the code of a link."""
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


TABLE = [None, "greedy"]
BAD_CODES: list[tuple[object, str]] = [
    (None, "damaged"),
    ("", "damaged"),
    ("=" * 8, "damaged"),
    ("A" * 5_000, "damaged"),
    (base64.urlsafe_b64encode(b"[" * 500).decode().rstrip("="), "damaged"),
    (base64.urlsafe_b64encode(b"\xff\xfe").decode().rstrip("="), "damaged"),
    (sent(1, "classic", {}, TABLE, 7), "damaged"),
    (sent(2, "classic", {}, TABLE, 7), "damaged"),
    (sent(2, "classic", [], TABLE, 7, "", None), "damaged"),
    (sent(2, "classic", {}, TABLE, "", None), "damaged"),
    (sent(2, "classic", {}, ["greedy", "greedy"], 7, "", None), "damaged"),
    (sent(2, "classic", {}, [None, None], 7, "", None), "damaged"),
    (sent(2, "classic", {}, [None, "oracle"], 7, "", None), "damaged"),
    (sent(2, "classic", {}, [None, ["greedy"]], 7, "", None), "damaged"),
    (sent(2, "classic", {}, TABLE, True, "", None), "damaged"),
    (sent(2, "classic", {}, TABLE, "x" * 101, "", None), "damaged"),
    (sent(2, "classic", {}, TABLE, 10**101, "", None), "damaged"),
    (sent(2, "poker", {}, TABLE, 7, "", None), "no edition"),
    (sent(2, "classic", {"phases": [99]}, TABLE, 7, "", None), "no phase 99"),
    (sent(2, "classic", {}, [None, *["greedy"] * 9], 7, "", None), "2 to 6 players"),
    (sent(2, "classic", {"first_dealer": 5}, TABLE, 7, "", None), "no player sits"),
]


@every("code, why", BAD_CODES)
def test_a_damaged_link_is_refused(code: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        daily.challenge(code)


ANNA = FriendResult("Anna", place=2, phases=1, score=5, rounds=(False, True))
BAD_RESULTS: list[Any] = [
    7,
    [],
    ["Anna", 2, 1, 5],
    ["Anna", 2, 1, -5, "01"],
    ["Anna", True, 1, 5, "01"],
    ["Anna", 2, 1, 10**9, "01"],
    ["Anna", 2, 1, 5, "012"],
    ["Anna", 2, 1, 5, "0" * 1000],
    ["A" * 1000, 2, 1, 5, "01"],
    ["\u202eannA", 2, 1, 5, "01"],
    [{"Anna": 1}, 2, 1, 5, "01"],
]


def test_a_link_says_what_to_beat() -> None:
    """The friend's result reaches the terms of the game, and the stored game; the key does not depend on it."""
    deal = daily.Deal(edition("classic", phases=[2]), (None, "greedy"), 7)
    sent_deal = replace(deal, friend=ANNA)
    found = daily.challenge(sent_deal.code)
    assert (found.friend, found.changed, found.key) == (ANNA, False, deal.key)
    session = found.session("Ben")
    assert session.terms is not None
    assert session.terms.friend == ANNA
    loaded = Session.load(session.save())
    assert loaded.terms == session.terms


@every("result", BAD_RESULTS)
def test_a_result_that_nobody_can_have_is_left_out(result: Any) -> None:
    deal = daily.Deal(edition("classic"), (None, "greedy"), 7)
    content = json.loads(base64.urlsafe_b64decode(deal.code + "==="))
    assert daily.challenge(sent(*content[:-1], result)).friend is None


def test_a_link_says_so_if_the_rules_have_changed() -> None:
    """The cards can still be played, but nothing is compared with the friend's result."""
    deal = daily.Deal(edition("classic"), (None, "greedy"), 7, friend=ANNA)
    content = json.loads(base64.urlsafe_b64decode(deal.code + "==="))
    found = daily.challenge(sent(*content[:5], "0" * 12, content[6]))
    assert (found.friend, found.changed) == (ANNA, True)
    session = found.session("Ben")
    assert session.terms is not None
    assert session.terms.friend is None


SENT = [
    ("classic", {"phases": [2]}, "23221863f876"),
    ("flip", {"phases": [1, 2]}, "9d0723dfc299"),
    ("masters", {"advance": "always"}, "52ff187f316f"),
    ("standard", {"must_lay_down": True}, "ac30d17ca4db"),
]
"""The rules in links that people have sent. A new option, which has its default there, does not change them."""


@every("name, options, rules", SENT)
def test_a_link_that_was_sent_can_still_be_compared(name: str, options: dict[str, Any], rules: str) -> None:
    link = sent(2, name, options, TABLE, 7, rules, ANNA.to_list())
    assert (daily.challenge(link).friend, daily.challenge(link).changed) == (ANNA, False)


@every("name", EDITIONS)
@every("seed", [7, "Sonntag ☂", -3])
def test_a_link_deals_the_same_cards(name: str, seed: int | str) -> None:
    session = Session(name, ["greedy", SeatPlan("Ana"), "expert:2"], seed, phases=[1, 2], first_dealer=1)
    found = daily.challenge_of(session)
    assert found is not None
    again = daily.challenge(found.code).session("Zoë")
    assert again.game.state.draw_pile == session.game.state.draw_pile
    assert again.game.state.hands == session.game.state.hands
    assert [plan.player for plan in again.seat_plans] == ["greedy", None, "expert:2"]
    assert again.terms == Terms(found.key, daily=False)


OPTIONS: list[dict[str, Any]] = [
    {"order": "any"},
    {"advance": "always", "must_lay_down": True},
    {"phases": ["2 sets of 3", "1 run of 7"]},
    {"phases": "even", "first_dealer": 0},
]


@every("options", OPTIONS)
def test_a_link_holds_every_rule_or_is_not_made(options: dict[str, Any]) -> None:
    """A longer link would be refused where it arrives."""
    session = Session("classic", [SeatPlan("Ana"), "greedy"], 3, **options)
    found = daily.challenge_of(session)
    assert found is not None
    again = daily.challenge(found.code)
    assert (dict(again.edition.options), again.key) == (dict(session.game.edition.options), found.key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(daily, "MOST_CODE_CHARACTERS", len(found.code) - 1)
        assert daily.challenge_of(session) is None


def test_only_a_dealt_game_of_one_person_makes_a_link() -> None:
    computer = players.get("greedy")
    others: list[list[Any]] = [[SeatPlan("Ana"), SeatPlan("Ben")], ["greedy"] * 2, [SeatPlan("Ana"), computer]]
    for other in others:
        assert daily.challenge_of(Session("classic", other, 1)) is None
    game = Game.from_position(Game.new("classic", ["Ana", "greedy"], 1).position(), 1)
    placed = Session.from_game(game, [SeatPlan("Ana"), SeatPlan("greedy", "greedy")])
    assert daily.challenge_of(placed) is None, "no seed deals a position"


def visible(seen: Observation) -> Counter[Card]:
    laid = [card for seat in seen.seats for group in seat.laid for card in group.cards]
    backs = [card for cards in seen.backs for card in cards]
    top = [seen.draw_back] if seen.draw_back else []
    return Counter([*seen.hand, *seen.saved, *seen.discard_pile, *laid, *backs, *top])


@every("name", EDITIONS)
def test_undo_never_goes_back_past_a_card_that_was_seen(name: str) -> None:
    """If undo is allowed, the seat has seen no new card and nobody else has acted."""
    chance, allowed = Random(name), Counter[bool]()
    for seed in range(6):
        session = daily.Deal(edition(name, phases=[1]), (None, "greedy", "random"), seed).session("You")
        you = players.get("greedy")
        while session.game.to_act is not None:
            if session.waits_for_person:
                legal = session.observe(0).legal_actions()
                session.act(0, chance.choice(legal) if chance.random() < 0.4 else you.choose(session.observe(0)))
            else:
                session.step()
            at = session.last_decision(0)
            if at is None:
                continue
            may = session.can_undo(0)
            allowed[may] += 1
            if not may:
                with pytest.raises(ValueError, match="You have seen more since then"):
                    session.undo(0)
                continue
            assert not visible(session.observe(0)) - visible(session.games[at].observe(0))
            assert [game.to_act for game in session.games[at:-1]] == [0]
    assert allowed[True] > 10, allowed
    assert allowed[False] > 10, allowed


def test_terms_are_stored_with_the_game() -> None:
    session = daily.deal(date(2026, 11, 23)).session("You")
    assert session.terms is not None
    session.terms = session.terms.hinted()
    loaded = Session.load(session.save())
    assert loaded.terms == Terms("2026-11-23", daily=True, first=True, hints=1)
    assert "terms" not in Session("classic", [SeatPlan("Ana"), "greedy"], 1).to_dict()
    again = loaded.again(loaded.game.state.seed)
    assert again.terms == Terms("2026-11-23", daily=True, first=False)
    assert again.game.state.hands == session.game.state.hands
    assert loaded.again(5).terms is None


TERMS = {"key": "2026-11-23", "daily": True, "first": True, "hints": 0}
CHANGES: list[dict[str, Any]] = [
    *({"key": key} for key in ("<b>", "0123456789abcdef", "9999-12-31")),
    *({"daily": 1}, {"daily": False}, {"first": "yes"}, {"hints": -1}, {"hints": 10**9}),
]


@every("data", [None, [], {"key": "2026-11-23"}, *(TERMS | change for change in CHANGES)])
def test_invalid_terms_in_a_file_are_ignored(data: Any) -> None:
    assert Terms.from_dict(data) is None
    assert Terms.from_dict(TERMS) is not None
