"""The contract of every edition; each new entry in the registry is tested automatically."""

from __future__ import annotations

from random import Random

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Game, Group, LayDown, Phase
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.options import OptionRule, options_of
from phase10_widgets.ui.drawn.static_html import card_svg
from tests.helpers import seat
from tests.reference.playing import through_json

every_edition = pytest.mark.parametrize("name", p10.EDITIONS)


@every_edition
def test_it_describes_itself(name: str) -> None:
    edition = p10.edition(name)
    assert (edition.id, edition.base, edition.options, edition.seats[0]) == (name, None, {}, 2)
    assert edition.name
    assert edition.notes
    assert p10.edition(edition) is edition


@every_edition
def test_its_cards_are_drawn_and_named(name: str) -> None:
    """Every face has its own picture and name, and so does a group of its color."""
    pytest.importorskip("anywidget")
    edition, text = p10.edition(name), Text()
    for side in edition.pack.sides:
        faces = list(side.faces.values())
        pictures = [card_svg(face) for face in faces]
        assert all("<path d=" in picture for picture in pictures)
        assert len(set(pictures)) == len({text.card_name(face) for face in faces}) == len(faces)
        for face in faces:
            assert face.color is None or text.group_name(Group("color", (face,), color=face.color))
    table = p10.Table(name, seed=1)
    assert table.about["edition"]["id"] == name
    shown = table._repr_mimebundle_()[0]["text/html"]
    hand = table.session.game.observe(0).hand
    assert all(text.card_name(card) in shown for card in hand)


@every_edition
def test_its_phases_are_numbered_and_round_trip_as_text(name: str) -> None:
    phases = p10.edition(name).phases
    assert [phase.number for phase in phases] == list(range(1, len(phases) + 1))
    for phase in phases:
        assert Phase.parse(str(phase)) == phase
        assert p10.edition(name).phase(phase.number) is phase
        assert phase.size <= 11, "a hand can hold it"
    with pytest.raises(KeyError):
        p10.edition(name).phase(len(phases) + 1)


@every_edition
def test_its_words_name_its_cards(name: str) -> None:
    edition = p10.edition(name)
    for n in edition.seats:
        deck = edition.deck(n)
        assert len(deck) >= 10 * n + 1
        text = " ".join(card.word for card in deck)
        assert (edition.cards(text), edition.cards(text.lower())) == (deck, deck)
        assert all(again is card for again, card in zip(edition.cards(text), deck, strict=True)), "interned"
        assert edition.deck(n) == deck, "always the same"
        for card in deck:
            assert isinstance(card, Card)
            assert card.points > 0
            assert card.skip + card.wild + (card.number is not None) == 1
            if card.back is not None:
                assert card.turned.turned is card
                assert card.turned.word == card.word
    with pytest.raises(p10.errors.CardError, match="'XYZ'"):
        edition.cards("XYZ")


@every_edition
def test_every_phase_can_be_made_and_is_offered(name: str) -> None:
    """Some hand of its own deck holds each phase: the phase is offered, laid down and counted."""
    edition = p10.edition(name)
    chance = Random(name)
    for phase in edition.phases:
        deck = list(edition.deck(4))
        for _ in range(400):
            chance.shuffle(deck)
            found = p10.arrange(sorted(deck[:30], key=lambda card: card.wild), phase)
            if found is not None:
                break
        assert found is not None
        cards = [card for group in found.groups for card in group.cards]
        assert (p10.missing(tuple(cards), phase), p10.missing((), phase)) == (0, phase.size)
        for card in cards:
            left = list(cards)
            left.remove(card)
            assert p10.missing(tuple(left), phase) in (0, 1)
        spare = next(card for card in deck[30:] if not card.skip)
        row = seat(" ".join(card.word for card in [*cards, spare]), phase=phase.number)
        rows = [row, *[seat(phase=1)] * 3]
        game = Game.from_position({"edition": name, "step": "play", "draw_pile": deck[-1].word, "seats": rows})
        downs = [action for action in game.legal_actions() if isinstance(action, LayDown)]
        assert downs
        assert game.apply(downs[0]).position()["seats"][0]["completed"] == [phase.number]


@every_edition
def test_its_groups_accept_fitting_cards(name: str) -> None:
    """A card that a laid group accepts at an end makes a longer group of the same kind."""
    edition = p10.edition(name)
    faces = {card.code: card for card in edition.deck(2)}
    for phase in edition.phases:
        found = p10.arrange(tuple(sorted(edition.deck(4), key=lambda card: card.wild))[:200], phase)
        assert found is not None
        for group in found.groups:
            taken = 0
            for card in faces.values():
                for end in p10.fits(card, group):
                    longer = group.hit(card, end)
                    assert isinstance(longer, Group)
                    assert len(longer.cards) == len(group.cards) + 1
                    assert longer.cards[0 if end == "low" else -1] is card
                    taken += 1
            assert taken > 0


@every_edition
def test_its_options_can_be_chosen(name: str) -> None:
    edition = p10.edition(name)
    for option in options_of(edition):
        assert isinstance(option, OptionRule)
        assert option.text
        for value in option.values:
            chosen = p10.edition(name, **{option.name: value})
            assert (chosen.options, chosen.id) == ({option.name: value}, name)
            game = Game.new(chosen, seed=1)
            record = through_json(game.record())
            assert record["options"] == {option.name: value}
            assert Game.replay(record).position() == game.position()
        with pytest.raises(p10.errors.OptionError, match=option.name):
            p10.edition(p10.edition(name), **{option.name: {"no": "value"}})
    with pytest.raises(p10.errors.OptionError, match="phases"):
        p10.edition(name, colour="red")  # type: ignore[call-overload]


@every_edition
def test_a_new_game(name: str) -> None:
    for n in p10.edition(name).seats:
        game = Game.new(name, [f"P{at}" for at in range(n)], seed="a text")
        assert (game.players, game.winners, game.winner) == (tuple(f"P{at}" for at in range(n)), (), None)
        assert game.to_act is not None
        assert [row["place"] for row in game.standings] == [1] * n
        assert game.legal_actions()
        assert game.observe(game.to_act).legal_actions() == game.legal_actions()
        for no_seat in (n, -1):
            with pytest.raises(IndexError):
                game.observe(no_seat)
    for players in (["A"], ["A"] * 30, "Ana", ["Ana", ""], ["Ana", "x" * 61], 2):
        with pytest.raises(ValueError):  # noqa: PT011 - each has a different message
            Game.new(name, players)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed"):
        Game.new(name, seed=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="first_dealer"):
        Game.new(name, seed=1, first_dealer=2)
