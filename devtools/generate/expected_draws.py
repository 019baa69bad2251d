"""Measure expected draws: play single hands against the deck, and store the results in ``expected_draws.json``.

    python -m devtools.generate.expected_draws [EDITION ...]

A hand of ten cards draws from the pile, and discards the card that it needs least, until its phase can be laid down.
The numbers from the previous round of measurements determine that card; the first round starts from a guess.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log
from pathlib import Path
from random import Random
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple

from devtools import command
from devtools.generate import compact
from phase10_widgets import EDITIONS
from phase10_widgets.editions import edition
from phase10_widgets.odds.pool import Pool, face_on
from phase10_widgets.players.expected_draws import ANY, DistanceRow, ExpectedDraws
from phase10_widgets.players.prospects import Aim, Prospects
from phase10_widgets.rules.cards import Card
from phase10_widgets.rules.edition import DEALT, Edition
from phase10_widgets.rules.phases import Phase
from phase10_widgets.rules.solver import missing

ROUNDS = (200, 600, 2000)
"""The number of hands per round; flip's color side, which takes the longest, uses a quarter of that."""
ENOUGH = 50
"""The minimum number of observations for a distance to be included."""
LONGEST = 150
LEVELS = 3
"""The number of outer levels spread over several lines, so that each phase on an edition's side gets one line."""
FILE = Path(__file__).resolve().parents[2] / "phase10_widgets" / "players" / "expected_draws.json"


class Seen(NamedTuple):
    """A hand at one moment, after a draw."""

    distance: int
    share: float
    """The proportion of unseen cards that reduce the distance."""
    waited: int
    """The number of draws that were still needed."""


def play(rules: Edition, phase: Phase, side: str, known: ExpectedDraws, chance: Random) -> list[Seen]:
    """Play one hand and return its moments, one per draw, or no moments if the cards dealt already form the phase."""
    up = rules.pack.side(side)
    deck = [face_on(card, up) for card in rules.deck(rules.seats[0])]
    chance.shuffle(deck)
    hand, pile, thrown = deck[:DEALT], deck[DEALT:], list[Card]()
    seen: list[tuple[int, float]] = []
    counts = Counter(card.code for card in pile)
    if not missing(hand, phase):
        return []
    while len(seen) < LONGEST:
        if not pile:
            pile, thrown = thrown, []
            chance.shuffle(pile)
            counts = Counter(card.code for card in pile)
            continue
        card = pile.pop()
        hand.append(card)
        counts[card.code] -= 1
        pool = Pool(up, MappingProxyType({code: n for code, n in counts.items() if n}))
        aim = Aim(phase, pool, known)
        hand_state = aim.table.hand_state(hand)
        seen.append((hand_state.distance, hand_state.outs(aim.counts) / max(pool.size, 1)))
        if not hand_state.distance:
            break
        costs = Prospects([aim], pool).without_each(hand)
        least = min(hand, key=lambda held: costs[held.code])
        hand.remove(least)
        thrown.append(least)
    return [Seen(distance, share, len(seen) - at) for at, (distance, share) in enumerate(seen, start=1)]


def fitted(moments: Iterable[Seen]) -> list[DistanceRow]:
    """For each distance, fit a line to the number of draws against the logarithm of the proportion."""
    by_distance: dict[int, list[Seen]] = defaultdict(list)
    for moment in moments:
        if moment.distance:
            by_distance[moment.distance].append(moment)
    rows: list[DistanceRow] = []
    lowest = 0.0
    for distance in range(1, max(by_distance, default=0) + 1):
        found = by_distance[distance]
        if len(found) < ENOUGH:
            break
        xs, ys = [log(max(moment.share, 0.004)) for moment in found], [moment.waited for moment in found]
        x, y = fmean(xs), max(fmean(ys), lowest + 0.3)
        spread = sum((one - x) ** 2 for one in xs)
        b = max(0.0, -sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True)) / max(spread, 1e-9))
        rows.append(DistanceRow(round(y + b * x, 3), round(b, 3), round(fmean([moment.share for moment in found]), 3)))
        lowest = y
    return rows


def guess(phase: Phase) -> ExpectedDraws:
    """Return a first guess, in which each additional missing card adds three draws."""
    return ExpectedDraws([DistanceRow(3.0 * distance - 1.5, 1.5, 0.3) for distance in range(1, phase.size + 1)], 6.0)


def measured(name: str, side: str, phases: Sequence[str], seed: str, rounds: Sequence[int]) -> dict[str, Any]:
    """Measure these phases together and return their coefficients."""
    rules = edition(name)
    listed = [Phase.parse(text) for text in phases]
    known, rows = guess(listed[0]), list[DistanceRow]()
    for n in rounds:
        chance = Random(f"{seed}/{name}/{side}/{'/'.join(phases)}/{n}")
        hands = [play(rules, listed[at % len(listed)], side, known, chance) for at in range(n)]
        rows = fitted(moment for hand in hands for moment in hand)
        known = ExpectedDraws(rows or [DistanceRow(1.0, 0.0, 1.0)], round(fmean(map(len, hands)), 3))
    return {"mean": known.mean, "rows": [list(row) for row in rows]}


def main() -> None:
    """Measure these editions (by default, all), and store the numbers."""
    words = command.parser(__doc__)
    words.add_argument("editions", nargs="*", metavar="EDITION", help="one of: " + ", ".join(EDITIONS))
    wanted = words.parse_args().editions
    kept: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    with ProcessPoolExecutor() as pool:
        jobs = []
        for name in wanted or EDITIONS:
            rules = edition(name)
            for up in rules.pack.sides:
                texts = [str(phase) for phase in rules.phases]
                rounds = [n // 4 for n in ROUNDS] if any(up.run_colors) and up.bound_wilds else ROUNDS
                for text, phases in [*[(text, [text]) for text in texts], (ANY, texts)]:
                    job = pool.submit(measured, name, up.name, phases, "waits", rounds)
                    jobs.append((name, up.name, text, job))
        for name, side, text, job in jobs:
            kept.setdefault(name, {}).setdefault(side, {})[text] = job.result()
            print(f"{name} {side} {text}: {job.result()['mean']:.2f} draws", flush=True)
    FILE.write_text(compact.dumps(kept, LEVELS), "utf-8")


if __name__ == "__main__":
    main()
