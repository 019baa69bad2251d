"""The app's Python side: game setup, and refused setups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import App, Replay, Session, Table
from phase10_widgets.ui.setup.widget import Setup
from tests.faults import no_faults
from tests.ui.page import Page

PEOPLE = [{"name": "Ana", "player": None}, {"name": "greedy", "player": "greedy"}]


def started(**more: Any) -> tuple[App, list[dict[str, Any]]]:
    """Return an app after one start message, and the setup's answers."""
    app = App(pace=0)
    message: dict[str, Any] = {"kind": "start", "edition": "classic", "players": PEOPLE, "seed": None, **more}
    return app, setup(app).answers(**message)


def setup(app: App) -> Page:
    """Return the browser that shows the setup screen."""
    (screen,) = app.children
    assert isinstance(screen, Setup)
    return Page(screen)


def table(app: App) -> Table:
    assert app.table is not None
    return app.table


def test_a_game_is_set_up_and_left() -> None:
    app, answers = started(edition="masters", seed="word", options={"phases": [1, 2]}, hints=False)
    assert answers == []
    game = table(app).game
    assert (game.edition.id, game.state.seed, game.players) == ("masters", "word", ("Ana", "greedy"))
    assert table(app).about["hints"] is False
    assert table(app).about["home"] == "lost", "without a store the game is gone"
    Page(table(app)).say("leave")
    begun = {"edition": "masters", "players": PEOPLE, "options": {"phases": [1, 2]}, "seed": None, "hints": False}
    assert setup(app).widget.about["start"] == begun


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"edition": "poker"}, "There is no edition 'poker'"),
    ({"edition": None}, "There is no edition None"),
    ({"players": []}, "Specify who plays"),
    ({"players": [{"name": "", "player": None}] * 2}, "Player 1 needs a name"),
    ({"players": [{"name": "a", "player": "oracle"}] * 2}, "There is no computer player 'oracle'"),
    ({"players": [PEOPLE[0], {"name": "a", "player": "expert:99"}]}, "There is no computer player 'expert:99'"),
    ({"players": [PEOPLE[0], {"name": "a", "player": "expert:"}]}, "There is no computer player 'expert:'"),
    ({"players": [PEOPLE[0], {"name": "a", "player": "greedy:4"}]}, "There is no computer player 'greedy:4'"),
    ({"players": [PEOPLE[0], {"name": "a", "player": ["expert", 4]}]}, "There is no computer player"),
    ({"players": [PEOPLE[0], PEOPLE[0]]}, "Two people cannot both be called 'Ana'"),
    ({"players": [PEOPLE[1]] * 2}, "At least one player must be a person"),
    ({"players": PEOPLE[:1]}, "Phase 10 is for 2 to 6 players, not 1"),
    ({"options": {"speed": 3}}, "Phase 10 has no option 'speed'"),
    ({"options": {"session": 3}}, "Phase 10 has no option 'session'"),
    ({"options": []}, "The options are not valid"),
    ({"options": {"phases": [99]}}, "There is no phase 99"),
    ({"options": {"advance": "always", "order": "any"}}, 'Advance="always" (V1) cannot be combined with'),
    ({"seed": 1.5}, "A deal must be a number or a word"),
    ({"seed": "x" * 500}, "A seed must be a whole number of at most 100 digits or text"),
    ({"hints": "no"}, "Hints must be either on or off"),
    ({"kind": "stop"}, "That action was not recognized"),
    ({"v": 2}, "That action was not recognized"),
    ({"id": 3}, "That action was not recognized"),
]


def test_the_default_opponents_are_of_medium_level() -> None:
    app, answers = started(players=App(pace=0).children[0].about["start"]["players"])
    assert answers == []
    seat_plans = [(plan.name, plan.player) for plan in table(app).session.seat_plans]
    assert seat_plans == [("You", None), ("Ada", "expert:5"), ("Blaise", "expert:5")]
    assert table(app).about["seats"] == ["", "level 5", "level 5"]


def test_every_offered_player_can_be_chosen_but_a_person_keeps_a_players_name() -> None:
    for row in App(pace=0).children[0].about["players"]:
        app, answers = started(players=[{"name": "Ada", "player": row["id"]}, {"name": "Ada", "player": None}])
        assert answers == []
        assert table(app).about["seats"] == [f"level {row['level']}" if row["level"] else "", ""]
        assert table(app).game.players[0] != table(app).game.players[1] == "Ada"


def test_a_wrong_setup_is_refused_with_a_sentence() -> None:
    with no_faults() as faults:
        for more, why in REFUSED:
            with faults.of(why):
                app, answers = started(**more)
                (answer,) = answers
                assert answer["kind"] == "reject"
                assert answer["why"].startswith(why)
                assert answer["why"].endswith(".")
                assert app.table is None


def asked(kind: str, **more: Any) -> dict[str, Any]:
    app = App(pace=0)
    (answer,) = setup(app).answers(kind, **{"edition": "classic", "options": {}, **more})
    assert app.table is None
    return answer


def test_every_text_in_a_list_is_answered() -> None:
    rows: list[Any] = [None, "2 sets of 3", [1], ["2 sets of 3"] * 51, {}]
    for phases in rows:
        assert asked("check", phases=phases)["kind"] == "reject", phases
    texts = ["2 Sets of 3", "1 set of 5 & 1 run of 6", "7 of one color + 2 of another", "nonsense", ""]
    answer = asked("check", phases=texts)
    assert answer["kind"] == "checked"
    assert [text for text, _ in answer["phases"]] == texts
    sets, long, colors, nonsense, empty = (said for _, said in answer["phases"])
    groups = [{"kind": "set", "size": 3}] * 2
    assert sets == {"text": "2 sets of 3", "words": "2 sets of 3", "cards": 6, "groups": groups}
    assert long["why"].startswith("'1 set of 5 & 1 run of 6' needs 11 cards, but")
    assert colors["groups"] == [{"kind": "color", "size": 7}, {"kind": "another", "size": 2}]
    assert nonsense["why"].startswith("'nonsense' is not a group; write")
    assert "2 sets of 3" in empty["why"]


def test_the_answer_follows_the_chosen_rules() -> None:
    def ok(text: str, edition: str, **options: Any) -> bool:
        answer = asked("check", edition=edition, options=options, phases=[text])
        return "why" not in answer["phases"][0][1]

    eleven, flush, color_run = "1 set of 5 + 1 run of 6", "2 flushes of 4", "1 color run of 4"
    assert not ok(eleven, "classic")
    assert ok(eleven, "classic", go_out_by_hit=True)
    assert ok(eleven, "flip", phases=["the list being edited is ignored here"])
    assert (ok(flush, "standard"), ok(flush, "classic")) == (True, False)
    assert (ok(color_run, "standard"), ok(color_run, "masters")) == (False, True)


def test_only_kinds_that_the_cards_can_make_are_offered() -> None:
    for row in App(pace=0).children[0].about["editions"]:
        written, kinds = row["kinds"], [kind["kind"] for kind in row["kinds"]]
        texts = {kind["kind"]: kind["text"].replace("#", "3") for kind in written}
        texts["another"] = f"{texts['color']} + {texts['another']}"
        answers = asked("check", edition=row["id"], phases=list(texts.values()))["phases"]
        assert [said["groups"][-1] for _, said in answers] == [{"kind": kind, "size": 3} for kind in kinds]


@pytest.mark.slow
def test_every_preset_can_be_played_where_it_is_offered() -> None:
    shown = App(pace=0).children[0].about
    for game in shown["editions"]:
        offered = {option["name"] for option in game["options"] if option["bar"] is None or option["bar"]["by"]}
        for preset in shown["presets"]:
            if set(preset["options"]) <= offered:
                _, answers = started(edition=game["id"], options=preset["options"])
                assert answers == [], (game["id"], preset["id"])


def test_rules_are_written_and_read() -> None:
    options = {"phases": ["2 sets of 3"], "must_lay_down": True}
    kept = asked("save", edition="flip", options=options, name=" Sunday/Table ")
    assert (kept["kind"], kept["name"]) == ("file", "phase10-rules-sunday-table.json")
    assert json.loads(kept["text"])["name"] == "Sunday/Table"
    found = asked("load", text=kept["text"])
    del found["id"]
    assert found == {"kind": "rules", "edition": "flip", "options": options, "name": "Sunday/Table"}


def test_a_record_and_a_finished_game_are_replayed() -> None:
    session = Session("classic", ["Ana", "greedy"], seed=1, phases=[1])
    running = session.save()
    player = p10.players.get("greedy")
    while session.game.to_act is not None:
        session.act(0, player.choose(session.observe(0))) if session.waits_for_person else session.step()
    for text in (session.save(), json.dumps(session.game.record())):
        app = App(pace=0)
        assert setup(app).answers("load", text=text) == []
        (replay,) = app.children
        assert isinstance(replay, Replay)
        assert (replay.about["mode"], replay.about["home"], replay.view["replay"]["back"]) == ("replay", "kept", False)
        Page(replay).say("leave")
    assert setup(app).answers("load", text=running) == []
    assert isinstance(app.children[0], Table)


def test_an_unfinished_game_is_resumed_or_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))
    app, _ = started()
    left = table(app)
    Page(left).say("action", action=left.view["legal"][0])
    token = left._keeper.token
    app.set_up()
    (welcome,) = setup(app).answers("hello", tokens=["unknown", token, 7])
    assert welcome["token"] is None
    assert [offer["token"] for offer in welcome["offers"]] == [token]
    assert setup(app).answers("resume", token=token) == []
    assert table(app).game.position() == left.game.position()
    app.set_up()
    (answer,) = setup(app).answers("forget", token=token, tokens=[token])
    assert answer["offers"] == []
    assert setup(app).tell("resume", token=token) == "This game is no longer stored here."
    assert isinstance(app.children[0], Setup)


def test_a_saved_game_is_loaded_on_the_setup_screen() -> None:
    app, _ = started()
    saved, other = table(app).session.save(), App(pace=0)
    computers = table(app).session.to_dict()
    computers["seats"][0]["player"] = "greedy"
    told = "This game has only computer players, so nobody can play it here."
    assert setup(other).tell("load", text=json.dumps(computers)) == told
    assert "truncated or damaged" in setup(other).tell("load", text=saved[:-30])
    assert other.table is None
    assert setup(other).tell("load", text=saved) == ""
    assert table(other).game.position() == table(app).game.position()


def test_the_app_uses_the_browsers_preferred_language() -> None:
    """It falls back to English."""
    wishes: list[Any] = [None, [], "de", ["fr"], [["de"]], {"de": 1}]
    for wanted, language in [(["fr-FR", 7, "de-AT", "en"], "de"), *((wish, "en") for wish in wishes)]:
        page = setup(App(pace=0))
        page.say("hello", tokens=[], languages=wanted)
        assert page.widget.about["language"] == language, wanted
        assert page.tell("resume", token="").startswith("Dieses Spiel" if language == "de" else "This game")


def test_a_chosen_language_stays_for_the_table_and_after_it() -> None:
    app = App(pace=0, language="en")
    page = setup(app)
    page.say("hello", tokens=[], languages=["de"])
    assert page.widget.about["language"] == "en"
    page.say("language", language="de")
    page.say("start", edition="classic", players=PEOPLE, seed=1)
    assert table(app).about["language"] == "de"
    Page(table(app)).say("language", language="en")
    app.set_up()
    assert app.children[0].about["language"] == "en", "the choice at the table counts"
    assert setup(app).tell("language", language="xx")
    with pytest.raises(ValueError, match="no language"):
        App(language="xx")
