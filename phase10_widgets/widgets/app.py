"""The app: set up a game, play it, play again."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import anywidget
import ipywidgets
import traitlets

from .. import players
from ..core.options import options_of
from ..core.said import Refusal, phrase
from ..editions import EDITIONS, edition
from ..session import Sitter
from ..text import Text
from .table import Table
from .view import NOTICE
from .wire import STATIC

TEXT = Text()
LOG = logging.getLogger(__name__)

LINES = {
    "classic": phrase("Ten phases of sets, runs and colors, with wilds and skips."),
    "flip": phrase("Two-sided cards: a flip symbol turns the whole table over."),
    "standard": phrase("With ordinary cards and jokers: sets, runs, flushes."),
    "masters": phrase("Choose your phase before each round, save cards, aim your skips."),
}
PLAYER_LINES = {"random": phrase("does anything that is allowed"), "greedy": phrase("looks after its own phase")}


class Setup(anywidget.AnyWidget):
    """The screen on which a game is set up. What was chosen goes to *on_start*."""

    _esm = STATIC / "setup.js"
    _css = STATIC / "setup.css"
    catalogue = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(self, on_start: Any, start: Mapping[str, Any]) -> None:
        super().__init__(catalogue=_catalogue(start), status={"v": 1, "rev": 0, "ack": None})
        self._on_start = on_start
        self.on_msg(self._on_message)

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """What the browser says of the synced traits does not count."""
        self.send_state([key for key in ("catalogue", "status") if key in sync_data])

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        said = content.get("id") if isinstance(content, dict) else None
        try:
            if not isinstance(said, str) or len(said) > 100 or content.get("kind") != "start" or content.get("v") != 1:
                raise Refusal("The setup was not understood.")
            self._on_start(content)
        except ValueError as error:
            self.send({"kind": "reject", "id": said if isinstance(said, str) else None, "why": TEXT.refusal(error)})
        except Exception:
            LOG.exception("a game could not be set up")
            self.send(
                {"kind": "reject", "id": said, "why": TEXT.say("Something went wrong here; no game was started.")}
            )


class App(ipywidgets.VBox):  # type: ignore[misc]
    """Choose a game and who plays, play it, and play again: ``App()``."""

    def __init__(self, *, pace: float = 0.6) -> None:
        """The setup screen; *pace* is the pause between the steps of computer players in seconds."""
        self.pace = pace
        self.table: Table | None = None
        """The table, once a game was started."""
        self._last: dict[str, Any] = {
            "edition": "classic",
            "players": [{"name": "You", "player": None}, *({"name": n, "player": "greedy"} for n in ("Ada", "Blaise"))],
            "seed": None,
            "options": {},
        }
        super().__init__()
        self.set_up()

    def set_up(self) -> None:
        """Show the setup screen, filled in as it was last."""
        self._swap(Setup(self._start, self._last))

    def _start(self, chosen: Mapping[str, Any]) -> None:
        """Start the game that was set up; ValueError when it cannot be."""
        sitters = _sitters(chosen.get("players"))
        options = chosen.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
            raise Refusal("the options were not understood")
        if {"pace", "session", "players", "seed", "edition"} & set(options):
            raise Refusal("there is an option that no edition has")
        game = edition(chosen.get("edition", ""), **options)
        table = Table(game.id, sitters, _seed(chosen.get("seed")), pace=self.pace, **options)
        table.on_again = self.set_up
        self._last = {key: chosen.get(key) for key in ("edition", "players", "options")} | {"seed": None}
        self.table = table
        again = ipywidgets.Button(
            description=TEXT.say("New game"),
            tooltip=TEXT.say("Leave this game and set up another"),
            layout={"width": "auto", "height": "36px", "margin": "8px 10px", "align_self": "flex-start"},
            style={"button_color": "#1f5745", "text_color": "#fff", "font_weight": "600"},
        )
        again.on_click(lambda _: self.set_up())
        self._swap(table, again)

    def _swap(self, *children: ipywidgets.Widget) -> None:
        old = self.children
        self.set_trait("children", children)
        for child in old:
            child.close()


def _catalogue(start: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "v": 1,
        "notice": TEXT.say(NOTICE),
        "editions": [_edition_to_dict(name) for name in EDITIONS],
        "players": [{"id": name, "text": TEXT.say(PLAYER_LINES.get(name, ""))} for name in reversed(players.names())],
        "start": dict(start),
    }


def _edition_to_dict(name: str) -> dict[str, Any]:
    found = edition(name)
    return {
        "id": found.id,
        "name": TEXT.edition_name(found),
        "line": TEXT.say(LINES.get(found.id, "")),
        "seats": [found.seats[0], found.seats[-1]],
        "phases": [{"number": phase.number, "text": TEXT.phase(phase)} for phase in found.phases],
        "options": [
            {"name": option.name, "rule": option.rule, "text": TEXT.say(option.text), "values": list(option.values)}
            for option in options_of(found)
        ],
        "notes": [[note[0], TEXT.note(note)] for note in found.notes],
    }


def _sitters(rows: Any) -> list[Sitter]:
    if not isinstance(rows, list) or not rows or len(rows) > 20:
        raise Refusal("say who plays")
    found = []
    for at, row in enumerate(rows, 1):
        name = row.get("name") if isinstance(row, dict) else None
        player = row.get("player") if isinstance(row, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise Refusal("player {number} needs a name", number=at)
        if player is not None and player not in players.names():
            raise Refusal("there is no computer player '{name}'", name=str(player)[:40])
        found.append(Sitter(name.strip(), player))
    return found


def _seed(seed: Any) -> int | str | None:
    if seed is None or seed == "":
        return None
    if type(seed) not in (int, str):
        raise Refusal("the deal is a number or a word")
    return seed  # type: ignore[no-any-return]
