"""Chapter V: the four variations, with every edition that has them."""

from __future__ import annotations

from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.faults import every
from tests.helpers import Json, begin, choose, discard, each, lay, play, played_out, refusal, refused, seat, types
from tests.rulebook import cases, rule
from tests.rules.kits import KITS, done

LISTED = ["classic", "flip", "standard"]
every_edition = every("edition", p10.EDITIONS)


def ending(edition: str, options: Json, ana: Json, ben: Json) -> Game:
    kit = KITS[edition]
    rows = [done(kit, kit.five, **ana), seat(kit.eight, **{"phase": 1, **ben})]
    return play(begin(edition, *rows, options=options), discard(kit.five))


@rule("V1")
@every("edition", LISTED)
def test_everybody_moves_on(edition: str) -> None:
    """With advance="always", both seats move to the next phase, whether or not they completed theirs."""
    ended = ending(edition, {"advance": "always"}, {}, {})
    assert (each(ended, "phase"), each(ended, "completed")) == ([2, 2], [[1], []])
    again = ending(edition, {"advance": "always"}, {"phase": 4, "completed": [1]}, {"phase": 4})
    assert each(again, "phase") == [5, 5]


TOTALS: list[tuple[str, int, int, tuple[int, ...], list[int], str]] = [
    ("V1", 10, 0, (1,), [2, 1], "after the last phase, the lowest total wins, no matter who completed that phase"),
    ("V1", 0, 0, (0,), [1, 2], "a difference of five points decides"),
    ("V1", 5, 0, (0, 1), [1, 1], "seats with equal scores share first place, so there is no single winner"),
]


@cases("rule, ana, ben, winners, places, why", TOTALS)
@every_edition
def test_the_lowest_total_wins(edition: str, ana: int, ben: int, winners: tuple[int, ...], places: list[int]) -> None:
    options = {"advance": "always", "phases": ["1 run of 3", "1 set of 3"]}
    used = {"used": [1]} if edition == "masters" else {}
    over = ending(
        edition, options, {"phase": 2, "completed": [2], "score": ana, **used}, {"phase": 2, "score": ben, **used}
    )
    assert (over.to_act, over.winners) == (None, winners)
    assert over.winner == (winners[0] if len(winners) == 1 else None)
    assert [row["place"] for row in sorted(over.standings, key=lambda row: row["seat"])] == places


@rule("V1")
def test_in_masters_the_attempted_phase_card_is_used_up() -> None:
    """A phase that was tried cannot be chosen again, whether or not it was completed."""
    options = {"advance": "always"}
    ended = ending("masters", options, {"phase": 4, "completed": [4]}, {"phase": 7, "used": [2]})
    assert (each(ended, "used"), ended.step) == ([[4], [2, 7]], "choose_phase")
    assert ended.to_act == 1, "Ana dealt, so Ben chooses first"
    assert {refusal(ended, choose(gone)).code for gone in (2, 7)} == {"phase_done"}
    assert [a.to_dict()["phase"] for a in ended.legal_actions()] == [1, 3, 4, 5, 6, 8, 9, 10]
    after = play(ended, choose(1))
    assert [a.to_dict()["phase"] for a in after.legal_actions()] == [1, 2, 3, 5, 6, 7, 8, 9, 10]


@rule("V1", "V4")
def test_v1_and_v4_together_are_refused() -> None:
    """advance="always" with order="any" is refused with a clear message."""
    for edition in LISTED:
        with pytest.raises(ValueError, match=r"V1.*V4"):
            p10.edition(edition, advance="always", order="any")


@rule("V1")
@every_edition
def test_v1_lasts_as_many_rounds_as_there_are_phases(edition: str) -> None:
    """A two-phase game under V1 has two rounds and no tie-break."""
    game = played_out(edition, advance="always", phases=[1, 2])
    assert len(game.record()["rounds"]) == 2
    assert game.position()["tie_break"] is None


LISTS: list[tuple[str, Any, list[int], list[str] | None, str]] = [
    ("V2", [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], None, "phases 1 to 5"),
    ("V2", list(range(1, 9)), [1, 2, 3, 4, 5, 6, 7, 8], None, "phases 1 to 8"),
    ("V2", [8, 3], [8, 3], None, "any list, in the given order, with the edition's numbers"),
    ("V2", (7,), [7], None, "a single phase"),
    (
        "V2",
        ["1 Run of 5", "2 Sets of 2"],
        [1, 2],
        ["1 run of 5", "2 sets of 2"],
        "phases given as text are numbered from 1",
    ),
    ("V3", "even", [2, 4, 6, 8, 10], None, "the even phases, with their original numbers"),
    ("V3", "odd", [1, 3, 5, 7, 9], None, "the odd phases, with their original numbers"),
]


@cases("rule, phases, numbers, texts, why", LISTS)
@every_edition
def test_a_shorter_list(edition: str, phases: Any, numbers: list[int], texts: list[str] | None) -> None:
    printed = {phase.number: str(phase) for phase in p10.edition(edition).phases}
    chosen = p10.edition(edition, phases=phases)
    assert [phase.number for phase in chosen.phases] == numbers
    assert [str(phase) for phase in chosen.phases] == (texts or [printed[number] for number in numbers])
    game = Game.new(edition, seed=3, phases=phases)
    assert Game.replay(game.record()).position() == game.position(), "from a record as well"
    if edition == "masters":
        assert [action.to_dict()["phase"] for action in game.legal_actions()] == numbers, "M9: these phase cards only"
    else:
        assert each(game, "phase") == [numbers[0]] * 2


NO_LISTS: list[tuple[str, Any, str, str]] = [
    ("V2", [1, "2 sets of 3"], "not both", "no mix of numbers and text"),
    ("V2", [1, 2, 1], "twice", "no number twice"),
    ("V2", [0], "no phase 0", "no number below 1"),
    ("V2", [11], "no phase 11", "no number above 10"),
    ("V2", [], "list of phase numbers", "no empty list"),
    ("V2", 5, "list of phase numbers", "a number instead of a list"),
    ("V3", "prime", "list of phase numbers", "a word other than even or odd"),
    ("V2", ["2 pairs"], "2 pairs", "text that is not a phase"),
    ("V2", ["1 run of 14"], "too long", "a run longer than the numbers allow"),
    ("V2", ["2 sets of 6"], "needs 12 cards", "more cards than a hand can hold"),
    ("V2", [True], "whole numbers or strings such as '2 sets of 3', not True", "True instead of a number"),
]


@cases("rule, phases, message, why", NO_LISTS)
@every_edition
def test_a_list_is_refused(edition: str, phases: Any, message: str) -> None:
    with pytest.raises(p10.errors.OptionError, match=message):
        p10.edition(edition, phases=phases)


EVEN = {"phases": "even"}
FREE = {"order": "any", "phases": ["1 run of 5", "1 set of 3"]}
NEXT: list[tuple[str, Json, Json, Json, list[int | None] | None, str]] = [
    # rule, options, Ana (who laid down), Ben, the next phases or None if Ana has won, why
    ("V2", {"phases": [8, 3]}, {"phase": 8, "completed": [8]}, {"phase": 8}, [3, 8], "phase 8 leads to phase 3"),
    ("V2", {"phases": [8, 3]}, {"phase": 3, "completed": [8, 3]}, {"phase": 8}, None, "phase 3 ends the game"),
    ("V3", EVEN, {"phase": 2, "completed": [2]}, {"phase": 2}, [4, 2], "phase 2 is followed by phase 4"),
    ("V3", EVEN, {"phase": 10, "completed": [2, 4, 6, 8, 10]}, {"phase": 2}, None, "phase 10 ends the game"),
    (
        "V4",
        FREE,
        {"phase": 2, "completed": [2]},
        {"phase": None},
        [None, None],
        "any uncompleted phase may be tried next",
    ),
    ("V4", FREE, {"phase": 2, "completed": [1, 2]}, {"phase": None}, None, "a seat that has completed all phases wins"),
]


@cases("rule, options, ana, ben, phases, why", NEXT)
@every("edition", LISTED)
def test_the_next_phase(edition: str, options: Json, ana: Json, ben: Json, phases: list[int | None] | None) -> None:
    after = ending(edition, options, ana, ben)
    assert after.winners == (() if phases else (0,))
    assert phases is None or each(after, "phase") == phases


@rule("V4")
def test_the_phase_is_chosen_when_it_is_laid_down() -> None:
    """Any uncompleted phase in the hand may be laid down; if there are several, it must be named."""
    options = {"order": "any", "phases": ["1 set of 3", "1 run of 4", "4 cards of one color"]}
    game = begin("classic", "R3 B3 G3 R4 R5 R6 Y8", "B8", options=options)
    assert each(game, "phase") == [None, None]
    assert {a.to_dict()["phase"] for a in game.legal_actions() if a.to_dict()["type"] == "lay_down"} == {1, 2, 3}
    assert refused(game, lay("R3 B3 G3")) == ("no_such_phase", "V4")
    for number, cards in ((1, "R3 B3 G3"), (2, "B3 R4 R5 R6"), (3, "R3 R4 R5 R6")):
        after = play(game, lay(cards, phase=number))
        assert (each(after, "phase")[0], each(after, "completed")[0]) == (number, [number])
    had = begin("classic", seat("R3 B3 G3 Y8", completed=[1]), "B8", options=options)
    assert refused(had, lay("R3 B3 G3", phase=1)) == ("phase_done", "V4")
    assert "lay_down" not in types(had)
    assert refusal(had, lay("R3 B3 G3", phase=4)).code == "no_such_phase"


@rule("V4")
def test_masters_has_its_own_choice() -> None:
    """order="any" is refused for Masters with a clear message that names M3."""
    with pytest.raises(p10.errors.OptionError, match="M3"):
        p10.edition("masters", order="any")
