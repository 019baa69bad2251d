"""`arrange`, `missing`, `fits` and the lay-down menu against the brute force of `oracle`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, LayDown, Phase
from phase10_widgets.errors import PhaseError
from tests.faults import every, no_faults
from tests.helpers import begin, seat
from tests.reference import oracle

SIDES = {"classic": ["color"], "masters": ["color"], "standard": ["color"], "flip": ["color", "wild"]}
HANDS, CUSTOM_HANDS, MENUS = 60, 8, 6
"""Random hands for each phase; a soak has 25 times as many."""

CUSTOM_TEXTS = """
1 set of 2, 1 set of 8, 1 set of 5 + 1 set of 4, 3 sets of 2, 3 sets of 3, 2 sets of 2 + 1 set of 4,
2 sets of 2 + 1 run of 3, 1 set of 2 + 1 set of 3 + 1 set of 4, 1 run of 2, 1 run of 10, 1 run of 11,
2 runs of 3, 2 runs of 4, 2 runs of 5, 3 runs of 3, 1 run of 3 + 1 run of 5,
1 run of 2 + 1 run of 3 + 1 run of 4, 1 run of 6 + 1 set of 3, 2 runs of 3 + 1 set of 2,
1 run of 4 + 2 sets of 3, 4 cards of one color, 9 cards of one color,
3 cards of one color + 3 cards of one color, 4 cards of one color + 3 of another,
2 cards of one color + 2 of another + 2 of another, 5 cards of one color + 1 set of 3,
4 cards of one color + 1 run of 4, 3 cards of one color + 2 sets of 2,
3 cards of one color + 2 of another + 1 run of 3, 2 cards of one color + 1 set of 2 + 1 run of 3,
1 color run of 2, 1 color run of 6, 1 color run of 9, 2 color runs of 4, 3 color runs of 2,
1 color run of 2 + 1 color run of 4, 1 color run of 3 + 1 run of 4, 1 color run of 4 + 1 set of 4,
1 color run of 2 + 1 run of 3 + 1 set of 2, 1 color run of 3 + 4 cards of one color,
2 color runs of 2 + 2 cards of one color, 1 color run of 2 + 3 cards of one color + 2 of another,
1 flush of 7, 2 flushes of 5, 3 flushes of 3, 3 cards of one suit + 3 of another + 3 of another,
1 flush of 4 + 1 set of 3, 1 flush of 4 + 1 run of 5, 1 flush of 3 + 5 cards of one color,
2 cards of one suit + 2 of another + 1 set of 2 + 1 run of 3
"""
CUSTOM = [text.strip() for text in CUSTOM_TEXTS.split(",")]


def playable(edition: str) -> list[str]:
    found = []
    for text in CUSTOM:
        try:
            p10.missing(p10.edition(edition).cards(oracle.deck(edition, 2)[0]), text)
        except PhaseError:
            continue
        found.append(text)
    return found


def random_hands(edition: str, side: str, n: int, seed: str) -> Iterator[list[str]]:
    """Yield hands of 1 to 12 cards: plain ones, ones full of wilds, and ones from few numbers or few colors."""
    chance = Random(seed)
    deck = oracle.deck(edition, 2, side)
    wilds = [word for word in deck if oracle.face(edition, word, side).wild]
    for at in range(n):
        size = chance.choice((chance.randint(1, 12), 10, 11))
        pool = list(deck)
        if at % 4 == 1:
            numbers = set(chance.sample(range(1, 13), chance.randint(2, 6)))
            pool = [word for word in deck if oracle.face(edition, word, side).number in {None, *numbers}]
        if at % 4 == 2:
            first = chance.randint(1, 6)
            pool = [
                word for word in deck if (oracle.face(edition, word, side).number or first) in range(first, first + 8)
            ]
        if at % 4 == 3:
            colors = {oracle.face(edition, word, side).color for word in chance.sample(deck, 2)}
            pool = [word for word in deck if oracle.face(edition, word, side).color in {None, *colors}]
        hand = chance.sample(pool, min(size, len(pool)))
        if chance.random() < 0.3:
            more = min(chance.randint(1, 4), len(hand), len(wilds))
            spare = list((Counter(wilds) - Counter(hand[more:])).elements())
            hand[:more] = chance.sample(spare, min(more, len(spare)))
        yield hand


def check(edition: str, hand: list[str], phase: str, side: str) -> bool:
    """Compare one hand with the brute force and return whether it makes the phase."""
    missing, wilds = oracle.best(edition, hand, phase, side)
    cards = p10.edition(edition).cards(" ".join(hand))
    where = f"{edition} {side} {' '.join(hand)!r} for {phase!r}"
    assert p10.missing(cards, phase, side=side) == missing, where
    found = p10.arrange(cards, phase, side=side)
    assert (found is None) == (wilds is None), where
    if found is None:
        return False
    groups = [group.to_dict() for group in found.groups]
    assert oracle.check_arrangement(edition, hand, phase, groups, side) == wilds == found.wilds, where
    assert [len(group.cards) for group in found.groups] == [need.size for need in oracle.parse_phase(phase)], where
    return True


DECKS = [(edition, side) for edition in SIDES for side in SIDES[edition]]
every_deck = pytest.mark.parametrize(("edition", "side"), DECKS)
times = pytest.mark.parametrize("times", [1, pytest.param(25, marks=pytest.mark.soak)])


@pytest.mark.slow
def test_every_edition_is_here() -> None:
    assert set(SIDES) == set(p10.EDITIONS), "the oracle and these tables know every edition"
    assert len(set(CUSTOM)) == len(CUSTOM) == 50
    assert {text for edition in SIDES for text in playable(edition)} == set(CUSTOM)


@pytest.mark.slow
@times
@every_deck
def test_printed_phases(edition: str, side: str, times: int) -> None:
    with no_faults() as faults:
        for number, phase in enumerate(oracle.PHASES[edition], 1):
            with faults.of(phase):
                hands = random_hands(edition, side, HANDS * times, f"{edition}/{side}/{number}")
                held = [check(edition, hand, phase, side) for hand in hands]
                assert any(held), "some of the hands hold the phase"


@pytest.mark.slow
@times
@every_deck
def test_custom_phases(edition: str, side: str, times: int) -> None:
    with no_faults() as faults:
        for phase in playable(edition):
            with faults.of(phase):
                for hand in random_hands(edition, side, CUSTOM_HANDS * times, f"{edition}/{side}/{phase}"):
                    check(edition, hand, phase, side)


@pytest.mark.slow
@every("phase", ["1 set of 3 + 1 run of 4", "7 cards of one color", "1 color run of 3 + 2 sets of 2"])
def test_two_sided_cards_count_on_the_requested_side(phase: str) -> None:
    chance = Random(phase)
    fronts, backs = oracle.deck("flip", 2), oracle.deck("flip", 2, "wild")
    for _ in range(9):
        chance.shuffle(fronts)
        chance.shuffle(backs)
        hand = ["/".join(pair) for pair in zip(fronts[:10], backs, strict=False)]
        cards = p10.edition("flip").cards(" ".join(hand))
        for side in ("color", "wild"):
            check("flip", hand, phase, side)
            assert p10.missing(tuple(card.turned for card in cards), phase, side=side) == p10.missing(
                cards, phase, side=side
            ), "however the cards lie"


def tables(edition: str, side: str, seed: str) -> Iterator[dict[str, Any]]:
    """Yield groups on the table: every kind and identity, with naturals and wilds mixed."""
    chance = Random(seed)
    deck = oracle.deck(edition, 2, side)
    kinds = ["set", "run", "color", *(["flush"] if edition == "standard" else ["color run"])]
    for kind in kinds:
        for size in (2, 3, 7, oracle.HIGHEST[edition]):
            for identity in oracle.identities(edition, oracle.Need(kind, size), side):
                cards = []
                for slot in oracle.slots(identity, size):
                    fitting = [w for w in deck if oracle._fits_slot(oracle.face(edition, w, side), slot)]
                    cards.append(chance.choice(fitting))
                names = {"set": ["number"], "run": ["start"], "color": ["color"], "flush": ["suit"]}
                fields = names.get(kind, ["start", "color"])
                yield {"kind": kind, "cards": " ".join(cards), **dict(zip(fields, identity[1:], strict=True))}


@pytest.mark.slow
@every_deck
def test_hits(edition: str, side: str) -> None:
    words = {card_side: sorted(set(oracle.deck(edition, 2, card_side))) for card_side in SIDES[edition]}
    settled = 0
    for group in tables(edition, side, f"{edition}/{side}"):
        if group["kind"] == "color run" and group["color"] is None and not group["cards"].strip("* "):
            continue
        for card_side, cards in words.items():
            for word in cards:
                ends = oracle.fits(edition, word, group, card_side)
                assert p10.fits(word, group, edition=edition, side=card_side) == ends, (word, group)
                settled += bool(ends)
    assert settled > 100


@pytest.mark.slow
@times
@every_deck
def test_the_menu(edition: str, side: str, times: int) -> None:
    with no_faults() as faults:
        for number, phase in enumerate(oracle.PHASES[edition], 1):
            with faults.of(phase):
                hands = random_hands(edition, side, MENUS * times, f"menu/{edition}/{side}/{number}")
                offered = [compare_menu(edition, hand, phase, side, {"phases": [number]}) for hand in hands]
                assert any(offered) or number > 3, "some of the hands have a menu"


@pytest.mark.slow
@every("phase", [text for text in CUSTOM if Phase.parse(text).size <= 10])
def test_the_menu_of_custom_phases(phase: str) -> None:
    for edition, side in DECKS:
        if phase in playable(edition):
            for hand in random_hands(edition, side, 3, f"menu/{edition}/{side}/{phase}"):
                compare_menu(edition, hand, phase, side, {"phases": [phase]})


def compare_menu(edition: str, hand: list[str], phase: str, side: str, options: dict[str, Any]) -> int:
    """Compare the offered lay-downs with those of the brute force and return their number."""
    by_hit = len(hand) > 1
    words = hand if edition != "flip" else with_backs(hand, side)
    number = options["phases"][0] if isinstance(options["phases"][0], int) else 1
    rows = seat(" ".join(words), phase=number), seat("", phase=number)
    game = begin(edition, *rows, options={**options, "go_out_by_hit": by_hit}, side=side, draw_pile="")
    expected = oracle.menu(edition, hand, phase, side) if by_hit else {}
    found = Counter[tuple[oracle.Identity, ...]]()
    for action in game.legal_actions():
        if isinstance(action, LayDown):
            groups = laid_by(game, action)
            key = oracle.canonical(phase, [oracle.identity_of(group) for group in groups])
            found[key] += 1
            active = [{**g, "cards": " ".join(w.split("/")[0] for w in g["cards"].split())} for g in groups]
            assert oracle.check_arrangement(edition, hand, phase, active, side) == expected[key]
    assert found == Counter(dict.fromkeys(expected, 1)), f"{edition} {side} {' '.join(hand)!r} for {phase!r}"
    return len(found)


def laid_by(game: Game, action: LayDown) -> list[dict[str, Any]]:
    for event in game.apply(action).events:
        if type(event).__name__ == "PhaseLaid":
            return [group.to_dict() for group in event.groups]  # type: ignore[union-attr]
    raise AssertionError("nothing was laid down")


def with_backs(hand: list[str], side: str) -> list[str]:
    other = oracle.deck("flip", 2, "wild" if side == "color" else "color")
    return [f"{word}/{back}" if side == "color" else f"{back}/{word}" for word, back in zip(hand, other, strict=False)]
