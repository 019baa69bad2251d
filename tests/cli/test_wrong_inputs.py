"""Invalid inputs to the library and the command line: each error is one sentence with the correct form."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, HouseRules, Session, arena, cli, coach, handouts, odds, players, teaching
from phase10_widgets.base.integers import LONGEST_SEED
from phase10_widgets.languages.text import Text
from tests.faults import every, no_faults

GAME = Game.new("classic", seed=7)
FOUND = arena.play("classic", ["greedy", "random"], 2, phases=["1 set of 2"])
UNKNOWN = replace(p10.edition("classic"), id="hexa")


def clairvoyant(observation: p10.Observation) -> p10.Action:
    return observation.legal_actions()[0]


def heads(random: Any) -> bool:
    return bool(random.random() < 0.5)


OWN = Session("classic", ["Ana", clairvoyant], seed=1).save()
CONTEST = arena.Contest("classic", [clairvoyant, "random"], 2).to_dict()
SIMULATION = odds.Simulation(heads, 10).to_dict()
POOL = odds.Pool.of_deck(p10.edition("classic"))
CLASSIC = p10.edition("classic")
TABLE = p10.Table("classic", ["You", "greedy"], seed=1, pace=0)
SET = p10.Phase.parse("1 set of 3")
STRANGE = Session.from_game(Game.new(UNKNOWN, ["Ana", "Ben"], seed=1), ["Ana", "Ben"])

API: list[tuple[Callable[[], object], str]] = [
    (lambda: arena.Results.from_dict(CONTEST), "arena.Contest.from_dict reads"),
    (lambda: arena.Contest.from_dict(FOUND.to_dict()), "arena.Results.from_dict reads"),
    (lambda: arena.Contest.from_dict(CONTEST), "players=[clairvoyant, 'random']"),
    (lambda: arena.Contest.from_dict({**CONTEST, "games": -1}, [clairvoyant, "random"]), "games must be a whole"),
    (lambda: odds.Simulation.from_dict(SIMULATION), "asked=heads"),
    (lambda: Session.load(OWN), "players={'clairvoyant': …}"),
    (lambda: Session.load(OWN, players=[clairvoyant]), "players must map names to players, like {'ThriftyPlayer'"),  # type: ignore[arg-type]
    (lambda: Session.load(OWN, players={"nobody": clairvoyant}), "players={'clairvoyant': …}"),
    (STRANGE.save, "'hexa' could not be loaded again: call p10.register on"),
    (lambda: players.get("xpert:11"), "did you mean 'expert'? The"),
    (lambda: players.level_of(None), "a player's name must be text such as 'expert:3', not None"),  # type: ignore[arg-type]
    (lambda: players.move(5, players.get("greedy")), "a move needs a Game, not 5"),  # type: ignore[type-var]
    (lambda: players.move(GAME, "greedy"), "like those from players.get; not 'greedy'"),  # type: ignore[arg-type]
    (lambda: coach.win_probability(5), "win probabilities need a Game, not 5"),  # type: ignore[arg-type]
    (lambda: p10.Table(players=["You", "expertt:5"]), "did you mean 'expert:5'?"),
    (lambda: players.get("expert:11"), "a level must be a whole number from 1 to 10"),
    (lambda: players.get(7), "a name, a function from an observation to an action, or an object"),  # type: ignore[arg-type]
    (lambda: players.get(Random), "Random has no method choose(observation), so it is not a player class"),  # type: ignore[arg-type]
    (lambda: players.get("greedy:3"), "greedy has no levels"),
    (lambda: players.get("greedy", level=4), "greedy has no levels"),
    (lambda: players.get("expert:3", level=4), "already names a level"),
    (lambda: players.get(clairvoyant, level=4), "only named players have levels, not clairvoyant"),
    (lambda: arena.play("classic", "greedy"), "players must be a list of players"),
    (lambda: arena.play("classic", ["greedy"]), "at least two players"),
    (lambda: arena.play("classic", ["greedy", "random"], 2, confidence=95), "between 0 and 1, such as 0.95"),
    (lambda: arena.play("classic", ["greedy", "random"], until=5), 'until must be "decided" or a margin such as 0.02'),
    (lambda: FOUND.among("expert"), "the players are greedy, random"),
    (lambda: FOUND.game(9), "each_game() lists all games"),
    (lambda: odds.average(5), "a list of trial results, such as [True, False], not 5"),  # type: ignore[arg-type]
    (lambda: odds.share("5", 10), "number of trials, which must be at least 1, not '5' of 10"),  # type: ignore[arg-type]
    (lambda: odds.wilson(1, 2, [0.95]), "between 0 and 1, such as 0.95, not [0.95]"),  # type: ignore[arg-type]
    (lambda: odds.rounded(None, 1), "must be numbers, such as 4.2 and 0.29, not None and 1"),  # type: ignore[arg-type]
    (lambda: odds.completions("1 set of 3", (), POOL, 3), "such as Phase.parse('1 set of 3'), not '1 set of 3'"),  # type: ignore[arg-type]
    (lambda: odds.completions(SET, "R7", POOL, 3), "such as edition('classic').cards('R7'), not 'R7'"),  # type: ignore[arg-type]
    (lambda: odds.completions(SET, (), "classic", 3), "such as Pool.of_deck(edition('classic')), not 'classic'"),  # type: ignore[arg-type]
    (lambda: odds.completions(SET, (), POOL, -1), "most must be a whole number from 0 to 10,000, not -1"),
    (lambda: teaching.calibration(5), "such as progress.predictions.values(), not 5"),  # type: ignore[arg-type]
    (lambda: teaching.calibration([0.5]), "such as progress.predictions.values(), not [0.5]"),  # type: ignore[list-item]
    (lambda: teaching.calibration([], bins=0), "bins must be a whole number from 1 to 1000, not 0"),
    (lambda: teaching.summary("ana.json"), "such as [path], not 'ana.json'"),
    (lambda: teaching.summary([5]), "a progress file must be a path or a Progress, not 5"),  # type: ignore[list-item]
    (lambda: teaching.percent(0.5), "a chance must be a Fraction, such as Fraction(1, 3), not 0.5"),  # type: ignore[arg-type]
    (lambda: handouts.class_page([]), "[] is not a summary; give one, such as summary(files)"),  # type: ignore[arg-type]
    (lambda: handouts.ladder_page(3), "3 is not a class ladder; give one, such as class_ladder(files)"),  # type: ignore[arg-type]
    (lambda: FOUND.to_frame("moves"), "rows must be 'games', 'seats', 'players', 'events'"),  # type: ignore[arg-type]
    (lambda: Game.rows(GAME.record(), seat=2), "the seats are 0 to 1"),
    (lambda: Game.rows(GAME.record(), players=["greedy"]), "as in {'Ada': 'expert:5'}"),  # type: ignore[arg-type]
    (lambda: Game.rows("game.json"), 'Path("game.json") names the file'),  # type: ignore[arg-type]
    (lambda: Game.rows(7), "a record must be a dict, such as one returned by game.record()"),  # type: ignore[arg-type]
    (lambda: Game.replay({"format": "phase10-record/9"}), "a record in the format phase10-record/1"),
    (lambda: Game.new("classik"), "the editions are classic, flip, standard, masters"),
    (lambda: Game.new("classic", players="Ana"), "players must be a list of names"),
    (lambda: Game.new("classic", must_lay_down="maybe"), "must be False / True"),  # type: ignore[arg-type]
    (lambda: GAME.observe(2), "the seats are 0 to 1"),
    (lambda: GAME.apply({"type": "deal"}), "the types are choose_phase, draw, lay_down, hit, discard, save"),
    (lambda: GAME.apply({"type": "draw", "from": "hand"}), "deck"),
    (lambda: coach.review(7), "a record, a Game or its moments"),  # type: ignore[arg-type]
    (lambda: coach.luck([]), "a record, a Game or its moments"),
    (lambda: coach.game_rows(GAME), "put a single one in brackets: [game]"),  # type: ignore[arg-type]
    (lambda: odds.question("odd"), "the questions are deal, distance"),
    (lambda: odds.deal("classic", 11), "the phases are 1 to 10"),
    (lambda: odds.deal("classic", 1, hand="R77"), "its cards are written like R1 G2 S"),
    (lambda: p10.arrange("R7 B7 G7", "1 set of 3"), "as in edition='classic'"),
    (lambda: p10.Phase.parse("3 sets"), "write '2 sets of 3', '1 run of 7'"),
    (lambda: Text("fr"), "the languages are en, de"),
    (lambda: Text(None), "the languages are en, de"),  # type: ignore[arg-type]
    (lambda: HouseRules("uno"), "choose one of classic, flip, standard, masters"),
    (lambda: HouseRules.read(OWN), "'phase10-session', which Session.load reads, not 'phase10-rules/1'"),
    (lambda: Session.load(json.dumps(GAME.record())), "'phase10-record', which Game.replay reads"),
    (lambda: odds.Simulation.from_dict(CONTEST), "'phase10-contest', which arena.Contest.from_dict reads"),
    (lambda: GAME.observe("1"), "there is no seat '1'; the seats are 0 to 1"),  # type: ignore[arg-type]
    (lambda: Game.new("classic", seed=1.5), "characters, not 1.5"),  # type: ignore[arg-type]
    (lambda: Game.new("classic", ["Ana", 3]), "must be text of 1 to 60 characters, not 3"),  # type: ignore[list-item]
    (lambda: odds.deal("classic", 1, seats="3"), "for 2 to 6 players, not '3'"),  # type: ignore[arg-type]
    (lambda: odds.deal("classic", 1, cards="10"), "must be a whole number from 0 to 108, not '10'"),  # type: ignore[arg-type]
    (lambda: odds.simulate(heads, "100"), "trials must be a whole number from 1 to 1000000000000000, not '100'"),  # type: ignore[arg-type]
    (lambda: arena.play("classic", ["greedy", "random"], "10"), "from 1 to 1000000000, not '10'"),  # type: ignore[arg-type]
    (lambda: GAME.observe(0).sample(3), "a random.Random, such as Random(1), not 3"),  # type: ignore[arg-type]
    (lambda: coach.hint(GAME), "an observation, such as game.observe(0), not <Game"),  # type: ignore[arg-type]
    (lambda: teaching.lesson("3"), "the lessons are 1, 2, 3"),  # type: ignore[arg-type]
    (lambda: teaching.lesson(17), "lesson 17 is the capstone"),
    (lambda: handouts.sheets(teaching.lesson(3), language="xx"), "there is no language 'xx'"),
    (lambda: handouts.moodle(teaching.lesson(3), [1], "xx"), "there is no language 'xx'"),
    (lambda: p10.glossary(language="xx"), "there is no language 'xx'"),
    (lambda: handouts.sheets(3), "3 is not a lesson; give one, such as lesson(3)"),  # type: ignore[arg-type]
    (lambda: p10.Learner(3).ask(3), "has no question 3; it has 03/at-least-one"),  # type: ignore[arg-type]
    (
        lambda: teaching.Progress(name="x" * 1000).save("x.json"),
        "a name may have at most 60 characters, but this one has 1000",
    ),
    (lambda: TABLE.act("draw deck"), "an object with a 'type', not 'draw deck'"),  # type: ignore[arg-type]
    (lambda: TABLE.act(None), "an object with a 'type', not None"),  # type: ignore[arg-type]
    (lambda: TABLE.act(p10.Discard("R7")), "Draw a card first."),
    (lambda: TABLE.act({"type": "fold"}), "the types are choose_phase, draw, lay_down"),
    (lambda: setattr(TABLE, "pace", -1), "must be 0 to 5 seconds, not -1"),
    (lambda: setattr(TABLE, "pace", "fast"), "must be 0 to 5 seconds, not fast"),
    (lambda: p10.Table(sed=3), "did you mean 'seed'?"),  # type: ignore[call-arg]
    (lambda: p10.Table("classic", ["You", ("Mine",)]), "must be a pair such as ('Mine', 'greedy'), not ('Mine',)"),  # type: ignore[list-item]
    (lambda: Session("classic", [("Mine", 7), "greedy"]), "a name, a function from an observation to an action"),  # type: ignore[list-item]
    (lambda: CLASSIC.vary("classic"), "needs an id of its own, such as 'mine', not 'classic'"),
    (lambda: CLASSIC.vary("mine", deck={"Q": 2}), "its cards are written like R1 G2 S"),
    (lambda: CLASSIC.vary("mine", deck={"W": 1000}), "0 to 255 copies of W, not 1000"),
    (lambda: CLASSIC.vary("mine", phases=["1 run of 14"]), "the numbers only go from 1 to 12"),
    (lambda: CLASSIC.vary("mine", phases=[]), "a list of strings such as ['2 sets of 3'], not []"),
    (lambda: CLASSIC.vary("mine", wilds=3), "its options are phases, advance, order"),  # type: ignore[call-arg]
    (lambda: p10.Action.parse("draw pile"), "An action is written like 'draw deck'"),
    (lambda: p10.Action.parse("hit W > 1 low"), "'hit W > 1.0 low'"),
    (lambda: p10.Action.parse("lay R7 G7 W[number=x]"), "must be a whole number, not 'x'"),
    (lambda: p10.Action.parse("lay R7 G7 W[nummer=7]"), "A group has no 'nummer'"),
    (lambda: p10.Action.parse("lay R7 G7 W[number=7"), "must end with ']', as in 'W W R5[number=5]'"),
    (lambda: p10.Action.parse("discard R77", edition="classic"), "its cards are written like R1 G2 S"),
    (lambda: p10.Action.parse("x" * 20_000), "or 'phase 3', not 'xxxxxxxxxxxx...xxxxxxxxxxxxx'"),
    (lambda: arena.play("classic", ["greedy", "random"], gamez=5), "did you mean 'games'?"),  # type: ignore[call-arg]
    (lambda: arena.play("classic", ["greedy", "random"], 2, n_jobs=2), "did you mean 'jobs'?"),  # type: ignore[call-arg]
    (lambda: arena.play("classic", ["greedy", "random"], 2, jobs=0), "jobs must be a whole number from 1 to 61, not 0"),
    (lambda: odds.table("clasic"), "did you mean 'classic'?"),
    (lambda: odds.table("classic", cards=(10, 500)), "must be a whole number from 0 to 108, not 500"),
    (lambda: odds.deal("classic", 1.5), "a whole number such as 1, text such as '2 sets of 3', or a Phase, not 1.5"),  # type: ignore[arg-type]
    (lambda: odds.deal("classic", 1, deck={"W": "many"}), "0 to 255 copies of W, not 'many'"),  # type: ignore[arg-type]
    (lambda: odds.deal("classic", 1, side="wild"), "the cards of classic have one side, so leave it out"),
    (lambda: GAME.observe(0).sampler(seed=1.5), "a whole number of at most 100 digits or text"),  # type: ignore[arg-type]
    (lambda: teaching.parse_answer("about half"), "write it like one of these: 16/97, 0.165, 16.5%, 1 in 6"),
    (lambda: teaching.parse_answer(None), "an answer must be text such as '16.5%', not None"),  # type: ignore[arg-type]
    (lambda: teaching.Progress.load("ana.json"), 'write Path("ana.json")'),  # type: ignore[arg-type]
    (lambda: teaching.Design.load("ana.json"), 'write Path("ana.json")'),  # type: ignore[arg-type]
    (lambda: Session.load(Path(os.devnull)), "choose one that this program has saved"),
    (lambda: p10.figures.Urns(sise=3), "The settings are size, marked, drawn, at_least."),
    (lambda: p10.figures.Urns(size=-1), "must be a whole number from 24 to 120, not -1"),
    (lambda: p10.figures.DealOdds("classic", 11), "The phases are 1, 2, 3"),
    (lambda: p10.register(CLASSIC), "give the edition its own id"),
    (lambda: p10.edition("Classic"), "did you mean 'classic'?"),
    (lambda: p10.missing("R7", 1.0, edition="classic"), "not 1.0; write 1"),  # type: ignore[arg-type]
    (lambda: p10.Phase.parse("even set of 3"), "write '2 sets of 3', '1 run of 7'"),
    (lambda: p10.Learner(99), "the lessons are 1, 2, 3"),
    (lambda: p10.Coach(5), "a dict, such as one returned by game.record(), or its text, not 5"),  # type: ignore[arg-type]
    (lambda: p10.Replay("x"), "choose one that this program has saved"),  # type: ignore[arg-type]
]


@every("call, right", API)
def test_invalid_arguments_are_refused_with_the_correct_form(call: Callable[[], object], right: str) -> None:
    with pytest.raises((ValueError, IndexError)) as caught:
        call()
    said = str(caught.value)
    assert right in said
    assert len(said) < 400
    assert "\n" not in said


PLACES = [
    ("file/x.json", "file/x.json: cannot be written (Not a directory). Choose another"),
    ("file/further/x.json", "cannot be written (Not a directory)"),
    (".", ".: this is a folder. Name a file in it."),
    ("x" * 300, "cannot be written (File name too long)"),
    ("/proc/nowhere/x", "cannot be written (No such file or directory)"),
]
COMMANDS = [
    ("", "nosuch", 2, "choose from 'play', 'serve', 'lab', 'voila'"),
    ("", "lab --host=a..b --folder=mine", 1, "it is not an address of this machine, such as 127.0.0.1"),
    *(("", f"play --port={port}", 2, "is not a port (1 to 65535)") for port in ("0", "65536", "-1", "http", "8866.5")),
    ("file", "lab --folder=file", 1, "Choose another folder with --folder."),
    ("file", "lab --folder=file/below", 1, "file/below: Not a directory. Choose another folder"),
    ("", "serve --public --address=127.0.0.1", 1, "Use either --public or --address."),
    ("file", "serve --port=9 --data=file", 1, "Games cannot be stored: "),
    ("", "serve --port=9 --log=/no/such/folder/log", 1, "The log cannot be written"),
    *(
        ("", f"serve --{option}", 2, " is not a")
        for option in ("base-url=a?b", "embed=javascript:x", "embed=https://x;y")
    ),
    *(("", f"serve --base-url={start * 60}!", 2, "is not a path") for start in ("a", "/a", "a/")),  # at once
    ("", "serve --port=1 --address=192.0.2.1", 1, "it is not an address of this machine."),
    ("", "serve --port=0 --data=/proc/nowhere", 1, "Choose another folder with --data, or use --data none."),
    ("", "serve --port=0 --data=none --database=x", 1, "The database URL must look like postgresql://"),
    ("", "serve --port=0 --certificate=x", 1, "give both, or neither"),
    ("", "serve --port=0 --certificate=x --key=x", 1, "cannot be read: No such file or directory."),
    ("file", "serve --port=0 --certificate=file --key=file", 1, "its own private key, without a password, in PEM"),
    *(("", f"serve --letters={letters}", 2, "the letters must be among BCDFG") for letters in ("!!", "A", "B1", "")),
    *(
        ("", f"serve --site={site}", 2, "is not a site")
        for site in ("school.example", "https://*.example", "https://school.example/path", "null", "*")
    ),
    ("", "arena", 2, "the following arguments are required: player"),
    ("", "arena greedy clairvoyant", 2, "the players are random, greedy"),
    ("", "arena greedy random --json=x --csv=x", 1, "Each output needs its own file."),
    ("", "arena greedy random --games=0", 2, "'0' is not a whole number from 1 to 1,000,000,000"),
    ("", f"arena greedy random --games={'9' * 5000}", 2, "is not a whole number from 1 to 1,000,000,000"),
    ("", "arena greedy random --games=²", 2, "is not a whole number from 1 to 1,000,000,000"),
    ("", "ladder x --games=0", 2, "'0' is not a whole number from 2 to 1,000,000,000"),
    ("", "ladder x --games=3", 2, "the number of games must be even, not 3: each deal is played from both seats"),
    *(("file", f"arena greedy random --json={place}", 1, sentence) for place, sentence in PLACES),
    *(("file", f"class nobody.json --out={place}", 1, sentence) for place, sentence in PLACES),
    ("", "teach --lesson=1 /proc/nowhere/x", 1, PLACES[-1][1]),
    ("", "serve --only=x", 2, "invalid choice"),
    ("", "lab --folder=", 2, "'' is not a folder; write . for the current one"),
    *(("", f"teach '{out}' --lesson=1", 2, " is not a folder; write . for the current one") for out in ("", " ")),
    ("", "arena greedy random --edition=clasic", 2, "no edition 'clasic' (did you mean 'classic'?); the editions are"),
    ("", "arena greedy random --seed=", 2, "'' is not a seed; write a whole number or text, such as 7 or monday"),
    *(
        ("", f"{command} --seed={seed}", 2, f"a seed must be a whole number of at most {LONGEST_SEED} digits or text")
        for command in ("arena greedy random", "ladder x")
        for seed in ("9" * (LONGEST_SEED + 1), "a" * (LONGEST_SEED + 1), "\udcff")
    ),
    ("", "arena greedy random --option=colour=red", 2, "phase10 arena: Phase 10 has no option 'colour'"),
    ("", "arena greedy random --option=seed=3", 2, "phase10 arena: Phase 10 has no option 'seed'"),
    ("", "arena greedy random --option=phases", 2, "'phases' is not NAME=VALUE, such as advance=always"),
    ("", "arena greedy random --seats=9", 2, "phase10 arena: Phase 10 is for 2 to 6 players, not 9"),
    ("", "arena greedy random --seats=1", 2, "phase10 arena: seats must be a whole number from 2"),
    ("", "arena greedy random --option=phases=3,3", 2, "lists the same phase twice"),
    ("", "arena greedy random --option=advance=never", 2, "must be 'completed' / 'always'"),
    ("", "arena greedy random --option=phases=99", 2, "the phases are 1 to 10"),
    ("", "teach out --lesson=99", 2, "the lessons are 1, 2, 3"),
    ("", "teach out --language=xx", 2, "the languages are en, de"),
    *(("", f"teach out --seeds={n}", 2, f"'{n}' is not a whole number from 1 to 500") for n in (0, 501)),
    ("", "teach out --format=pdf", 2, "choose from 'print', 'moodle', 'qti'"),
    ("", "teach out --format=moodle --seeds=201", 2, "at most 200 versions of each question"),
    ("", "teach out --format=qti --lesson=17", 2, "the capstone, asks no questions"),
    ("file", "teach file --lesson=1", 1, "cannot be written (Not a directory)"),
    ("", "class nofile.json --out=x.html", 1, "nofile.json: there is no such file"),
    ("", "class . --out=x.html", 1, "None of these is a progress file"),
    ("empty", "class empty --out=x.html", 1, "this progress file is empty: it has no answers and no name"),
    ("file", "class file --out=x.html", 1, "file: this is not a progress file"),
    ("results", "class results --out=x.html", 1, "which arena.Results.from_dict reads, not 'phase10-progress/1'"),
    ("file", "class nofile.json --out=file", 1, "Add --replace to overwrite it, or choose another location."),
]
CONTENTS = {"file": "x", "empty": '{"format": "phase10-progress/1"}', "results": json.dumps(FOUND.to_dict())}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the expected system messages are those of Linux and macOS")
def test_invalid_commands_are_refused_with_the_correct_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena.Contest, "run", lambda *words, **named: pytest.fail("no game is played"))
    with no_faults() as faults:
        for at, (file, words, code, right) in enumerate(COMMANDS):
            with faults.of(words[:60]):
                folder = tmp_path / f"{at}"
                folder.mkdir()
                monkeypatch.chdir(folder)
                monkeypatch.setenv("PHASE10_DATA", "")
                if file:
                    (folder / file).write_text(CONTENTS[file], "utf-8")
                before = sorted(folder.rglob("*"))
                try:
                    found = cli.main(shlex.split(words))
                except SystemExit as stop:  # argparse
                    found = stop.code  # type: ignore[assignment]
                said = capsys.readouterr()
                assert (found, right in said.err) == (code, True), said.err
                assert not re.search("Traceback|Errno", said.err)
                if not words.startswith("lab --host"):
                    assert (sorted(folder.rglob("*")), said.out) == (before, "")


@pytest.mark.slow
def test_a_command_ends_without_a_traceback() -> None:
    """Nothing is printed at Python's exit either, which only a separate process can show."""
    words = [sys.executable, "-m", "phase10_widgets", "arena", "greedy", "random", "--json=/no/such/x", "--csv=."]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", ".: this is a folder. Name a file in it.\n")
