"""The app: set up a game, play it, play again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets

from .. import languages, players
from ..core.said import Refusal
from ..editions import edition
from ..session import Session, Sitter
from ..text import YOU, Text
from .setup import Setup
from .store import Keeper, default_store
from .table import Table

_GREEN = "#1f5745"
"""The table's, on which white is read by day and by night."""


class App(ipywidgets.VBox):  # type: ignore[misc]
    """Choose a game and who plays, play it, and play again: ``App()``."""

    def __init__(self, *, pace: float | None = 0.6, language: str | None = None) -> None:
        """The setup screen.

        Args:
            pace: the pause between the steps of computer players in seconds; None has each wait for "Next step".
            language: what the app speaks, one of ``languages.names()``; None asks the browser.

        Raises:
            ValueError: there is no such language.
        """
        self.pace = pace
        self.words = Text(language or languages.ENGLISH)
        """What is said, in the app's language."""
        self._asks = language is None
        self.table: Table | None = None
        """The table, once a game was started."""
        names = (self.words.say(YOU), "Ada", "Blaise")
        self._last: dict[str, Any] = {
            "edition": "classic",
            "players": [{"name": name, "player": "greedy" if at else None} for at, name in enumerate(names)],
            "seed": None,
            "options": {},
        }
        super().__init__()
        self.set_up()

    def set_up(self) -> None:
        """Show the setup screen, filled in as it was last."""
        if self.table is not None:
            self.words = self.table.words
        self._swap(Setup(self, self._last))

    def prefer(self, wanted: Sequence[Any]) -> None:
        """Speak the first of these languages that there is, unless one was chosen before."""
        known = [name for name in map(_language, wanted) if name in languages.names()]
        if self._asks and known:
            self.speak(known[0])

    def speak(self, language: str) -> None:
        """From now on the app speaks this language."""
        self._asks = False
        self.words = Text(language)

    def start(self, chosen: Mapping[str, Any]) -> None:
        """Start the game that was set up; Refusal when it cannot be."""
        sitters = _sitters(chosen.get("players"))
        options = chosen.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
            raise Refusal("the options were not understood")
        game = edition(chosen.get("edition", ""), **options)
        session = Session(game.id, sitters, _seed(chosen.get("seed")), **options)
        self._sit_down(Table(session=session, pace=self.pace, language=self.words.language.name))
        self._last = {key: chosen.get(key) for key in ("edition", "players", "options")} | {"seed": None}

    def resume(self, token: str) -> None:
        """Go on with a stored game; SaveError when there is none any more."""
        self._sit_down(Table.resume(token, pace=self.pace, language=self.words.language.name))

    def load(self, session: Session) -> None:
        """Go on with a game from a file."""
        if not session.people:
            raise Refusal("Nobody sits at this game: only computer players.")
        keeper = Keeper(default_store())
        keeper.begun = True
        self._sit_down(Table(session=session, keeper=keeper, pace=self.pace, language=self.words.language.name))

    def _sit_down(self, table: Table) -> None:
        table.on_again = self.set_up
        self.table = table
        self._swap(table, Leave(self, table))

    def _swap(self, *children: ipywidgets.Widget) -> None:
        old = self.children
        self.set_trait("children", children)
        for child in old:
            child.close()


class Leave(ipywidgets.VBox):  # type: ignore[misc]
    """The way from a table to the setup screen; a game that is not over is left only when the person says so twice."""

    def __init__(self, app: App, table: Table) -> None:
        self._new, self._leave, self._stay = _button(), _button(), _button()
        self._said = ipywidgets.HTML()
        answers = ipywidgets.HBox([self._leave, self._stay], layout={"flex_flow": "row wrap"})
        self._asked = ipywidgets.VBox([self._said, answers], layout={"display": "none"})
        self._new.on_click(lambda _: app.set_up() if table.game.to_act is None else self._ask())
        self._leave.on_click(lambda _: app.set_up())
        self._stay.on_click(lambda _: self._go_back())
        super().__init__([self._new, self._asked], layout={"margin": "8px 10px", "align_items": "flex-start"})
        self._speak(table.words)
        table.observe(lambda _: self._speak(table.words), "about")

    def _speak(self, words: Text) -> None:
        """Say everything in the table's language."""
        kept = (
            words.say("The game is kept: go on with it from the setup screen.")
            if default_store()
            else words.say("The game is not kept here: save it to a file first if you want to go on with it.")
        )
        style = f"margin:0;padding:8px 14px;border-radius:10px;background:{_GREEN};color:#fff;font:15px/1.4 sans-serif"
        question = f"{words.say('Leave this game?')} {kept}"
        self._said.value = f'<p role="alert" style="{style}">{escape(question)}</p>'
        self._new.description = words.say("New game")
        self._new.tooltip = words.say("Leave this game and set up another")
        self._leave.description = words.say("Leave and set up another game")
        self._stay.description = words.say("Stay here")

    def _ask(self) -> None:
        self._asked.layout.display = ""
        self._new.layout.display = "none"
        self._stay.focus()

    def _go_back(self) -> None:
        self._new.layout.display = ""
        self._asked.layout.display = "none"
        self._new.focus()

    def close(self) -> None:
        """Take the buttons away, too."""
        for widget in (self._new, self._leave, self._stay, self._said, self._asked):
            widget.close()
        super().close()


def _button() -> ipywidgets.Button:
    return ipywidgets.Button(
        layout={"width": "auto", "height": "36px"},
        style={"button_color": _GREEN, "text_color": "#fff", "font_weight": "600"},
    )


def _language(tag: Any) -> str:
    """What language a browser's tag such as "de-AT" names."""
    return str(tag).partition("-")[0].lower()


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
    if all(sitter.player for sitter in found):
        raise Refusal("at least one seat needs a person")
    return found


def _seed(seed: Any) -> int | str | None:
    if seed is None or seed == "":
        return None
    if type(seed) not in (int, str):
        raise Refusal("the deal is a number or a word")
    return seed  # type: ignore[no-any-return]
