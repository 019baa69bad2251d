"""A design as a file, and as an edition that can be played."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import Game, edition, odds
from phase10_widgets.editions import is_registered
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.cards import PACKS
from phase10_widgets.sessions import daily
from phase10_widgets.sessions.session import Session
from phase10_widgets.teaching import Design, check_design
from phase10_widgets.teaching.capstone import DesignError, edition_of
from phase10_widgets.teaching.figures.design import DRAFT
from tests.faults import every

PRINTED = list(map(str, edition("classic").phases))


def test_an_edition_has_these_wilds_and_phases() -> None:
    for wilds in [0, 1, 12, 24]:
        made = check_design(wilds, DRAFT).edition("my-game")
        assert (made.id, made.name) == ("my-game", "my-game")
        assert [str(phase) for phase in made.phases] == list(DRAFT)
        assert [phase.number for phase in made.phases] == list(range(1, 11))
        deck = made.deck(4)
        assert sum(card.wild for card in deck) == wilds
        classic = [card.code for card in edition("classic").deck(4) if not card.wild]
        assert sorted(card.code for card in deck if not card.wild) == sorted(classic)


def test_the_odds_of_the_edition_are_those_of_the_design() -> None:
    design = check_design(15, DRAFT)
    made = design.edition("Fifteen wilds")
    assert [odds.deal(made, number) for number in (1, 6, 8)] == [design.phases[at].chance for at in (0, 5, 7)]


def test_everything_outside_the_design_is_as_in_phase_10() -> None:
    made, classic = check_design(3, DRAFT).edition("mine"), edition("classic")
    for name in ("seats", "skip", "hit_others_same_turn", "go_out_by_hit", "saves", "tie_break"):
        assert getattr(made, name) == getattr(classic, name)
    assert edition(made, must_lay_down=True).must_lay_down, "its options are also those of Phase 10"
    assert not is_registered(made)
    assert not is_registered(edition(made, must_lay_down=True))
    assert is_registered(edition("classic", phases=list(DRAFT)))


def test_equal_decks_are_built_by_the_same_function() -> None:
    """The arena plays an edition only if its id leads to the same deck, and other processes must find the deck."""
    one, other = edition_of(9, DRAFT, "one"), edition_of(9, PRINTED, "One")
    assert one.build_deck is other.build_deck
    assert one.build_deck is not edition_of(8, DRAFT, "one").build_deck
    assert one.build_deck is not edition_of(9, DRAFT, "two").build_deck
    again = pickle.loads(pickle.dumps(one.build_deck))
    assert sorted(card.code for card in again(2, None)) == sorted(card.code for card in one.deck(2))


def test_its_cards_are_its_own() -> None:
    """A card can find its edition again, for example in another process."""
    made = edition_of(9, DRAFT, "mine")
    deck = made.deck(2)
    assert {card.side.pack for card in deck} == {made.pack}
    assert made.pack.id == made.id
    assert PACKS["mine"] is edition_of(3, DRAFT, "Mine").pack, "one pack for all editions of a name"
    assert pickle.loads(pickle.dumps(deck)) == deck


def test_an_edition_that_cannot_be_played_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKS, "theirs", edition("flip").pack)
    with pytest.raises(DesignError, match="an edition theirs already exists"):
        edition_of(8, DRAFT, "Theirs")
    with pytest.raises(DesignError, match=r"this design cannot be played: .*'1 run of 11' needs 11 cards"):
        check_design(8, [*DRAFT[:9], "1 run of 11"]).edition("mine")


def test_computer_players_play_it_to_the_end() -> None:
    for wilds in [0, 24]:
        made = edition_of(wilds, DRAFT[:2] * 5, "mine")
        session = Session(made, ["expert:3", "greedy"], seed=5)
        session.run()
        assert session.game.winners
        again = session.again(5)
        assert again.game.edition is made
        assert again.game.position() == Session(made, ["expert:3", "greedy"], seed=5).game.position()


def test_nobody_is_challenged_to_a_deal_that_only_this_notebook_knows() -> None:
    assert daily.challenge_of(Session("classic", ["You", "greedy"], seed=1)) is not None
    assert daily.challenge_of(Session(edition_of(9, DRAFT, "mine"), ["You", "greedy"], seed=1)) is None


def test_a_record_names_the_edition() -> None:
    record = Game.new(edition_of(9, DRAFT, "mine"), seed=1).record()
    assert record["edition"] == "mine"
    with pytest.raises(ValueError, match="the edition 'mine' is not registered"):
        Game.replay(record)


NAMES: list[tuple[str, str, str]] = [
    ("my-game", "my-game", "an id is a name"),
    ("Anna's Game", "anna-s-game", "only letters and digits"),
    ("Königsspiel 2", "konigsspiel-2", "without accents"),
    ("_x_", "x", "no underscores"),
    ("7 wonders", "wonders", "an id begins with a letter"),
]


@every("name, id, why", NAMES)
def test_the_id_is_made_from_the_name(name: str, id: str, why: str) -> None:
    made = edition_of(8, DRAFT, name)
    assert (made.id, made.name) == (id, name), why


NO_NAMES: list[tuple[Any, str]] = [
    ("", "needs a visible character"),
    ("x" * 41, "at most 40 characters"),
    ("a\nb", "character 2 of this one is"),
    (None, "1 to 40 characters"),
    ("!?", "a letter from a to z"),
    ("77", "a letter from a to z"),
    ("Classic", "an edition classic already exists"),
]


@every("name, why", NO_NAMES)
def test_invalid_names_are_refused(name: Any, why: str) -> None:
    with pytest.raises(DesignError, match=why) as refused:
        check_design(8, DRAFT).edition(name)
    assert Text("de").refusal(refused.value) != str(refused.value)


def test_a_design_survives_a_file(tmp_path: Path) -> None:
    design, path = check_design(12, DRAFT), tmp_path / "design.json"
    design.save(path)
    assert Design.load(path) == design
    assert json.loads(path.read_text("utf-8")) == {
        "format": "phase10-design/1", "wilds": 12, "phases": list(DRAFT),
    }  # fmt: skip
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert Design.load(path) == design, "an editor may have added a mark"
    assert [each.name for each in tmp_path.iterdir()] == ["design.json"]
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DesignError, match="truncated or damaged"):
        Design.load(path)


GOOD = {"format": "phase10-design/1", "wilds": 8, "phases": list(DRAFT)}


HOSTILE: list[tuple[str, str]] = [
    (json.dumps({**GOOD, "wilds": None}), "0 to 24 wilds"),
    (json.dumps({**GOOD, "phases": "2 sets of 3"}), "must be a list of strings"),
    (json.dumps({**GOOD, "phases": [*DRAFT[:9], 7]}), "must be a list of strings"),
    (json.dumps({**GOOD, "phases": [*DRAFT[:9], " + ".join(["1 set of 2"] * 500)]}), "phase 10: "),
    (json.dumps({**GOOD, "code": "import os"}), "a design cannot contain 'code'"),
]


@every("text, why", HOSTILE)
def test_a_hostile_file_is_refused_with_a_sentence(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(DesignError, match=why) as refused:
        Design.loads(text)
    assert Text("de").refusal(refused.value) != str(refused.value)
    path = tmp_path / "design.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DesignError, match=why):
        Design.load(path)
