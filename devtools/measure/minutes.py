"""Estimate the length of a game, in minutes, at a person's pace: ``python -m devtools.measure.minutes [--games N]``.

The promise: games take the number of minutes shown on the setup screen (docs/play.md). The estimate takes a few
minutes.

A person needs time to look, to think and to press; these times are in ``SECONDS``. Between a person's turns, the table
shows each step of a computer player for the app's usual pause. The setup screen shows the medians for its presets and
for each weekday's deal, which starts with a different phase each week.
"""

from __future__ import annotations

from datetime import date, timedelta
from statistics import median, quantiles
from typing import Any

from devtools import command
from phase10_widgets import Session, players
from phase10_widgets.rules.actions import Discard, Draw, Hit, LayDown
from phase10_widgets.sessions.daily import FIRST_DAY, deal, plan_of
from phase10_widgets.ui.setup.presets import PRESETS

SECONDS = {Draw: 5.0, LayDown: 6.0, Hit: 4.0, Discard: 9.0}
"""The time that a person needs for each action: to see the other players' actions and choose a pile, to check the whole
phase, to find a group for a card, and to choose a card to discard. This is a newcomer's pace; with practice, people
become twice as fast.
"""
OTHER = 10.0
"""The time for any other action, such as choosing a phase."""
SUMMARY = 12.0
PAUSE = 0.6
"""The pause before each of a computer player's steps, as in the app."""


def seconds(edition: str, options: dict[str, Any], seed: int) -> float:
    """Return the length of a game between a person, who decides like a good player, and two computer players."""
    session = Session(edition, ["You", "greedy", "greedy"], seed=seed, **options)
    you, spent = players.get("greedy", seed=seed), 0.0
    while session.game.to_act is not None:
        before = session.game.state.round
        if session.waits_for_person:
            action = you.choose(session.observe(0))
            session.act(0, action)
            spent += SECONDS.get(type(action), OTHER)
        else:
            session.step()
            spent += PAUSE
        if session.game.to_act is None or session.game.state.round != before:
            spent += SUMMARY
    return spent


def minutes(options: dict[str, Any], games: int) -> list[float]:
    """Return the lengths of these classic games."""
    return [seconds("classic", options, seed) / 60 for seed in range(games)]


def main() -> None:
    parser = command.parser(__doc__)
    parser.add_argument("--games", type=int, default=200, help="games for each preset")
    games = parser.parse_args().games
    print(f"{'preset':<12} {'shown':>5} {'median':>7} {'80% of the games':>20}   minutes")
    for preset in PRESETS:
        show(preset.id, preset.minutes, minutes(preset.options, games))
    for at in range(7):
        day = FIRST_DAY + timedelta(days=at)
        show(f"{day:%A}", plan_of(day).minutes, weekday(day, games))


def weekday(day: date, games: int) -> list[float]:
    """Return the lengths of this weekday's deals, one per week."""
    deals = [deal(day + timedelta(weeks=week)) for week in range(games)]
    return [seconds(one.edition.id, dict(one.edition.options), int(one.seed)) / 60 for one in deals]


def show(name: str, shown: int, found: list[float]) -> None:
    """Print one row of the table."""
    low, *_, high = quantiles(found, n=10)
    print(f"{name:<12} {shown:>5} {median(found):7.1f} {low:9.1f} to {high:6.1f}")


if __name__ == "__main__":
    main()
