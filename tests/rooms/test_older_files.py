"""Games and rooms in files written by the code of commit 321009cc continue in the current version."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from phase10_widgets import Session
from phase10_widgets.store.file_store import FileStore
from tests.rooms.playing import Line, Service, play
from tests.ui import visiting

FILES = Path(__file__).parents[1] / "fixtures" / "321009cc"


def test_games_and_rooms_of_an_older_version_continue(tmp_path: Path) -> None:
    known: dict[str, Any] = json.loads((FILES / "known.json").read_text("utf-8"))
    for name in ("games.sqlite3", "live.sqlite3"):
        shutil.copyfile(FILES / name, tmp_path / name)
        (tmp_path / name).chmod(0o600)
    session = Session.load((FILES / "session.json").read_text("utf-8"))
    assert session.game.position() == known["session"]["position"]
    session.act(session.people[0], session.game.legal_actions()[0])

    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db, db:
        db.execute("UPDATE games SET touched = ?", (time.time(),))  # they would be deleted as too old
        db.execute("UPDATE finished SET ended = ?", (time.time(),))
    line = visiting.Line(visiting.Service(FileStore(tmp_path / "games.sqlite3")))
    line.say("resume", token=known["games"]["token"])
    assert line.about["seats"] == known["games"]["seats"]
    assert line.view["observation"] == known["games"]["observation"]
    before = line.view["rev"]
    assert visiting.act(line, random.Random(1))
    assert line.view["rev"] > before
    coach = visiting.Line(line.service, start="coach")
    coach.say("open", token=known["finished"]["token"])
    assert coach.about["coach"]["rounds"]

    service = Service(tmp_path / "live.sqlite3")
    service.now = known["live"]["now"]
    pages = {name: Line(service, token) for name, token in known["live"]["people"].items()}
    hanna, ben = pages["Hanna"], pages["Ben"]
    assert hanna.last("welcome")["code"] == known["live"]["code"]
    assert hanna.room["tables"][0]["seats"] == known["live"]["seats"]
    assert {name: pages[name].view["observation"] for name in ("Hanna", "Ben")} == known["live"]["hands"]
    assert [person["hand"] for person in hanna.room["people"] if person["name"] == "Ben"] == [1]
    poll = ben.last("lesson")["poll"]
    assert (poll["text"], poll["you"]["text"]) == (known["live"]["question"], known["live"]["answer"])
    before = hanna.view["rev"]
    play(service, [hanna, ben], 3, random.Random(1))
    assert hanna.view["rev"] > before
