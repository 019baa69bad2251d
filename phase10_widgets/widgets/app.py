"""The app: set up a game, play it, play again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets

from .. import languages
from ..core.messages import Refusal
from ..editions import edition
from ..session import NAMES, SeatPlan, Session, may_sit
from ..text import YOU, Text
from ..views.protocol.setup import Start
from .setup.widget import USUAL, Setup
from .shared.store import StoreLease, default_store
from .table.replay import Replay
from .table.widget import Table


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
        self._last: Start = {
            "edition": "classic",
            "players": [
                {"name": self.words.say(YOU), "player": None},
                {"name": NAMES[0], "player": USUAL},
                {"name": NAMES[1], "player": USUAL},
            ],
            "seed": None,
            "options": {},
            "hints": True,
        }
        super().__init__()
        self.set_up()

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Nothing that a browser says of this box counts; it may ask what is in it."""
        data = msg["content"].get("data")
        if isinstance(data, dict) and data.get("method") == "request_state":
            self.send_state()

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
        hints = chosen.get("hints", True)
        if type(hints) is not bool:
            raise Refusal("hints are either on or off")
        session = Session(game.id, sitters, _seed(chosen.get("seed")), **options)
        self._last = {
            "edition": game.id,
            "players": [{"name": row["name"], "player": row.get("player")} for row in chosen["players"]],
            "seed": None,
            "options": options,
            "hints": hints,
        }
        self._sit_down(Table(session=session, **self._settings()))

    def resume(self, token: str) -> None:
        """Go on with a stored game; SaveError when there is none any more."""
        self._sit_down(Table.resume(token, **self._settings()))

    def load(self, game: Session | Mapping[str, Any]) -> None:
        """Go on with a game from a file; one that is over, or a record, is looked at again."""
        if not isinstance(game, Session) or game.game.to_act is None:
            self._swap(Replay(game, language=self.words.language.name, home=self.set_up))
            return
        if not game.people:
            raise Refusal("Nobody sits at this game: only computer players.")
        keeper = StoreLease(default_store())
        keeper.begun = True
        self._sit_down(Table(session=game, keeper=keeper, **self._settings()))

    def _sit_down(self, table: Table) -> None:
        self.table = table
        self._swap(table)

    def _settings(self) -> dict[str, Any]:
        """What every table here is given."""
        language = self.words.language.name
        return {"pace": self.pace, "language": language, "home": self.set_up, "hints": self._last["hints"]}

    def _swap(self, child: ipywidgets.Widget) -> None:
        old = self.children
        self.set_trait("children", (child,))
        for gone in old:
            gone.close()


def _language(tag: Any) -> str:
    """What language a browser's tag such as "de-AT" names."""
    return str(tag).partition("-")[0].lower()


def _sitters(rows: Any) -> list[SeatPlan]:
    if not isinstance(rows, list) or not rows or len(rows) > 20:
        raise Refusal("say who plays")
    found = []
    for at, row in enumerate(rows, 1):
        name = row.get("name") if isinstance(row, dict) else None
        player = row.get("player") if isinstance(row, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise Refusal("player {number} needs a name", number=at)
        if not may_sit(player):
            raise Refusal("there is no computer player '{name}'", name=str(player)[:40])
        found.append(SeatPlan(name.strip(), player))
    if all(sitter.player for sitter in found):
        raise Refusal("at least one seat needs a person")
    return found


def _seed(seed: Any) -> int | str | None:
    if seed is None or seed == "":
        return None
    if type(seed) not in (int, str):
        raise Refusal("the deal is a number or a word")
    return seed  # type: ignore[no-any-return]
