"""The line above the hand and the primary button name the same action, in every state of random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from phase10_widgets import players
from phase10_widgets.editions import edition as find_edition
from phase10_widgets.game.game import Game
from phase10_widgets.game.moments import Moments
from phase10_widgets.languages.text import Text
from phase10_widgets.ui.coach.view import advice
from phase10_widgets.ui.notebook.message_widget import browser_words
from phase10_widgets.ui.table.view_parts import about_view, base_view, missed_turns, named_seat, seat_view
from tests.browser.test_one_screen import serve
from tests.helpers import rotating

EDITIONS = {"classic": 3, "flip": 2, "standard": 4, "masters": 3}
STATES = 40
"""The states of each edition."""

ACTS = {
    "en": {
        "draw": r"\bdraw\b",
        "take": r"\btake\b",
        "lay down": r"\blay\b",
        "hit": r"\bhit\b",
        "discard": r"\bdiscard\b",
        "save": r"\bsave\b",
        "choose": r"\bchoose\b",
        "select": r"\bselect\b",
        "step": r"\bnext step\b",
    },
    "de": {
        "draw": r"\bzieh",
        "take": r"\b(nimm|nehmen)\b",
        "lay down": r"ausleg|\blege?\b[^.,:;]*?\baus\b",
        "hit": r"anleg|\blege?\b[^.,:;]*?\ban\b",
        "discard": r"ableg|\blege?\b[^.,:;]*?\bab\b",
        "save": r"\baufheben|\bhebe?\b",
        "choose": r"\bwähle?n? (ein(e leuchtende)? (gruppe|ende)|gruppe|ende)|\b(gruppe|ende) wählen|\bwähle, ",
        "select": r"\bwähle eine (andere )?karte",
        "step": r"\bnächster schritt\b",
    },
}
"""The patterns of each action in a sentence or on a button, by language; the first match counts."""

ASKED = "[data-p10='choose-phase'], [data-p10='target'], [data-p10='lay-down-panel']"

PRIMARY = """[...root.querySelectorAll(".actions [data-primary]")].map(({dataset, disabled, firstChild}) =>
      ({act: dataset.act, label: firstChild.data.trim(), disabled}))"""

LOOK = """async () => {
  const root = document.querySelector("[data-p10='table']");
  const soon = () => new Promise((done) => setTimeout(done));
  const look = (after) => {
    const primary = PRIMARY;
    const says = root.querySelector("[data-p10='message'] :is(.status, .refused span)").textContent;
    return {after, says, primary, asks: root.querySelector("ASKED") !== null, step: root.dataset.step};
  };
  const found = [look("nothing selected")];
  const cards = () => [...root.querySelectorAll("[data-hand-card]")];
  for (let i = 0; i < cards().length; i++) {
    const {handCard} = cards()[i].dataset;
    cards()[i].click();
    await soon();
    found.push(look(handCard));
    const raised = cards().filter((card) => card.ariaPressed === "true").length;
    if (raised !== 1) found.push({...look(handCard), says: `${raised} cards are raised`});
    const choose = root.querySelector('[data-act="choose-hit"]');
    if (choose) {
      choose.click();
      await soon();
      if (!root.querySelector("[data-p10='groups']")) found.push(look(`${handCard}, choose`));
    }
    root.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    await soon();
    root.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    await soon();
  }
  return found;
}""".replace("ASKED", ASKED).replace("PRIMARY", PRIMARY)

HINTED = """async (hint) => {
  say(hint);
  await new Promise((done) => setTimeout(done));
  const root = document.querySelector("[data-p10='table']");
  const primary = PRIMARY;
  const says = root.querySelector(".refused span").textContent;
  sent.length = 0;
  root.querySelector(".actions [data-primary]")?.click();
  return {after: "a hint", says, primary, asks: false, sent: sent.map(({action}) => action)};
}""".replace("PRIMARY", PRIMARY)


def first_act(words: str, language: str) -> str | None:
    """Return the first action that this text names; None if it names none."""
    found = {act: re.search(pattern, words, re.IGNORECASE) for act, pattern in ACTS[language].items()}
    return (
        min((match.start(), match.end(), act) for act, match in found.items() if match)[2]
        if any(found.values())
        else None
    )


def faults(look: dict[str, Any], language: str) -> Iterator[str]:
    """Return the disagreements between the line and the button."""
    told = first_act(look["says"], language)
    acts = {first_act(each["label"], language) for each in look["primary"]}
    ends = all(each["act"] in ("hit-low", "hit-high") for each in look["primary"])
    if look["asks"]:
        if look["primary"]:
            yield "a button beside the question"
    elif look["primary"] and ends:
        if told != "choose":
            yield f"the line says {told}, the buttons are ends"
    elif look["primary"]:
        if len(look["primary"]) > 1 or any(each["disabled"] for each in look["primary"]):
            yield "not one button that can be pressed"
        if acts != {told}:
            yield f"the line says {told}, the button {acts}"
    elif told not in (None, "select"):
        yield f"the line says {told}, and no button does it"


def states(edition: str, language: str) -> Iterator[tuple[Game, int, dict[str, Any]]]:
    """Yield states of random games with the viewer's seat, mostly the seat to act."""
    chance, words, rev = Random(f"{edition}/{language}"), Text(language), 0
    names = [f"Player {at}" for at in range(EDITIONS[edition])]
    usual = players.get("greedy", seed=1)
    while rev < STATES:
        games = Moments([Game.new(edition, names, chance.randrange(10**6))])
        while rev < STATES and not games.results:
            game, to_act = games.last, games.last.to_act
            assert to_act is not None
            if chance.random() < (0.5 if any(seat.laid for seat in game.state.seats) else 0.1):
                seat = to_act if chance.random() < 0.85 else (to_act + 1) % len(names)
                rev += 1
                yield game, seat, view(games, seat, words, rev, chance)
            wise = usual.choose(game.observe(to_act))
            games = games.then(game.apply(wise if chance.random() < 0.8 else chance.choice(game.legal_actions())))


def view(games: Moments, seat: int, words: Text, rev: int, chance: Random) -> dict[str, Any]:
    """Return a seat's view of the last of these moments."""
    game = games.last
    others = game.to_act != seat
    return {
        "v": 1,
        "rev": rev,
        "ack": None,
        **base_view(games.results),
        **seat_view(game, seat, words),
        "you": seat,
        "missed": missed_turns(games),
        "thinking": named_seat(game, game.to_act) if others and chance.random() < 0.5 else None,
        "pace": None if others and chance.random() < 0.5 else 0.6,
        "paused": others and chance.random() < 0.2,
    }


def same(action: Any, side: str) -> Any:
    """Return an action in a form to compare; in groups, the browser names both faces and omits implied fields."""
    if action["type"] != "lay_down":
        return action
    words = [word for group in action["groups"] for word in group["cards"].split()]
    return [word.split("/")[side == "wild"] if "/" in word else word for word in words]


@pytest.mark.parametrize(
    ("edition", "language"),
    [
        (edition, language) if (edition, language) == ("flip", "de") else rotating(edition, language)
        for edition in EDITIONS
        for language in ("en", "de")
    ],
)
def test_the_line_and_the_button_name_the_same_action(page: Page, edition: str, language: str) -> None:
    serve(page)
    wrong, acts, words = [], set(), Text(language)
    about = {**about_view(find_edition(edition), words), "hints": True, "computers": True}
    for game, seat, shown in states(edition, language):
        state = {"about": about, "view": shown, "_words": browser_words(language)}
        page.evaluate("(state) => show(state, true)", state)
        looks = page.evaluate(LOOK)
        if game.to_act == seat and game.step != "choose_phase":
            side = game.state.side
            hint = advice(game.observe(seat), words, "x")
            looked = page.evaluate(HINTED, {**hint, "id": None})
            if [same(action, side) for action in looked["sent"]] != [same(hint["action"], side)]:
                wrong.append(f"{looked}: the button does not do what the hint says")
            looks.append(looked)
        for look in looks:
            acts |= {each["act"] for each in look["primary"]}
            wrong += [
                f"after {look['after']}: {fault}: {look['says']!r}, {look['primary']}"
                for fault in faults(look, language)
            ]
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong[:40])
    assert {"draw", "discard"} < acts, f"the games show too little: {acts}"
