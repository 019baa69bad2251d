"""The app's Python side: game setup, and refused setups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import App, Replay, Session, Table
from phase10_widgets.widgets.setup.widget import Setup
from phase10_widgets.widgets.shared.message_widget import MessageWidget
from tests.faults import no_faults
from tests.widgets.page import Page

PEOPLE = [{"name": "Ana", "player": None}, {"name": "greedy", "player": "greedy"}]


def started(**more: Any) -> tuple[App, list[dict[str, Any]]]:
    """Return an app after one start message, and the setup's answers."""
    app, answers = App(pace=0), []
    (setup,) = app.children
    assert isinstance(setup, Setup)
    setup.send = lambda content, buffers=None: answers.append(content)
    content = {"kind": "start", "v": 1, "id": "a", "edition": "classic", "players": PEOPLE, "seed": None, "options": {}}
    setup._handle_custom_msg({**content, **more}, [])
    return app, answers


def test_a_game_is_set_up_and_left_again() -> None:
    app, answers = started(edition="masters", seed="word", options={"phases": [1, 2]})
    assert answers == []
    (table,) = app.children
    assert isinstance(table, Table)
    assert (table.game.edition.id, table.game.state.seed, table.game.players) == ("masters", "word", ("Ana", "greedy"))
    assert table.about["home"] == "lost", "without a store the game is gone"
    replies(table, "leave")
    (setup,) = app.children
    assert setup.about["start"] == {
        "edition": "masters",
        "players": PEOPLE,
        "options": {"phases": [1, 2]},
        "seed": None,
        "hints": True,
    }


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"edition": "poker"}, "There is no edition 'poker'"),
    ({"edition": None}, "There is no edition None"),
    ({"players": []}, "Say who plays"),
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


def test_who_presses_play_at_once_meets_players_of_a_middling_level() -> None:
    given = App(pace=0).children[0].about["start"]["players"]
    app, answers = started(players=given)
    assert answers == []
    assert app.table is not None
    seat_plans = [(plan.name, plan.player) for plan in app.table.session.seat_plans]
    assert seat_plans == [("You", None), ("Ada", "expert:5"), ("Blaise", "expert:5")]
    assert app.table.about["seats"] == ["", "level 5", "level 5"]


def test_hints_are_on_unless_somebody_switches_them_off() -> None:
    app, _ = started()
    assert app.table is not None
    assert app.table.about["hints"] is True
    app, _ = started(hints=False)
    assert app.table is not None
    assert app.table.about["hints"] is False
    app.set_up()
    assert app.children[0].about["start"]["hints"] is False, "the next game begins as the last one"


def test_a_person_called_like_a_computer_player_keeps_the_name() -> None:
    rows = [{"name": "Ada", "player": "expert:1"}, {"name": "Ada", "player": None}]
    app, _ = started(players=rows)
    assert app.table is not None
    assert app.table.game.players == ("Blaise", "Ada")


def test_every_player_offered_can_be_chosen() -> None:
    for row in App(pace=0).children[0].about["players"]:
        app, answers = started(players=[PEOPLE[0], {"name": "Ada", "player": row["id"]}])
        assert answers == []
        assert app.table is not None
        assert app.table.about["seats"] == ["", f"level {row['level']}" if row["level"] else ""]


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
    """Return the setup's answer to one message."""
    app, answers = App(pace=0), []
    (setup,) = app.children
    setup.send = lambda content, buffers=None: answers.append(content)
    setup._handle_custom_msg({"kind": kind, "v": 1, "id": "a", "edition": "classic", "options": {}, **more}, [])
    (answer,) = answers
    assert app.table is None
    return dict(answer)


def test_each_text_of_a_list_is_answered() -> None:
    texts = ["2 Sets of 3", "1 set of 5 & 1 run of 6", "7 of one color + 2 of another", "nonsense", ""]
    answer = asked("check", phases=texts)
    assert answer["kind"] == "checked"
    assert [text for text, _ in answer["phases"]] == texts
    sets, long, colors, nonsense, empty = (said for _, said in answer["phases"])
    assert sets == {
        "text": "2 sets of 3",
        "words": "2 sets of 3",
        "cards": 6,
        "groups": [{"kind": "set", "size": 3}] * 2,
    }
    assert long["why"].startswith("'1 set of 5 & 1 run of 6' needs 11 cards, but")
    assert colors["groups"] == [{"kind": "color", "size": 7}, {"kind": "another", "size": 2}]
    assert nonsense["why"].startswith("'nonsense' is not a group; write")
    assert "2 sets of 3" in empty["why"]


def test_the_rules_chosen_count_for_the_answer() -> None:
    def ok(text: str, edition: str, **options: Any) -> bool:
        answer = asked("check", edition=edition, options=options, phases=[text])
        return "why" not in answer["phases"][0][1]

    eleven, flush, color_run = "1 set of 5 + 1 run of 6", "2 flushes of 4", "1 color run of 4"
    assert not ok(eleven, "classic")
    assert ok(eleven, "classic", go_out_by_hit=True)
    assert ok(eleven, "flip", phases=["what is asked about is not looked at"])
    assert (ok(flush, "standard"), ok(flush, "classic")) == (True, False)
    assert (ok(color_run, "standard"), ok(color_run, "masters")) == (False, True)


def test_a_list_that_is_none_is_not_read() -> None:
    rows: list[Any] = [None, "2 sets of 3", [1], ["2 sets of 3"] * 51, {}]
    for phases in rows:
        assert asked("check", phases=phases)["kind"] == "reject"


def test_the_kinds_offered_are_those_that_the_cards_can_make() -> None:
    offered = {row["id"]: [kind["kind"] for kind in row["kinds"]] for row in App(pace=0).children[0].about["editions"]}
    colored = ["set", "run", "color", "color run", "another"]
    assert offered == {
        "classic": colored,
        "flip": colored,
        "standard": ["set", "run", "color", "flush", "another"],
        "masters": colored,
    }
    for name, kinds in offered.items():
        written = {row["id"]: row for row in App(pace=0).children[0].about["editions"]}[name]["kinds"]
        texts = {kind["kind"]: kind["text"].replace("#", "3") for kind in written}
        texts["another"] = f"{texts['color']} + {texts['another']}"
        answers = asked("check", edition=name, phases=list(texts.values()))["phases"]
        assert [said["groups"][-1] for _, said in answers] == [{"kind": kind, "size": 3} for kind in kinds]


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
    assert found == {"kind": "rules", "id": "a", "edition": "flip", "options": options, "name": "Sunday/Table"}


def test_a_file_that_holds_no_rules_is_refused() -> None:
    for text, why in [
        (None, "the file is not text"),
        ("[]", "not a house rules file"),
        ("{", "truncated"),
        ('{"format": "phase10-rules/1", "edition": "go"}', "'go'"),
    ]:
        answer = asked("load", text=text)
        assert answer["kind"] == "reject"
        assert why in answer["why"]


def replies(widget: MessageWidget, kind: str, **more: Any) -> list[dict[str, Any]]:
    """Return everything that a setup screen or a table sends in answer to one message."""
    return Page(widget).answers(kind, **more)


def test_a_record_and_a_finished_game_are_looked_at_again() -> None:
    session = Session("classic", ["Ana", "greedy"], seed=1, phases=[1])
    running = session.save()
    player = p10.players.get("greedy")
    while session.game.to_act is not None:
        session.act(0, player.choose(session.observe(0))) if session.waits_for_person else session.step()
    for text in (session.save(), json.dumps(session.game.record())):
        app = App(pace=0)
        assert replies(app.children[0], "load", text=text) == []
        (replay,) = app.children
        assert isinstance(replay, Replay)
        assert (replay.about["mode"], replay.about["home"], replay.view["replay"]["back"]) == ("replay", "kept", False)
        replies(replay, "leave")
        assert isinstance(app.children[0], Setup)
    assert replies(app.children[0], "load", text=running) == []
    assert isinstance(app.children[0], Table)


def test_a_record_that_breaks_a_rule_is_refused() -> None:
    rows: list[Any] = [{"players": 7}, {"rounds": None}, {"format": "phase10-record/9"}, {"start": {}}]
    for change in rows:
        record = Session("classic", ["Ana", "Ben"], seed=1).game.record() | change
        app = App(pace=0)
        (setup,) = app.children
        (answer,) = replies(setup, "load", text=json.dumps(record))
        assert answer["kind"] == "reject"
        assert "went wrong" not in answer["why"]
        assert app.children == (setup,)


def left_game() -> tuple[App, str]:
    """Return an app back at its setup screen, and the token of the game left behind."""
    app, _ = started()
    table = app.table
    assert table is not None
    table._handle_custom_msg(
        {"kind": "action", "v": 1, "id": "x", "rev": table.rev, "action": table.view["legal"][0]}, []
    )
    token = table._keeper.token
    assert token is not None
    app.set_up()
    return app, token


def test_a_game_that_was_left_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))
    app, token = left_game()
    left = app.table
    assert left is not None
    (welcome,) = replies(app.children[0], "hello", tokens=["unknown", token, 7])
    assert welcome["token"] is None
    assert [offer["token"] for offer in welcome["offers"]] == [token]
    assert "Ana, greedy" in welcome["offers"][0]["text"]
    assert replies(app.children[0], "resume", token=token) == []
    assert app.table is not left
    assert app.table is not None
    assert app.table.game.position() == left.game.position()


def test_a_game_can_be_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASE10_DATA", str(tmp_path))
    app, token = left_game()
    (setup,) = app.children
    (answer,) = replies(setup, "forget", token=token, tokens=[token])
    assert answer["offers"] == []
    (refused,) = replies(setup, "resume", token=token)
    assert refused["why"] == "This game is no longer stored here."
    assert app.children == (setup,)


def test_a_saved_game_is_loaded_on_the_setup_screen() -> None:
    app, _ = started()
    assert app.table is not None
    saved = app.table.session.save()
    other = App(pace=0)
    assert replies(other.children[0], "load", text=saved) == []
    assert other.table is not None
    assert other.table.game.position() == app.table.game.position()
    computers = app.table.session.to_dict()
    computers["seats"][0]["player"] = "greedy"
    other = App(pace=0)
    (refused,) = replies(other.children[0], "load", text=json.dumps(computers))
    assert refused["why"] == "This game has only computer players, so nobody can play it here."
    (refused,) = replies(other.children[0], "load", text=saved[:-30])
    assert "truncated or damaged" in refused["why"]
    assert other.table is None


def test_the_app_speaks_what_the_browser_likes_best() -> None:
    app = App(pace=0)
    (setup,) = app.children
    replies(setup, "hello", tokens=[], languages=["fr-FR", 7, "de-AT", "en"])
    assert setup.about["language"] == "de"
    assert {preset["id"]: preset["name"] for preset in setup.about["presets"]}["full"] == "Ganzes Spiel"
    (refused,) = replies(setup, "resume", token="")
    assert refused["why"].startswith("Dieses Spiel")


def test_without_a_wish_that_can_be_met_it_speaks_english() -> None:
    for wanted in [None, [], "de", ["fr"], [["de"]], {"de": 1}]:
        (setup,) = App(pace=0).children
        replies(setup, "hello", tokens=[], languages=wanted)
        assert setup.about["language"] == "en"


def test_a_language_that_was_chosen_stays_for_the_table_and_after_it() -> None:
    app = App(pace=0, language="en")
    (setup,) = app.children
    replies(setup, "hello", tokens=[], languages=["de"])
    assert setup.about["language"] == "en"
    replies(setup, "language", language="de")
    assert setup.about["language"] == "de"
    replies(setup, "start", edition="classic", players=PEOPLE, seed=1, options={})
    assert app.table is not None
    assert app.table.about["language"] == "de"
    (table,) = app.children
    table._handle_custom_msg({"kind": "language", "v": 1, "id": "l", "rev": 0, "language": "en"}, [])
    app.set_up()
    assert app.children[0].about["language"] == "en", "what was chosen at the table counts"
    (refused,) = replies(app.children[0], "language", language="xx")
    assert refused["kind"] == "reject"
    with pytest.raises(ValueError, match="no language"):
        App(language="xx")
