"""The named experiments: their trials match their exact answers."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import EDITIONS, edition, odds
from phase10_widgets.odds.simulation.card_experiment import dealing, drawn
from phase10_widgets.odds.simulation.deals import DealExperiment
from phase10_widgets.rules.solver import solver
from tests.faults import every
from tests.odds.lessons import SIDES

SMALL = "R1 R1 B1 G2 Y2 B2 R3 W W S"

SMALL_ASKED = [
    ("points", {"cards": 3}),
    ("points", {"cards": 4, "hand": "W S"}),
    ("wilds", {"cards": 3}),
    ("wilds", {"cards": 4, "at_least": 2}),
    ("wilds", {"cards": 4, "at_least": 2, "given": 1}),
    ("wilds", {"cards": 4, "at_least": 1, "given": 2}),
    ("wilds", {"cards": 4, "at_least": 2, "hand": "W"}),
    ("wilds", {"cards": 4, "at_least": 0}),
    ("same number", {"cards": 4, "at_least": 3}),
    ("same number", {"cards": 5, "at_least": 2}),
    ("same number", {"cards": 4, "at_least": 2, "number": 2}),
    ("same number", {"cards": 4, "at_least": 3, "hand": "B1 R1"}),
    ("same number", {"cards": 4, "at_least": 3, "hand": "W R1", "number": 1}),
    ("same number", {"cards": 4, "at_least": 1, "hand": "R1"}),
]


def by_hand(name: str, cards: list[p10.Card], parameters: dict[str, Any]) -> Fraction | None:
    """Compute the result of one deal independently; None for a deal that does not count."""
    wilds = [card.code for card in cards].count("W")
    if name == "points":
        return Fraction(sum({"W": 25, "S": 15}.get(card.code, 5) for card in cards))
    if name == "wilds":
        return Fraction(wilds >= parameters.get("at_least", 1)) if wilds >= parameters.get("given", 0) else None
    numbers = [card.code[1:] for card in cards if card.code not in "WS"]
    wanted = [str(parameters["number"])] if "number" in parameters else ["1", "2", "3"]
    return Fraction(any(numbers.count(number) >= parameters["at_least"] for number in wanted))


@every("name, parameters", SMALL_ASKED)
def test_exact_answers_and_trials_match_all_deals_of_a_small_deck(name: str, parameters: dict[str, Any]) -> None:
    rest, held = (list(edition("classic").cards(text)) for text in (SMALL, parameters.get("hand", "")))
    for card in held:
        rest.remove(card)
    deals = combinations(rest, parameters["cards"] - len(held))
    given = [got for deal in deals if (got := by_hand(name, held + list(deal), parameters)) is not None]
    asked = odds.question(name, edition="classic", deck=SMALL, **parameters)
    exact = asked.exact()
    assert exact is not None
    assert exact == sum(given) / len(given)
    assert odds.simulate(asked, 4000, seed=2).agrees_with(exact, 4.5)


def test_deals_and_draws_are_exact_on_a_small_deck() -> None:
    """Enumeration with the core solver gives the expected counts."""
    pack, phase = edition("classic"), "1 set of 2 + 1 run of 2"
    held, rest = pack.cards("R1 B2"), pack.cards("R1 B1 G2 Y2 R3 W W S")
    common = {"edition": "classic", "phase": phase, "hand": "R1 B2", "deck": SMALL}
    mean = Fraction(0)
    for draws in range(len(rest) + 1):
        deals = list(combinations(rest, draws))
        chance = Fraction(sum(not p10.missing((*held, *deal), phase) for deal in deals), len(deals))
        mean += 1 - chance
        assert odds.question("deal", cards=2 + draws, **common).exact() == chance
        assert odds.question("within", draws=draws, **common).exact() == chance
    assert odds.question("wait", **common).exact() == mean
    assert odds.simulate(odds.question("wait", **common), 4000, seed=1).agrees_with(mean, 4.5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "side"), SIDES)
@every("phase", range(1, 11))
def test_simulated_deals_agree_with_counted_ones(name: str, side: str, phase: int) -> None:
    asked = odds.question("deal", edition=name, phase=phase, side=side)
    assert odds.simulate(asked, 2000, seed=11).agrees_with(odds.deal(name, phase, side=side), 4.5)


@pytest.mark.slow
@every("phase", range(1, 11))
def test_the_automaton_agrees_with_the_rules(phase: int) -> None:
    """On flip's color side trials use the automaton; the core solver must give the same results, card for card."""
    asked = odds.question("deal", edition="flip", phase=phase)
    assert isinstance(asked, DealExperiment)
    deal, missing = dealing(asked, asked.cards), solver(asked.wanted, asked.up).missing
    assert odds.answers(asked, 400, seed=5) == odds.answers(lambda random: not missing(deal(random)), 400, seed=5)


def test_every_order_of_draws_is_equally_likely() -> None:
    """Random numbers from every part of the unit interval, equally often: every ordered pair comes once."""
    cards = list(edition("classic").cards("R1 B2 G3 Y4"))
    pairs = []
    for first, second in product(range(4), range(3)):
        numbers = iter([(first + 0.5) / 4, (second + 0.5) / 3])
        pairs.append(tuple(drawn(lambda numbers=numbers: next(numbers), cards, 2)))  # type: ignore[misc]
    assert sorted(pairs, key=str) == sorted(permutations(cards, 2), key=str)
    assert cards == list(edition("classic").cards("R1 B2 G3 Y4")), "the deck stays as it is"


EVERY_QUESTION: list[tuple[str, dict[str, Any]]] = [
    ("deal", {"phase": 1}),
    ("deal", {"phase": "2 sets of 2", "cards": 7, "seats": 3}),
    ("distance", {"phase": 5}),
    ("points", {"cards": 4}),
    ("wilds", {"at_least": 2}),
    ("same number", {"number": 5, "at_least": 2}),
    ("within", {"phase": 4, "hand": "{0} {1} {2}", "draws": 6, "seen": "{2}"}),
    ("wait", {"phase": 1, "hand": "{0} {1}"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "side"), SIDES)
@every("question, parameters", EVERY_QUESTION)
def test_every_question_can_be_asked_of_every_edition(
    name: str, side: str, question: str, parameters: dict[str, Any]
) -> None:
    words = list(edition(name).pack.side(side).faces)[3:6]
    own = {key: value.format(*words) if isinstance(value, str) else value for key, value in parameters.items()}
    asked = odds.question(question, edition=name, side=side, **own)
    again = odds.question(question, **json.loads(json.dumps(asked.parameters)))
    assert asked == again == pickle.loads(pickle.dumps(asked))
    assert odds.answers(asked, 50, seed=1) == odds.answers(again, 50, seed=1)
    assert str(asked.asked).endswith("?") or "hand" in parameters
    assert asked.to_dict()["name"] == question
    exact = asked.exact()
    assert exact is None or odds.simulate(asked, 2000, seed=4).agrees_with(exact, 4.5)


def test_every_question_has_a_test() -> None:
    assert {name for name, _ in EVERY_QUESTION} == set(odds.questions())


def test_an_edition_with_a_custom_deck_is_sent_as_its_cards() -> None:
    classic = edition("classic")
    without = replace(classic, build_deck=lambda seats, chance: tuple(c for c in classic.deck(seats) if not c.wild))
    asked = odds.question("wilds", edition=without)
    assert odds.simulate(asked, 200).value == 0
    again = pickle.loads(pickle.dumps(asked))
    assert again == asked
    assert again.exact() == 0
    assert odds.question("wilds", edition=classic, deck=again.deck) == asked


def test_the_order_of_another_deck_does_not_matter_and_the_editions_own_needs_no_mention() -> None:
    decks = (SMALL, " ".join(reversed(SMALL.split())))
    first, second = (odds.question("points", edition="classic", deck=deck, cards=3) for deck in decks)
    assert odds.answers(first, 100) == odds.answers(second, 100)
    own = " ".join(card.code for card in edition("classic").deck(2))
    assert odds.question("points", edition="classic", deck=own) == odds.question("points", edition="classic")


@every("name", EDITIONS)
def test_seats_are_named_where_the_deck_depends_on_them(name: str) -> None:
    """S1: two decks and four jokers for every two seats."""
    assert ("4 players" in str(odds.question("points", edition=name, seats=4).assumption)) == (name == "standard")


def test_cards_may_be_card_values() -> None:
    hand = edition("flip").cards("R5!/9 B*/12")
    for side, words in (("color", "R5! B*"), ("wild", "9 12")):
        asked = odds.question("points", edition=edition("flip"), hand=hand, side=side)
        assert asked == odds.question("points", edition="flip", hand=words, side=side)


def test_a_wait_counts_the_draws() -> None:
    """One W among four cards completes the pair: it takes each place in the pile equally often."""
    asked = odds.question("wait", edition="classic", phase="1 set of 2", hand="R1", deck="R1 W B2 G3 Y4")
    assert set(odds.answers(asked, 200)) == {1, 2, 3, 4}
    assert odds.simulate(asked, 4000, seed=1).agrees_with(2.5, 4.5)
    done = odds.question("wait", edition="classic", phase="1 set of 2", hand="R1 B1")
    assert odds.answers(done, 5) == [0] * 5


@every("seen, chance", [("", 1 / 2), ("Y4", 2 / 3), ("W", 0)])
def test_cards_that_were_seen_are_not_drawn(seen: str, chance: float) -> None:
    cards = {"hand": "R1", "deck": "R1 W B2 G3 Y4", "seen": seen}
    asked = odds.question("within", edition="classic", phase="1 set of 2", draws=2, **cards)
    assert odds.simulate(asked, 2000, seed=1).agrees_with(chance, 4.5)


CLASSIC = {"edition": "classic"}
ONE_CARD = {**CLASSIC, "phase": 1, "hand": "R1"}
REFUSED = [
    ("odd", {}, "there is no question 'odd'; the questions are deal, distance", "the message lists the questions"),
    ("deal", CLASSIC, "the question 'deal' needs the parameter phase", "no phase, no question"),
    ("points", {}, "needs the parameter edition", "nor without an edition"),
    ("points", {**CLASSIC, "phase": 1}, "'points' has no parameter 'phase'; it has edition, ", "parameters are listed"),
    ("points", {"edition": "chess"}, "there is no edition 'chess'", "no such edition"),
    ("points", {**CLASSIC, "seats": 7}, "for 2 to 6 players, not 7", "C1"),
    ("points", {**CLASSIC, "seats": "2"}, "seats must be a whole number", "a text is not a number"),
    ("points", {**CLASSIC, "cards": 0}, "cards must be a whole number from 1 to 108", "no cards, no question"),
    ("points", {**CLASSIC, "cards": 109}, "cards must be a whole number from 1 to 108", "more than there are"),
    ("points", {**CLASSIC, "cards": 1, "hand": "W S"}, "cards must be a whole number from 2", "fewer than are held"),
    ("points", {**CLASSIC, "hand": "X9"}, "'X9' is not a card in the classic edition", "not a card"),
    ("points", {**CLASSIC, "hand": "R1 R1 R1"}, "3 copies of R1 are listed, but the pool has", "more than there are"),
    ("points", {**CLASSIC, "hand": 7}, "hand must be a string of cards such as 'R1 ", "not cards"),
    ("points", {**CLASSIC, "side": "left"}, "there is no side 'left'", "not a side"),
    ("points", {**CLASSIC, "deck": 7}, "cards must be given as a single string", "not text"),
    ("points", {"edition": "flip", "hand": "R5", "side": "wild"}, "a face of the color side", "the other side"),
    ("deal", {**CLASSIC, "phase": 11}, "there is no phase 11; the phases are 1 to 10", "too high a number"),
    ("deal", {**CLASSIC, "phase": "a set"}, "a set", "a text that is not a phase"),
    ("deal", {**CLASSIC, "phase": "1 flush of 4"}, "suits", "no suits in classic"),
    ("deal", {**CLASSIC, "phase": 1.0}, "or a Phase, not 1.0; write 1", "not a whole number"),
    ("wilds", {**CLASSIC, "given": 8}, "8 wilds among 10 cards are too rare to wait for", "3 in a billion deals"),
    ("wilds", {**CLASSIC, "at_least": 11}, "at_least must be a whole number from 0 to 10", "more than cards"),
    ("same number", {**CLASSIC, "number": 13}, "number must be a whole number from 1 to 12", "no such number"),
    ("wait", {**ONE_CARD, "deck": "R1 B2"}, "all 2 cards together do not contain 2 sets", "the wait never ends"),
    ("within", {**ONE_CARD, "draws": 108}, "draws must be a whole number from 0 to 107", "too many"),
    ("within", {**ONE_CARD, "seen": "R1 R1"}, "2 copies of R1 are listed, but the pool", "one R1 is already held"),
]


@every("name, parameters, message, why", REFUSED)
def test_invalid_questions_are_refused(name: str, parameters: dict[str, Any], message: str, why: str) -> None:
    with pytest.raises(ValueError, match=message):
        odds.question(name, **parameters)
