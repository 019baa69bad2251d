"""Feed generated phases and files to the rules and to "load": ``python -m devtools.measure.inputs KIND [COUNT]``.

The promise: every input is answered or refused with a sentence (docs/threats.md). A thousand inputs take a minute.

KIND is ``phases`` or ``files``. With ``phases``, a game with a list of custom phases is started, shown, commented on by
the coach, and played briefly; with ``files``, a saved game is loaded and shown. Some inputs are valid, some nearly
valid, and some hostile. Each must quickly be answered or refused with a sentence, and memory use must stay flat. Each
number identifies one input, so a long run may be split: ``--first 50000`` continues with that number.

Print processor times in seconds and all violations; exit with 0 if there are no violations.
"""

from __future__ import annotations

import base64
import json
import random
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from devtools import command
from devtools.measure.common import FLAT, memory, rank, ranked
from phase10_widgets import Game, Session
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.coach.advice import hint
from phase10_widgets.editions import EDITIONS
from phase10_widgets.languages.text import Text
from phase10_widgets.players.expert import ExpertPlayer
from phase10_widgets.sessions.saved_game import FORMAT, MAX_FILE_CHARACTERS, VERSION
from phase10_widgets.ui.table.view_parts import seat_view

KINDS = ("set of {}", "run of {}", "{} cards of one color", "color run of {}", "flush of {}", "{} of another")
PLAYED = {"classic": KINDS[:4], "flip": KINDS[:4], "standard": (*KINDS[:3], KINDS[4]), "masters": KINDS[:4]}
"""The types of groups that an edition's cards can form."""
GARBAGE = ("", " ", "+", "0 sets of 3", "set of 0", "99 sets of 99", "1e9 runs of 2", "set of set", "\u202e3 fo tes 1",
           "1 set of 3 +" * 40, "\0", "run of ٣", "color " * 200 + "run of 2", "2 sets of 3; import os")  # fmt: skip
ODD: tuple[Any, ...] = (None, True, -1, 0, 10**18, 1.5, "", "R1", "W W W", "\ud800", [], {}, [[]], "deck", "discard")
SLOW, TOO_SLOW = 0.5, 2.0
"""The time limits in seconds: one that 99% of the inputs must meet, and one for every input."""


def phase(chance: random.Random, edition: str) -> str:
    """Return garbage, or a phase of up to five groups that barely fits or barely exceeds a hand."""
    if chance.random() < 0.02:
        return chance.choice(GARBAGE)
    groups: list[str] = []
    room = chance.choice((6, 8, 9, 10, 10, 10, 14 if chance.random() < 0.1 else 10))
    kinds = KINDS if chance.random() < 0.03 else PLAYED[edition]
    while room >= 2 and len(groups) < 5:
        size = chance.randint(2, max(2, min(room, chance.choice((2, 3, 4, 10)))))
        groups.append(chance.choice(kinds).format(size))
        room -= size
    return " + ".join(groups)


def play(number: int) -> None:
    """Play part of a game with generated phases."""
    chance = random.Random(f"phases {number}")
    edition = chance.choice([*EDITIONS])
    phases: list[Any] = [phase(chance, edition) for _ in range(chance.choice((1, 1, 2, 5)))]
    if chance.random() < 0.02:
        phases.append(chance.choice((3, None, [], 10**30, "even")))
    options: dict[str, Any] = {"order": "any"} if edition != "masters" and chance.random() < 0.2 else {}
    game = Game.new(edition, ["Ana", "Ben"], number, phases=phases, **options)
    if chance.random() < 0.3:
        game = with_many_wilds(game, chance)
    player = ExpertPlayer(seed="inputs")
    for _ in range(2):
        seat = game.to_act or 0
        seat_view(game, seat, Text("en"))
        str(hint(game.observe(seat)).text)
        game = game.apply(player.choose(game.observe(seat)))


def with_many_wilds(game: Game, chance: random.Random) -> Game:
    """Return the game after exchanging cards in the current seat's hand for wilds from the draw pile."""
    position = game.position()
    seat = position["seats"][game.to_act or 0]
    hand, pile = seat["hand"].split(), position["draw_pile"].split()
    wilds = [at for at, card in enumerate(pile) if card.startswith("W")][: chance.randint(1, 8)]
    for place, at in enumerate(wilds):
        hand[place], pile[at] = pile[at], hand[place]
    seat["hand"], position["draw_pile"] = " ".join(hand), " ".join(pile)
    return Game.from_position(position)


@cache
def saved(edition: str) -> str:
    """Return the JSON of a saved game that has been played for a while."""
    session = Session(edition, ["You", "greedy", "random"], seed=7)
    player = ExpertPlayer(seed="inputs")
    for _ in range(160):
        seat = session.game.to_act
        if seat is None:
            break
        if session.waits_for_person:
            session.act(seat, player.choose(session.observe(seat)))
        else:
            session.step()
    return json.dumps(session.to_dict())


def packed(text: str, chance: random.Random) -> str:
    """Return the string in the format of a saved game."""
    body = base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), chance.choice((1, 9)))).decode()
    return json.dumps({"format": FORMAT, "version": VERSION, "packed": body})


def bomb(chance: random.Random) -> str:
    """Return a string that is disproportionately expensive to process."""
    n = 10 ** chance.randint(3, 6)
    bombs: tuple[Callable[[], str], ...] = (
        lambda: "[" * n + "]" * n,
        lambda: "[" + "[]," * n + "[]]",
        lambda: '{"a":' * n + "1" + "}" * n,
        lambda: "[" + "{}," * n + "{}]",
        lambda: "9" * min(n, 100_000),
        lambda: '{"format": "phase10-session", "version": 2, "seats": [' + '"a",' * n + '"a"]}',
        lambda: " " * (2 * MAX_FILE_CHARACTERS),
        lambda: '"' + "\\u0000" * n + '"',
        lambda: "[1e999, -1e999, " + "1.5," * n + "NaN]",
        lambda: long_record(n // 10),
    )
    return chance.choice(bombs)()


def long_record(n: int) -> str:
    """Return a saved game in which two players draw and discard the same cards again and again."""
    data = json.loads(saved("classic"))
    actions = data["record"]["rounds"][0]["actions"]
    data["record"]["rounds"][0]["actions"] = [*actions, *islice(actions * (n // max(1, len(actions)) + 1), n)]
    return json.dumps(data)


def changed(data: Any, chance: random.Random) -> Any:
    if isinstance(data, dict) and data and chance.random() < 0.9:
        key = chance.choice([*data])
        rest = {name: value for name, value in data.items() if name != key or chance.random() < 0.98}
        return {**rest, key: changed(data[key], chance)} if key in rest else rest
    if isinstance(data, list) and data and chance.random() < 0.9:
        at = chance.randrange(len(data))
        match chance.randrange(8):
            case 0:
                return data[:at]
            case 1:
                return [*data[:at], data[at], *data[at:]]
            case _:
                return [*data[:at], changed(data[at], chance), *data[at + 1 :]]
    if isinstance(data, str) and " " in data and chance.random() < 0.7:
        cards = data.split()
        chance.shuffle(cards)
        return " ".join(cards[: chance.randint(1, len(cards))])
    return chance.choice(ODD)


def file(number: int) -> str:
    chance = random.Random(f"files {number}")
    text = saved(chance.choice([*EDITIONS]))
    kind = chance.random()
    if kind < 0.2:
        return packed(text, chance)
    if kind < 0.75:
        data = json.loads(text)
        for _ in range(chance.choice((1, 1, 2, 5))):
            data = changed(data, chance)
        return packed(json.dumps(data), chance) if chance.random() < 0.7 else json.dumps(data)
    if kind < 0.85:
        whole = packed(text, chance)
        at = chance.randrange(len(whole))
        return whole[:at] + chance.choice(("", "A", "\0", whole[at:], whole[at + 1 :]))
    return packed(bomb(chance), chance) if chance.random() < 0.8 else bomb(chance)


def load(number: int) -> None:
    """Load a generated file, and show the game to the first player."""
    session = Session.load(file(number))
    if session.people:
        seat_view(session.game, session.people[0], Text("en"))


INPUTS: dict[str, Callable[[int], None]] = {"phases": play, "files": load}


def measure(kind: str, first: int, count: int) -> tuple[list[float], Counter[str], list[str], int]:
    """Return each input's processor time in seconds, the outcomes, the violations, and the memory growth in bytes."""
    send, times, outcomes, wrong, before = INPUTS[kind], [], Counter[str](), list[str](), 0
    for number in range(first, first + count):
        began = time.process_time()
        try:
            send(number)
            outcomes["accepted"] += 1
        except Refusal as refusal:
            outcomes["refused"] += 1
            if not str(refusal).strip() or len(str(refusal)) > 600:
                wrong.append(f"input {number}: not a sentence, or a sentence that is too long: {str(refusal)[:80]!r}")
        except Exception as error:
            outcomes["failed"] += 1
            wrong.append(f"input {number}: {type(error).__name__}: {str(error)[:200]}")
        times.append(time.process_time() - began)
        if number == first + count // 10:
            before = memory()
    return times, outcomes, wrong, memory() - before if before else 0


def main() -> int:
    options = command.parser(__doc__)
    options.add_argument("kind", choices=[*INPUTS], metavar="KIND", help="phases or files")
    options.add_argument("count", nargs="?", type=int, default=1000, metavar="COUNT", help="default: %(default)s")
    options.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first input")
    chosen = options.parse_args()
    times, outcomes, wrong, grown = measure(chosen.kind, chosen.first, chosen.count)
    print(f"{chosen.kind} {chosen.first} to {chosen.first + chosen.count - 1}: {dict(outcomes)}")
    print(f"processor time: {ranked(times)}")
    slowest = sorted(range(len(times)), key=times.__getitem__, reverse=True)[:5]
    print("slowest:", *[f"{chosen.first + at} ({times[at]:.2f} s)" for at in slowest])
    print(f"memory grew by {grown / 2**20:.1f} MiB after the first tenth")
    print(*wrong[:20], sep="\n")
    return int(bool(wrong) or rank(times, 0.99) > SLOW or max(times) > TOO_SLOW or grown > FLAT)


if __name__ == "__main__":
    sys.exit(main())
